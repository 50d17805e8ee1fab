//! Evaluations of all players as shares of a whole, for searches in which everybody thinks of himself.

use super::leaf::{Leaf, POINT};
use crate::eval::default::CERTAIN;
use crate::spec::End;
use rxt_rules::{ByPlayer, Phase, Player, Position};

/// What all players together have at most. No share is negative.
pub(crate) const WHOLE: i32 = 1 << 20;

/// A share for each player.
pub(crate) type Shares = ByPlayer<i32>;

/// The shares in a position.
pub(crate) fn shares(leaf: &Leaf, position: &Position) -> Shares {
    if position.phase() == Phase::Over && leaf.end() == End::Result {
        of_result(position)
    } else if let Some(places) = leaf.placements(position) {
        of_places(&places, position)
    } else {
        of_values(leaf, position)
    }
}

/// Each player's lead over the mean, bent so that a large lead counts little more than a good one. For two players the
/// order is that of the difference.
fn of_values(leaf: &Leaf, position: &Position) -> Shares {
    let bend = i64::from(POINT) * (position.map().tile_count() as i64 / 8 + 1);
    let active = || Player::all(position.players()).filter(|&player| position.is_active(player));
    let mut values = ByPlayer::all(0_i64);
    active().for_each(|player| values[player] = i64::from(leaf.value(position, player)));
    let count = active().count().max(1) as i64;
    let sum: i64 = active().map(|player| values[player]).sum();
    let mut weights = ByPlayer::all(0_i64);
    for player in active() {
        let ahead = values[player] * count - sum;
        weights[player] = i64::from(WHOLE) + ahead * i64::from(WHOLE) / (ahead.abs() + bend * count);
    }
    let total: i64 = active().map(|player| weights[player]).sum::<i64>().max(1);
    ByPlayer::from_fn(|player| (weights[player] * i64::from(WHOLE) / total) as i32)
}

/// What counts by stones, at the end of a game.
const BY_STONES: i64 = WHOLE as i64 / 16;
const BY_PLACE: i64 = WHOLE as i64 - BY_STONES;

/// The places to be expected, as the end of a game would count them; what counts by stones there is everybody's.
fn of_places(places: &ByPlayer<i32>, position: &Position) -> Shares {
    let players = i64::from(position.players());
    let all = || Player::all(position.players()).filter(|&player| position.is_active(player));
    let mut shares = ByPlayer::all(0);
    for player in all() {
        let place = 2 * BY_PLACE * i64::from(places[player]) / (players * i64::from(CERTAIN));
        shares[player] = (place + BY_STONES / players) as i32;
    }
    shares
}

/// The end of a game: nearly all by places, the rest by stones.
fn of_result(position: &Position) -> Shares {
    let players = i64::from(position.players());
    let all = || Player::all(position.players());
    let points = |player| position.points(player);
    let total = all().filter_map(points).map(i64::from).sum::<i64>().max(1);
    let mut shares = ByPlayer::all(0);
    for player in all() {
        let own = points(player);
        let others = || all().filter(|&other| other != player);
        let below = others().filter(|&other| points(other) < own).count() as i64;
        let level = others().filter(|&other| points(other) == own).count() as i64;
        let place = BY_PLACE * (2 * below + level) / (players * (players - 1));
        shares[player] = (place + BY_STONES * own.map_or(0, i64::from) / total) as i32;
    }
    shares
}

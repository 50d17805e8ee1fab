//! The default evaluation of one map: from features to the worth of a position.

use super::super::combine::{UNIT, clamp};
use super::bend::{CERTAIN, bend};
use super::feature::{
    BOARD_COUNT, DOUBLING_STEPS, EMPTY, FEATURE_COUNT, FEATURES, FeatureKind, MOBILITY, NEXT_BONUS, STONES, STUCK,
    is_doublings,
};
use super::next::{next_bonus, reach};
use super::outlook::{Outlook, WHOLE};
use super::plain::{self, Counts};
use super::sums::Sums;
use super::terrain::Terrain;
use super::weights::{KNOTS, Knots, Weights, at_stage, times_at_stage};
use crate::fixed::{FRACTION, exp2, log2};
use rxt_rules::moves::TileList;
use rxt_rules::{ByPlayer, Map, Phase, Player, Position};
use std::cell::RefCell;

/// Points for being sure to be first, and against being sure to be last.
const MOST_POINTS: i32 = 100;

/// For each 1/1000 of a logit ahead, one 8th of a [`UNIT`] part, so that who is far ahead still wants more.
const LEAD: i32 = 8;

/// What single stones are worth when bombs decide, in thousandths of a logit.
const BOMBING_STONE: i64 = 4_000;

/// The default evaluation, with its tables for a map.
#[derive(Clone, Debug)]
pub struct DefaultEvaluation {
    pub(super) terrain: Terrain,
    /// The weights on this map.
    features: [Knots; FEATURE_COUNT],
    pub(super) outlook: Outlook,
    /// What boards and stocks are worth on this map, in 65536ths of what they are worth on one of 64 tiles.
    scale: i64,
    /// Whether moves are counted.
    pub(super) mobility: bool,
    /// Whether it is asked who takes a bonus tile next.
    next_bonus: bool,
    utility: Utility,
    sums: RefCell<Sums>,
    moves: RefCell<TileList>,
}

/// How the worths of all players become the value to one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Utility {
    /// The place that is to be expected.
    Rank,
    /// How far he is ahead of the mean of the others.
    Lead,
}

impl DefaultEvaluation {
    /// Moves are counted where there are at most `most_counted` tiles times players.
    pub(in super::super) fn new(weights: &Weights, utility: Utility, most_counted: usize, map: &Map) -> Self {
        let terrain = Terrain::new(map);
        let features = weights.on(terrain.openness);
        let board: [Knots; BOARD_COUNT] = std::array::from_fn(|feature| features[feature]);
        Self {
            outlook: Outlook::new(weights, map.players()),
            scale: scale(weights, map.tile_count()),
            mobility: map.tile_count() * usize::from(map.players()) <= most_counted
                && [MOBILITY, STUCK].iter().any(|&feature| features[feature] != [0; KNOTS]),
            next_bonus: features[NEXT_BONUS] != [0; KNOTS],
            utility,
            sums: RefCell::new(Sums::new(&terrain, map, board)),
            moves: RefCell::new(TileList::new(map)),
            terrain,
            features,
        }
    }

    /// The worth of a position to a player, in [`UNIT`](super::super::UNIT)s: 100 points for being sure to be first, 0 for
    /// a place in the middle, minus 100 for the last; and a little for being further ahead. The disqualified have 0.
    pub fn value(&self, position: &Position, player: Player) -> i32 {
        let logits = self.logits(position);
        if !position.is_active(player) {
            return 0;
        }
        let (mut bent, mut lead, mut count) = (0_i64, 0_i64, 0_i64);
        for other in Player::all(position.players()) {
            if other != player && position.is_active(other) {
                let ahead = logits[player] - logits[other];
                bent += i64::from(bend(ahead));
                lead += i64::from(ahead);
                count += 1;
            }
        }
        let value = match self.utility {
            _ if count == 0 => i64::from(MOST_POINTS * UNIT),
            Utility::Rank => {
                bent * i64::from(MOST_POINTS * UNIT) / (count * i64::from(CERTAIN)) + lead / (count * i64::from(LEAD))
            }
            Utility::Lead => lead * i64::from(LEAD) / count,
        };
        clamp(value)
    }

    /// The place that each player has to expect, from 0 for the last to [`CERTAIN`] for the first, out of those who are
    /// not disqualified; these have nothing.
    pub fn placements(&self, position: &Position) -> ByPlayer<i32> {
        let logits = self.logits(position);
        let active = || Player::all(position.players()).filter(|&player| position.is_active(player));
        let mut places = ByPlayer::all(0);
        let others = active().count() as i64 - 1;
        for player in active() {
            let bent: i64 = active()
                .filter(|&other| other != player)
                .map(|other| i64::from(bend(logits[player] - logits[other])))
                .sum();
            let mean = if others > 0 { bent / others } else { i64::from(CERTAIN) };
            places[player] = i64::midpoint(i64::from(CERTAIN), mean) as i32;
        }
        places
    }

    /// What the position is worth to each player in thousandths of a logit: who has 1000 more than another comes before
    /// him with odds of e to 1.
    pub fn logits(&self, position: &Position) -> ByPlayer<i32> {
        if position.phase() != Phase::Build {
            return bombing(&self.terrain, position);
        }
        let stage = self.terrain.stage(position);
        let mut sums = self.sums.borrow_mut();
        let worth = sums.of(&self.terrain, position.cells());
        let next = if self.next_bonus { next_bonus(&self.terrain, position, reach) } else { ByPlayer::all(0) };
        self.combine(position, stage, worth, |player| {
            let mut counts = self.count_player(position, player);
            counts[NEXT_BONUS] = next[player];
            counts
        })
    }

    /// The same, counted by the obvious way: for tests.
    pub fn slow_logits(&self, position: &Position) -> ByPlayer<i32> {
        if position.phase() != Phase::Build {
            return bombing(&self.terrain, position);
        }
        let counts = plain::count(&self.terrain, position, self.mobility);
        let weights = &self.features[..BOARD_COUNT];
        let worth = ByPlayer::from_fn(|player| {
            let weighed =
                |knot: usize| weights.iter().zip(&counts[player]).map(|(weight, count)| weight[knot] * count).sum();
            std::array::from_fn(weighed)
        });
        self.combine(position, self.terrain.stage(position), &worth, |player| counts[player])
    }

    fn combine(
        &self,
        position: &Position,
        stage: i32,
        board: &ByPlayer<Knots>,
        counts: impl Fn(Player) -> Counts,
    ) -> ByPlayer<i32> {
        let players = position.players();
        let (mut now, mut held) = (ByPlayer::all(0), ByPlayer::all(0));
        for player in Player::all(players) {
            now[player] = at_stage(board[player], stage);
            held[player] = self.worth(STONES, plain::doublings_of(position.stones(player)), stage) as i32;
        }
        let live = self.terrain.live_specials(position);
        let (mut logits, held) = (self.outlook.of(now, live), self.outlook.of_held(held, live));
        let lack = self.outlook.lack(position, live[0]);
        for player in Player::all(players).filter(|&player| position.is_active(player)) {
            let counts = counts(player);
            let (mut stock, mut own) = (0, i64::from(held[player]));
            for feature in BOARD_COUNT..STONES {
                let worth = self.worth(feature, counts[feature], stage);
                if FEATURES[feature].kind == FeatureKind::Stock { stock += worth } else { own += worth }
            }
            let (stock, own) = (usable(stock, lack[player]), own + self.cost_of(lack[player], stage));
            logits[player] = (self.scaled(i64::from(logits[player]) + stock) + own) as i32;
        }
        logits
    }

    /// What so much of a feature is worth on a map of 64 tiles.
    #[inline]
    pub(super) fn worth(&self, feature: usize, count: i32, stage: i32) -> i64 {
        if count == 0 {
            return 0;
        }
        let worth = times_at_stage(self.features[feature], count, stage);
        if is_doublings(feature) { worth / i64::from(DOUBLING_STEPS) } else { worth }
    }

    /// What it is worth to be so likely without stones, in parts of [`WHOLE`].
    #[inline]
    pub(super) fn cost_of(&self, lack: i32, stage: i32) -> i64 {
        self.worth(EMPTY, lack, stage) / i64::from(WHOLE)
    }

    /// What boards and stocks are worth on this map.
    #[inline]
    pub(super) fn scaled(&self, worth: i64) -> i64 {
        (worth * self.scale) >> 16
    }

    #[inline]
    fn count_player(&self, position: &Position, player: Player) -> Counts {
        let mut counts = [0; FEATURE_COUNT];
        plain::count_player(&self.terrain, position, player, &mut counts);
        if self.mobility {
            let [doublings, stuck] = plain::mobility_of(position, player, &mut self.moves.borrow_mut());
            (counts[MOBILITY], counts[STUCK]) = (doublings, stuck);
        }
        counts
    }
}

/// What is left of the worth of stocks to who is so likely without stones, in parts of [`WHOLE`], and could not use them.
#[inline]
pub(super) fn usable(stock: i64, lack: i32) -> i64 {
    if lack == 0 { stock } else { stock * i64::from(WHOLE - lack) / i64::from(WHOLE) }
}

/// What a map's size makes of the worth of boards, in 65536ths.
fn scale(weights: &Weights, tiles: usize) -> i64 {
    let larger = log2(tiles.max(1) as u64) - log2(64);
    exp2((16 << FRACTION) - larger * i64::from(weights.exponent) / 1000) as i64
}

/// What stones and bombs are worth once no stone can be set any more: the more will still be destroyed, the less a stone
/// decides.
fn bombing(terrain: &Terrain, position: &Position) -> ByPlayer<i32> {
    let over = position.phase() == Phase::Over;
    let bombs = |player| if over { 0 } else { i64::from(position.bombs(player)) * i64::from(terrain.blast) };
    let active = || Player::all(position.players()).filter(|&player| position.is_active(player));
    let to_fall = active().map(bombs).sum::<i64>().min(i64::from(terrain.tiles));
    let blur = 4 + (16 * to_fall as u64).isqrt() as i64;
    let mut logits = ByPlayer::all(0);
    for player in active() {
        let stones = i64::from(position.stones(player)) + bombs(player).min(to_fall) / 2;
        logits[player] = (stones * BOMBING_STONE / blur).min(i64::from(i32::MAX / 4)) as i32;
    }
    logits
}

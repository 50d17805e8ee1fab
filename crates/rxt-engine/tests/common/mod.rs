//! Tiny maps, and searches asked from outside.

use rxt_engine::Spec;
use rxt_engine::eval::UNIT;
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::map::generate::{Amount, Options, generate};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Player, Position};
use std::sync::Arc;

/// `RXT_CASES` sets how many maps are searched on; the gate uses few, `./test --long` many.
pub(crate) fn cases(default: u64) -> u64 {
    std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

/// A map so small that it can be searched without pruning: all special tiles, transitions, overrides and bombs.
pub(crate) fn tiny(seed: u64, most_players: u8) -> Arc<Map> {
    let mut rng = Rng::derived(seed, 3);
    let players = 2 + rng.below(usize::from(most_players) - 1) as u8;
    let mut options = Options::new(players, 2 + rng.below(3) as u16, 3 + rng.below(3) as u16);
    options.seed = seed;
    options.tiles.holes = [0, 10, 25][rng.below(3)];
    options.tiles.specials = [0, 15, 40][rng.below(3)];
    options.tiles.clusters = rng.below(2) as u16;
    options.tiles.fill = [30, 50, 70][rng.below(3)];
    options.joins.torus = rng.percent(30);
    options.joins.transitions = Amount::Percent([0, 30, 80][rng.below(3)]);
    options.stocks.overrides = rng.below(2) as u8;
    options.stocks.bombs = rng.below(2) as u8;
    options.stocks.strength = rng.below(2) as u8;
    generate(&options).unwrap_or_else(|_| tiny(seed + 1_000_000, most_players))
}

/// A position of a random game on a tiny map, anywhere between the first and the last move.
pub(crate) fn somewhere(seed: u64, most_players: u8) -> Position {
    let map = tiny(seed, most_players);
    let mut rng = Rng::derived(seed, 4);
    let mut position = Position::new(map);
    for _ in 0..rng.below(12) {
        let mut next = position.clone();
        next.play(*rng.pick(&position.legal_moves()).expect("who is asked has a move"));
        if next.to_move().is_none() {
            break;
        }
        position = next;
    }
    position
}

/// What a spec chooses at a fixed depth.
#[allow(dead_code, clippy::allow_attributes, reason = "not every test that shares this file asks")]
pub(crate) fn choose(spec: &str, position: &Position, depth: u32) -> Choice {
    let spec = Spec::parse(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let budget = Budget { depth: Some(depth), ..Budget::default() };
    spec.engine(1).choose(position, &budget, &Signal::default())
}

/// The score of what a spec chooses at a fixed depth, for the player to move.
#[allow(dead_code, clippy::allow_attributes, reason = "not every test that shares this file asks")]
pub(crate) fn score(spec: &str, position: &Position, depth: u32) -> i32 {
    choose(spec, position, depth).scores[me(position).index()]
}

/// The player to move.
pub(crate) fn me(position: &Position) -> Player {
    position.to_move().expect("the game is not over")
}

/// Own stones minus those of the best opponent, as searches value positions unless told otherwise.
#[allow(dead_code, clippy::allow_attributes, reason = "not every test that shares this file asks")]
pub(crate) fn lead(position: &Position, player: Player) -> i32 {
    let stones = |player| position.stones(player) as i32;
    let others = Player::all(position.players()).filter(|&other| other != player && position.is_active(other));
    UNIT * (stones(player) - others.map(stones).max().unwrap_or(0))
}

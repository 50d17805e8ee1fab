//! What the tests of the evaluations share.

use super::{EvalSpec, Evaluation};
use rxt_rules::{Map, Player, Position};
use std::sync::Arc;

/// The start of a game on a map given as text.
pub(super) fn start(text: &str) -> Position {
    Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
}

pub(super) fn player(number: u8) -> Player {
    Player::new(number).unwrap()
}

/// An evaluation from text such as `corners,against=best`.
pub(super) fn evaluation(text: &str, position: &Position) -> Evaluation {
    let mut words = text.split(',');
    let name = words.next().unwrap();
    let options: Vec<(&str, &str)> = words.map(|word| word.split_once('=').unwrap()).collect();
    let mut evaluation = Evaluation::new(&EvalSpec::parse(name, &options).unwrap(), position.map());
    evaluation.prepare(position);
    evaluation
}

/// The values of a position to players 1 and up.
pub(super) fn values(text: &str, position: &Position) -> Vec<i32> {
    let evaluation = evaluation(text, position);
    Player::all(position.players()).map(|player| evaluation.value(position, player)).collect()
}

//! The moves of a position by other ways than the generator: tile by tile, as the 2025 report found them.

use super::buffers::Candidate;
use super::tree::Tree;
use crate::limits::Stopped;
use rxt_rules::{Answer, Cell, Move, Phase, Player, Position, Special};

/// Checks every tile and every choice on it, with a walk in each direction until one captures.
pub(crate) fn validated(position: &Position, mover: Player, candidates: &mut Vec<Candidate>) {
    each_possible(position, |mv| {
        let answer: Answer = mv.answer(position.map());
        if position.read(answer).is_ok() {
            candidates.push(Candidate { mv, mover, key: 0, tie: 0 });
        }
    });
}

/// Everything that might be a move; whether it captures is not known yet.
pub(crate) fn possible(position: &Position, mover: Player, candidates: &mut Vec<Candidate>) {
    each_possible(position, |mv| candidates.push(Candidate { mv, mover, key: 0, tie: 0 }));
}

/// Tries every tile and every choice on it, and takes back what could be done.
pub(crate) fn executed(tree: &mut Tree, mover: Player, candidates: &mut Vec<Candidate>) -> Result<(), Stopped> {
    let first = candidates.len();
    possible(&tree.position, mover, candidates);
    if tree.position.phase() != Phase::Build {
        return Ok(());
    }
    let mut kept = first;
    for index in first..candidates.len() {
        let candidate = candidates[index];
        if tree.probe_if_legal(&candidate)? {
            tree.unmake();
            candidates[kept] = candidate;
            kept += 1;
        }
    }
    candidates.truncate(kept);
    Ok(())
}

fn each_possible(position: &Position, mut found: impl FnMut(Move)) {
    let building = position.phase() == Phase::Build;
    let overrides = position.to_move().is_some_and(|player| position.overrides(player) > 0);
    for tile in position.map().tiles() {
        match position.cell(tile) {
            Cell::HOLE => {}
            Cell::CHOICE if building => {
                for player in Player::all(position.players()) {
                    found(Move { tile, special: Special::Swap(player) });
                }
            }
            Cell::BONUS if building => {
                for special in [Special::Bomb, Special::Override] {
                    found(Move { tile, special });
                }
            }
            cell if building && cell.is_occupied() && !overrides => {}
            _ => found(Move { tile, special: Special::None }),
        }
    }
}

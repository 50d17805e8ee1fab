//! Leaves played on to the end of the round, so that all of them are valued with the same player to move.

use super::buffers::Candidate;
use super::lister::Lister;
use super::tree::Tree;
use super::window::Score;
use crate::limits::Stopped;
use crate::spec::Quiesce;
use rxt_rules::Player;

/// The value of the present position where the search looks no further.
pub(crate) fn leaf_value(tree: &mut Tree, lister: &mut Lister, rule: Quiesce) -> Result<Score, Stopped> {
    let plays_on = match rule {
        Quiesce::Off => false,
        Quiesce::Round => true,
        Quiesce::Upset => tree.is_upset(),
    };
    if !plays_on {
        return Ok(tree.value());
    }
    let phase = tree.position.phase();
    let mut made = 0;
    for _ in 1..tree.position.players() {
        match tree.position.to_move() {
            Some(mover) if mover != tree.me && tree.position.phase() == phase => {
                let best = best_at_first_sight(tree, lister, mover)?;
                tree.probe(&best)?;
                made += 1;
            }
            _ => break,
        }
    }
    let value = tree.value();
    for _ in 0..made {
        tree.unmake();
    }
    Ok(value)
}

fn best_at_first_sight(tree: &mut Tree, lister: &mut Lister, mover: Player) -> Result<Candidate, Stopped> {
    let mut buffer = tree.take_buffer();
    lister.list(tree, &mut buffer)?;
    let mut best = buffer.candidates[0];
    best.key = Score::MIN;
    for candidate in &buffer.candidates {
        tree.probe(candidate)?;
        let key = tree.leaf.value(&tree.position, mover);
        tree.unmake();
        if key > best.key {
            best = Candidate { key, ..*candidate };
        }
    }
    tree.buffers.give_back(buffer);
    Ok(best)
}

//! Players that hardly look ahead: the first move, any move, the best move at first sight.

use super::line::Step;
use super::lister::{Lister, Place};
use super::root::{Root, two_sided};
use super::tree::Tree;
use super::window::Side;
use crate::limits::Stopped;
use rxt_rules::agent::Choice;

/// The move behind which the position is worth most; of equal ones the first in order.
pub(crate) fn greedy(tree: &mut Tree, lister: &mut Lister) -> Option<(Choice, Vec<Step>)> {
    let mut buffer = tree.take_buffer();
    let place = Place { side: Side::Me, ply: 0, depth: 1, table_move: None, keep: usize::MAX };
    let ready = lister.list(tree, &mut buffer).and_then(|()| lister.order(tree, &mut buffer, place));
    if ready == Err(Stopped) {
        tree.unwind();
        return None;
    }
    tree.restrict_root(&mut buffer.candidates);
    let mut root = Root::new(buffer.candidates.clone());
    root.begin(1);
    let mut best = None;
    for (index, candidate) in buffer.candidates.iter().enumerate() {
        if tree.make(candidate).is_err() {
            break;
        }
        let score = tree.value();
        tree.unmake();
        if best.is_none_or(|best| score > best) {
            best = Some(score);
            root.improve(index, two_sided(score, tree), true, tree);
        }
    }
    Some((root.choice(tree), root.line()))
}

//! Room for the moves of one node, used again and again.

use rxt_rules::moves::MoveList;
use rxt_rules::{Map, Move, Player};

/// A move that a search may make, with the key it is ordered by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    pub(crate) mover: Player,
    /// Higher keys come first.
    pub(crate) key: i32,
    /// Decides between equal keys; lower comes first.
    pub(crate) tie: u32,
}

/// Room for the moves of one node.
#[derive(Debug)]
pub(crate) struct Buffer {
    pub(crate) list: MoveList,
    pub(crate) candidates: Vec<Candidate>,
}

/// Buffers that no node uses at the moment. Boxed, because they change hands at every node.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    #[expect(clippy::vec_box, reason = "moving a buffer costs more than to find it")]
    free: Vec<Box<Buffer>>,
}

impl Buffers {
    /// A buffer; new ones are made only while the tree grows deeper than ever before.
    #[inline]
    pub(crate) fn take(&mut self, map: &Map) -> Box<Buffer> {
        let fresh = || Box::new(Buffer { list: MoveList::new(map), candidates: Vec::new() });
        let mut buffer = self.free.pop().unwrap_or_else(fresh);
        buffer.candidates.clear();
        buffer
    }

    #[inline]
    pub(crate) fn give_back(&mut self, buffer: Box<Buffer>) {
        self.free.push(buffer);
    }
}

//! What a search assumes about the other players: who of them answers, and with how many moves.

use super::window::Side;
use std::fmt::Debug;

/// An assumption under which the game has two sides.
pub(crate) trait Model: Copy + Debug {
    /// What has to be known about the way to a node.
    type Path: Copy + Debug;

    /// The path at the root.
    const START: Self::Path;

    /// How many moves a side may choose from.
    fn keep(self, path: Self::Path, side: Side) -> usize;

    /// The path behind the move of this index.
    fn after(self, path: Self::Path, side: Side, index: usize) -> Self::Path;

    /// Tells nodes with the same position but different paths apart.
    fn salt(path: Self::Path) -> u64;
}

/// All others stand together against the root, and each of them may do anything.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paranoid;

impl Model for Paranoid {
    type Path = ();
    const START: Self::Path = ();

    #[inline]
    fn keep(self, (): (), _: Side) -> usize {
        usize::MAX
    }

    #[inline]
    fn after(self, (): (), _: Side, _: usize) -> Self::Path {}

    #[inline]
    fn salt((): ()) -> u64 {
        0
    }
}

//! What a search assumes about the other players: who of them answers, and with how many moves.

use super::tree::Tree;
use super::window::Side;
use crate::limits::Stopped;
use crate::spec::Replies;
use rxt_rules::Player;
use rxt_rules::rng::mix;
use std::fmt::Debug;

/// An assumption under which the game has two sides.
pub(crate) trait Model: Copy + Debug {
    /// What has to be known about the way to a node.
    type Path: Copy + Debug;

    /// The path at the root.
    const START: Self::Path;

    /// Whether what a player's first move is depends on the order, which then has to be by value everywhere.
    const BY_VALUE: bool = false;

    /// Says who chooses at a node on this path.
    fn enter(self, tree: &mut Tree, _: Self::Path) -> Side {
        tree.side()
    }

    /// Calls `list` with each player to move who may choose on this side.
    fn gather(
        self,
        tree: &mut Tree,
        _: Side,
        mut list: impl FnMut(&mut Tree) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        list(tree)
    }

    /// How many moves a side may choose from.
    fn keep(self, _: Self::Path, _: Side) -> usize {
        usize::MAX
    }

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
    fn after(self, (): (), _: Side, _: usize) -> Self::Path {}

    #[inline]
    fn salt((): ()) -> u64 {
        0
    }
}

/// Opponents stand together, but between two moves of the root only some of them may leave their first few moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Opponents {
    /// How many.
    free: usize,
    /// How many moves those have.
    long: usize,
    /// How many moves the others have.
    short: usize,
}

impl Opponents {
    /// One opponent may do anything, the others play their first move.
    pub(crate) const BEST_REPLY_PLUS: Self = Self { free: 1, long: usize::MAX, short: 1 };

    pub(crate) fn new(replies: &Replies) -> Self {
        let number = |limit: Option<usize>| limit.unwrap_or(usize::MAX);
        let (long, short) = (number(replies.long), number(replies.short));
        Self { free: number(replies.opponents), long: long.max(short), short }
    }
}

impl Model for Opponents {
    /// How many opponents have left their short lists since the root moved.
    type Path = usize;
    const START: Self::Path = 0;
    const BY_VALUE: bool = true;

    #[inline]
    fn keep(self, used: usize, side: Side) -> usize {
        match side {
            Side::Me => usize::MAX,
            Side::Them if used < self.free => self.long,
            Side::Them => self.short,
        }
    }

    #[inline]
    fn after(self, used: usize, side: Side, index: usize) -> usize {
        match side {
            Side::Me => 0,
            Side::Them => used + usize::from(index >= self.short),
        }
    }

    #[inline]
    fn salt(used: usize) -> u64 {
        mix(used as u64)
    }
}

/// Between two moves of the root one opponent moves, whoever has the strongest reply; the others pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestReply;

impl Model for BestReply {
    /// Whose turn it is, unless that side has no move at all.
    type Path = Side;
    const START: Self::Path = Side::Me;

    fn enter(self, tree: &mut Tree, turn: Side) -> Side {
        let me = tree.me;
        if turn == Side::Me && tree.position.ask(me) {
            return Side::Me;
        }
        let opponent = opponents(tree).find(|&opponent| tree.position.ask(opponent));
        if opponent.is_some() {
            return Side::Them;
        }
        tree.position.ask(me);
        Side::Me
    }

    fn gather(
        self,
        tree: &mut Tree,
        side: Side,
        mut list: impl FnMut(&mut Tree) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        if side == Side::Me {
            return list(tree);
        }
        for opponent in opponents(tree) {
            if tree.position.ask(opponent) {
                list(tree)?;
            }
        }
        Ok(())
    }

    #[inline]
    fn after(self, _: Side, side: Side, _: usize) -> Side {
        match side {
            Side::Me => Side::Them,
            Side::Them => Side::Me,
        }
    }

    #[inline]
    fn salt(turn: Side) -> u64 {
        mix(turn as u64 + 1)
    }
}

/// All but the player at the root, in turn order.
fn opponents(tree: &Tree) -> impl Iterator<Item = Player> + use<> {
    tree.me.cycle_from(tree.position.players()).skip(1)
}

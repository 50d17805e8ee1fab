//! Max-n: each player wants the most for himself.

use super::buffers::{Buffer, Candidate};
use super::deepen::{Iteration, Search};
use super::lister::{Lister, Place};
use super::root::Root;
use super::shares::{Shares, WHOLE, shares};
use super::tree::Tree;
use super::window::Score;
use crate::limits::Stopped;
use crate::spec::Settings;
use rxt_rules::{ByPlayer, Phase, Player};

/// A search with as many sides as players.
pub(crate) struct MaxN<'a> {
    tree: Tree<'a>,
    lister: Lister,
    settings: &'a Settings,
}

/// What the player one ply above has for sure.
type Above = Option<(Player, i32)>;

impl<'a> MaxN<'a> {
    pub(crate) fn new(tree: Tree<'a>, lister: Lister, settings: &'a Settings) -> Self {
        Self { tree, lister: lister.by_own_worth(), settings }
    }

    fn node(&mut self, depth: u32, ply: usize, above: Above) -> Result<Shares, Stopped> {
        let mover = match self.tree.position.to_move() {
            Some(mover) if depth > 0 => mover,
            _ => return Ok(self.leaf()),
        };
        let mut buffer = self.tree.take_buffer();
        self.candidates(&mut buffer, depth, ply)?;
        let best = self.best_child(&buffer, mover, depth, ply, above)?;
        self.tree.buffers.give_back(buffer);
        Ok(best)
    }

    fn leaf(&mut self) -> Shares {
        self.tree.counters.leaves += 1;
        if self.tree.position.phase() != Phase::Over {
            self.tree.horizon += 1;
        }
        shares(self.tree.leaf, &self.tree.position)
    }

    fn candidates(&mut self, buffer: &mut Buffer, depth: u32, ply: usize) -> Result<(), Stopped> {
        self.lister.list(&mut self.tree, buffer)?;
        let place = Place { side: self.tree.side(), ply, depth, table_move: None, keep: usize::MAX };
        self.lister.order(&mut self.tree, buffer, place)
    }

    fn best_child(
        &mut self,
        buffer: &Buffer,
        mover: Player,
        depth: u32,
        ply: usize,
        above: Above,
    ) -> Result<Shares, Stopped> {
        let mut best: Option<Shares> = None;
        for (index, candidate) in buffer.candidates.iter().enumerate() {
            self.tree.make(candidate)?;
            let found = self.node(depth - 1, ply + 1, best.map(|best| (mover, best[mover])))?;
            self.tree.unmake();
            if best.is_none_or(|best| found[mover] > best[mover]) {
                best = Some(found);
                self.tree.note_best(candidate);
            }
            let own = best.map_or(0, |best| best[mover]);
            if self.settings.prune && above.is_some_and(|above| too_little_left(above, mover, own)) {
                self.tree.counters.cutoffs += 1;
                self.tree.counters.first_cutoffs += u64::from(index == 0);
                self.lister.learn(candidate, ply, depth);
                break;
            }
        }
        Ok(best.unwrap_or(ByPlayer::all(0)))
    }
}

/// Shallow pruning: what this mover takes leaves the one above him no more than he has already.
fn too_little_left((player, share): (Player, i32), mover: Player, own: i32) -> bool {
    player != mover && own >= WHOLE - share
}

impl<'a> Search<'a> for MaxN<'a> {
    fn tree(&mut self) -> &mut Tree<'a> {
        &mut self.tree
    }

    fn root_moves(&mut self) -> Result<Vec<Candidate>, Stopped> {
        let mut buffer = self.tree.take_buffer();
        self.candidates(&mut buffer, u32::MAX, 0)?;
        Ok(buffer.candidates.clone())
    }

    fn reorders_root(&self) -> bool {
        self.lister.reorders_root()
    }

    fn iterate(&mut self, iteration: Iteration, root: &mut Root) -> Result<Score, Stopped> {
        let me = self.tree.me;
        let mut best = -1;
        for index in 0..root.moves.len() {
            let candidate = root.moves[index];
            self.tree.make(&candidate)?;
            let above = (index > 0).then_some((me, best));
            let found = self.node(iteration.depth - 1, 1, above)?;
            self.tree.unmake();
            if found[me] > best {
                best = found[me];
                let scores = found.first(self.tree.position.players()).to_vec();
                root.improve(index, scores, iteration.keeps_partial, &self.tree);
            }
            root.searched(index, iteration.keeps_partial, &self.tree);
        }
        Ok(best)
    }
}

//! What each bomb destroys: a ball around its target, found once for the root.

use crate::limits::{Spending, Stopped};
use rxt_rules::position::ChangeList;
use rxt_rules::rng::Rng;
use rxt_rules::{ByPlayer, Cell, Move, Position, Special, Tile};

/// The balls of a position. Later craters may block the way into a part of a ball, so what a bomb destroys then is at most
/// what is left of the ball.
#[derive(Debug, Default)]
pub(super) struct Balls {
    targets: Vec<Tile>,
    /// Where the ball of each target ends in `tiles`.
    ends: Vec<usize>,
    tiles: Vec<Tile>,
}

/// No more tiles than this are kept, all balls together.
const MOST_TILES: usize = 4 << 20;

impl Balls {
    /// Finds the balls of all targets, or of as many as time and room allow, in an order that favours no part of the board.
    pub(super) fn find(position: &Position, spending: &mut Spending) -> Self {
        let mut targets: Vec<Tile> = position.map().tiles().filter(|&tile| position.cell(tile) != Cell::HOLE).collect();
        Rng::new(targets.len() as u64).shuffle(&mut targets);
        let mut balls = Self::default();
        let mut list = ChangeList::new(position.map());
        for &target in &targets {
            if balls.tiles.len() > MOST_TILES || !balls.targets.is_empty() && look(spending, list.as_slice()).is_err() {
                break;
            }
            position.list_changes(Move { tile: target, special: Special::None }, &mut list);
            balls.targets.push(target);
            balls.tiles.extend(list.as_slice().iter().map(|&(tile, _)| tile));
            balls.ends.push(balls.tiles.len());
        }
        balls
    }

    /// How many targets there are.
    pub(super) fn len(&self) -> usize {
        self.targets.len()
    }

    /// How many tiles a ball has on average.
    pub(super) fn mean_size(&self) -> usize {
        self.tiles.len() / self.targets.len().max(1)
    }

    /// The targets that are left in a position, each with the stones that a bomb there destroys of every player.
    pub(super) fn losses(&self, position: &Position) -> impl Iterator<Item = (Tile, ByPlayer<u16>)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let balls = self.targets.iter().zip(starts.zip(&self.ends));
        balls.filter(|(target, _)| position.cell(**target) != Cell::HOLE).map(move |(&target, (start, &end))| {
            let mut losses = ByPlayer::all(0);
            for &tile in &self.tiles[start..end] {
                if let Some(owner) = position.cell(tile).owner() {
                    losses[owner] += 1;
                }
            }
            (target, losses)
        })
    }
}

/// Large balls take as long as several small ones.
fn look(spending: &mut Spending, last: &[(Tile, Cell)]) -> Result<(), Stopped> {
    (0..=last.len() / 64).try_for_each(|_| spending.work())
}

//! Who takes which bonus tile next, if everybody in turn takes one that he can reach.
//!
//! A search of eight players hardly sees a round, but override stones decide games.

use super::terrain::Terrain;
use rxt_rules::{ByPlayer, Cell, Direction, PlayerSet, Position, Tile};

/// For each player, 1 if a bonus tile within his reach is left when it is his turn.
pub(super) fn next_bonus(
    terrain: &Terrain,
    position: &Position,
    reach: impl Fn(&Position, Tile) -> PlayerSet,
) -> ByPlayer<i32> {
    /// So many tiles within reach are enough: in a round each player takes one.
    const MOST: usize = 32;
    let mut next = ByPlayer::all(0);
    let Some(first) = position.to_move() else { return next };
    let mut open = [PlayerSet::default(); MOST];
    let mut count = 0;
    for &tile in terrain.bonus.iter().filter(|&&tile| position.cell(tile) == Cell::BONUS) {
        let takers: PlayerSet = reach(position, tile).iter().filter(|&player| position.is_active(player)).collect();
        if !takers.is_empty() {
            open[count] = takers;
            count += 1;
        }
        if count == MOST {
            break;
        }
    }
    if count == 0 {
        return next;
    }
    for player in first.cycle_from(position.players()) {
        // He leaves the others those that most of them want.
        let within_reach = open[..count].iter_mut().filter(|takers| takers.contains(player));
        if let Some(taken) = within_reach.min_by_key(|takers| takers.len()) {
            *taken = PlayerSet::default();
            next[player] = 1;
        }
    }
    next
}

/// Who could set a stone on a free tile: whoever has a stone on a line behind another's.
pub(super) fn reach(position: &Position, tile: Tile) -> PlayerSet {
    let mut all = PlayerSet::default();
    for way in Direction::ALL {
        let mut walk = Walk { position, from: tile, here: (tile, way) };
        let Some(first) = walk.next() else { continue };
        // Whoever owns the stone beside the tile captures nothing this way.
        for owner in walk.filter_map(Cell::owner).filter(|&owner| first.owner() != Some(owner)) {
            all.insert(owner);
        }
    }
    all
}

/// The stones that a walk from a tile meets, until it comes to a free tile, a hole, or back.
struct Walk<'a> {
    position: &'a Position,
    from: Tile,
    here: (Tile, Direction),
}

impl Iterator for Walk<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        self.here = self.position.map().step(self.here.0, self.here.1)?;
        let cell = self.position.cell(self.here.0);
        (self.here.0 != self.from && cell.is_occupied()).then_some(cell)
    }
}

//! Which overrides are tried while there are ordinary moves.

use super::buffers::{Buffer, Candidate};
use super::leaf::POINT;
use super::tree::Tree;
use crate::limits::Stopped;
use crate::spec::{Bonus, OverrideWhen, Overrides};
use rxt_rules::{Cell, Direction, Map, Move, Phase, Player, Position, Special, Tile};

/// A rule about overrides, for one map.
#[derive(Debug)]
pub(crate) struct OverrideRule {
    options: Overrides,
    /// Whether each tile is safe; empty unless the rule asks.
    safe: Box<[bool]>,
}

impl OverrideRule {
    pub(crate) fn new(options: Overrides, map: &Map) -> Self {
        let asks = options.when == OverrideWhen::Corners;
        let safe = if asks { map.tiles().map(|tile| is_safe(map, tile)).collect() } else { Box::default() };
        Self { options, safe }
    }

    pub(crate) fn when(&self) -> OverrideWhen {
        self.options.when
    }

    /// Adds the moves of the player to move that the rule lets through.
    pub(crate) fn generate(&self, tree: &mut Tree, mover: Player, buffer: &mut Buffer) -> Result<(), Stopped> {
        let Buffer { list, candidates } = buffer;
        let first = candidates.len();
        let candidate = |&mv| Candidate { mv, mover, key: 0, tie: 0 };
        let wanted = |mv: &&Move| mv.special != Special::Bomb || self.options.bonus == Bonus::Both;
        if self.applies(&tree.position, mover) && self.drops_all(&tree.position, mover) {
            tree.position.list_ordinary_moves(list);
            if !list.as_slice().is_empty() {
                candidates.extend(list.as_slice().iter().filter(wanted).map(candidate));
                return Ok(());
            }
        }
        tree.position.list_moves(list);
        candidates.extend(list.as_slice().iter().filter(wanted).map(candidate));
        self.restrict(tree, mover, candidates, first)
    }

    /// Drops the overrides that the rule does not let through from the legal moves that begin at `first`. Somebody who has
    /// a move keeps one.
    pub(crate) fn restrict(
        &self,
        tree: &mut Tree,
        mover: Player,
        candidates: &mut Vec<Candidate>,
        first: usize,
    ) -> Result<(), Stopped> {
        if !self.applies(&tree.position, mover) {
            return Ok(());
        }
        let is_ordinary = |position: &Position, one: &Candidate| position.cell(one.mv.tile).is_free();
        let drops_all = self.drops_all(&tree.position, mover)
            || self.options.when == OverrideWhen::Weak && self.has_good_move(tree, mover, &candidates[first..])?;
        let corners = self.options.when == OverrideWhen::Corners;
        let position = &tree.position;
        let keeps =
            |one: &Candidate| is_ordinary(position, one) || !drops_all && (!corners || self.safe[one.mv.tile.index()]);
        if candidates[first..].iter().any(keeps) {
            let mut index = 0;
            candidates.retain(|one| {
                index += 1;
                index <= first || keeps(one)
            });
        }
        Ok(())
    }

    fn applies(&self, position: &Position, mover: Player) -> bool {
        self.options.when != OverrideWhen::All && position.phase() == Phase::Build && position.overrides(mover) > 0
    }

    fn drops_all(&self, position: &Position, mover: Player) -> bool {
        match self.options.when {
            OverrideWhen::Spare => true,
            // Of several players, who has most of them when no tile is free any more captures last.
            OverrideWhen::Keep => {
                !is_duel(position) || position.overrides(mover) <= self.options.keep && !is_nearly_won(position)
            }
            OverrideWhen::Late => {
                let free = [Cell::EMPTY, Cell::CHOICE, Cell::INVERSION, Cell::BONUS];
                let free: u64 = free.into_iter().map(|cell| u64::from(position.count(cell))).sum();
                free * 100 > u64::from(self.options.share) * position.map().tile_count() as u64
            }
            _ => false,
        }
    }

    fn has_good_move(&self, tree: &mut Tree, mover: Player, candidates: &[Candidate]) -> Result<bool, Stopped> {
        let enough = tree.leaf.value(&tree.position, mover).saturating_add(self.options.gain.saturating_mul(POINT));
        for candidate in candidates {
            if tree.position.cell(candidate.mv.tile).is_free() {
                tree.probe(candidate)?;
                let value = tree.leaf.value(&tree.position, mover);
                tree.unmake();
                if value > enough {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Whether only two players are left.
fn is_duel(position: &Position) -> bool {
    position.players() - position.disqualified().len() == 2
}

/// Whether one of the players has so few stones left that he may lose them all with the next capture.
fn is_nearly_won(position: &Position) -> bool {
    const FEW: u32 = 8;
    let mut active = Player::all(position.players()).filter(|&player| position.is_active(player));
    active.any(|player| position.stones(player) <= FEW)
}

/// Whether nobody can ever capture a stone here: on no axis has the tile neighbours on both sides.
fn is_safe(map: &Map, tile: Tile) -> bool {
    let open = |direction: Direction| map.step(tile, direction).is_some();
    Direction::ALL.into_iter().all(|direction| !(open(direction) && open(direction.opposite())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_of_a_plain_board_are_safe_and_nothing_else() {
        let map = Map::parse(b"2 0 0 0 3 4  0 0 0 0  0 1 2 0  0 0 0 0").unwrap().0;
        let safe: Vec<_> = map.tiles().filter(|&tile| is_safe(&map, tile)).map(|tile| map.place(tile)).collect();
        assert_eq!(safe, [(0, 0), (3, 0), (0, 2), (3, 2)]);
    }
}

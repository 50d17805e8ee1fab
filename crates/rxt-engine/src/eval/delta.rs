//! What a move is worth, told from the tiles it changes.

use super::bombing::Bombing;
use super::combine::Context;
use super::evaluation::Evaluation;
use super::parts::Parts;
use rxt_rules::position::ChangeList;
use rxt_rules::{Cell, Map, Move, Phase, Player, Position, Special, Tile, UndoLog};

/// A position evaluated for one player, from which the worth of moves can be told.
#[derive(Clone, Copy, Debug)]
pub struct Before {
    player: Player,
    parts: Parts,
    context: Context,
    value: i32,
}

/// Room to work in.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    changes: ChangeList,
    log: UndoLog,
}

impl Scratch {
    pub(super) fn new(map: &Map) -> Self {
        Self { changes: ChangeList::new(map), log: UndoLog::new() }
    }
}

impl Before {
    /// The worth of the position itself.
    pub fn value(&self) -> i32 {
        self.value
    }
}

impl Evaluation {
    /// Evaluates a position so that moves in it can be evaluated with [`Evaluation::delta`].
    pub fn before(&self, position: &Position, player: Player) -> Before {
        let context = self.combine.context(position);
        let parts = self.parts(position, player);
        if let Some(whole) = &self.whole {
            return Before { player, parts, context, value: whole.value(position, player) };
        }
        let bombing = || self.bombing.value(position, context, player);
        let value = if position.phase() == Phase::Build { None } else { bombing() };
        let value = value.unwrap_or_else(|| self.combine.value(&parts, context, player));
        Before { player, parts, context, value }
    }

    /// The worth of a position after a legal move minus its worth before, to the player of `before`, which is of the same
    /// position. The position is the same again afterwards.
    ///
    /// Where only stones, weights of tiles and stocks are counted, the move is not made: the tiles that it would change
    /// tell. It is made and taken back where the value depends on more than these: with `default`, `corner-dynamic`, `neighbour`,
    /// `mobility` and `old-2016`; with `inversions=relative` as long as inversion tiles are left, and with a formula for
    /// the bombing phase, because the move may be the last of the building phase; and with `corner-recalibrated`, if an
    /// inversion or a choice moves stones to players with other maps.
    pub fn delta(&self, before: &Before, position: &mut Position, mv: Move) -> i32 {
        if !self.is_local(position, mv) {
            let mut log = std::mem::take(&mut self.scratch.borrow_mut().log);
            position.make(mv, &mut log);
            let after = self.value(position, before.player);
            position.unmake(&mut log);
            self.scratch.borrow_mut().log = log;
            return after - before.value;
        }
        let parts = self.parts_after(before.parts, position, mv);
        let bombing = || self.bombing.counted(&parts.stones, before.context, before.player);
        let value = if position.phase() == Phase::Build { None } else { bombing() };
        value.unwrap_or_else(|| self.combine.value(&parts, before.context, before.player)) - before.value
    }

    fn is_local(&self, position: &Position, mv: Move) -> bool {
        let building = position.phase() == Phase::Build;
        let by_tile = self.whole.is_none() && self.counts.dynamic.is_none() && self.counts.neighbours.is_none();
        let bombing = match self.bombing {
            Bombing::Same => true,
            Bombing::Old2016(_) => false,
            _ => !building,
        };
        let moves_stones = position.cell(mv.tile) == Cell::INVERSION || matches!(mv.special, Special::Swap(_));
        by_tile
            && bombing
            && !(building && self.counts.mobility.is_some())
            && !(building && moves_stones && self.counts.recalibrated.is_some())
            && !self.combine.depends_on_inversions(position)
    }

    /// The counts after a move.
    fn parts_after(&self, mut parts: Parts, position: &Position, mv: Move) -> Parts {
        let Some(mover) = position.to_move() else { return parts };
        let mut scratch = self.scratch.borrow_mut();
        position.list_changes(mv, &mut scratch.changes);
        let building = position.phase() == Phase::Build;
        for &(tile, cell) in scratch.changes.as_slice() {
            if let Some(owner) = cell.owner() {
                parts.stones[owner] -= 1;
                parts.places[owner] -= self.place(tile, owner);
            }
            if building {
                parts.stones[mover] += 1;
                parts.places[mover] += self.place(tile, mover);
                parts.occupied += i32::from(cell.is_free());
            } else {
                parts.tiles -= 1;
                parts.occupied -= i32::from(cell.is_occupied());
            }
        }
        if let Some(stock) = &self.counts.stock {
            let (overrides, bombs) = stock_after(position, mover, mv);
            parts.stock[mover] = stock.points(overrides, bombs);
        }
        match mv.special {
            _ if !building => {}
            Special::Swap(other) => parts.swap(mover, other),
            _ if position.cell(mv.tile) == Cell::INVERSION => parts.rotate(position.players()),
            _ => {}
        }
        parts
    }

    /// Points for a player's stone on a tile.
    #[inline]
    fn place(&self, tile: Tile, owner: Player) -> i32 {
        let weight = self.counts.weights.as_ref().map_or(0, |weights| weights.of(tile));
        weight + self.counts.recalibrated.as_ref().map_or(0, |recalibrated| recalibrated.of(tile, owner))
    }
}

/// The mover's override stones and bombs after a move.
fn stock_after(position: &Position, mover: Player, mv: Move) -> (u8, u8) {
    let (overrides, bombs) = (position.overrides(mover), position.bombs(mover));
    match mv.special {
        _ if position.phase() == Phase::Bomb => (overrides, bombs - 1),
        _ if position.cell(mv.tile).is_occupied() => (overrides - 1, bombs),
        Special::Override => (overrides.wrapping_add(1), bombs),
        Special::Bomb => (overrides, bombs.wrapping_add(1)),
        _ => (overrides, bombs),
    }
}

//! Which moves are legal, and who is asked.

use super::state::{Phase, Position};
use crate::cell::Cell;
use crate::map::Tile;
use crate::moves::{self, Answer, Illegal, Move, Special, captures_somewhere};
use crate::player::Player;

impl Position {
    /// All legal moves of the player to move, in ascending order of tiles, then of special bytes.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        match self.phase {
            Phase::Over => {}
            Phase::Bomb => {
                let targets = self.map.tiles().filter(|&tile| self.cell(tile) != Cell::HOLE);
                moves.extend(targets.map(|tile| Move { tile, special: Special::None }));
            }
            Phase::Build => {
                for tile in self.legal_tiles(self.turn) {
                    self.each_special(tile, |special| moves.push(Move { tile, special }));
                }
            }
        }
        moves
    }

    /// The tiles on which a player may set a stone in phase 1, in ascending order, whoever's turn it is.
    pub fn legal_tiles(&self, player: Player) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = moves::ordinary(&self.map, &self.cells, player).collect();
        if self.overrides[player] > 0 {
            tiles.extend(moves::overrides(&self.map, &self.cells, player));
            tiles.sort_unstable();
        }
        tiles
    }

    /// Whether a player could set a stone in phase 1.
    pub fn has_move(&self, player: Player) -> bool {
        moves::ordinary(&self.map, &self.cells, player).next().is_some()
            || self.overrides[player] > 0 && moves::overrides(&self.map, &self.cells, player).next().is_some()
    }

    /// Reads the answer of the player to move.
    pub fn read(&self, answer: Answer) -> Result<Move, Illegal> {
        let Answer { x, y, special } = answer;
        let player = self.to_move().ok_or(Illegal::Over)?;
        let tile = self.map.tile_at(x, y).ok_or(Illegal::NoTile { x, y })?;
        let cell = self.cell(tile);
        if cell == Cell::HOLE {
            return Err(Illegal::NoTile { x, y });
        }
        if self.phase == Phase::Bomb {
            return Ok(Move { tile, special: Special::None });
        }
        if cell.is_occupied() && self.overrides[player] == 0 {
            return Err(Illegal::NoOverride { x, y, player });
        }
        if cell != Cell::EXPANSION && !captures_somewhere(&self.map, &self.cells, tile, Cell::stone(player)) {
            return Err(Illegal::NoCapture { x, y });
        }
        let players = self.players();
        let special = Special::on_cell(cell, special, players).ok_or(Illegal::Special { special, cell, players })?;
        Ok(Move { tile, special })
    }

    /// Calls `found` with each choice that a stone on this tile has.
    fn each_special(&self, tile: Tile, mut found: impl FnMut(Special)) {
        match self.cell(tile) {
            Cell::CHOICE => Player::all(self.players()).for_each(|player| found(Special::Swap(player))),
            Cell::BONUS => [Special::Bomb, Special::Override].into_iter().for_each(found),
            _ => found(Special::None),
        }
    }

    /// Finds who is asked next, beginning with `first`, and the phase.
    pub(super) fn settle(&mut self, first: Player) {
        let players = self.players();
        if players - self.disqualified.len() <= 1 {
            self.phase = Phase::Over;
        }
        if self.phase == Phase::Build {
            match first.cycle_from(players).find(|&player| self.is_active(player) && self.has_move(player)) {
                Some(player) => self.turn = player,
                None => self.phase = Phase::Bomb,
            }
        }
        if self.phase == Phase::Bomb {
            let tiles_left = self.map.tile_count() > self.counts[Cell::HOLE.index()] as usize;
            let thrower = first.cycle_from(players).find(|&player| self.is_active(player) && self.bombs[player] > 0);
            match thrower.filter(|_| tiles_left) {
                Some(player) => self.turn = player,
                None => self.phase = Phase::Over,
            }
        }
    }
}

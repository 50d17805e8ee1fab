//! What searches may ask beyond the rules: the moves of one kind alone, and what if somebody else were to move.

use super::state::{Phase, Position};
use crate::moves::{Move, MoveList};
use crate::player::Player;

impl Position {
    /// Lists the moves of the player to move onto free tiles, in the order of [`Position::list_moves`]: in phase 1 those
    /// that cost no override stone, none later.
    pub fn list_ordinary_moves(&self, list: &mut MoveList) {
        let MoveList { moves, ordinary, .. } = list;
        moves.clear();
        if self.phase == Phase::Build {
            self.list_own(ordinary);
            for &tile in ordinary.as_slice() {
                self.each_special(tile, |special| moves.push(Move { tile, special }));
            }
        }
    }

    /// Lets a player move who is not asked by the rules, as if all before him passed. Returns whether he has a move; if
    /// not, nothing changes. The game goes on behind his move as if it had been his turn.
    pub fn ask(&mut self, player: Player) -> bool {
        let can = player.number() <= self.players()
            && self.is_active(player)
            && match self.phase {
                Phase::Build => self.has_move(player),
                Phase::Bomb => self.bombs(player) > 0,
                Phase::Over => false,
            };
        if can {
            self.turn = player;
        }
        can
    }
}

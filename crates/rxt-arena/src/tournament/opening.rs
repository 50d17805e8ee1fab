//! Openings for games over the wire, where nobody can be told what to play: the position behind the opening is a map.

use super::decision::{Block, opening_of};
use super::setup::Setup;
use rxt_rules::{Map, Phase, Player, Position};
use std::sync::Arc;

/// The map of a block and its bytes. If the tournament has openings, it is the position after as many of the random moves
/// as can be written as a map: player 1 has to be on turn, and everybody must have the same stocks.
pub(super) fn opened_map(setup: &Setup, block: &Block) -> (Arc<Map>, Vec<u8>) {
    let ground = &setup.grounds[block.table.ground];
    let mut moves = opening_of(setup, block);
    while !moves.is_empty() {
        let mut position = Position::new(Arc::clone(&ground.map));
        for &mv in &moves {
            position.play(mv);
        }
        if let Some(opened) = as_map(&position) {
            return opened;
        }
        moves.pop();
    }
    (Arc::clone(&ground.map), ground.bytes.clone())
}

fn as_map(position: &Position) -> Option<(Arc<Map>, Vec<u8>)> {
    let players: Vec<Player> = Player::all(position.players()).collect();
    let (overrides, bombs) = (position.overrides(players[0]), position.bombs(players[0]));
    let alike = players.iter().all(|&p| position.overrides(p) == overrides && position.bombs(p) == bombs);
    if !alike || position.to_move() != Some(players[0]) || position.phase() != Phase::Build {
        return None;
    }
    let mut file = position.setup().map;
    (file.overrides, file.bombs) = (overrides, bombs);
    let text = file.to_string();
    let (map, _) = Map::parse(text.as_bytes()).ok()?;
    let map = Arc::new(map);
    // The map has to be the same game: the same player on turn with the same moves.
    let same = Position::new(Arc::clone(&map)).legal_moves().len() == position.legal_moves().len();
    same.then(|| (map, text.into_bytes()))
}

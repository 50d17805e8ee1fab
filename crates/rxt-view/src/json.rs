//! A position as JSON: what `rxt show --json` prints.

use rxt_rules::{Phase, Player, Position};
use serde_json::json;

/// The board, the stocks, the phase and all legal moves, as one JSON object.
///
/// Moves are `[x, y, special]` as on the wire. In phase 2 every tile that is left is a target, so moves are not listed.
pub fn position_json(position: &Position) -> String {
    let phase = match position.phase() {
        Phase::Build => "build",
        Phase::Bomb => "bomb",
        Phase::Over => "over",
    };
    let player = |player: Player| {
        json!({
            "player": player.number(),
            "stones": position.stones(player),
            "overrides": position.overrides(player),
            "bombs": position.bombs(player),
            "disqualified": !position.is_active(player),
        })
    };
    let moves = if position.phase() == Phase::Build { position.legal_moves() } else { Vec::new() };
    let moves = moves.iter().map(|mv| mv.answer(position.map())).map(|answer| (answer.x, answer.y, answer.special));
    let object = json!({
        "width": position.map().width(),
        "height": position.map().height(),
        "rows": position.rows(),
        "phase": phase,
        "turn": position.to_move().map(Player::number),
        "players": Player::all(position.players()).map(player).collect::<Vec<_>>(),
        "legal_moves": moves.collect::<Vec<_>>(),
    });
    object.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Map;
    use std::sync::Arc;

    #[test]
    fn a_position_is_told_completely() {
        let map = Map::parse(b"2 1 3 1  1 4  b 2 1 -").unwrap().0;
        insta::assert_snapshot!(position_json(&Position::new(Arc::new(map))));
    }
}

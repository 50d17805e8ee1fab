//! What is found, as JSON: what the site says too, and who was asked.

use rxt_engine::analysis::{GameAnalysis, Opinion, PositionAnalysis};
use rxt_rules::{Answer, Map, Player, Position};
use rxt_web::findings;
use serde_json::{Value, json};

pub(super) fn position(
    position: &Position,
    analysis: &PositionAnalysis,
    engine: &str,
    played: Option<Answer>,
) -> Value {
    let mut value = findings::position(position, analysis);
    value["engine"] = json!(engine);
    value["played"] = json!(played.map(findings::answer));
    value
}

pub(super) fn opinions(position: &Position, opinions: &[Opinion]) -> Value {
    json!({
        "player": position.to_move().map(Player::number),
        "engines": findings::opinions(position, opinions),
    })
}

pub(super) fn game(map: &Map, analysis: &GameAnalysis, engine: &str) -> Value {
    let mut value = findings::game(map, analysis);
    value["engine"] = json!(engine);
    value
}

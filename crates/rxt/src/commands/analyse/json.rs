//! What is found, as JSON. Numbers that are estimates have four decimals.

use rxt_engine::analysis::{GameAnalysis, Line, Opinion, PositionAnalysis, Turning, Why};
use rxt_rules::{Answer, Map, Move, Player, Position};
use serde_json::{Value, json};

pub(super) fn position(
    position: &Position,
    analysis: &PositionAnalysis,
    engine: &str,
    played: Option<Answer>,
) -> Value {
    let map = position.map();
    let tile = |tile: &rxt_engine::analysis::TileValue| {
        let (x, y) = map.place(tile.tile);
        json!({ "x": x, "y": y, "placement": rounded(tile.placement), "score": tile.score })
    };
    json!({
        "player": analysis.player.number(),
        "engine": engine,
        "lines": analysis.lines.iter().map(|found| line(found, map)).collect::<Vec<_>>(),
        "tiles": analysis.tiles.iter().map(tile).collect::<Vec<_>>(),
        "why": analysis.why.as_ref().map(|found| why(found, map)),
        "played": played.map(answer),
    })
}

pub(super) fn opinions(position: &Position, opinions: &[Opinion]) -> Value {
    let map = position.map();
    let opinion = |Opinion { engine, assumes, line: found }: &Opinion| {
        let mut value = line(found, map);
        value["engine"] = json!(engine);
        value["assumes"] = json!(assumes);
        value
    };
    json!({
        "player": position.to_move().map(Player::number),
        "engines": opinions.iter().map(opinion).collect::<Vec<_>>(),
    })
}

pub(super) fn game(map: &Map, analysis: &GameAnalysis, engine: &str) -> Value {
    let moves = analysis.moves.iter().map(|mv| {
        json!({
            "ply": mv.ply,
            "player": mv.player.number(),
            "played": answer(mv.played.answer(map)),
            "choices": mv.choices,
            "expected": rounded(mv.expected),
            "left": rounded(mv.left),
            "loss": rounded(mv.loss()),
            "blunder": mv.is_blunder(),
            "best": line(&mv.best, map),
            "why": mv.why.as_ref().map(|found| why(found, map)),
        })
    });
    let turnings = analysis.turnings.iter().map(|&Turning { player, lost_by, costliest }| {
        json!({ "player": player.number(), "lost_by": lost_by, "costliest": costliest })
    });
    json!({
        "engine": engine,
        "moves": moves.collect::<Vec<_>>(),
        "placements": analysis.placements.iter().map(|&score| rounded(score)).collect::<Vec<_>>(),
        "turnings": turnings.collect::<Vec<_>>(),
    })
}

fn line(line: &Line, map: &Map) -> Value {
    let mut value = answer(line.mv.answer(map));
    let step = |&(player, mv): &(Player, Move)| {
        let mut value = answer(mv.answer(map));
        value["player"] = json!(player.number());
        value
    };
    value["score"] = json!(line.score);
    value["depth"] = json!(line.depth);
    value["nodes"] = json!(line.nodes);
    value["placements"] = line.outlook.placements.iter().map(|&score| rounded(score)).collect();
    value["stones"] = json!(line.outlook.stones);
    value["over"] = json!(line.outlook.over);
    value["line"] = line.steps.iter().map(step).collect();
    value
}

fn why(why: &Why, map: &Map) -> Value {
    let reason = |reason: &rxt_engine::analysis::Reason| {
        json!({
            "name": reason.name, "summary": reason.summary,
            "better": rounded(reason.better), "worse": rounded(reason.worse), "gain": rounded(reason.gain()),
        })
    };
    json!({
        "better": answer(why.better.answer(map)),
        "worse": answer(why.worse.answer(map)),
        "reasons": why.reasons.iter().map(reason).collect::<Vec<_>>(),
    })
}

fn answer(Answer { x, y, special }: Answer) -> Value {
    json!({ "x": x, "y": y, "special": special })
}

fn rounded(value: f64) -> Value {
    json!((value * 10_000.0).round() / 10_000.0)
}

//! What an analysis found, as JSON, for the site and for the command line. Numbers that are estimates have four decimals.

use rxt_engine::analysis::{GameAnalysis, Line, Opinion, PositionAnalysis, Reason, TileValue, Turning, Why};
use rxt_rules::{Answer, Map, Move, Player, Position};
use serde_json::{Value, json};

/// A position: its best lines, what its tiles are worth, and why the best move is better than the second.
pub fn position(position: &Position, analysis: &PositionAnalysis) -> Value {
    let map = position.map();
    let tile = |tile: &TileValue| {
        let (x, y) = map.place(tile.tile);
        json!({ "x": x, "y": y, "placement": rounded(tile.placement), "score": tile.score })
    };
    json!({
        "player": analysis.player.number(),
        "lines": analysis.lines.iter().map(|found| line(found, map)).collect::<Vec<_>>(),
        "tiles": analysis.tiles.iter().map(tile).collect::<Vec<_>>(),
        "why": analysis.why.as_ref().map(|found| why(found, map)),
    })
}

/// What several engines think of a position.
pub fn opinions(position: &Position, opinions: &[Opinion]) -> Value {
    let opinion = |Opinion { engine, assumes, line: found }: &Opinion| {
        let mut value = line(found, position.map());
        value["engine"] = json!(engine);
        value["assumes"] = json!(assumes);
        value
    };
    opinions.iter().map(opinion).collect()
}

/// A game: every move with what it cost, and where each player lost.
pub fn game(map: &Map, analysis: &GameAnalysis) -> Value {
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
    let turnings = analysis.turnings.iter().map(|&Turning { player, had_share, lost_by, costliest }| {
        json!({ "player": player.number(), "had_share": had_share, "lost_by": lost_by, "costliest": costliest })
    });
    json!({
        "moves": moves.collect::<Vec<_>>(),
        "placements": analysis.placements.iter().map(|&score| rounded(score)).collect::<Vec<_>>(),
        "turnings": turnings.collect::<Vec<_>>(),
    })
}

fn line(line: &Line, map: &Map) -> Value {
    let step = |&(player, mv): &(Player, Move)| {
        let mut value = answer(mv.answer(map));
        value["player"] = json!(player.number());
        value
    };
    let mut value = answer(line.mv.answer(map));
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
    let reason = |reason: &Reason| {
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

/// A move, as it is sent.
pub fn answer(Answer { x, y, special }: Answer) -> Value {
    json!({ "x": x, "y": y, "special": special })
}

fn rounded(value: f64) -> Value {
    json!((value * 10_000.0).round() / 10_000.0)
}

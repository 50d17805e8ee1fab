//! Tournaments: results for everybody, and what the organiser decides.

use super::games::blocking;
use super::play::organiser_only;
use super::reply::{json, read};
use crate::desk::lost;
use crate::failure::{Failure, Outcome};
use crate::shared::{self, Shared};
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use rxt_arena::report::Summary;
use rxt_arena::site_db::State;
use rxt_arena::submission::bot_limits;
use rxt_arena::tournament::Config;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

/// Bots of a tournament.
const MOST_BOTS: usize = 32;
/// Blocks and rounds of a tournament.
const MOST_BLOCKS: u32 = 1000;
/// Maps of a tournament.
const MOST_MAPS: usize = 32;

pub(super) async fn list(shared: shared::State) -> Outcome<Response> {
    let cups = blocking(&shared, |shared| {
        let cup = |name: String| {
            let summary = shared.cups.summary(&name).ok()?;
            Some(json!({
                "name": name,
                "title": summary.name,
                "over": summary.over,
                "running": shared.cups.is_running(&name),
                "played": summary.rows.len(),
                "planned": summary.planned,
            }))
        };
        Ok(shared.cups.names().into_iter().filter_map(cup).collect::<Vec<_>>())
    })
    .await?;
    Ok(json(&json!({ "tournaments": cups })))
}

pub(super) async fn results(shared: shared::State, Path(name): Path<String>) -> Outcome<Response> {
    let answer = blocking(&shared, move |shared| Ok(written(&*shared.cups.summary(&name)?))).await?;
    Ok(json(&answer))
}

fn written(summary: &Summary) -> Value {
    let bot = |&index: &usize| {
        let bot = &summary.bots[index];
        let score = bot.standing.score;
        json!({
            "name": bot.name,
            "description": bot.description,
            "games": bot.standing.games,
            "wins": bot.standing.wins,
            "disqualified": bot.standing.disqualified,
            "score": score.map(|score| score.mean),
            "points": bot.points,
            "elo": bot.rating.elo,
            "elo_low": bot.rating.interval.low,
            "elo_high": bot.rating.interval.high,
        })
    };
    let game = |row: &rxt_arena::db::ResultRow| {
        let seats: Vec<&str> = row.line.seats.iter().map(|&bot| summary.bots[bot].name.as_str()).collect();
        json!({ "id": row.id, "map": row.line.map, "seats": seats, "points": row.line.points, "places": row.places })
    };
    json!({
        "name": summary.name,
        "over": summary.over,
        "planned": summary.planned,
        "standings": summary.order.iter().map(bot).collect::<Vec<_>>(),
        "games": summary.rows.iter().map(game).collect::<Vec<_>>(),
    })
}

/// Who plays in a tournament.
#[derive(Deserialize)]
#[serde(untagged)]
enum Bot {
    /// A built-in engine.
    Engine(String),
    /// A program that was handed in.
    Submitted(Submitted),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Submitted {
    submission: String,
}

/// A tournament of engines and of programs that were handed in.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    name: String,
    format: String,
    maps: Vec<String>,
    bots: Vec<Bot>,
    #[serde(default)]
    blocks: Option<u32>,
    #[serde(default)]
    rounds: Option<u32>,
    nodes: u64,
    /// Seconds for each move of a program.
    #[serde(default)]
    time: Option<f64>,
    #[serde(default)]
    seed: Option<u64>,
}

/// Seconds for each move of a program, unless somebody says otherwise, and the most.
const TIME: f64 = 1.0;
const MOST_TIME: f64 = 60.0;

impl Wanted {
    /// The tournament as the arena knows it; its maps are put where the arena finds them.
    fn config(&self, shared: &Shared) -> Outcome<Config> {
        if self.bots.len() > MOST_BOTS || self.maps.len() > MOST_MAPS || !(1..=10_000_000).contains(&self.nodes) {
            let message = format_args!("expected at most {MOST_BOTS} bots, {MOST_MAPS} maps, and 1 to 10000000 nodes");
            return Err(Failure::unusable(message));
        }
        if [self.blocks, self.rounds].into_iter().flatten().any(|count| count > MOST_BLOCKS) {
            return Err(Failure::unusable(format_args!("expected at most {MOST_BLOCKS} blocks and rounds")));
        }
        if self.time.is_some_and(|time| !(0.05..=MOST_TIME).contains(&time)) {
            return Err(Failure::unusable(format_args!("`time` is 0.05 to {MOST_TIME} seconds")));
        }
        let folder = shared.cups.map_folder();
        let written = |error| Failure::conflict(format_args!("the maps cannot be written: {error}"));
        fs::create_dir_all(&folder).map_err(written)?;
        for name in &self.maps {
            let sheet = shared.atlas.find(name).ok_or_else(|| Failure::missing(format_args!("map `{name}`")))?;
            fs::write(folder.join(format!("{name}.map")), &sheet.text).map_err(written)?;
        }
        let time = if self.submissions().is_empty() { None } else { Some(self.time.unwrap_or(TIME)) };
        let config = json!({
            "name": self.name,
            "format": self.format,
            "maps": self.maps.iter().map(|name| format!("maps/{name}.map")).collect::<Vec<_>>(),
            "nodes": self.nodes,
            "time": time,
            "limits": bot_limits(),
            "blocks": self.blocks.unwrap_or(1),
            "rounds": self.rounds,
            "seed": self.seed.unwrap_or(1),
            "bot": self.players(shared)?,
        });
        let config: Config = serde_json::from_value(config).map_err(Failure::unusable)?;
        config.check().map_err(Failure::unusable)?;
        Ok(config)
    }

    /// The programs that play.
    fn submissions(&self) -> Vec<String> {
        let submitted = |bot: &Bot| match bot {
            Bot::Engine(_) => None,
            Bot::Submitted(Submitted { submission }) => Some(submission.clone()),
        };
        self.bots.iter().filter_map(submitted).collect()
    }

    /// Everybody with a name of his own.
    fn players(&self, shared: &Shared) -> Outcome<Vec<Value>> {
        let mut names = BTreeSet::new();
        let mut players = Vec::new();
        for bot in &self.bots {
            let (name, mut player) = match bot {
                Bot::Engine(engine) => (engine.clone(), json!({ "engine": engine })),
                Bot::Submitted(Submitted { submission }) => program(shared, submission)?,
            };
            let again = (2..=MOST_BOTS).map(|number| format!("{name} {number}"));
            let name = std::iter::once(name.clone()).chain(again).find(|name| names.insert(name.clone()));
            player["name"] = name.into();
            players.push(player);
        }
        Ok(players)
    }
}

/// A program that was handed in and tried, as the arena knows it.
fn program(shared: &Shared, id: &str) -> Outcome<(String, Value)> {
    let row = shared.db.submission(id).map_err(lost)?;
    let row = row.ok_or_else(|| Failure::missing(format_args!("submission `{id}`")))?;
    if row.state != State::Done {
        return Err(Failure::conflict(format_args!(
            "`{}` has no verdict yet, or could not be tried",
            row.manifest.name
        )));
    }
    // Seen from the folder of tournaments, so that everything can be moved together.
    let folder = format!("../submissions/{}", row.id);
    let player = json!({ "command": row.manifest.command(), "folder": folder });
    Ok((format!("{} of {}", row.manifest.name, row.owner), player))
}

pub(super) async fn start(shared: shared::State, headers: HeaderMap, body: Bytes) -> Outcome<Response> {
    organiser_only(&shared, &headers)?;
    let wanted: Wanted = read(&body)?;
    let name = blocking(&shared, move |shared| {
        let config = wanted.config(shared)?;
        shared.cups.start(&wanted.name, config, &wanted.submissions(), &shared.desk)?;
        Ok(wanted.name)
    })
    .await?;
    Ok((StatusCode::CREATED, json(&json!({ "name": name, "url": format!("/tournaments/{name}") }))).into_response())
}

pub(super) async fn pause(shared: shared::State, Path(name): Path<String>, headers: HeaderMap) -> Outcome<Response> {
    organiser_only(&shared, &headers)?;
    let name = blocking(&shared, move |shared| shared.cups.pause(&name).map(|()| name)).await?;
    Ok(json(&json!({ "paused": name })))
}

pub(super) async fn resume(shared: shared::State, Path(name): Path<String>, headers: HeaderMap) -> Outcome<Response> {
    organiser_only(&shared, &headers)?;
    let name = blocking(&shared, move |shared| shared.cups.resume(&name, &shared.desk).map(|()| name)).await?;
    Ok(json(&json!({ "resumed": name })))
}

//! Playing: games are opened, seats taken, moves made.

use super::analysis;
use super::games::blocking;
use super::reply::{json, read};
use crate::failure::{Failure, Outcome};
use crate::guard::{Key, random_name};
use crate::live::LiveGame;
use crate::room::{self, Room, Wanted, Wish};
use crate::shared::{Shared, State};
use axum::extract::{ConnectInfo, Path};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use rxt_rules::{Answer, Player};
use serde::Deserialize;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;

/// Opens a game. The keys of its seats are told once, here.
pub(super) async fn open(shared: State, ConnectInfo(peer): ConnectInfo<SocketAddr>, body: Bytes) -> Outcome<Response> {
    let wanted: Wanted = read(&body)?;
    let plan = wanted.plan(&shared)?;
    let most = shared.guard.limits.all_games;
    if shared.hall.running() >= most {
        return Err(Failure::busy(format_args!("{most} games run already; wait until one of them is over")));
    }
    let visit = shared.guard.game(peer.ip())?;
    let opened = room::open(&shared, random_name(10), plan, Some(visit)).await;
    let opened = opened
        .map_err(|error| Failure::conflict(format_args!("there is no port for programs to connect to: {error}")))?;
    let id = &opened.live.id;
    let seats: Vec<Option<&str>> = opened.seats.iter().map(|key| key.as_ref().map(Key::as_str)).collect();
    let answer = json!({
        "id": id,
        "url": format!("/play/{id}"),
        "owner": opened.owner.as_str(),
        "seats": seats,
        "port": opened.live.info().port,
    });
    Ok((StatusCode::CREATED, json(&answer)).into_response())
}

/// A game and the room of its players.
fn room(game: &LiveGame) -> Outcome<&Room> {
    game.room.as_ref().ok_or_else(|| Failure::forbidden("the players of this game are programs of the course"))
}

pub(super) fn key(headers: &HeaderMap) -> Outcome<Key> {
    Key::of(headers).ok_or_else(|| Failure::new(StatusCode::UNAUTHORIZED, "expected `Authorization: Bearer` and a key"))
}

/// The game and the player that a request is about.
fn seat(shared: &Shared, id: &str, headers: &HeaderMap) -> Outcome<(Arc<LiveGame>, Player)> {
    let game = shared.hall.find(id)?;
    let player = room(&game)?.seat(&key(headers)?)?;
    Ok((game, player))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    #[serde(default)]
    name: String,
}

pub(super) async fn join(shared: State, Path(id): Path<String>, headers: HeaderMap, body: Bytes) -> Outcome<Response> {
    let (game, player) = seat(&shared, &id, &headers)?;
    let Name { name } = read(&body)?;
    room(&game)?.ask(Wish::Join(player, name)).await?;
    Ok(json(&json!({ "player": player.number() })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveWanted {
    x: u16,
    y: u16,
    #[serde(default)]
    special: u8,
}

pub(super) async fn make_move(
    shared: State,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Outcome<Response> {
    let (game, player) = seat(&shared, &id, &headers)?;
    let MoveWanted { x, y, special } = read(&body)?;
    room(&game)?.ask(Wish::Move(player, Answer { x, y, special })).await?;
    Ok(json(&json!({ "player": player.number() })))
}

pub(super) async fn undo(shared: State, Path(id): Path<String>, headers: HeaderMap) -> Outcome<Response> {
    let (game, player) = seat(&shared, &id, &headers)?;
    room(&game)?.ask(Wish::Undo(player)).await?;
    Ok(json(&json!({ "player": player.number() })))
}

pub(super) async fn resign(shared: State, Path(id): Path<String>, headers: HeaderMap) -> Outcome<Response> {
    let (game, player) = seat(&shared, &id, &headers)?;
    room(&game)?.ask(Wish::Resign(player)).await?;
    Ok(json(&json!({ "player": player.number() })))
}

/// Ends a game for all: whoever started it may, and the organiser.
pub(super) async fn end(shared: State, Path(id): Path<String>, headers: HeaderMap) -> Outcome<Response> {
    let game = shared.hall.find(&id)?;
    let (room, key) = (room(&game)?, key(&headers)?);
    if !room.is_owner(&key) && !shared.guard.organiser.fits(&key) {
        return Err(Failure::forbidden("only whoever started the game, or the organiser, may end it"));
    }
    room.ask(Wish::End).await?;
    Ok(json(&json!({ "ended": id })))
}

/// Whether a key is the organiser's.
pub(super) async fn organiser(shared: State, headers: HeaderMap) -> Outcome<Response> {
    organiser_only(&shared, &headers)?;
    Ok(json(&json!({ "organiser": true })))
}

/// Refuses everybody else.
pub(super) fn organiser_only(shared: &Shared, headers: &HeaderMap) -> Outcome<()> {
    let fits = shared.guard.organiser.fits(&key(headers)?);
    if fits { Ok(()) } else { Err(Failure::forbidden("this is not the organiser's key")) }
}

/// What an engine would do.
pub(super) async fn hint(
    shared: State,
    Path(id): Path<String>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Outcome<Response> {
    let (game, player) = seat(&shared, &id, &headers)?;
    if !game.info().casual {
        return Err(Failure::conflict("hints are given in casual games only"));
    }
    let (position, at) = game.position();
    if position.to_move() != Some(player) {
        return Err(Failure::conflict("it is not your turn"));
    }
    let _visit = shared.guard.think(peer.ip())?;
    let _permit = analysis::permit(&shared).await?;
    let answer = blocking(&shared, move |_| Ok(analysis::hint(&position))).await?;
    Ok(json(&json!({ "at": at, "x": answer.x, "y": answer.y, "special": answer.special })))
}

//! Runs games: clients come in, tables are opened, results are counted.

use super::arrival;
use super::game::{self, Stop};
use super::lobby::{Lobby, hello};
use super::notice::{Notice, TurnedAway};
use super::seat::Seat;
use super::settings::Settings;
use std::sync::Arc;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// What became of the games of a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games played to their end.
    pub complete: u32,
    /// Games that were broken off.
    pub aborted: u32,
}

/// Why a server ended before its games were played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ServeError {
    /// Not everybody came.
    #[error("not all clients were there in time")]
    Gather,
    /// A client failed at its hello, which ends the course's server.
    #[error("a client {0}, which ends the course's server")]
    Hello(TurnedAway),
    /// The listener is of no use any more.
    #[error("cannot accept connections: {0}")]
    Accept(String),
}

/// Runs the games of `settings` with whoever connects. Ends when they are played, or when `stop` says so.
pub async fn serve(
    listener: TcpListener,
    settings: Settings,
    notices: mpsc::Sender<Notice>,
    mut stop: watch::Receiver<Stop>,
) -> Result<Tally, ServeError> {
    arrival::prepare(&listener);
    let settings = Arc::new(settings);
    let players = usize::from(settings.map.players());
    let tables = Arc::new(Semaphore::new(settings.concurrent));
    let mut door = Door::new(listener, &settings, notices.clone());
    let mut games = JoinSet::new();
    let mut tally = Tally::default();
    let mut outcome = Ok(());
    for number in 1..=settings.games {
        let table = Arc::clone(&tables).acquire_owned();
        let seats = async {
            let table = table.await.expect("the semaphore is never closed");
            door.gather(players).await.map(|seats| (table, seats))
        };
        let gathered = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop >= Stop::Finish) => break,
            gathered = seats => gathered,
        };
        let (table, seats) = match gathered {
            Ok((table, seats)) => (table, seats.into_iter().map(Ok).collect()),
            Err(error) => {
                outcome = Err(error);
                break;
            }
        };
        let game = game::play(number, seats, Arc::clone(&settings), None, notices.clone(), stop.clone());
        games.spawn(async move {
            let (complete, farewells) = game.await;
            // The next game may begin while the last words of this one are read.
            drop(table);
            farewells.done().await;
            complete
        });
        while let Some(ended) = games.try_join_next() {
            tally.count(&ended);
        }
    }
    // Nobody is let in any more.
    drop(door);
    while let Some(ended) = games.join_next().await {
        tally.count(&ended);
    }
    outcome.map(|()| tally)
}

impl Tally {
    /// A game whose task failed counts as broken off.
    fn count<E>(&mut self, ended: &Result<bool, E>) {
        match ended {
            Ok(true) => self.complete += 1,
            Ok(false) | Err(_) => self.aborted += 1,
        }
    }
}

/// Who lets clients in.
enum Door {
    /// Everybody who behaves, in any order.
    Open(Box<Lobby>, Arc<Settings>),
    /// One after the other; whoever misbehaves ends it all.
    LikeCourse(TcpListener, Arc<Settings>, mpsc::Sender<Notice>),
}

impl Door {
    fn new(listener: TcpListener, settings: &Arc<Settings>, notices: mpsc::Sender<Notice>) -> Self {
        if settings.like_course {
            Self::LikeCourse(listener, Arc::clone(settings), notices)
        } else {
            Self::Open(Box::new(Lobby::new(listener, settings.limits, notices)), Arc::clone(settings))
        }
    }

    async fn gather(&mut self, players: usize) -> Result<Vec<Seat>, ServeError> {
        let (Self::Open(_, settings) | Self::LikeCourse(_, settings, _)) = self;
        let limit = settings.limits.gather;
        let gathering = async {
            match self {
                Self::Open(lobby, _) => Ok(lobby.gather(players).await),
                Self::LikeCourse(listener, _, notices) => gather_like_course(listener, players, notices).await,
            }
        };
        match limit {
            Some(limit) => timeout(limit, gathering).await.unwrap_or(Err(ServeError::Gather)),
            None => gathering.await,
        }
    }
}

async fn gather_like_course(
    listener: &TcpListener,
    players: usize,
    notices: &mpsc::Sender<Notice>,
) -> Result<Vec<Seat>, ServeError> {
    let mut seats = Vec::new();
    while seats.len() < players {
        let (stream, peer) = listener.accept().await.map_err(|error| ServeError::Accept(error.to_string()))?;
        let mut seat = Seat::new(stream, peer);
        let group = hello(&mut seat).await.map_err(ServeError::Hello)?;
        seats.push(seat);
        let _ = notices.send(Notice::Arrived { peer, group, waiting: seats.len() }).await;
    }
    Ok(seats)
}

//! One game in which every seat has a door of its own: who plays where is known before anybody comes.

use super::arrival;
use super::game::{self, Stop};
use super::lobby::hello;
use super::notice::{Notice, TurnedAway};
use super::seat::Seat;
use super::settings::{Limits, Settings};
use rxt_rules::Player;
use std::fmt::Debug;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// The door of a seat. It takes one connection; all others are turned away.
#[derive(Debug)]
pub struct Door {
    /// Where the player comes in.
    pub listener: TcpListener,
    /// Says why the player will not come. If nobody can say it any more, he may still come.
    pub absent: oneshot::Receiver<String>,
}

/// Whoever looks after the players.
pub trait Steward: Debug + Send + Sync {
    /// Whether a connection comes from the player whose door it came to; an error says who it is from instead.
    fn admits(&self, player: Player, peer: SocketAddr, door: SocketAddr) -> Result<(), String>;
    /// A player is about to be asked.
    fn asked(&self, player: Player);
    /// A player has said hello or answered, or will not any more.
    fn answered(&self, player: Player);
}

/// Between two connections that are turned away.
const PAUSE: Duration = Duration::from_millis(10);

/// Plays one game. It begins when everybody has come or will not; those who did not come are disqualified. Returns
/// whether it was played to its end.
pub async fn serve_seats(
    doors: Vec<Door>,
    settings: Settings,
    steward: Arc<dyn Steward>,
    notices: mpsc::Sender<Notice>,
    mut stop: watch::Receiver<Stop>,
) -> bool {
    let settings = Arc::new(settings);
    let mut waiting = JoinSet::new();
    for (door, player) in doors.into_iter().zip(Player::all(settings.map.players())) {
        arrival::prepare(&door.listener);
        let (steward, notices, limits) = (Arc::clone(&steward), notices.clone(), settings.limits);
        waiting.spawn(async move {
            let (seat, listener) = wait_at(door, player, &*steward, &notices, limits).await;
            (player, seat, listener)
        });
    }
    let mut seats: Vec<Option<Result<Seat, String>>> = (0..settings.map.players()).map(|_| None).collect();
    // From now on until the end of the game, whoever else comes is turned away.
    let mut bouncers = JoinSet::new();
    loop {
        let came = tokio::select! {
            biased;
            _ = stop.wait_for(|stop| *stop == Stop::Abort) => return false,
            came = waiting.join_next() => came,
        };
        let Some(came) = came else { break };
        if let Ok((player, seat, listener)) = came {
            seats[player.index()] = Some(seat);
            bouncers.spawn(turn_away(listener, notices.clone()));
        }
    }
    let seats = seats.into_iter().map(|seat| seat.unwrap_or_else(|| Err("its door failed".to_owned()))).collect();
    let (complete, farewells) = game::play(1, seats, settings, Some(steward), notices, stop).await;
    farewells.done().await;
    complete
}

/// Waits at a door until its player has come and said hello, or will not.
async fn wait_at(
    door: Door,
    player: Player,
    steward: &dyn Steward,
    notices: &mpsc::Sender<Notice>,
    limits: Limits,
) -> (Result<Seat, String>, TcpListener) {
    let Door { listener, absent } = door;
    let patience = limits.gather.unwrap_or(Duration::MAX);
    let coming = timeout(patience, come(&listener, player, steward, notices, limits));
    let absent = async {
        match absent.await {
            Ok(why) => why,
            Err(_) => std::future::pending().await,
        }
    };
    let seat = tokio::select! {
        biased;
        seat = coming => seat.unwrap_or_else(|_| Err(format!("did not connect within {patience:?}"))),
        why = absent => Err(why),
    };
    (seat, listener)
}

async fn come(
    listener: &TcpListener,
    player: Player,
    steward: &dyn Steward,
    notices: &mpsc::Sender<Notice>,
    limits: Limits,
) -> Result<Seat, String> {
    let door = listener.local_addr().map_err(|error| error.to_string())?;
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            sleep(PAUSE).await;
            continue;
        };
        if let Err(why) = steward.admits(player, peer, door) {
            let _ = notices.send(Notice::TurnedAway(peer, TurnedAway::Stranger(why))).await;
            continue;
        }
        let mut seat = Seat::new(stream, peer);
        let said = timeout(limits.hello, hello(&mut seat)).await.unwrap_or(Err(TurnedAway::Silent(limits.hello)));
        return match said {
            Ok(group) => {
                steward.answered(player);
                let _ = notices.send(Notice::Arrived { peer, group, waiting: usize::from(player.number()) }).await;
                Ok(seat)
            }
            Err(why) => {
                let _ = notices.send(Notice::TurnedAway(peer, why.clone())).await;
                Err(why.to_string())
            }
        };
    }
}

async fn turn_away(listener: TcpListener, notices: mpsc::Sender<Notice>) {
    loop {
        if let Ok((_, peer)) = listener.accept().await {
            // Nobody waits for this one, and a game does not wait for those who come uninvited.
            let _ = notices.try_send(Notice::TurnedAway(peer, TurnedAway::Taken));
        }
        sleep(PAUSE).await;
    }
}

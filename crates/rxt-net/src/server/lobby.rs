//! Where clients wait until all players of a game are there.

use super::notice::{Notice, TurnedAway};
use super::seat::{Seat, Silence};
use super::settings::Limits;
use crate::wire::{GROUP_LIMIT, Message};
use std::collections::BTreeMap;
use std::future::pending;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{sleep, timeout};

/// Takes connections and hands them out in groups, in the order in which they came.
pub(super) struct Lobby {
    listener: TcpListener,
    limits: Limits,
    notices: mpsc::Sender<Notice>,
    /// Connections that wait, by their number.
    waiting: BTreeMap<u64, Waiting>,
    connections: u64,
    news: (mpsc::Sender<News>, mpsc::Receiver<News>),
}

/// A connection in the hands of a task of its own.
struct Waiting {
    peer: SocketAddr,
    said_hello: bool,
    /// Asks the task for the connection.
    call: oneshot::Sender<oneshot::Sender<Seat>>,
}

/// What a waiting connection did.
enum News {
    Hello { number: u64, group: u8 },
    Gone { number: u64, why: TurnedAway },
}

/// News that may queue up; the tasks wait then.
const NEWS: usize = 64;
/// After an error of the listener, such as too many open files, before it is asked again.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

impl Lobby {
    pub(super) fn new(listener: TcpListener, limits: Limits, notices: mpsc::Sender<Notice>) -> Self {
        let (waiting, connections, news) = (BTreeMap::new(), 0, mpsc::channel(NEWS));
        Self { listener, limits, notices, waiting, connections, news }
    }

    /// Waits for as many clients as a game has players.
    pub(super) async fn gather(&mut self, players: usize) -> Vec<Seat> {
        loop {
            if self.ready().count() >= players
                && let Some(seats) = self.call(players).await
            {
                return seats;
            }
            tokio::select! {
                accepted = self.listener.accept() => self.admit(accepted).await,
                Some(news) = self.news.1.recv() => self.note(news).await,
            }
        }
    }

    fn ready(&self) -> impl Iterator<Item = u64> {
        self.waiting.iter().filter(|(_, waiting)| waiting.said_hello).map(|(number, _)| *number)
    }

    /// Calls the first who are ready. `None` if one of them has just left: the others wait on.
    async fn call(&mut self, players: usize) -> Option<Vec<Seat>> {
        let called: Vec<u64> = self.ready().take(players).collect();
        let mut seats = Vec::new();
        for number in called {
            let waiting = self.waiting.remove(&number)?;
            let (reply, answer) = oneshot::channel();
            match waiting.call.send(reply).ok().map(|()| answer) {
                Some(answer) => match answer.await {
                    Ok(seat) => seats.push((number, waiting.peer, seat)),
                    Err(_) => self.tell(Notice::TurnedAway(waiting.peer, TurnedAway::Left)).await,
                },
                None => self.tell(Notice::TurnedAway(waiting.peer, TurnedAway::Left)).await,
            }
        }
        if seats.len() == players {
            return Some(seats.into_iter().map(|(_, _, seat)| seat).collect());
        }
        for (number, peer, seat) in seats {
            let call = self.keep(number, seat);
            self.waiting.insert(number, Waiting { peer, said_hello: true, call });
        }
        None
    }

    async fn admit(&mut self, accepted: io::Result<(TcpStream, SocketAddr)>) {
        let Ok((stream, peer)) = accepted else { return sleep(ACCEPT_PAUSE).await };
        if self.waiting.len() >= self.limits.waiting {
            let crowd = TurnedAway::Crowd(self.limits.waiting);
            return self.tell(Notice::TurnedAway(peer, crowd)).await;
        }
        let number = self.connections;
        self.connections += 1;
        let (call, called) = oneshot::channel();
        let (news, limit) = (self.news.0.clone(), self.limits.hello);
        tokio::spawn(async move {
            let mut seat = Seat::new(stream, peer);
            let report = match timeout(limit, hello(&mut seat)).await {
                Ok(Ok(group)) => News::Hello { number, group },
                Ok(Err(why)) => News::Gone { number, why },
                Err(_) => News::Gone { number, why: TurnedAway::Silent(limit) },
            };
            let stays = matches!(report, News::Hello { .. });
            // The lobby may be gone: then nobody waits for this.
            if news.send(report).await.is_ok() && stays {
                wait(number, seat, called, news).await;
            }
        });
        self.waiting.insert(number, Waiting { peer, said_hello: false, call });
    }

    /// Gives a connection back to a task of its own.
    fn keep(&self, number: u64, seat: Seat) -> oneshot::Sender<oneshot::Sender<Seat>> {
        let (call, called) = oneshot::channel();
        tokio::spawn(wait(number, seat, called, self.news.0.clone()));
        call
    }

    async fn note(&mut self, news: News) {
        match news {
            News::Hello { number, group } => {
                let Some(waiting) = self.waiting.get_mut(&number) else { return };
                waiting.said_hello = true;
                let peer = waiting.peer;
                let waiting = self.ready().count();
                self.tell(Notice::Arrived { peer, group, waiting }).await;
            }
            News::Gone { number, why } => {
                if let Some(waiting) = self.waiting.remove(&number) {
                    self.tell(Notice::TurnedAway(waiting.peer, why)).await;
                }
            }
        }
    }

    async fn tell(&self, notice: Notice) {
        let _ = self.notices.send(notice).await;
    }
}

/// The first message of a client: its group.
pub(super) async fn hello(seat: &mut Seat) -> Result<u8, TurnedAway> {
    loop {
        if seat.stream.readable().await.is_err() {
            return Err(TurnedAway::Left);
        }
        let message = match seat.message_if_ready() {
            Ok(message) => message,
            Err(Silence::Wire(error)) => return Err(TurnedAway::Wrong(error.to_string())),
            Err(_) => return Err(TurnedAway::Left),
        };
        match message {
            None => {}
            Some((Message::Hello { group }, _)) if group < GROUP_LIMIT => {
                seat.group = group;
                return Ok(group);
            }
            Some((Message::Hello { group }, _)) => return Err(TurnedAway::Group(group)),
            Some((other, _)) => {
                let wrong = format!("message type {}; expected a hello, type 1", other.kind() as u8);
                return Err(TurnedAway::Wrong(wrong));
            }
        }
    }
}

/// Keeps a connection until it is called or leaves.
async fn wait(number: u64, seat: Seat, called: oneshot::Receiver<oneshot::Sender<Seat>>, news: mpsc::Sender<News>) {
    let reply = tokio::select! {
        biased;
        reply = called => reply,
        () = left(&seat.stream) => {
            let _ = news.send(News::Gone { number, why: TurnedAway::Left }).await;
            return;
        }
    };
    if let Ok(reply) = reply {
        let _ = reply.send(seat);
    }
}

/// Ends when the other side ends the connection. Bytes sent early are left where they are.
async fn left(stream: &TcpStream) {
    if let Ok(1..) = stream.peek(&mut [0]).await {
        pending::<()>().await;
    }
}

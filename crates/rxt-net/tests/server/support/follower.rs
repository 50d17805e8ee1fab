//! A client that keeps the position, so that a script can play well for as long as it wants to.

use super::Client;
use rxt_net::wire::Message;
use rxt_rules::{Answer, Map, Phase, Position};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// A client and what it knows of the game.
pub(crate) struct Follower {
    pub(crate) client: Client,
    position: Position,
}

/// How a client leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Leave {
    /// Closes the connection.
    Close,
    /// Resets it.
    Reset,
    /// Closes its own direction and goes on reading.
    HalfClose,
}

impl Follower {
    pub(crate) async fn connect(address: SocketAddr, map: &Arc<Map>) -> Self {
        Self { client: Client::connect(address).await, position: Position::new(Arc::clone(map)) }
    }

    /// Connects and says hello.
    pub(crate) async fn hello(address: SocketAddr, group: u8, map: &Arc<Map>) -> Self {
        let mut follower = Self::connect(address, map).await;
        follower.client.say(&Message::Hello { group }).await;
        follower
    }

    /// The next message; moves are followed.
    pub(crate) async fn hear(&mut self) -> Option<Message> {
        let message = self.client.hear().await?;
        match message {
            Message::Moved(_, answer) => {
                let mv = self.position.read(answer).expect("announced moves are legal");
                self.position.play(mv);
            }
            Message::Disqualified(player) => self.position.disqualify(player),
            _ => {}
        }
        Some(message)
    }

    /// Hears everything up to the next message of a kind, which is heard too. False if the connection ends before.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&Message) -> bool) -> bool {
        while let Some(message) = self.hear().await {
            if wanted(&message) {
                return true;
            }
        }
        false
    }

    pub(crate) async fn until_asked(&mut self) -> bool {
        self.until(|message| matches!(message, Message::Request { .. })).await
    }

    /// A move that is legal when the player is on turn.
    pub(crate) fn good_answer(&self) -> Answer {
        self.position.legal_moves()[0].answer(self.position.map())
    }

    pub(crate) async fn answer_well(&mut self) {
        let answer = Message::Answer(self.good_answer());
        self.client.say(&answer).await;
    }

    /// Answers requests until it is asked to throw a bomb.
    pub(crate) async fn until_asked_for_a_bomb(&mut self) {
        while self.until_asked().await && self.position.phase() != Phase::Bomb {
            self.answer_well().await;
        }
    }

    /// Plays to the end; everything that was heard on the way.
    pub(crate) async fn play_on(mut self) -> Vec<Message> {
        let mut heard = Vec::new();
        while let Some(message) = self.hear().await {
            if matches!(message, Message::Request { .. }) {
                self.answer_well().await;
            }
            heard.push(message);
        }
        heard
    }

    /// Sends bytes one by one with a pause before each.
    pub(crate) async fn drip(&mut self, bytes: &[u8], pause: Duration) {
        for byte in bytes {
            tokio::time::sleep(pause).await;
            self.client.bytes(&[*byte]).await;
        }
    }

    /// Leaves; what is still heard after that.
    pub(crate) async fn leave(mut self, how: Leave) -> Vec<Message> {
        match how {
            Leave::Close => Vec::new(),
            Leave::Reset => {
                self.client.reset();
                Vec::new()
            }
            Leave::HalfClose => {
                self.client.stream.shutdown().await.expect("the connection is open");
                self.client.rest().await
            }
        }
    }
}

//! Games whose players are here: people at their browsers, engines, and programs that connect by the course's protocol.
//!
//! Each game is one task that owns its players and asks the [`Referee`](rxt_rules::referee::Referee) what has to be done.
//! Everybody else speaks to it through its inbox and is answered.

mod client;
mod drive;
mod gather;
mod plan;
mod seat;
mod turn;

use crate::failure::{Failure, Outcome};
use crate::guard::{Key, KeyHash};
pub(crate) use drive::open;
pub(crate) use plan::{DRAWN, Plan, SeatPlan, Wanted};
use rxt_rules::{Answer, Player};
use tokio::sync::{mpsc, oneshot};

/// Questions that may wait to be answered.
const INBOX: usize = 32;

/// How the players of a game are spoken to.
pub(crate) struct Room {
    inbox: mpsc::Sender<Letter>,
    /// What is kept of the keys of the seats of people.
    keys: Vec<Option<KeyHash>>,
    /// What is kept of the key of whoever started the game.
    owner: KeyHash,
}

/// Something that somebody wants of a game.
pub(crate) struct Letter {
    wish: Wish,
    reply: oneshot::Sender<Result<(), String>>,
}

/// What somebody wants of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Wish {
    /// To take a seat.
    Join(Player, String),
    /// To make a move.
    Move(Player, Answer),
    /// To take back the last own move, and everything behind it.
    Undo(Player),
    /// To leave the game to the others.
    Resign(Player),
    /// To end the game for all.
    End,
}

impl Room {
    /// The seat that a key opens.
    pub(crate) fn seat(&self, key: &Key) -> Outcome<Player> {
        let index = self.keys.iter().position(|hash| hash.as_ref().is_some_and(|hash| hash.fits(key)));
        let player = index.and_then(|index| Player::new(index as u8 + 1));
        player.ok_or_else(|| Failure::forbidden("this key opens no seat of this game"))
    }

    /// Whether a key is that of whoever started the game.
    pub(crate) fn is_owner(&self, key: &Key) -> bool {
        self.owner.fits(key)
    }

    /// Asks for something and waits for the answer.
    pub(crate) async fn ask(&self, wish: Wish) -> Outcome<()> {
        let gone = || Failure::conflict("the game is over");
        let (reply, answer) = oneshot::channel();
        self.inbox.send(Letter { wish, reply }).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?.map_err(Failure::conflict)
    }
}

impl Letter {
    fn accept(self) {
        // Whoever asked may have left.
        let _ = self.reply.send(Ok(()));
    }

    fn refuse(self, why: impl Into<String>) {
        let _ = self.reply.send(Err(why.into()));
    }
}

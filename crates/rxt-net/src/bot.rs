//! A player that answers at once: to fill seats, to load a server, to measure what a server charges.

use crate::wire::{Decoder, Message, Side, WireError};
use rxt_rules::map::MapErrors;
use rxt_rules::{Illegal, Map, Move, Player, Position};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use thiserror::Error;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How a game ended for a bot.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The position after the last message.
    pub position: Position,
    /// Who the bot was.
    pub player: Player,
    /// How many requests it answered.
    pub answers: u32,
    /// Whether the server said that the game is over. Otherwise the bot was disqualified.
    pub complete: bool,
}

/// Why a bot did not finish its game.
#[derive(Debug, Error)]
pub enum BotError {
    /// The connection.
    #[error("connection: {0}")]
    Connection(#[from] io::Error),
    /// Bytes that are no message.
    #[error(transparent)]
    Wire(#[from] WireError),
    /// A map that cannot be played on.
    #[error(transparent)]
    Map(#[from] MapErrors),
    /// A move that the rules do not know.
    #[error("the server announced {0}")]
    Move(#[from] Illegal),
    /// A message at the wrong time.
    #[error("the server said {0:?} at the wrong time")]
    Order(Message),
}

/// Plays one game; `choose` is asked for each move and must choose a legal one.
pub async fn play(
    server: SocketAddr,
    group: u8,
    mut choose: impl FnMut(&Position) -> Move,
) -> Result<Ending, BotError> {
    let stream = TcpStream::connect(server).await?;
    stream.set_nodelay(true)?;
    let mut link = Link { stream, decoder: Decoder::new(Side::Server), buffer: vec![0; 16 << 10] };
    link.say(&Message::Hello { group }).await?;
    let mut ending = link.begin().await?;
    loop {
        let Some(message) = link.hear().await? else { return Ok(ending) };
        match message {
            Message::Request { .. } => {
                let mv = choose(&ending.position);
                ending.answers += 1;
                link.say(&Message::Answer(mv.answer(ending.position.map()))).await?;
            }
            Message::Moved(_, answer) => {
                let mv = ending.position.read(answer)?;
                ending.position.play(mv);
            }
            Message::Disqualified(player) => {
                ending.position.disqualify(player);
                if player == ending.player {
                    return Ok(ending);
                }
            }
            Message::EndBuilding => {}
            Message::EndGame => {
                ending.complete = true;
                return Ok(ending);
            }
            other => return Err(BotError::Order(other)),
        }
    }
}

struct Link {
    stream: TcpStream,
    decoder: Decoder,
    buffer: Vec<u8>,
}

impl Link {
    async fn say(&mut self, message: &Message) -> io::Result<()> {
        self.stream.write_all(&message.to_bytes()).await
    }

    /// The next message; `None` at the end of the connection.
    async fn hear(&mut self) -> Result<Option<Message>, BotError> {
        loop {
            if let Some(message) = self.decoder.next_message()? {
                return Ok(Some(message));
            }
            let count = self.stream.read(&mut self.buffer).await?;
            if count == 0 {
                return Ok(None);
            }
            self.decoder.feed(&self.buffer[..count]);
        }
    }

    /// The map and the number.
    async fn begin(&mut self) -> Result<Ending, BotError> {
        let map = match self.hear().await?.ok_or(io::ErrorKind::UnexpectedEof).map_err(io::Error::from)? {
            Message::Map(bytes) => Map::parse(&bytes)?.0,
            other => return Err(BotError::Order(other)),
        };
        match self.hear().await?.ok_or(io::ErrorKind::UnexpectedEof).map_err(io::Error::from)? {
            Message::You(player) => {
                Ok(Ending { position: Position::new(Arc::new(map)), player, answers: 0, complete: false })
            }
            other => Err(BotError::Order(other)),
        }
    }
}

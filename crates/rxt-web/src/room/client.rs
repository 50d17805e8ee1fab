//! A program that takes a seat by the course's protocol.

use rxt_net::wire::{Decoder, GROUP_LIMIT, Message, Side};
use rxt_rules::{Answer, Player};
use std::io;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a program that connected may take to say hello.
const HELLO: Duration = Duration::from_secs(10);
/// How long a program may take to read what it is sent.
const WRITE: Duration = Duration::from_secs(10);
/// The longest message of a client.
const LONGEST: usize = 64;

/// The connection of a program.
pub(super) struct Link {
    stream: TcpStream,
    decoder: Decoder,
    pub(super) group: u8,
}

impl Link {
    /// Waits for the hello of a program that connected; `None` if it says something else.
    pub(super) async fn greet(stream: TcpStream) -> Option<Self> {
        let _ = stream.set_nodelay(true);
        let mut link = Self { stream, decoder: Decoder::new(Side::Client), group: 0 };
        match timeout(HELLO, link.hear()).await {
            Ok(Ok(Message::Hello { group })) if group < GROUP_LIMIT => {
                link.group = group;
                Some(link)
            }
            _ => None,
        }
    }

    /// Sends the map and the number of the player.
    pub(super) async fn begin(&mut self, map: &[u8], player: Player) -> io::Result<()> {
        let length = u32::try_from(map.len()).map_err(io::Error::other)?;
        let mut bytes = vec![2];
        bytes.extend(length.to_be_bytes());
        bytes.extend(map);
        bytes.extend(Message::You(player).to_bytes());
        self.send(&bytes).await
    }

    /// Sends a message.
    pub(super) async fn say(&mut self, message: &Message) -> io::Result<()> {
        self.send(&message.to_bytes()).await
    }

    async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        timeout(WRITE, self.stream.write_all(bytes)).await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }

    /// The answer to a request; `Err(false)` if the connection is gone, `Err(true)` if it is no answer.
    pub(super) async fn answer(&mut self) -> Result<Answer, bool> {
        match self.hear().await {
            Ok(Message::Answer(answer)) => Ok(answer),
            Ok(_) => Err(true),
            Err(error) => Err(error.kind() == io::ErrorKind::InvalidData),
        }
    }

    /// The next message. Nothing is lost if it is not waited for.
    async fn hear(&mut self) -> io::Result<Message> {
        loop {
            let message = self.decoder.next_message();
            if let Some(message) = message.map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))? {
                return Ok(message);
            }
            let mut buffer = [0; LONGEST];
            let count = self.stream.read(&mut buffer).await?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.decoder.feed(&buffer[..count]);
        }
    }
}

//! Spectators over TCP. They only listen.

use super::feed::Feed;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

/// Spectators at once; further ones are turned away.
const MOST: usize = 256;
/// How long a spectator may take to read a line.
const WRITE: Duration = Duration::from_secs(10);
/// After an error of the listener.
const PAUSE: Duration = Duration::from_millis(50);

/// Lets spectators in until it is dropped. Each gets a snapshot and then every event; one who falls behind gets a new
/// snapshot.
pub async fn show(listener: TcpListener, feed: Arc<Mutex<Feed>>) {
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            let feed = Arc::clone(&feed);
            tokio::spawn(async move {
                // A spectator who leaves is no trouble.
                let _ = tell(stream, &feed).await;
                drop(place);
            });
        }
    }
}

async fn tell(mut stream: TcpStream, feed: &Mutex<Feed>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (snapshot, mut events) = feed.lock().expect("nobody panics while holding the feed").follow();
    write(&mut stream, &snapshot).await?;
    loop {
        match events.recv().await {
            Ok(line) => write(&mut stream, &line).await?,
            Err(RecvError::Lagged(_)) => {
                let (snapshot, from_here) = feed.lock().expect("nobody panics while holding the feed").follow();
                events = from_here;
                write(&mut stream, &snapshot).await?;
            }
            Err(RecvError::Closed) => return stream.shutdown().await,
        }
    }
}

async fn write(stream: &mut TcpStream, line: &str) -> io::Result<()> {
    timeout(WRITE, stream.write_all(line.as_bytes())).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

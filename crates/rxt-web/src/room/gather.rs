//! Before a game begins: everybody takes a seat.

use super::client::Link;
use super::drive::Table;
use super::seat::Seat;
use super::{Letter, Wish};
use rxt_rules::Player;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

/// The longest name of a person.
const LONGEST_NAME: usize = 40;
/// Programs that may be greeted at the same time.
const GREETED: usize = 16;

impl Table {
    /// Waits until all seats are taken. False if the game was ended before.
    pub(super) async fn gather(&mut self, listener: Option<&TcpListener>) -> bool {
        let (sender, mut greeted) = mpsc::channel(GREETED);
        while !self.seats.iter().all(Seat::is_taken) {
            tokio::select! {
                letter = self.inbox.recv() => {
                    let Some(letter) = letter else { return false };
                    if !self.before_the_game(letter) {
                        return false;
                    }
                }
                Some(link) = greeted.recv() => self.seat_client(link),
                stream = accept(listener) => {
                    let sender = sender.clone();
                    // Whoever comes while too many are being greeted has to come again.
                    if sender.capacity() > 0 {
                        tokio::spawn(async move {
                            if let Some(link) = Link::greet(stream).await {
                                let _ = sender.try_send(link);
                            }
                        });
                    }
                }
                () = tokio::time::sleep(self.patience) => return false,
            }
        }
        true
    }

    fn before_the_game(&mut self, letter: Letter) -> bool {
        match letter.wish.clone() {
            Wish::Join(player, name) => {
                self.join(player, &name);
                letter.accept();
            }
            Wish::End => {
                letter.accept();
                return false;
            }
            Wish::Move(..) | Wish::Undo(_) | Wish::Resign(_) => letter.refuse("the game has not begun"),
        }
        true
    }

    /// Somebody opened the page of a seat, perhaps not for the first time.
    pub(super) fn join(&mut self, player: Player, name: &str) {
        if let Seat::Person { here } = &mut self.seats[player.index()] {
            *here = true;
            let name = clean(name).unwrap_or_else(|| format!("person {player}"));
            self.live.update(|info| {
                let seat = &mut info.seats[player.index()];
                (seat.name, seat.taken) = (name, true);
            });
        }
    }

    fn seat_client(&mut self, link: Link) {
        let free = self.seats.iter().position(|seat| matches!(seat, Seat::Client(None)));
        let Some(index) = free else { return };
        let name = format!("program of group {}", link.group);
        self.seats[index] = Seat::Client(Some(link));
        self.live.update(|info| {
            let seat = &mut info.seats[index];
            (seat.name, seat.taken) = (name, true);
        });
    }
}

/// A name that fits on a line.
fn clean(name: &str) -> Option<String> {
    let name: String = name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The next connection; never if there is nothing to connect to.
async fn accept(listener: Option<&TcpListener>) -> TcpStream {
    let Some(listener) = listener else { return std::future::pending().await };
    loop {
        if let Ok((stream, _)) = listener.accept().await {
            return stream;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

//! What the referee makes of the notices of a game: the truth that clients are compared with.

use rxt_net::server::{GameNumber, Notice};
use rxt_record::course_log::{ResultLine, result_file};
use rxt_rules::referee::{Command, Event, Reason, Referee};
use rxt_rules::{ByPlayer, Map, Player, Position};
use std::sync::Arc;
use std::time::Duration;

/// A game as its notices tell it.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) position: Position,
    /// Who was disqualified, in order.
    pub(crate) disqualified: Vec<(Player, Reason)>,
    /// How many moves were made.
    pub(crate) moves: usize,
    /// The groups of players 1 to n.
    pub(crate) groups: Vec<u8>,
    /// Whether the game was played to its end.
    pub(crate) complete: bool,
    /// What is left on the accounts; `None` without a time limit.
    left: ByPlayer<Option<Duration>>,
}

/// Replays the notices of a game.
pub(crate) fn replay(map: &Arc<Map>, notices: &[Notice], number: GameNumber) -> Verdict {
    let (mut referee, _) = Referee::start(Arc::clone(map));
    let mut verdict = Verdict {
        position: referee.position().clone(),
        disqualified: Vec::new(),
        moves: 0,
        groups: Vec::new(),
        complete: false,
        left: ByPlayer::all(None),
    };
    for notice in notices {
        match notice {
            Notice::Started { game, guests } if *game == number => {
                verdict.groups = guests.iter().map(|guest| guest.group).collect();
            }
            Notice::Judged(judged) if judged.game == number => {
                for command in referee.on(judged.event) {
                    match command {
                        Command::Announce(..) => verdict.moves += 1,
                        Command::Disqualify(player, reason) => verdict.disqualified.push((player, reason)),
                        _ => {}
                    }
                }
                let (Event::Answered(player, _) | Event::Failed(player, _)) = judged.event;
                verdict.left[player] = judged.left;
            }
            Notice::Ended { game, complete } if *game == number => verdict.complete = *complete,
            _ => {}
        }
    }
    verdict.position = referee.position().clone();
    verdict
}

impl Verdict {
    /// The result file of the game; `timed` if there is a time limit.
    pub(crate) fn result_file(&self, map_name: &str, timed: bool) -> String {
        let line = |(player, &group): (Player, &u8)| ResultLine {
            group,
            points: self.position.points(player),
            left_ms: timed.then(|| self.left[player].unwrap_or_default().as_millis() as u64),
        };
        let lines: Vec<ResultLine> = Player::all(self.position.players()).zip(&self.groups).map(line).collect();
        result_file(map_name, &lines)
    }

    /// The player of a group.
    pub(crate) fn player_of(&self, group: u8) -> Option<Player> {
        let index = self.groups.iter().position(|seated| *seated == group)?;
        Player::all(self.position.players()).nth(index)
    }
}

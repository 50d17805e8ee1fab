//! Writes what the course's server writes: a log line by line, and the result file.

use super::CourseLog;
use crate::record::Points;
use rxt_rules::{Answer, ByPlayer, Player, Position};
use std::fmt::Write;

/// A log as the course's server writes it. Every method returns the text to append.
#[derive(Clone, Debug)]
pub struct LogWriter {
    /// The number of the next turn.
    turn: u32,
}

/// Why a player is disqualified, in the words of the course's server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogReason {
    /// An answer that is no legal move.
    Illegal {
        /// What was answered.
        answer: Answer,
        /// What was left of the time.
        left_ms: u64,
    },
    /// The time was over.
    Timeout,
    /// Something could not be delivered.
    SendFailed,
    /// The connection ended on the player's turn.
    ReceiveFailed,
    /// A wrong message.
    InvalidMessage,
}

impl LogWriter {
    /// A log of a game on a map whose file is called `map_name`.
    pub fn begin(
        map_name: &str,
        port: u16,
        start: &Position,
        groups: &[u8],
        time_s: f64,
        depth: u32,
    ) -> (Self, String) {
        let mut text = format!("{}{map_name}\nServer is listening on port {port}\n\n", CourseLog::FIRST_WORDS);
        let _ = write!(text, "{}", start.map().file());
        text.push('\n');
        for (player, group) in Player::all(start.players()).zip(groups) {
            let _ = writeln!(text, "Player {player} is group {group}");
        }
        let _ = write!(text, "\ntimelimit {time_s:.6}, depthlimit {depth}\n\n");
        (Self { turn: 0 }, text)
    }

    /// A move.
    pub fn moved(&mut self, player: Player, answer: Answer, left_ms: u64) -> String {
        let turn = self.turn;
        self.turn += 1;
        format!("move {turn}: player {player} moved {answer}. time left: {left_ms} msecs\n")
    }

    /// A disqualification, with the position at which it happened and the stocks that the player still had.
    pub fn disqualified(&mut self, player: Player, reason: LogReason, position: &Position) -> String {
        // Who is not on turn uses up no number.
        self.turn += u32::from(reason != LogReason::SendFailed);
        let reason = match reason {
            LogReason::Illegal { answer, left_ms } => format!("(invalid move: {answer}. time left: {left_ms} msecs)"),
            LogReason::Timeout => "(timeout during move)".to_owned(),
            LogReason::SendFailed => "(send failed)".to_owned(),
            LogReason::ReceiveFailed => "(receive failed)".to_owned(),
            LogReason::InvalidMessage => "(invalid message)".to_owned(),
        };
        let mut text = format!("disqualified player {player} {reason}\n\nCurrent map:\n\n");
        let eight = |stock: ByPlayer<u8>| stock.array().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let (mut overrides, mut bombs) = (ByPlayer::all(0), ByPlayer::all(0));
        for player in Player::all(position.players()) {
            overrides[player] = position.overrides(player);
            bombs[player] = position.bombs(player);
        }
        let file = position.map().file();
        let _ = writeln!(text, "overrides: {}", eight(overrides));
        let _ = writeln!(text, "bombs:     {} (power {})", eight(bombs), file.strength);
        for row in position.rows() {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            let _ = writeln!(text, "{}", cells.join(" "));
        }
        for transition in &file.transitions {
            let _ = writeln!(text, "{transition}");
        }
        text.push('\n');
        text
    }

    /// The end of phase 1. At the very start of a game it uses up a number.
    pub fn terminal_phase(&mut self, points: &Points) -> String {
        if self.turn == 0 {
            self.turn = 1;
        }
        format!("reached terminal phase\n\n{}", scores(points))
    }

    /// The end. A game that one player alone survived has no points here.
    pub fn final_phase(points: Option<&Points>) -> String {
        format!("reached final phase\n\n{}", points.map(scores).unwrap_or_default())
    }
}

fn scores(points: &Points) -> String {
    let mut text = "Scores:\n".to_owned();
    for (index, points) in points.iter().enumerate() {
        let _ = match points {
            Some(points) => writeln!(text, "Player {}: {points} points", index + 1),
            None => writeln!(text, "Player {}: disqualified", index + 1),
        };
    }
    text.push('\n');
    text
}

/// A player's line of the result file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResultLine {
    /// The group number.
    pub group: u8,
    /// The points, `None` of the disqualified.
    pub points: Option<u32>,
    /// What is left of the time, `None` without a limit.
    pub left_ms: Option<u64>,
}

/// The result file of a game on a map whose file is called `map_name`: a line for each player.
pub fn result_file(map_name: &str, lines: &[ResultLine]) -> String {
    let mut text = format!("{map_name}\n");
    for line in lines {
        let left = line.left_ms.map_or_else(|| "inf".to_owned(), |left| format!("{left} msecs"));
        let verdict = if line.points.is_some() { "ok" } else { "disq." };
        let _ = writeln!(text, "{}\t{}\t{left}\t{verdict}", line.group, line.points.unwrap_or(0));
    }
    text
}

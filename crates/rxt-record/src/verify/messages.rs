//! The messages that clients received during a case, put into the one order in which things happened.

use rxt_rules::Answer;
use serde_json::Value;
use std::collections::VecDeque;
use std::fmt;

/// A message to all players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Message {
    /// Type 6.
    Moved(u8, Answer),
    /// Type 7.
    Disqualified(u8),
    /// Type 8.
    PhaseOver,
    /// Type 9.
    GameOver,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moved(player, answer) => write!(f, "player {player} moved {answer}"),
            Self::Disqualified(player) => write!(f, "player {player} disqualified"),
            Self::PhaseOver => f.write_str("phase 1 is over"),
            Self::GameOver => f.write_str("the game is over"),
        }
    }
}

/// The messages of the player who received most of them, the lowest number among equals: the mover always sees a move
/// before its consequences, while those behind a vanished player may see them the other way round.
pub(super) fn witnessed(messages: &[Value], players: u8) -> VecDeque<Message> {
    let received = |player: u8| -> VecDeque<Message> {
        let own = messages.iter().filter(|message| message[1] == "msg" && message[3] == player);
        own.filter_map(decode).collect()
    };
    (1..=players).rev().map(received).max_by_key(VecDeque::len).unwrap_or_default()
}

/// Reads `[seconds, "msg", client, player, type, payload in hexadecimal]`.
fn decode(message: &Value) -> Option<Message> {
    let payload = hexadecimal(message[5].as_str()?)?;
    Some(match (message[4].as_u64()?, payload.as_slice()) {
        (6, &[x1, x0, y1, y0, special, player]) => {
            let (x, y) = (u16::from_be_bytes([x1, x0]), u16::from_be_bytes([y1, y0]));
            Message::Moved(player, Answer { x, y, special })
        }
        (7, &[player]) => Message::Disqualified(player),
        (8, []) => Message::PhaseOver,
        (9, []) => Message::GameOver,
        _ => return None,
    })
}

fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    Some(digits?.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_longest_account_is_taken_and_the_lowest_player_among_equals() {
        let messages = vec![
            json!([0.1, "msg", 0, 1, 3, "01"]),
            json!([1.0, "msg", 2, 3, 7, "02"]),
            json!([1.0, "msg", 2, 3, 6, "000000000001"]),
            json!([1.1, "msg", 0, 1, 6, "000000000001"]),
            json!([1.1, "msg", 0, 1, 7, "02"]),
            json!([1.2, "closed", 1, null]),
        ];
        let answer = Answer { x: 0, y: 0, special: 0 };
        assert_eq!(witnessed(&messages, 3), [Message::Moved(1, answer), Message::Disqualified(2)]);
    }
}

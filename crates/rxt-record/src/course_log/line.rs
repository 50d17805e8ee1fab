//! What a line of a course log says.

use crate::record::{Cause, OneLine};
use rxt_rules::Answer;

/// A line of the game, behind the map and the limits.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum LogLine<'a> {
    /// `Player p is group g`.
    Group(u8, &'a str),
    /// `timelimit SECONDS, depthlimit N`.
    Limits(f64, &'a str),
    /// `move k: player p moved (x,y,s). time left: T msecs`.
    Move(u8, Answer, Option<i64>),
    /// `disqualified player p (reason)`.
    Disqualified(u8, Cause),
    /// `Current map:`.
    CurrentMap,
    /// `reached terminal phase`.
    TerminalPhase,
    /// `reached final phase`.
    FinalPhase,
    /// `Scores:`.
    Scores,
    /// `Player p: N points` or `Player p: disqualified`.
    Points(u8, Option<u32>),
}

/// Reads a line, `None` if it is none of these.
pub(super) fn read(line: &str) -> Option<LogLine<'_>> {
    match line {
        "Current map:" => return Some(LogLine::CurrentMap),
        "reached terminal phase" => return Some(LogLine::TerminalPhase),
        "reached final phase" => return Some(LogLine::FinalPhase),
        "Scores:" => return Some(LogLine::Scores),
        _ => {}
    }
    if let Some(rest) = line.strip_prefix("Player ") {
        return about_player(rest);
    }
    if let Some(rest) = line.strip_prefix("timelimit ") {
        let (seconds, depth) = rest.split_once(", depthlimit ")?;
        return Some(LogLine::Limits(seconds.parse().ok()?, depth));
    }
    if let Some(rest) = line.strip_prefix("disqualified player ") {
        let (player, reason) = rest.split_once(' ')?;
        return Some(LogLine::Disqualified(player.parse().ok()?, cause(reason)));
    }
    let (number, rest) = line.strip_prefix("move ")?.split_once(": player ")?;
    number.parse::<u32>().ok()?;
    let (player, rest) = rest.split_once(" moved ")?;
    let (place, rest) = rest.split_once(')')?;
    let time = rest.strip_prefix(". time left: ").and_then(|rest| rest.strip_suffix(" msecs"));
    // Without its end the number of a line that was cut off could be too small.
    let left = time.and_then(|time| time.parse().ok());
    Some(LogLine::Move(player.parse().ok()?, answer(place)?, left))
}

fn about_player(rest: &str) -> Option<LogLine<'_>> {
    if let Some((player, group)) = rest.split_once(" is group ") {
        return Some(LogLine::Group(player.parse().ok()?, group));
    }
    if let Some((player, reason)) = rest.split_once(" disqualified ") {
        return Some(LogLine::Disqualified(player.parse().ok()?, cause(reason)));
    }
    let (player, points) = rest.split_once(": ")?;
    let points = match points.strip_suffix(" points") {
        Some(points) => Some(points.parse().ok()?),
        None if points == "disqualified" => None,
        None => return None,
    };
    Some(LogLine::Points(player.parse().ok()?, points))
}

/// Reads `(x,y,s` as it stands before the closing bracket.
fn answer(text: &str) -> Option<Answer> {
    let mut numbers = text.strip_prefix('(')?.split(',');
    let x = numbers.next()?.parse().ok()?;
    let y = numbers.next()?.parse().ok()?;
    let special = numbers.next()?.parse().ok()?;
    numbers.next().is_none().then_some(Answer { x, y, special })
}

fn cause(reason: &str) -> Cause {
    let reason = reason.trim_end_matches('.').trim_start_matches('(').trim_end_matches(')');
    let invalid = reason.strip_prefix("invalid move: ").and_then(|rest| rest.split_once(')'));
    match (invalid.and_then(|(place, _)| answer(place)), reason) {
        (Some(answer), _) => Cause::Illegal(answer),
        (None, "timeout during move") => Cause::Timeout,
        (None, "send failed" | "receive failed") => Cause::Disconnected,
        (None, "invalid message") => Cause::InvalidMessage,
        _ => Cause::Other(OneLine::clean(reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_with_the_time_that_is_left() {
        let answer = Answer { x: 4, y: 8, special: 21 };
        assert_eq!(
            read("move 14: player 3 moved (4,8,21). time left: 2334 msecs"),
            Some(LogLine::Move(3, answer, Some(2334)))
        );
        assert_eq!(read("move 14: player 3 moved (4,8"), None);
        assert_eq!(read("move 14: player 3 moved (4,8,21,7)"), None);
    }

    #[test]
    fn reasons_are_recognised_in_both_wordings() {
        let answer = Answer { x: 2, y: 0, special: 0 };
        let invalid = "Player 2 disqualified (invalid move: (2,0,0). time left: 0 msecs).";
        assert_eq!(read(invalid), Some(LogLine::Disqualified(2, Cause::Illegal(answer))));
        assert_eq!(read("disqualified player 4 (send failed)"), Some(LogLine::Disqualified(4, Cause::Disconnected)));
        assert_eq!(
            read("disqualified player 4 (struck by lightning)"),
            Some(LogLine::Disqualified(4, Cause::Other(OneLine::clean("struck by lightning"))))
        );
    }
}

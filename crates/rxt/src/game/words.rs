//! What happened in a game, in words.

use super::moment::Happened;
use rxt_record::Record;
use rxt_record::record::{Cause, MoveEntry, Tag};
use rxt_rules::{Cell, Phase, Player, Special};
use std::fmt;

/// The phase of a game.
pub(crate) const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Build => "phase 1 (stones)",
        Phase::Bomb => "phase 2 (bombs)",
        Phase::Over => "game over",
    }
}

/// What a game is called: its map, or else its file.
pub(crate) fn title<'a>(record: &'a Record, file: &'a str) -> &'a str {
    record.tag(Tag::MAP_NAME).unwrap_or(file)
}

/// A whole sentence.
impl fmt::Display for Happened<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { entry, phase, cell, .. } => {
                let MoveEntry { player, answer, .. } = entry;
                let verb = if *phase == Phase::Bomb { "bombs" } else { "sets" };
                write!(f, "player {player} {verb} ({},{})", answer.x, answer.y)?;
                if *phase == Phase::Build {
                    special(f, *cell, entry)?;
                }
                write!(f, ", {}", self.remark())
            }
            Self::Disqualified { player, .. } => write!(f, "player {player} is disqualified: {}", self.remark()),
        }
    }
}

impl Happened<'_> {
    /// What follows from it and what else is known: captures, time, depth, expectations, reasons.
    pub(crate) fn remark(&self) -> impl fmt::Display {
        fmt::from_fn(move |f| match self {
            Self::Move { entry, phase, taken, .. } => {
                match (phase, taken) {
                    (Phase::Bomb, taken) => write!(f, "destroys {}", counted(*taken, "tile"))?,
                    (_, 0) => f.write_str("captures nothing")?,
                    (_, taken) => write!(f, "captures {}", counted(*taken, "stone"))?,
                }
                details(f, entry)
            }
            Self::Disqualified { cause, illegal, .. } => {
                reason(f, cause)?;
                illegal.iter().try_for_each(|illegal| write!(f, ": {illegal}"))
            }
        })
    }
}

fn special(f: &mut fmt::Formatter<'_>, cell: Cell, entry: &MoveEntry) -> fmt::Result {
    match Special::on_cell(cell, entry.answer.special, Player::MAX as u8) {
        Some(Special::Bomb) => f.write_str(", takes a bomb"),
        Some(Special::Override) => f.write_str(", takes an override stone"),
        Some(Special::Swap(player)) if player == entry.player => f.write_str(", exchanges with nobody"),
        Some(Special::Swap(player)) => write!(f, ", exchanges with player {player}"),
        _ if cell == Cell::INVERSION => f.write_str(", inverts"),
        _ if cell.is_occupied() => f.write_str(", overrides"),
        _ => Ok(()),
    }
}

fn details(f: &mut fmt::Formatter<'_>, entry: &MoveEntry) -> fmt::Result {
    entry.time_ms.iter().try_for_each(|time| write!(f, "; {time} ms"))?;
    entry.depth.iter().try_for_each(|depth| write!(f, "; depth {depth}"))?;
    if !entry.scores.is_empty() {
        f.write_str("; expects")?;
    }
    entry.scores.iter().try_for_each(|score| write!(f, " {score}"))
}

fn reason(f: &mut fmt::Formatter<'_>, cause: &Cause) -> fmt::Result {
    match cause {
        Cause::Illegal(answer) => write!(f, "illegal move {answer}"),
        Cause::Timeout => f.write_str("time was up"),
        Cause::Disconnected => f.write_str("connection lost"),
        Cause::InvalidMessage => f.write_str("invalid message"),
        Cause::Other(text) => write!(f, "{text}"),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::super::moment::Moment;
    use super::*;
    use rxt_record::record::Entry;
    use rxt_rules::{Answer, Map, Position};
    use std::sync::Arc;

    fn told(map: &str, entry: &Entry) -> String {
        let before = Position::new(Arc::new(Map::parse(map.as_bytes()).unwrap().0));
        let mut after = before.clone();
        match entry {
            Entry::Move(mv) => after.play(before.read(mv.answer).unwrap()),
            Entry::Disqualified(player, _) => after.disqualify(*player),
            Entry::PhaseTwo(_) => {}
        }
        Moment::after(&before, after, entry).unwrap().happened.unwrap().to_string()
    }

    fn first(x: u16, y: u16, special: u8) -> Entry {
        Entry::Move(MoveEntry::new(Player::ONE, Answer { x, y, special }))
    }

    #[test]
    fn a_move_is_told_with_what_it_does() {
        assert_eq!(told("2 0 0 0 1 3  0 2 1", &first(0, 0, 0)), "player 1 sets (0,0), captures 1 stone");
        let bonus = told("2 0 0 0 1 4  b 2 2 1", &first(0, 0, 20));
        assert_eq!(bonus, "player 1 sets (0,0), takes a bomb, captures 2 stones");
        let inversion = told("2 0 0 0 1 6  i 2 1 - 2 1", &first(0, 0, 0));
        assert_eq!(inversion, "player 1 sets (0,0), inverts, captures 1 stone");
        let choice = told("3 0 0 0 1 4  c 2 1 3", &first(0, 0, 3));
        assert_eq!(choice, "player 1 sets (0,0), exchanges with player 3, captures 1 stone");
        let expansion = told("2 1 0 0 1 2  x 0", &first(0, 0, 0));
        assert_eq!(expansion, "player 1 sets (0,0), overrides, captures nothing");
        let bomb = told("2 0 1 1 1 4  1 2 - 0", &first(0, 0, 0));
        assert_eq!(bomb, "player 1 bombs (0,0), destroys 2 tiles");
    }

    #[test]
    fn what_is_known_of_a_move_follows() {
        let answer = Answer { x: 0, y: 0, special: 0 };
        let (time_ms, depth, scores) = (Some(12), Some(3), vec![4, -1]);
        let entry = Entry::Move(MoveEntry { player: Player::ONE, answer, time_ms, depth, scores });
        let told = told("2 0 0 0 1 3  0 2 1", &entry);
        assert_eq!(told, "player 1 sets (0,0), captures 1 stone; 12 ms; depth 3; expects 4 -1");
    }

    #[test]
    fn a_disqualification_is_told_with_its_reason() {
        let cause = Cause::Illegal(Answer { x: 1, y: 0, special: 0 });
        let told = told("2 0 0 0 1 3  0 2 1", &Entry::Disqualified(Player::ONE, cause));
        assert!(told.starts_with("player 1 is disqualified: illegal move "), "{told}");
        assert!(told.contains("override"), "{told}");
    }
}

//! Writes a record as text.

use super::types::{Cause, Entry, MoveEntry, Record};
use rxt_rules::Player;
use std::fmt;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rxt-record 1")?;
        for tag in &self.tags {
            writeln!(f, "{} {}", tag.key(), tag.value())?;
        }
        write!(f, "\nmap\n{}\nmoves\n", self.map.file())?;
        for entry in &self.entries {
            writeln!(f, "{entry}")?;
        }
        if let Some(points) = &self.result {
            writeln!(f, "\nresult")?;
            for (player, points) in Player::all(self.map.players()).zip(points) {
                writeln!(f, "{player} {}", Shown(*points))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => mv.fmt(f),
            Self::Disqualified(player, cause) => write!(f, "disqualified {player} {cause}"),
            Self::PhaseTwo(None) => f.write_str("phase 2"),
            Self::PhaseTwo(Some(points)) => {
                f.write_str("phase 2 points")?;
                points.iter().try_for_each(|points| write!(f, " {}", Shown(*points)))
            }
        }
    }
}

impl fmt::Display for MoveEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.player, self.answer.x, self.answer.y, self.answer.special)?;
        self.time_ms.iter().try_for_each(|time| write!(f, " ms {time}"))?;
        self.depth.iter().try_for_each(|depth| write!(f, " depth {depth}"))?;
        if !self.scores.is_empty() {
            f.write_str(" scores")?;
        }
        self.scores.iter().try_for_each(|score| write!(f, " {score}"))
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(answer) => write!(f, "illegal {} {} {}", answer.x, answer.y, answer.special),
            Self::Timeout => f.write_str("timeout"),
            Self::Disconnected => f.write_str("disconnected"),
            Self::InvalidMessage => f.write_str("invalid-message"),
            Self::Other(text) => write!(f, "other {text}"),
        }
    }
}

struct Shown(Option<u32>);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(points) => points.fmt(f),
            None => f.write_str("disqualified"),
        }
    }
}

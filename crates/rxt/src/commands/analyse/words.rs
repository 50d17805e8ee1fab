//! Moves, lines and numbers in few characters.

use rxt_rules::{Answer, Map, Move, Player};
use std::fmt::Write;

/// The widest line that is printed.
pub(super) const COLUMNS: usize = 100;

/// A move as a place, with the choice on a special tile.
pub(super) fn answer(Answer { x, y, special }: Answer) -> String {
    if special == 0 { format!("({x},{y})") } else { format!("({x},{y},{special})") }
}

/// The same of a move.
pub(super) fn mv(mv: Move, map: &Map) -> String {
    answer(mv.answer(map))
}

/// Whose moves follow one another, broken into lines.
pub(super) fn steps(steps: &[(Player, Move)], map: &Map, indent: usize) -> String {
    let words = steps.iter().map(|&(player, step)| format!("{player}:{}", mv(step, map)));
    wrap(words, indent)
}

/// Words with a blank between them, in lines that begin with so many blanks.
pub(super) fn wrap(words: impl Iterator<Item = String>, indent: usize) -> String {
    let mut text = String::new();
    let mut width = COLUMNS;
    for word in words {
        if width + 1 + word.len() > COLUMNS {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&" ".repeat(indent));
            width = indent;
        } else {
            text.push(' ');
            width += 1;
        }
        width += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    text
}

/// Placement scores of all players.
pub(super) fn placements(placements: &[f64]) -> String {
    placements.iter().fold(String::new(), |mut text, score| {
        let blank = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{blank}{score:.2}");
        text
    })
}

/// Stones of all players; `-` for the disqualified.
pub(super) fn stones(stones: &[Option<u32>]) -> String {
    let words: Vec<String> =
        stones.iter().map(|stones| stones.map_or_else(|| "-".to_owned(), |stones| stones.to_string())).collect();
    words.join(" ")
}

/// A number that may not be known.
pub(super) fn known(number: Option<impl ToString>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken() {
        let text = wrap((0..60).map(|number| format!("word{number}")), 4);
        assert!(text.lines().count() > 3);
        assert!(text.lines().all(|line| line.len() <= COLUMNS && line.starts_with("    word")));
        assert_eq!(wrap(["one".to_owned(), "two".to_owned()].into_iter(), 2), "  one two\n");
    }
}

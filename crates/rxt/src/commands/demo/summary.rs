//! What is said before and after the match.

use super::play::Ending;
use crate::commands::show::ColourChoice;
use rxt_record::Record;
use rxt_record::record::{Entry, Points};
use rxt_rules::rank::placements;
use rxt_rules::{Map, Player};
use rxt_view::{Marks, TextOptions, board_text};
use std::fmt::Write;
use std::path::Path;

/// What is played.
pub(super) fn opening(name: &str, map: &Map, seed: u64) -> String {
    let (players, height, width) = (map.players(), map.height(), map.width());
    format!("{players} random players on {name} ({height}x{width}), seed {seed}\n")
}

/// How it ended, where the record is, and what can be done with it.
pub(super) fn closing(record: &Record, ending: &Ending, path: &Path, with_board: bool) -> String {
    let mut text = String::new();
    if with_board {
        let options = TextOptions { colours: ColourChoice::Auto.colours(), ..TextOptions::default() };
        text.push_str(&board_text(&ending.position, &Marks::default(), &options));
        text.push('\n');
    }
    phases(&mut text, record);
    match &record.result {
        Some(points) => ranks(&mut text, points),
        None => {
            let _ = writeln!(text, "stopped after {} moves; the game has no result", record.plies());
        }
    }
    next(&mut text, path);
    text
}

/// A line per phase: how many moves, and the points behind it.
fn phases(text: &mut String, record: &Record) {
    let mut moves = 0;
    let mut build = None;
    for entry in &record.entries {
        match entry {
            Entry::Move(_) => moves += 1,
            Entry::PhaseTwo(points) => {
                build = Some((moves, points.clone().unwrap_or_default()));
                moves = 0;
            }
            Entry::Disqualified(..) => {}
        }
    }
    let result = record.result.clone().unwrap_or_default();
    let second = build.is_some();
    let (stones, points) = build.unwrap_or_else(|| (moves, result.clone()));
    let _ = writeln!(text, "phase 1: {stones} stones set{}", shown(&points));
    if second {
        let _ = writeln!(text, "phase 2: {moves} bombs thrown{}", shown(&result));
    }
}

fn shown(points: &Points) -> String {
    let points: Vec<String> =
        points.iter().map(|points| points.map_or_else(|| "-".to_owned(), |points| points.to_string())).collect();
    if points.is_empty() { String::new() } else { format!("; points {}", points.join(" ")) }
}

fn ranks(text: &mut String, points: &Points) {
    let placements = placements(points);
    let mut order: Vec<(Player, Option<u32>, f64, f64)> = Player::all(points.len() as u8)
        .zip(points.iter().zip(&placements))
        .map(|(player, (&points, placement))| (player, points, placement.place, placement.score))
        .collect();
    order.sort_by(|one, other| one.2.total_cmp(&other.2));
    text.push_str("\nplace  player  points  score\n");
    for (player, points, place, score) in order {
        let points = points.map_or_else(|| "disqualified".to_owned(), |points| points.to_string());
        let _ = writeln!(text, "{place:>5}  {player:>6}  {points:>6}  {score:>5.2}");
    }
}

fn next(text: &mut String, path: &Path) {
    let file = quoted(path);
    let _ = writeln!(text, "\nRecord: {}\n\nTry next:", path.display());
    // Commands stand at the end, where they can be copied however long the path is.
    let _ = writeln!(text, "  step through it  rxt replay {file}");
    let _ = writeln!(text, "  in the browser   rxt render {file} -o game.html");
    let _ = writeln!(text, "  the map          rxt map show {file}@0");
    let _ = writeln!(text, "  its tenth move   rxt legal {file}@9");
    let _ = writeln!(text, "  check it         rxt verify {file}");
}

/// The path as a shell takes it.
fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@%\\".contains(c);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_listed_from_the_first_to_the_last() {
        let mut text = String::new();
        ranks(&mut text, &vec![Some(5), None, Some(9), Some(5)]);
        let expected = "\nplace  player  points  score\n    1       3       9   1.00\n  2.5       1       5   0.50\n  \
                        2.5       4       5   0.50\n    4       2  disqualified   0.00\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn paths_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(quoted(Path::new("/home/a/demo.rxt")), "/home/a/demo.rxt");
        assert_eq!(quoted(Path::new("my game's.rxt")), "'my game'\\''s.rxt'");
    }
}

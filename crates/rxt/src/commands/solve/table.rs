//! Tables of Othello positions, one to a line.

use crate::input;
use miette::{Result, miette};
use rxt_rules::{Map, Position};
use std::path::Path;
use std::sync::Arc;

/// A position to solve.
pub(super) struct Case {
    pub(super) name: Option<String>,
    pub(super) position: Position,
    /// The score that is known.
    pub(super) expected: Option<i32>,
}

const MOST_BYTES: usize = 16 << 20;

pub(super) fn read(path: &str) -> Result<Vec<Case>> {
    let bytes = input::read_bytes(Path::new(path), MOST_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with("id\t"));
    lines.map(|(index, line)| case(line).map_err(|what| at(path, index + 1, &what))).collect()
}

fn at(path: &str, line: usize, what: &str) -> miette::Report {
    let help = "a line is: name, 64 squares of X, O and -, X or O, free squares, score; with tabs between";
    miette!(help = help, "`{path}`, line {line}: {what}")
}

fn case(line: &str) -> Result<Case, String> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [name, squares, mover, ..] = fields[..] else { return Err("fewer than three fields".to_owned()) };
    let [own, other] = match mover {
        "X" => ['X', 'O'],
        "O" => ['O', 'X'],
        _ => return Err(format!("`{mover}` is to move; expected X or O")),
    };
    if squares.chars().count() != 64 {
        return Err(format!("{} squares; expected 64", squares.chars().count()));
    }
    let mut map = String::from("2 0 0 0 8 8");
    for square in squares.chars() {
        map.push_str(match square {
            '-' => " 0",
            _ if square == own => " 1",
            _ if square == other => " 2",
            _ => return Err(format!("`{square}` on a square; expected X, O or -")),
        });
    }
    let expected = match fields.get(4) {
        None | Some(&"") => None,
        Some(score) => Some(score.parse().map_err(|_| format!("`{score}` is no score"))?),
    };
    let map = Map::parse(map.as_bytes()).map_err(|errors| errors.to_string())?.0;
    Ok(Case { name: Some(name.to_owned()), position: Position::new(Arc::new(map)), expected })
}

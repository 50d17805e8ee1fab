//! What the page's program reads: the first board in full, and what changes from frame to frame.

use super::frame::Frame;
use crate::svg::layers::{Layer, pieces, tiles};
use crate::svg::layout::{CELL, Layout};
use crate::svg::paint::Paint;
use rxt_rules::{Phase, Player, Position};
use serde::Serialize;

#[derive(Serialize)]
struct Data {
    columns: usize,
    rows: usize,
    left: f64,
    top: f64,
    cell: f64,
    players: u8,
    layers: Vec<Shape>,
    /// The first board, a character per square; craters are `_`.
    start: String,
    frames: Vec<Step>,
}

/// A layer of the board: which cells it draws, and how.
#[derive(Serialize)]
struct Shape {
    id: String,
    cells: String,
    parts: Vec<((f64, f64), String)>,
}

/// A frame: squares that changed, by their new characters, and everything beside the board.
#[derive(Serialize)]
struct Step {
    changes: Vec<(usize, char)>,
    mover: Option<u8>,
    answer: Option<(u16, u16, u8)>,
    turn: Option<u8>,
    phase: &'static str,
    /// Stones, override stones, bombs, disqualified.
    stocks: Vec<(u32, u8, u8, bool)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    scores: Vec<i32>,
    #[serde(skip_serializing_if = "String::is_empty")]
    note: String,
}

/// JSON that can stand in a script element: nothing in it can end the element.
pub(super) fn json(start: &Position, layout: &Layout, frames: &[Frame]) -> String {
    let (columns, rows) = (usize::from(layout.columns), usize::from(layout.rows));
    let first = board(start.rows().as_slice(), columns, rows);
    let mut shown = frames.first().map_or_else(|| first.clone(), |frame| board(&frame.rows, columns, rows));
    let start_text: String = shown.iter().zip(&first).map(|(&now, &then)| visible(now, then)).collect();
    let mut steps = Vec::with_capacity(frames.len());
    for frame in frames {
        let next = board(&frame.rows, columns, rows);
        let differing = (0..next.len()).filter(|&square| next[square] != shown[square]);
        let changes = differing.map(|square| (square, visible(next[square], first[square]))).collect();
        steps.push(step(frame, changes));
        shown = next;
    }
    let layers = tiles(Paint::Variables).into_iter().chain(pieces(Paint::Variables));
    let Layout { left, top, .. } = *layout;
    let data = Data {
        columns,
        rows,
        left,
        top,
        cell: CELL,
        players: start.players(),
        layers: layers.map(|Layer { name, cells, parts, .. }| Shape { id: name, cells, parts }).collect(),
        start: start_text,
        frames: steps,
    };
    let text = serde_json::to_string(&data).expect("numbers, text and lists are valid JSON");
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

fn step(frame: &Frame, changes: Vec<(usize, char)>) -> Step {
    Step {
        changes,
        mover: frame.mover.map(Player::number),
        answer: frame.answer.map(|answer| (answer.x, answer.y, answer.special)),
        turn: frame.to_move.map(Player::number),
        phase: match frame.phase {
            Phase::Build => "phase 1",
            Phase::Bomb => "phase 2",
            Phase::Over => "over",
        },
        stocks: frame
            .stocks
            .iter()
            .map(|stock| (stock.stones, stock.overrides, stock.bombs, stock.disqualified))
            .collect(),
        scores: frame.scores.clone(),
        note: frame.note.clone(),
    }
}

/// The characters of a board; squares that are missing are holes, and so is what stands for nothing.
fn board(lines: &[String], columns: usize, rows: usize) -> Vec<char> {
    let mut squares = vec!['-'; columns * rows];
    for (row, line) in lines.iter().take(rows).enumerate() {
        for (column, letter) in line.chars().take(columns).enumerate() {
            if letter.is_ascii() && rxt_rules::Cell::from_byte(letter as u8).is_some() {
                squares[row * columns + column] = letter;
            }
        }
    }
    squares
}

/// The character for the page: a hole where the map has a tile is a crater.
fn visible(now: char, on_the_map: char) -> char {
    if now == '-' && on_the_map != '-' { '_' } else { now }
}

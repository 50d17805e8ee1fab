//! What programs of pages read: the first board in full, and what changes from frame to frame.

use super::frame::{Frame, Mark};
use crate::svg::TransitionStyle;
use crate::svg::layers::{Layer, pieces, tiles};
use crate::svg::layout::{CELL, Layout};
use crate::svg::page_board;
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
    /// The board itself, where a page does not have it yet.
    #[serde(skip_serializing_if = "String::is_empty")]
    svg: String,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    /// What is special about the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
}

/// JSON that can stand in a script element: nothing in it can end the element.
pub(super) fn json(start: &Position, layout: &Layout, frames: &[Frame]) -> String {
    let text = serde_json::to_string(&data(start, layout, frames)).expect("numbers, text and lists are valid JSON");
    text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}

/// A game for a page that draws its board itself, as JSON: the board as SVG with variables for colours, the layers that
/// change, the first board, and the frames.
pub fn game_json(start: &Position, frames: &[Frame]) -> String {
    let style = TransitionStyle::Auto.resolve(start);
    let layout = Layout::new(start, style, false, false);
    let svg = page_board(start, &layout, style);
    let data = Data { svg, ..data(start, &layout, frames) };
    serde_json::to_string(&data).expect("numbers, text and lists are valid JSON")
}

/// One frame for such a page, as JSON; `before` is the frame that it follows.
pub fn frame_json(start: &Position, before: &Frame, frame: &Frame) -> String {
    let (columns, rows) = (usize::from(start.map().width()), usize::from(start.map().height()));
    let first = board(start.rows().as_slice(), columns, rows);
    let mut shown = board(&before.rows, columns, rows);
    let step = follow(frame, &first, &mut shown, columns, rows);
    serde_json::to_string(&step).expect("numbers, text and lists are valid JSON")
}

fn data(start: &Position, layout: &Layout, frames: &[Frame]) -> Data {
    let (columns, rows) = (usize::from(layout.columns), usize::from(layout.rows));
    let first = board(start.rows().as_slice(), columns, rows);
    let mut shown = frames.first().map_or_else(|| first.clone(), |frame| board(&frame.rows, columns, rows));
    let start_text: String = shown.iter().zip(&first).map(|(&now, &then)| visible(now, then)).collect();
    let steps = frames.iter().map(|frame| follow(frame, &first, &mut shown, columns, rows)).collect();
    let layers = tiles(Paint::Variables).into_iter().chain(pieces(Paint::Variables));
    let Layout { left, top, .. } = *layout;
    Data {
        columns,
        rows,
        left,
        top,
        cell: CELL,
        players: start.players(),
        layers: layers.map(|Layer { name, cells, parts, .. }| Shape { id: name, cells, parts }).collect(),
        svg: String::new(),
        start: start_text,
        frames: steps,
    }
}

/// What a frame changes on the board that is shown, which becomes the frame's.
fn follow(frame: &Frame, first: &[char], shown: &mut Vec<char>, columns: usize, rows: usize) -> Step {
    let next = board(&frame.rows, columns, rows);
    let differing = (0..next.len()).filter(|&square| next[square] != shown[square]);
    let changes = differing.map(|square| (square, visible(next[square], first[square]))).collect();
    *shown = next;
    step(frame, changes)
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
        time_ms: frame.time_ms,
        mark: frame.mark.map(Mark::name),
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

//! The tiles with coordinates around them.

use super::style::{Painter, Style};
use super::tiles::Tiles;
use crate::marks::Marks;
use crate::theme::Role;
use rxt_rules::Position;

/// Boards larger than this have coordinates on all four edges.
const FAR: u16 = 20;

pub(super) fn write(painter: &mut Painter, position: &Position, marks: &Marks) {
    let (width, height) = (position.map().width(), position.map().height());
    let margin = height.saturating_sub(1).to_string().len();
    let tiles = Tiles::new(position, marks, painter.theme());
    columns(painter, width, margin);
    for y in 0..height {
        let style = Style { text: Some(painter.colour(Role::Muted)), ..Style::default() };
        painter.paint(&format!("{y:>margin$} "), style);
        for x in 0..width {
            for glyph in tiles.at((x, y)) {
                painter.paint(glyph.symbol.encode_utf8(&mut [0; 4]), glyph.style);
            }
        }
        if width > FAR {
            painter.paint(&format!(" {y}"), style);
        }
        painter.end_line();
    }
    if height > FAR {
        columns(painter, width, margin);
    }
}

/// A line for each digit of the column numbers; all but the last show a digit only where it changes.
fn columns(painter: &mut Painter, width: u16, margin: usize) {
    let digits = width.saturating_sub(1).to_string().len() as u32;
    let style = Style { text: Some(painter.colour(Role::Muted)), ..Style::default() };
    for power in (0..digits).rev().map(|digit| 10_u16.pow(digit)) {
        let mut line = " ".repeat(margin + 1);
        for x in 0..width {
            let shown = power == 1 || x >= power && x % 10 == 0;
            let digit = char::from(b'0' + (x / power % 10) as u8);
            line.push(if shown { digit } else { ' ' });
            line.push(' ');
        }
        painter.paint(&line, style);
        painter.end_line();
    }
}

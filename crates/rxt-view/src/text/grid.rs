//! The tiles with coordinates around them.

use super::style::{Painter, Style};
use crate::marks::{Marks, Overlay, Place, Square};
use crate::theme::Role;
use rxt_rules::{Cell, Position};
use std::collections::HashSet;

/// Boards larger than this have coordinates on all four edges.
const FAR: u16 = 20;

/// Behind a tile on which the player to move may set a stone.
pub(super) const LEGAL: char = '*';
/// Behind the tile of the last move.
pub(super) const LAST: char = '!';
/// Behind a tile that the last move changed.
pub(super) const CHANGED: char = '~';
/// A free tile.
pub(super) const FREE: char = '.';
/// A destroyed tile.
pub(super) const CRATER: char = '_';

pub(super) fn write(painter: &mut Painter, position: &Position, marks: &Marks) {
    let (width, height) = (position.map().width(), position.map().height());
    let margin = height.saturating_sub(1).to_string().len();
    let marked = Marked::new(marks);
    columns(painter, width, margin);
    for y in 0..height {
        let style = Style { text: Some(painter.colour(Role::Muted)), ..Style::default() };
        painter.paint(&format!("{y:>margin$} "), style);
        for x in 0..width {
            tile(painter, Square::at(position, (x, y)), marked.mark((x, y)), marked.heat((x, y)));
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

fn tile(painter: &mut Painter, square: Square, mark: char, heat: Option<f64>) {
    let cell = match square {
        Square::Hole => return painter.plain("  "),
        Square::Crater => {
            let style = Style { text: Some(painter.colour(Role::Muted)), ..Style::default() };
            return painter.paint(&format!("{CRATER}{mark}"), style);
        }
        Square::Tile(cell) => cell,
    };
    let (symbol, text, under) = look(cell);
    let mut style = painter.style(text, under);
    if let (Some(share), Cell::EMPTY) = (heat, cell) {
        style.under = Some(painter.colour(Role::Cold).mix(painter.colour(Role::Hot), share));
    }
    style.bold = cell != Cell::EMPTY;
    style.underline = mark == LAST;
    painter.paint(&symbol.to_string(), style);
    if cell == Cell::EMPTY && mark != ' ' {
        style.text = Some(painter.colour(Role::Text));
        style.bold = mark == LEGAL;
    }
    painter.paint(&mark.to_string(), style);
}

/// The character of a cell and its colours.
fn look(cell: Cell) -> (char, Role, Role) {
    match cell {
        Cell::EMPTY => (FREE, Role::Muted, Role::Tile),
        Cell::EXPANSION => ('x', Role::Cross, Role::Expansion),
        Cell::CHOICE => ('c', Role::Icon, Role::Choice),
        Cell::INVERSION => ('i', Role::Icon, Role::Inversion),
        Cell::BONUS => ('b', Role::Icon, Role::Bonus),
        other => match other.owner() {
            Some(player) => (other.to_char(), Role::Digit(player), Role::Stone(player)),
            None => (' ', Role::Muted, Role::Page),
        },
    }
}

/// The marks by place.
struct Marked {
    last: Option<Place>,
    legal: HashSet<Place>,
    changed: HashSet<Place>,
    heat: std::collections::HashMap<Place, f64>,
}

impl Marked {
    fn new(marks: &Marks) -> Self {
        Self {
            last: marks.last,
            legal: marks.legal.iter().copied().collect(),
            changed: marks.changed.iter().copied().collect(),
            heat: marks.overlay.iter().flat_map(Overlay::shares).collect(),
        }
    }

    fn mark(&self, place: Place) -> char {
        if self.last == Some(place) {
            LAST
        } else if self.legal.contains(&place) {
            LEGAL
        } else if self.changed.contains(&place) {
            CHANGED
        } else {
            ' '
        }
    }

    fn heat(&self, place: Place) -> Option<f64> {
        self.heat.get(&place).copied()
    }
}

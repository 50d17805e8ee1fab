//! What stands on each tile: two characters with their colours, for text and for terminal programs.

use super::style::Style;
use crate::marks::{Marks, Overlay, Place, Square};
use crate::theme::{Role, Theme};
use rxt_rules::{Cell, Position};
use std::collections::{HashMap, HashSet};

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

/// A character and how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The character.
    pub symbol: char,
    /// Its colours.
    pub style: Style,
}

/// The tiles of a board with what is marked on them.
#[derive(Debug)]
pub struct Tiles<'a> {
    position: &'a Position,
    theme: Theme,
    last: Option<Place>,
    legal: HashSet<Place>,
    changed: HashSet<Place>,
    heat: HashMap<Place, f64>,
}

impl<'a> Tiles<'a> {
    /// The tiles of a position.
    pub fn new(position: &'a Position, marks: &Marks, theme: Theme) -> Self {
        Self {
            position,
            theme,
            last: marks.last,
            legal: marks.legal.iter().copied().collect(),
            changed: marks.changed.iter().copied().collect(),
            heat: marks.overlay.iter().flat_map(Overlay::shares).collect(),
        }
    }

    /// What stands at a place: the content, and behind it the mark. Holes are blank.
    pub fn at(&self, place: Place) -> [Glyph; 2] {
        let mark = self.mark(place);
        match Square::at(self.position, place) {
            Square::Hole => [Glyph { symbol: ' ', style: Style::default() }; 2],
            Square::Crater => {
                let style = Style { text: Some(self.theme.colour(Role::Muted)), ..Style::default() };
                [CRATER, mark].map(|symbol| Glyph { symbol, style })
            }
            Square::Tile(cell) => self.tile(cell, mark, self.heat.get(&place).copied()),
        }
    }

    fn tile(&self, cell: Cell, mark: char, heat: Option<f64>) -> [Glyph; 2] {
        let colour = |role| Some(self.theme.colour(role));
        let (symbol, text, under) = look(cell);
        let (bold, underline) = (cell != Cell::EMPTY, mark == LAST);
        let mut style = Style { text: colour(text), under: colour(under), bold, underline };
        if let (Some(share), Cell::EMPTY) = (heat, cell) {
            style = heat_style(self.theme, share);
        }
        let mut behind = style;
        if cell == Cell::EMPTY && mark != ' ' {
            behind.text = if heat.is_some() { style.text } else { colour(Role::Text) };
            behind.bold = mark == LEGAL || mark.is_ascii_digit();
        }
        [Glyph { symbol, style }, Glyph { symbol: mark, style: behind }]
    }

    fn mark(&self, place: Place) -> char {
        if self.last == Some(place) {
            LAST
        } else if let Some(share) = self.heat.get(&place) {
            heat_digit(*share)
        } else if self.legal.contains(&place) {
            LEGAL
        } else if self.changed.contains(&place) {
            CHANGED
        } else {
            ' '
        }
    }
}

/// Behind a tile with a value: a digit from 0, the smallest, to 9, the largest.
pub(super) fn heat_digit(share: f64) -> char {
    char::from(b'0' + (share * 9.0).round().clamp(0.0, 9.0) as u8)
}

/// The colours of a share of a heat map, with letters that can be read on it.
pub(super) fn heat_style(theme: Theme, share: f64) -> Style {
    let under = theme.colour(Role::Cold).mix(theme.colour(Role::Hot), share);
    let [one, other] = [Role::Text, Role::Page].map(|role| theme.colour(role));
    let text = if under.contrast(one) >= under.contrast(other) { one } else { other };
    Style { text: Some(text), under: Some(under), ..Style::default() }
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

//! Draws the part of a board that is in sight, with coordinates.

use super::paint::{self, THEME};
use super::window::{Extent, Window};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use rxt_rules::Position;
use rxt_view::{Colours, Marks, Tiles};

/// Columns of the terminal for each tile.
const TILE: u16 = 2;

/// How many columns and rows of tiles an area has room for, at most those of the board.
pub(super) fn in_sight(position: &Position, area: Rect) -> Extent {
    let (width, height) = (position.map().width(), position.map().height());
    let (left, top) = margins(position);
    let columns = area.width.saturating_sub(left) / TILE;
    let rows = area.height.saturating_sub(top);
    (columns.min(width), rows.min(height))
}

/// The columns that a whole board takes.
pub(super) fn full_width(position: &Position) -> u16 {
    margins(position).0.saturating_add(position.map().width().saturating_mul(TILE))
}

/// Columns left of the tiles for row numbers, rows above them for column numbers.
fn margins(position: &Position) -> (u16, u16) {
    let digits = |length: u16| length.saturating_sub(1).to_string().len() as u16;
    (digits(position.map().height()) + 1, digits(position.map().width()))
}

/// Draws the board from the window's first tile on.
pub(super) fn draw(
    buffer: &mut Buffer,
    area: Rect,
    position: &Position,
    marks: &Marks,
    window: Window,
    colours: Colours,
) {
    let (columns, rows) = in_sight(position, area);
    let (left, top) = margins(position);
    let muted = paint::muted(colours);
    let tiles = Tiles::new(position, marks, THEME);
    for column in 0..columns {
        let (x, at) = (window.left + column, area.x + left + column * TILE);
        for line in 0..top.min(area.height) {
            let power = 10_u16.pow(u32::from(top - 1 - line));
            // Digits above the last are shown where they change, and at the edge.
            if power == 1 || x >= power && (x.is_multiple_of(10) || column == 0) {
                let digit = char::from(b'0' + (x / power % 10) as u8);
                buffer.set_string(at, area.y + line, digit.to_string(), muted);
            }
        }
    }
    for row in 0..rows {
        let (y, line) = (window.top + row, area.y + top + row);
        let width = usize::from(left) - 1;
        buffer.set_string(area.x, line, format!("{y:>width$}"), muted);
        for column in 0..columns {
            let at = area.x + left + column * TILE;
            for (offset, glyph) in (0..).zip(tiles.at((window.left + column, y))) {
                let style = paint::style(glyph.style, colours);
                if let Some(cell) = buffer.cell_mut((at + offset, line)) {
                    cell.set_char(glyph.symbol).set_style(style);
                }
            }
        }
    }
}

//! Where everything stands in a picture. A tile is 40 units wide.

use super::transitions::TransitionStyle;
use crate::marks::Place;
use rxt_rules::Position;

/// The side of a tile.
pub(crate) const CELL: f64 = 40.0;
/// The room around the board when it has no transitions.
const NARROW: f64 = 6.0;
/// The room around the board for ports of transitions.
const PORT_ROOM: f64 = 18.0;
/// The room around the board for arcs.
const ARC_ROOM: f64 = 36.0;
/// Boards wider or higher than this have a coordinate at every fifth tile only, and larger.
const DENSE: u16 = 30;

/// Measures of a picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Layout {
    /// Columns of the board.
    pub(crate) columns: u16,
    /// Rows of the board.
    pub(crate) rows: u16,
    /// The board's left upper corner.
    pub(crate) left: f64,
    /// See `left`.
    pub(crate) top: f64,
    /// Width of the picture.
    pub(crate) width: f64,
    /// Height of the picture.
    pub(crate) height: f64,
    /// The size of title and legend: 1 for a small board, more for a large one.
    pub(crate) unit: f64,
    /// The top of the legend.
    pub(crate) legend_top: f64,
    /// Legend entries in one row.
    pub(crate) legend_columns: usize,
    /// The distance of coordinates from the board.
    pub(crate) gutter: f64,
}

impl Layout {
    /// Width of a legend entry, in [`Layout::unit`].
    pub(crate) const CHIP_WIDTH: f64 = 172.0;
    /// Height of a legend entry, gap included.
    pub(crate) const CHIP_HEIGHT: f64 = 44.0;
    /// Height of the scale of a heat map.
    const SCALE_HEIGHT: f64 = 40.0;
    const TITLE_HEIGHT: f64 = 46.0;
    const MARGIN: f64 = 18.0;

    pub(crate) fn new(position: &Position, style: TransitionStyle, title: bool, legend: bool) -> Self {
        let (columns, rows) = (position.map().width(), position.map().height());
        let (board_width, board_height) = (f64::from(columns) * CELL, f64::from(rows) * CELL);
        let unit = ((board_width.max(CELL) * board_height.max(CELL)).sqrt() / 760.0).clamp(0.9, 12.0);
        let gutter = match style {
            TransitionStyle::Arcs => ARC_ROOM,
            TransitionStyle::Ports => PORT_ROOM,
            TransitionStyle::Auto | TransitionStyle::None => NARROW,
        };
        let labels = label_height(columns.max(rows)) * 2.6;
        let border = gutter + labels + 8.0 * unit;
        let chips = usize::from(position.players());
        let chip = Self::CHIP_WIDTH * unit;
        let room = board_width + 2.0 * border - 2.0 * Self::MARGIN * unit;
        let mut legend_columns = ((room / chip) as usize).clamp(1, chips);
        if legend {
            legend_columns = chips.div_ceil(chips.div_ceil(legend_columns)).max(chips.min(2));
        }
        let legend_width = legend_columns as f64 * chip + 2.0 * Self::MARGIN * unit;
        let width = (board_width + 2.0 * border).max(if legend { legend_width } else { 0.0 });
        let top = border + if title { Self::TITLE_HEIGHT * unit } else { 0.0 };
        let legend_top = top + board_height + border;
        let legend_rows = chips.div_ceil(legend_columns) as f64;
        let legend_height = if legend { (legend_rows * Self::CHIP_HEIGHT + Self::MARGIN + 26.0) * unit } else { 0.0 };
        let (left, height) = ((width - board_width) / 2.0, legend_top + legend_height);
        Self { columns, rows, left, top, width, height, unit, legend_top, legend_columns, gutter }
    }

    /// The same with room for the scale of a heat map between board and legend.
    #[must_use]
    pub(crate) fn with_scale(self) -> Self {
        let more = Self::SCALE_HEIGHT * self.unit;
        Self { legend_top: self.legend_top + more, height: self.height + more, ..self }
    }

    /// The middle of the scale of a heat map.
    pub(crate) fn scale_middle(&self) -> (f64, f64) {
        (self.width / 2.0, self.legend_top - Self::SCALE_HEIGHT / 2.0 * self.unit)
    }

    /// The left upper corner of a tile, also of tiles outside the board.
    pub(crate) fn corner(&self, x: i32, y: i32) -> (f64, f64) {
        (self.left + f64::from(x) * CELL, self.top + f64::from(y) * CELL)
    }

    /// The middle of a tile.
    pub(crate) fn middle(&self, (x, y): Place) -> (f64, f64) {
        let (left, top) = self.corner(i32::from(x), i32::from(y));
        (left + CELL / 2.0, top + CELL / 2.0)
    }

    /// The height of coordinates.
    pub(crate) fn label_height(&self) -> f64 {
        label_height(self.columns.max(self.rows))
    }

    /// Whether a coordinate is written out.
    pub(crate) fn is_labelled(&self, coordinate: u16) -> bool {
        self.columns.max(self.rows) <= DENSE || coordinate.is_multiple_of(5)
    }

    /// The middle of the title.
    pub(crate) fn title_middle(&self) -> (f64, f64) {
        (self.width / 2.0, 30.0 * self.unit)
    }

    /// The left upper corner of a legend entry.
    pub(crate) fn chip(&self, index: usize) -> (f64, f64) {
        let (column, row) = (index % self.legend_columns, index / self.legend_columns);
        let left = (self.width - self.legend_columns as f64 * Self::CHIP_WIDTH * self.unit) / 2.0;
        let x = left + column as f64 * Self::CHIP_WIDTH * self.unit;
        (x, self.legend_top + (26.0 + row as f64 * Self::CHIP_HEIGHT) * self.unit)
    }
}

fn label_height(longest_side: u16) -> f64 {
    if longest_side <= DENSE { 10.0 + f64::from(longest_side) * 0.1 } else { 18.0 + f64::from(longest_side) * 0.08 }
}

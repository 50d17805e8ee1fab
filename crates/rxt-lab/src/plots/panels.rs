//! Several charts side by side, such as one for each map.

use super::canvas::Canvas;
use super::chart::Chart;
use rxt_view::Role;
use rxt_view::glyph::Align;

const WIDTH: f64 = 430.0;
const HEIGHT: f64 = 290.0;
const TITLE: f64 = 34.0;

/// Charts in rows.
#[derive(Clone, Debug)]
pub struct Panels {
    /// What all of them show.
    pub title: String,
    /// The charts.
    pub charts: Vec<Chart>,
    /// How many stand in a row.
    pub columns: usize,
}

impl Panels {
    pub(super) fn size(&self) -> (f64, f64) {
        let columns = self.columns.clamp(1, self.charts.len().max(1));
        let rows = self.charts.len().div_ceil(columns).max(1);
        (columns as f64 * WIDTH, rows as f64 * HEIGHT + TITLE)
    }

    pub(super) fn draw(&self, canvas: &mut Canvas) {
        canvas.text((14.0, 20.0), &self.title, 16.0, Align::Start, Role::Text);
        let columns = self.columns.clamp(1, self.charts.len().max(1));
        for (index, chart) in self.charts.iter().enumerate() {
            let (column, row) = (index % columns, index / columns);
            chart.draw(canvas, column as f64 * WIDTH, TITLE + row as f64 * HEIGHT, WIDTH, HEIGHT);
        }
    }
}

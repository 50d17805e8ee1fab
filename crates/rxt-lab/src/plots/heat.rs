//! A table whose cells are coloured by their values.

use super::canvas::{Canvas, colour, series_colour, width_of};
use rxt_view::glyph::Align;
use rxt_view::{Role, Theme};

const ROW: f64 = 30.0;
const TOP: f64 = 66.0;
/// How much of a colour there is at the ends of the range, so that numbers stay readable.
const STRONGEST: f64 = 0.8;

/// A table of numbers.
#[derive(Clone, Debug)]
pub struct Heat {
    /// What it shows.
    pub title: String,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The numbers, row by row.
    pub cells: Vec<Vec<Option<f64>>>,
    /// Which values get the strongest colours; what lies in the middle is pale.
    pub range: (f64, f64),
    /// How many decimals are written.
    pub decimals: usize,
}

impl Heat {
    fn names(&self) -> f64 {
        self.rows.iter().map(|name| width_of(name, 12.0)).fold(60.0, f64::max).min(300.0) + 24.0
    }

    fn column(&self) -> f64 {
        self.columns.iter().map(|name| width_of(name, 11.0) + 12.0).fold(70.0, f64::max).min(160.0)
    }

    pub(super) fn size(&self) -> (f64, f64) {
        let width = self.names() + self.columns.len() as f64 * self.column() + 20.0;
        (width.max(width_of(&self.title, 14.0) + 40.0), TOP + self.rows.len() as f64 * ROW + 20.0)
    }

    pub(super) fn draw(&self, canvas: &mut Canvas) {
        canvas.text((14.0, 18.0), &self.title, 14.0, Align::Start, Role::Text);
        let (left, width) = (self.names(), self.column());
        for (index, name) in self.columns.iter().enumerate() {
            canvas.text((left + (index as f64 + 0.5) * width, TOP - 14.0), name, 11.0, Align::Middle, Role::Text);
        }
        let (pale, low, high) = (colour(Role::Tile), series_colour(0), colour(Role::Hot));
        for (row, (name, cells)) in self.rows.iter().zip(&self.cells).enumerate() {
            let y = TOP + row as f64 * ROW;
            canvas.text((left - 12.0, y + ROW / 2.0), name, 12.0, Align::End, Role::Text);
            for (column, cell) in cells.iter().enumerate() {
                let x = left + column as f64 * width;
                let Some(value) = *cell else {
                    canvas.text((x + width / 2.0, y + ROW / 2.0), "-", 11.0, Align::Middle, Role::Muted);
                    continue;
                };
                let share = ((value - self.range.0) / (self.range.1 - self.range.0).max(1e-12)).clamp(0.0, 1.0);
                let from_middle = 2.0 * share - 1.0;
                let fill = pale.mix(if from_middle < 0.0 { low } else { high }, from_middle.abs() * STRONGEST);
                canvas.rect((x + 1.0, y + 1.0), width - 2.0, ROW - 2.0, fill);
                let dark =
                    fill.contrast(Theme::Light.colour(Role::Text)) > fill.contrast(Theme::Light.colour(Role::PortText));
                let role = if dark { Role::Text } else { Role::PortText };
                let decimals = self.decimals;
                canvas.text(
                    (x + width / 2.0, y + ROW / 2.0),
                    &format!("{value:.decimals$}"),
                    12.0,
                    Align::Middle,
                    role,
                );
            }
        }
    }
}

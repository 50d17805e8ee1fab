//! Means with their intervals, one below the other, with room for long names.

use super::axis::{Scale, label, range_of};
use super::canvas::{Canvas, colour, series_colour, width_of};
use rxt_view::Role;
use rxt_view::glyph::Align;

const ROW: f64 = 24.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 46.0;
const PLOT: f64 = 400.0;
const FIGURES: f64 = 140.0;

/// A mean with its interval.
#[derive(Clone, PartialEq, Debug)]
pub struct ForestRow {
    /// What it is of.
    pub label: String,
    /// The mean.
    pub mean: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A list of means.
#[derive(Clone, Debug)]
pub struct Forest {
    /// What it shows.
    pub title: String,
    /// What is measured, with its unit.
    pub label: String,
    /// The means.
    pub rows: Vec<ForestRow>,
    /// Where a dashed line is drawn, such as "both are equal".
    pub reference: Option<f64>,
}

impl Forest {
    fn names(&self) -> f64 {
        let widest = self.rows.iter().map(|row| width_of(&row.label, 12.0)).fold(60.0, f64::max);
        widest.min(360.0) + 24.0
    }

    pub(super) fn size(&self) -> (f64, f64) {
        (self.names() + PLOT + FIGURES, TOP + self.rows.len().max(1) as f64 * ROW + BOTTOM)
    }

    pub(super) fn draw(&self, canvas: &mut Canvas) {
        let left = self.names();
        let bottom = TOP + self.rows.len().max(1) as f64 * ROW;
        canvas.text((14.0, 18.0), &self.title, 14.0, Align::Start, Role::Text);
        let values = self.rows.iter().flat_map(|row| [row.low, row.mean, row.high]).chain(self.reference);
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let room = (high - low).max(1e-9) * 0.08;
        let range =
            if low < high { (low - room, high + room) } else { range_of([low].into_iter()).unwrap_or((0.0, 1.0)) };
        let scale = Scale::new(range, false, left, left + PLOT);
        for tick in scale.ticks(6) {
            canvas.line((scale.place(tick), TOP), (scale.place(tick), bottom), colour(Role::Tile), 1.0);
            canvas.text((scale.place(tick), bottom + 13.0), &label(tick), 11.0, Align::Middle, Role::Muted);
        }
        canvas.text((left + PLOT / 2.0, bottom + 33.0), &self.label, 12.0, Align::Middle, Role::Text);
        if let Some(reference) = self.reference {
            canvas.dashed((scale.place(reference), TOP), (scale.place(reference), bottom), colour(Role::Muted));
        }
        for (index, row) in self.rows.iter().enumerate() {
            let y = TOP + (index as f64 + 0.5) * ROW;
            canvas.text((left - 12.0, y), &row.label, 12.0, Align::End, Role::Text);
            canvas.line((scale.place(row.low), y), (scale.place(row.high), y), series_colour(0), 2.0);
            canvas.mark((scale.place(row.mean), y), 0, 4.0);
            let figures = format!("{} [{}, {}]", short(row.mean), short(row.low), short(row.high));
            canvas.text((left + PLOT + 10.0, y), &figures, 11.0, Align::Start, Role::Muted);
        }
    }
}

fn short(value: f64) -> String {
    match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

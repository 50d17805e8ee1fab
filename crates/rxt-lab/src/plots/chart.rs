//! Lines with bands, points with intervals, and bars.

use super::axis::{Scale, label, range_of};
use super::canvas::{Canvas, colour, series_colour, width_of};
use rxt_view::Role;
use rxt_view::glyph::Align;

pub(super) const WIDTH: f64 = 720.0;
pub(super) const HEIGHT: f64 = 400.0;

/// What an axis shows.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// What it is, with its unit.
    pub label: String,
    /// Whether equal steps are equal factors.
    pub log: bool,
    /// Names in place of numbers: value 0 is the first.
    pub names: Vec<String>,
    /// The range, if not that of the values.
    pub range: Option<(f64, f64)>,
    /// Whether only whole numbers are written.
    pub whole: bool,
}

impl Axis {
    /// An axis with numbers.
    pub fn new(label: &str) -> Self {
        Self { label: label.to_owned(), ..Self::default() }
    }

    /// The same with equal steps for equal factors.
    #[must_use]
    pub fn logarithmic(self) -> Self {
        Self { log: true, ..self }
    }

    /// The same with whole numbers only.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { whole: true, ..self }
    }

    /// The same with names in place of numbers.
    #[must_use]
    pub fn named(self, names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect(), ..self }
    }

    /// The same with a fixed range.
    #[must_use]
    pub fn between(self, low: f64, high: f64) -> Self {
        Self { range: Some((low, high)), ..self }
    }
}

/// A point with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Along the axis.
    pub x: f64,
    /// How high.
    pub y: f64,
    /// Where the true value lies.
    pub interval: Option<(f64, f64)>,
}

impl Point {
    /// A point that is known for sure.
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: None }
    }

    /// The same with an interval.
    #[must_use]
    pub fn between(self, low: f64, high: f64) -> Self {
        Self { interval: Some((low, high)), ..self }
    }
}

/// How a series looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// A line, its interval as a band.
    Line,
    /// Marks, their intervals as strokes.
    Points,
    /// Bars from 0.
    Bars,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// What they are called.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<Point>,
    /// How they look.
    pub look: Look,
    /// Whether they are measured by the axis on the right.
    pub right: bool,
}

impl Series {
    /// A line.
    pub fn line(name: &str, points: Vec<Point>) -> Self {
        Self { name: name.to_owned(), points, look: Look::Line, right: false }
    }

    /// Marks.
    pub fn marks(name: &str, points: Vec<Point>) -> Self {
        Self { name: name.to_owned(), points, look: Look::Points, right: false }
    }

    /// Bars.
    pub fn bars(name: &str, points: Vec<Point>) -> Self {
        Self { name: name.to_owned(), points, look: Look::Bars, right: false }
    }
}

/// A chart.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The axis below.
    pub x: Axis,
    /// The axis on the left.
    pub y: Axis,
    /// An axis on the right, if some series have another unit.
    pub right: Option<Axis>,
    /// What is drawn.
    pub series: Vec<Series>,
    /// Heights at which a dashed line is drawn.
    pub references: Vec<f64>,
}

/// Where the chart's own area is.
struct Frame {
    x: Scale,
    y: Scale,
    right: Option<Scale>,
    left_edge: f64,
    right_edge: f64,
    top: f64,
    bottom: f64,
}

impl Chart {
    pub(super) fn draw(&self, canvas: &mut Canvas, x: f64, y: f64, width: f64, height: f64) {
        canvas.text((x + 14.0, y + 18.0), &self.title, 14.0, Align::Start, Role::Text);
        let legend = self.legend(canvas, x + 14.0, y + 38.0, width - 28.0);
        let turned = self.x.names.iter().any(|name| name.chars().count() > 9);
        let below = if turned { 74.0 } else { 44.0 };
        let (left_edge, right_edge) = (x + 66.0, x + width - if self.right.is_some() { 66.0 } else { 20.0 });
        let (top, bottom) = (y + 34.0 + legend, y + height - below);
        let frame = Frame {
            x: self.x_scale(left_edge, right_edge),
            y: self.y_scale(&self.y, false, bottom, top),
            right: self.right.as_ref().map(|axis| self.y_scale(axis, true, bottom, top)),
            left_edge,
            right_edge,
            top,
            bottom,
        };
        self.draw_axes(canvas, &frame);
        canvas.text(
            (f64::midpoint(left_edge, right_edge), y + height - 12.0),
            &self.x.label,
            12.0,
            Align::Middle,
            Role::Text,
        );
        canvas.upwards((x + 14.0, f64::midpoint(top, bottom)), &self.y.label, 12.0);
        if let Some(axis) = &self.right {
            canvas.upwards((x + width - 12.0, f64::midpoint(top, bottom)), &axis.label, 12.0);
        }
        for (index, series) in self.series.iter().enumerate() {
            self.draw_series(canvas, &frame, series, index);
        }
    }

    /// Draws the names of the series and returns how high that is; a single one needs none.
    fn legend(&self, canvas: &mut Canvas, left: f64, top: f64, width: f64) -> f64 {
        let named: Vec<(usize, &Series)> =
            self.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty()).collect();
        if named.len() < 2 && self.right.is_none() {
            return 0.0;
        }
        let (mut x, mut y) = (left, top);
        for (index, series) in named {
            let room = width_of(&series.name, 11.0) + 30.0;
            if x + room > left + width && x > left {
                (x, y) = (left, y + 17.0);
            }
            canvas.mark((x + 6.0, y), index, 4.0);
            canvas.text((x + 15.0, y), &series.name, 11.0, Align::Start, Role::Text);
            x += room;
        }
        y - top + 20.0
    }

    fn x_scale(&self, from: f64, to: f64) -> Scale {
        if !self.x.names.is_empty() {
            return Scale::new((-0.6, self.x.names.len() as f64 - 0.4), false, from, to);
        }
        let values = self.series.iter().flat_map(|series| series.points.iter().map(|point| point.x));
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        values.for_each(|value| (low, high) = (low.min(value), high.max(value)));
        let range = if low > high { (0.0, 1.0) } else { (low, high) };
        let bars = self.series.iter().any(|series| series.look == Look::Bars);
        let room = if self.x.log { 0.0 } else { (range.1 - range.0) * if bars { 0.06 } else { 0.02 } };
        Scale::new(self.x.range.unwrap_or((range.0 - room, range.1 + room)), self.x.log, from, to)
    }

    fn y_scale(&self, axis: &Axis, right: bool, from: f64, to: f64) -> Scale {
        let series = || self.series.iter().filter(|series| series.right == right);
        let points = series().flat_map(|series| series.points.iter());
        let values =
            points.flat_map(|point| [Some(point.y), point.interval.map(|at| at.0), point.interval.map(|at| at.1)]);
        let zero = (!axis.log && series().any(|series| series.look == Look::Bars)).then_some(0.0);
        let references = self.references.iter().copied().filter(|_| !right);
        let values: Vec<f64> = values.flatten().chain(zero).chain(references).collect();
        let positive = |value: &f64| !axis.log || *value > 0.0;
        let plain = |values: &[f64]| {
            let low = values.iter().copied().fold(f64::INFINITY, f64::min);
            let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            (low <= high).then_some((low, high))
        };
        let kept: Vec<f64> = values.into_iter().filter(positive).collect();
        let found = if axis.log { plain(&kept) } else { range_of(kept.into_iter()) };
        Scale::new(axis.range.or(found).unwrap_or((0.1, 1.0)), axis.log, from, to)
    }

    fn draw_axes(&self, canvas: &mut Canvas, frame: &Frame) {
        let (grid, edge) = (colour(Role::Tile), colour(Role::Frame));
        for tick in frame.y.ticks(6) {
            let at = frame.y.place(tick);
            canvas.line((frame.left_edge, at), (frame.right_edge, at), grid, 1.0);
            canvas.text((frame.left_edge - 7.0, at), &label(tick), 11.0, Align::End, Role::Muted);
        }
        if let Some(right) = &frame.right {
            for tick in right.ticks(6) {
                canvas.text((frame.right_edge + 7.0, right.place(tick)), &label(tick), 11.0, Align::Start, Role::Muted);
            }
        }
        for &height in &self.references {
            canvas.dashed(
                (frame.left_edge, frame.y.place(height)),
                (frame.right_edge, frame.y.place(height)),
                colour(Role::Muted),
            );
        }
        self.draw_x_labels(canvas, frame);
        canvas.line((frame.left_edge, frame.bottom), (frame.right_edge, frame.bottom), edge, 1.2);
        canvas.line((frame.left_edge, frame.top), (frame.left_edge, frame.bottom), edge, 1.2);
    }

    fn draw_x_labels(&self, canvas: &mut Canvas, frame: &Frame) {
        if self.x.names.is_empty() {
            for tick in frame.x.ticks(8).into_iter().filter(|tick| !self.x.whole || tick.fract().abs() < 1e-9) {
                let at = frame.x.place(tick);
                canvas.line((at, frame.bottom), (at, frame.bottom + 4.0), colour(Role::Frame), 1.2);
                canvas.text((at, frame.bottom + 14.0), &label(tick), 11.0, Align::Middle, Role::Muted);
            }
            return;
        }
        // Long names stand in turns on three lines.
        let turned = self.x.names.iter().any(|name| name.chars().count() > 9);
        for (index, name) in self.x.names.iter().enumerate() {
            let line = if turned { index % 3 } else { 0 };
            let at = (frame.x.place(index as f64), frame.bottom + 14.0 + 14.0 * line as f64);
            canvas.text(at, name, 11.0, Align::Middle, Role::Muted);
        }
    }

    fn draw_series(&self, canvas: &mut Canvas, frame: &Frame, series: &Series, index: usize) {
        let y = if series.right { frame.right.as_ref().unwrap_or(&frame.y) } else { &frame.y };
        let at = |point: &Point| (frame.x.place(point.x), y.place(point.y));
        let stroke = series_colour(index);
        match series.look {
            Look::Line => {
                let band: Vec<&Point> = series.points.iter().filter(|point| point.interval.is_some()).collect();
                let edge = |point: &&Point, high: bool| {
                    let (low, top) = point.interval.unwrap_or((point.y, point.y));
                    (frame.x.place(point.x), y.place(if high { top } else { low }))
                };
                if band.len() > 1 {
                    let upper = band.iter().map(|point| edge(point, true));
                    let lower = band.iter().rev().map(|point| edge(point, false));
                    canvas.area(&upper.chain(lower).collect::<Vec<_>>(), stroke);
                }
                canvas.polyline(&series.points.iter().map(at).collect::<Vec<_>>(), stroke);
                if series.points.len() <= 40 {
                    series.points.iter().for_each(|point| canvas.mark(at(point), index, 3.0));
                }
            }
            Look::Points => {
                let many = self.series.iter().filter(|series| series.look == Look::Points).count();
                let shift =
                    if self.x.names.is_empty() { 0.0 } else { (index as f64 - (many as f64 - 1.0) / 2.0) * 9.0 };
                for point in &series.points {
                    let (x, height) = at(point);
                    if let Some((low, high)) = point.interval {
                        canvas.line((x + shift, y.place(low)), (x + shift, y.place(high)), stroke, 1.6);
                    }
                    canvas.mark((x + shift, height), index, if series.points.len() > 200 { 1.8 } else { 3.4 });
                }
            }
            Look::Bars => self.draw_bars(canvas, frame, series, index),
        }
    }

    fn draw_bars(&self, canvas: &mut Canvas, frame: &Frame, series: &Series, index: usize) {
        let bars: Vec<usize> = (0..self.series.len()).filter(|&at| self.series[at].look == Look::Bars).collect();
        let nth = bars.iter().position(|&at| at == index).unwrap_or(0) as f64;
        let slots = self.x.names.len().max(series.points.len()).max(1) as f64;
        let width = ((frame.right_edge - frame.left_edge) / slots * 0.78 / bars.len() as f64).min(46.0);
        for point in &series.points {
            let left = frame.x.place(point.x) + (nth - bars.len() as f64 / 2.0) * width;
            let (top, foot) = (frame.y.place(point.y), if self.y.log { frame.bottom } else { frame.y.place(0.0) });
            canvas.rect((left + 0.5, top.min(foot)), width - 1.0, (foot - top).abs(), series_colour(index));
            if let Some((low, high)) = point.interval {
                let middle = left + width / 2.0;
                canvas.line((middle, frame.y.place(low)), (middle, frame.y.place(high)), colour(Role::Text), 1.4);
            }
        }
    }
}

//! Plots in one theme: lines with bands, points with intervals, bars, heat tables, and many small ones side by side.
//!
//! A plot is data first; [`Plot::svg`] draws it. The same data give the same bytes. Colours are those of the boards, which
//! colour-blind people can tell apart, and lines differ by their marks as well.

mod axis;
mod canvas;
mod chart;
mod forest;
mod heat;
mod panels;

pub use axis::Scale;
pub use canvas::Lettering;
pub use chart::{Axis, Chart, Look, Point, Series};
pub use forest::{Forest, ForestRow};
pub use heat::Heat;
pub use panels::Panels;

use canvas::Canvas;
use rxt_view::{PngError, PngSize, render_png};

/// Something that can be drawn.
#[derive(Clone, Debug)]
pub enum Plot {
    /// Lines, points and bars over one axis.
    Chart(Chart),
    /// Several charts.
    Panels(Panels),
    /// Means with their intervals, one below the other.
    Forest(Forest),
    /// A table whose cells are coloured.
    Heat(Heat),
}

impl Plot {
    /// The plot as SVG, with text that browsers set.
    pub fn svg(&self) -> String {
        self.drawn(Lettering::Text)
    }

    /// The plot as PNG, twice as large as its SVG.
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        Ok(render_png(&self.drawn(Lettering::Strokes), PngSize::Scale(2.0))?.bytes)
    }

    fn drawn(&self, lettering: Lettering) -> String {
        let (width, height) = match self {
            Self::Chart(_) => (chart::WIDTH, chart::HEIGHT),
            Self::Panels(panels) => panels.size(),
            Self::Forest(forest) => forest.size(),
            Self::Heat(heat) => heat.size(),
        };
        let mut canvas = Canvas::new(width, height, lettering);
        match self {
            Self::Chart(chart) => chart.draw(&mut canvas, 0.0, 0.0, chart::WIDTH, chart::HEIGHT),
            Self::Panels(panels) => panels.draw(&mut canvas),
            Self::Forest(forest) => forest.draw(&mut canvas),
            Self::Heat(heat) => heat.draw(&mut canvas),
        }
        canvas.finish()
    }
}

impl From<Chart> for Plot {
    fn from(chart: Chart) -> Self {
        Self::Chart(chart)
    }
}

impl From<Panels> for Plot {
    fn from(panels: Panels) -> Self {
        Self::Panels(panels)
    }
}

impl From<Forest> for Plot {
    fn from(forest: Forest) -> Self {
        Self::Forest(forest)
    }
}

impl From<Heat> for Plot {
    fn from(heat: Heat) -> Self {
        Self::Heat(heat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let points = (1..=8).map(|x| Point::new(f64::from(x), f64::from(x * x)).between(f64::from(x), 70.0)).collect();
        let look = [Look::Line, Look::Points, Look::Bars];
        let series = look.map(|look| Series {
            name: format!("{look:?} & <co>"),
            points: Vec::clone(&points),
            look,
            right: false,
        });
        Chart {
            title: "squares".to_owned(),
            x: Axis::new("number"),
            y: Axis::new("square, us").logarithmic(),
            series: series.to_vec(),
            ..Chart::default()
        }
    }

    fn forest_of_one() -> Forest {
        let row = ForestRow { label: "one".to_owned(), mean: 0.6, low: 0.5, high: 0.7 };
        Forest { title: "means".to_owned(), label: "score".to_owned(), rows: vec![row], reference: Some(0.5) }
    }

    #[test]
    fn every_kind_is_drawn() {
        let panels = Panels { title: "many".to_owned(), charts: vec![chart(), chart(), chart()], columns: 2 };
        let forest = forest_of_one();
        let heat = Heat {
            title: "table".to_owned(),
            rows: vec!["a".to_owned()],
            columns: vec!["b".to_owned(), "c".to_owned()],
            cells: vec![vec![Some(0.25), None]],
            range: (0.0, 1.0),
            decimals: 2,
        };
        for plot in [Plot::from(chart()), panels.into(), forest.into(), heat.into()] {
            let svg = plot.svg();
            assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
            assert_eq!(svg, plot.svg());
        }
        // One is enough, because drawing pixels takes long where it is not optimised.
        let one = Plot::from(Forest { rows: Vec::new(), ..forest_of_one() });
        assert!(one.png().unwrap().starts_with(b"\x89PNG"));
        assert!(Plot::from(chart()).svg().contains("Line &amp; &lt;co&gt;"));
    }

    #[test]
    fn a_plot_without_points_is_empty_and_no_failure() {
        let plot = Plot::from(Chart { title: "nothing".to_owned(), ..Chart::default() });
        assert!(plot.svg().contains("nothing"));
    }
}

//! Shapes and text as SVG, in the colours of the theme.

use rxt_rules::Player;
use rxt_view::glyph::{self, Align};
use rxt_view::{Rgb, Role, Theme};
use std::fmt::Write;

/// How text is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lettering {
    /// As text, for browsers.
    Text,
    /// As strokes, for pictures that need no font.
    Strokes,
}

/// A picture under way.
pub(super) struct Canvas {
    out: String,
    lettering: Lettering,
}

impl Canvas {
    pub(super) fn new(width: f64, height: f64, lettering: Lettering) -> Self {
        let mut canvas = Self { out: String::new(), lettering };
        let (width, height) = (number(width), number(height));
        let _ = writeln!(
            canvas.out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"system-ui, sans-serif\">"
        );
        let page = colour(Role::Page);
        let _ = writeln!(canvas.out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{page}\"/>");
        canvas
    }

    pub(super) fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgb, width: f64) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        let _ = writeln!(
            self.out,
            "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" stroke-width=\"{}\" fill=\"none\"/>",
            number(width)
        );
    }

    pub(super) fn dashed(&mut self, from: (f64, f64), to: (f64, f64), colour: Rgb) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(number);
        let _ = writeln!(
            self.out,
            "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"{colour}\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\" fill=\"none\"/>"
        );
    }

    pub(super) fn polyline(&mut self, points: &[(f64, f64)], colour: Rgb) {
        let _ = writeln!(
            self.out,
            "<path d=\"{}\" stroke=\"{colour}\" stroke-width=\"1.8\" stroke-linejoin=\"round\" fill=\"none\"/>",
            path(points)
        );
    }

    pub(super) fn area(&mut self, points: &[(f64, f64)], colour: Rgb) {
        let _ = writeln!(self.out, "<path d=\"{}Z\" fill=\"{colour}\" fill-opacity=\"0.16\"/>", path(points));
    }

    pub(super) fn rect(&mut self, (x, y): (f64, f64), width: f64, height: f64, colour: Rgb) {
        let [x, y, width, height] = [x, y, width.max(0.0), height.max(0.0)].map(number);
        let _ =
            writeln!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>");
    }

    /// The mark of a series: a disc, a square, a triangle or a diamond, in turns.
    pub(super) fn mark(&mut self, (x, y): (f64, f64), index: usize, size: f64) {
        let colour = series_colour(index);
        let corners: &[(f64, f64)] = match index % 4 {
            0 => {
                let [x, y, size] = [x, y, size].map(number);
                let _ = writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{size}\" fill=\"{colour}\"/>");
                return;
            }
            1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            2 => &[(0.0, -1.2), (1.1, 0.9), (-1.1, 0.9)],
            _ => &[(0.0, -1.3), (1.1, 0.0), (0.0, 1.3), (-1.1, 0.0)],
        };
        let corners: Vec<(f64, f64)> = corners.iter().map(|(dx, dy)| (x + dx * size, y + dy * size)).collect();
        let _ = writeln!(self.out, "<path d=\"{}Z\" fill=\"{colour}\"/>", path(&corners));
    }

    /// Text whose middle line is at `y`.
    pub(super) fn text(&mut self, (x, y): (f64, f64), text: &str, size: f64, align: Align, role: Role) {
        self.letters((x, y), text, size, align, role, None);
    }

    /// Text that reads upwards, its middle at the point.
    pub(super) fn upwards(&mut self, (x, y): (f64, f64), text: &str, size: f64) {
        let turn = format!(" transform=\"rotate(-90 {} {})\"", number(x), number(y));
        self.letters((x, y), text, size, Align::Middle, Role::Text, Some(&turn));
    }

    fn letters(&mut self, (x, y): (f64, f64), text: &str, size: f64, align: Align, role: Role, turn: Option<&str>) {
        let (colour, turn) = (colour(role), turn.unwrap_or_default());
        match self.lettering {
            Lettering::Strokes => {
                let height = size * 0.68;
                let strokes = glyph::text_path(text, x, y, height, align);
                let pen = number(glyph::pen(height));
                let _ = writeln!(
                    self.out,
                    "<path d=\"{strokes}\" stroke=\"{colour}\" stroke-width=\"{pen}\" stroke-linecap=\"round\" fill=\"none\"{turn}/>"
                );
            }
            Lettering::Text => {
                let anchor = match align {
                    Align::Start => "start",
                    Align::Middle => "middle",
                    Align::End => "end",
                };
                let [x, y, size] = [x, y + size * 0.35, size].map(number);
                let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                let _ = writeln!(
                    self.out,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{colour}\"{turn}>{text}</text>"
                );
            }
        }
    }
}

/// How wide text will be, roughly, whichever way it is drawn.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * 0.56
}

pub(super) fn colour(role: Role) -> Rgb {
    Theme::Light.colour(role)
}

/// The colour of a series: those of the players, without the two that are faint on paper.
pub(super) fn series_colour(index: usize) -> Rgb {
    const ORDER: [u8; 6] = [1, 2, 3, 7, 4, 8];
    const MORE: [u8; 3] = [9, 10, 11];
    let index = index % (ORDER.len() + MORE.len());
    match ORDER.get(index).and_then(|&number| Player::new(number)) {
        Some(player) => colour(Role::Stone(player)),
        None => colour(Role::Port(MORE[(index - ORDER.len()) % MORE.len()])),
    }
}

fn path(points: &[(f64, f64)]) -> String {
    let mut text = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let _ = write!(text, "{}{} {}", if index == 0 { 'M' } else { 'L' }, number(*x), number(*y));
    }
    text
}

/// A coordinate with at most one decimal.
pub(super) fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    let text = format!("{rounded:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

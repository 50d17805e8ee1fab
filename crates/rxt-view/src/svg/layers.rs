//! What lies on the tiles, as a table of layers: the same table draws a picture here and a replay in the browser.
//!
//! A layer is one path: for every tile that holds one of its cells, its shape at that tile. So a picture has a handful of
//! elements, however large the board is.

use super::layout::CELL;
use super::paint::{Paint, circle_from_left};
use crate::glyph::{number, pen, strokes};
use crate::theme::Role;
use rxt_rules::Player;

/// The side of a tile's visible square; the rest is the grid line.
const FACE: f64 = 36.0;
/// The radius of a stone.
pub(crate) const STONE: f64 = 15.5;
/// The height of the digit on a stone.
const DIGIT: f64 = 15.5;

/// One path of the picture.
pub(crate) struct Layer {
    /// Its name in the document.
    pub(crate) name: String,
    /// The cells that it draws, as characters of map files, and `_` for a crater.
    pub(crate) cells: String,
    /// What it draws: where each part starts within the tile, and the relative path from there.
    pub(crate) parts: Vec<Part>,
    /// How it looks.
    pub(crate) attributes: String,
}

/// A start within the tile, and a relative path.
pub(crate) type Part = ((f64, f64), String);

impl Layer {
    /// The shape of the layer at a tile whose left upper corner is given.
    pub(crate) fn at(&self, (left, top): (f64, f64), path: &mut String) {
        for ((x, y), rest) in &self.parts {
            path.push('M');
            path.push_str(&number(left + x));
            path.push(' ');
            path.push_str(&number(top + y));
            path.push_str(rest);
        }
    }
}

/// What lies under marks and transitions: the faces of the tiles.
pub(crate) fn tiles(paint: Paint) -> Vec<Layer> {
    let face = |name: &str, cells: &str, role: Role| {
        let colour = paint.of(role);
        layer(
            name,
            cells,
            vec![square(FACE - 4.0)],
            format!("fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"4\""),
        )
    };
    let pit = format!("fill=\"{}\" fill-opacity=\"0.65\"", paint.of(Role::Page));
    vec![
        layer("pits", "_", vec![square(FACE)], pit),
        face("tiles", "012345678x", Role::Tile),
        face("choices", "c", Role::Choice),
        face("inversions", "i", Role::Inversion),
        face("bonuses", "b", Role::Bonus),
    ]
}

/// What lies above: stones with their digits, and icons.
pub(crate) fn pieces(paint: Paint) -> Vec<Layer> {
    let fill = |role: Role| format!("fill=\"{}\"", paint.of(role));
    let line = |role: Role, width: f64| {
        format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"", paint.of(role), number(width))
    };
    let shadow = format!("{} fill-opacity=\"0.22\"", fill(Role::Shadow));
    let crater = format!("{} stroke-opacity=\"0.5\"", line(Role::Muted, 2.2));
    let rim = format!("{} stroke-opacity=\"0.35\"", line(Role::Shadow, 1.2));
    let mut layers = vec![
        layer("craters", "_", crater_parts(), crater),
        layer("shadows", "12345678x", vec![disc(STONE, 1.8)], shadow),
        layer("expansions", "x", vec![disc(STONE, 0.0)], fill(Role::Expansion)),
        layer("crosses", "x", cross_parts(), line(Role::Cross, 3.4)),
        layer("swaps", "c", swap_parts(), line(Role::Icon, 2.6)),
        layer("turns", "i", turn_parts(), line(Role::Icon, 2.6)),
        layer("stars", "b", star_parts(), fill(Role::Icon)),
    ];
    for player in Player::all(8) {
        let cells = player.to_string();
        layers.push(layer(&format!("stones-{player}"), &cells, vec![disc(STONE, 0.0)], fill(Role::Stone(player))));
        let look = line(Role::Digit(player), pen(DIGIT) * 1.15);
        layers.push(layer(&format!("digits-{player}"), &cells, digit_parts(player), look));
    }
    layers.push(layer("rims", "12345678x", vec![disc(STONE - 0.6, 0.0)], rim));
    layers
}

fn layer(name: &str, cells: &str, parts: Vec<Part>, attributes: String) -> Layer {
    Layer { name: name.to_owned(), cells: cells.to_owned(), parts, attributes }
}

fn square(side: f64) -> Part {
    let side_text = number(side);
    (((CELL - side) / 2.0, (CELL - side) / 2.0), format!("h{side_text}v{side_text}h-{side_text}z"))
}

fn disc(radius: f64, down: f64) -> Part {
    ((CELL / 2.0 - radius, CELL / 2.0 + down), circle_from_left(radius))
}

/// Rays around nothing: what a bomb leaves.
fn crater_parts() -> Vec<Part> {
    let ray = |index: i32| {
        let (sin, cos) = (f64::from(index) * std::f64::consts::FRAC_PI_4).sin_cos();
        let (inner, length) = if index % 2 == 0 { (6.5, 5.0) } else { (6.0, 3.0) };
        let start = (CELL / 2.0 + inner * sin, CELL / 2.0 - inner * cos);
        (start, format!("l{} {}", number(length * sin), number(-length * cos)))
    };
    (0..8).map(ray).collect()
}

fn cross_parts() -> Vec<Part> {
    vec![((14.5, 14.5), "l11 11".to_owned()), ((25.5, 14.5), "l-11 11".to_owned())]
}

/// Two arrows in opposite directions: choice exchanges the stones of two players.
fn swap_parts() -> Vec<Part> {
    vec![
        ((11.0, 16.0), "h17".to_owned()),
        ((23.6, 11.0), "l5 5l-5 5".to_owned()),
        ((29.0, 24.5), "h-17".to_owned()),
        ((16.4, 19.5), "l-5 5l5 5".to_owned()),
    ]
}

/// An arrow in a circle: inversion hands every stone on.
fn turn_parts() -> Vec<Part> {
    vec![((27.5, 15.2), "a9 9 0 1 0 1.5 4.8".to_owned()), ((28.4, 9.4), "l-0.6 6.2l-6.2 -0.6".to_owned())]
}

/// A star: bonus gives a bomb or an override stone.
fn star_parts() -> Vec<Part> {
    let corner = |index: i32| {
        let radius = if index % 2 == 0 { 11.0 } else { 4.8 };
        let angle = f64::from(index) * std::f64::consts::PI / 5.0;
        (radius * angle.sin(), -radius * angle.cos())
    };
    let steps = (1..10).map(|index| {
        let ((x0, y0), (x1, y1)) = (corner(index - 1), corner(index));
        format!("l{} {}", number(x1 - x0), number(y1 - y0))
    });
    let (x, y) = corner(0);
    vec![((CELL / 2.0 + x, CELL / 2.0 + 0.8 + y), steps.collect::<String>() + "z")]
}

fn digit_parts(player: Player) -> Vec<Part> {
    let digit = char::from(b'0' + player.number());
    let scale = DIGIT / 12.0;
    let width = crate::glyph::text_width(&player.to_string(), DIGIT);
    let (left, top) = ((CELL - width) / 2.0, (CELL - DIGIT) / 2.0);
    strokes(digit, scale).into_iter().map(|((x, y), rest)| ((left + x, top + y), rest)).collect()
}

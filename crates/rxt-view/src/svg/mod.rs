//! A board as SVG: self-contained, without fonts, the same text for the same position.

mod board;
pub(crate) mod layers;
pub(crate) mod layout;
mod legend;
mod marks;
pub(crate) mod paint;
mod transitions;

use crate::glyph::number;
use crate::marks::{Marks, Square, places};
use crate::theme::{Role, Theme};
use layers::Layer;
use layout::Layout;
use paint::{Paint, Svg, escape};
use rxt_rules::Position;
pub use transitions::TransitionStyle;

/// How a board is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// Colours.
    pub theme: Theme,
    /// How transitions are drawn.
    pub transitions: TransitionStyle,
    /// A line above the board; letters without a glyph of ours become boxes.
    pub title: Option<String>,
    /// Whether stones, override stones and bombs of the players are listed below the board.
    pub legend: bool,
    /// The width of the picture in pixels; without it, 40 per tile. The height follows.
    pub width: Option<u32>,
}

impl Default for SvgOptions {
    fn default() -> Self {
        Self { theme: Theme::Light, transitions: TransitionStyle::Auto, title: None, legend: true, width: None }
    }
}

/// Draws a position.
pub fn board_svg(position: &Position, marks: &Marks, options: &SvgOptions) -> String {
    let style = options.transitions.resolve(position);
    let mut layout = Layout::new(position, style, options.title.is_some(), options.legend);
    let heat = marks.overlay.as_ref().filter(|overlay| overlay.range().is_some());
    if heat.is_some() {
        layout = layout.with_scale();
    }
    let mut svg = Svg::new(Paint::Theme(options.theme));
    open(&mut svg, position, &layout, options);
    // Larger than the picture, so that rounding leaves no seam at its edge.
    let (beyond_right, beyond_bottom) = (number(layout.width + 9.0), number(layout.height + 9.0));
    svg.fill(&format!("M-9 -9H{beyond_right}V{beyond_bottom}H-9z"), Role::Page, "");
    if let Some(title) = &options.title {
        legend::title(&mut svg, &layout, title);
    }
    draw_board(&mut svg, position, &layout, style, marks);
    if let Some(heat) = heat {
        marks::scale(&mut svg, &layout, heat);
    }
    if options.legend {
        legend::draw(&mut svg, position, &layout);
    }
    svg.raw("</g>\n</svg>\n");
    svg.finish()
}

/// Everything of the board: ground, tiles, marks, transitions, stones, coordinates.
pub(crate) fn draw_board(svg: &mut Svg, position: &Position, layout: &Layout, style: TransitionStyle, marks: &Marks) {
    board::ground(svg, position, layout);
    draw_layers(svg, position, layout, &layers::tiles(svg.paint));
    marks::under(svg, layout, marks);
    transitions::draw(svg, position, layout, style);
    draw_layers(svg, position, layout, &layers::pieces(svg.paint));
    marks::above(svg, position, layout, marks);
    board::coordinates(svg, layout);
}

/// The board for a page with a style sheet, with empty marks `changed` and `last` that the page moves.
pub(crate) fn page_board(position: &Position, layout: &Layout, style: TransitionStyle) -> String {
    let mut svg = Svg::new(Paint::Variables);
    let [width, height] = [layout.width, layout.height].map(number);
    svg.raw(&format!("<svg id=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"board\">\n"));
    svg.raw("<g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
    draw_board(&mut svg, position, layout, style, &Marks::default());
    svg.raw("</g>\n</svg>\n");
    svg.finish()
}

fn draw_layers(svg: &mut Svg, position: &Position, layout: &Layout, layers: &[Layer]) {
    let mut paths = vec![String::new(); layers.len()];
    for place in places(position) {
        let symbol = match Square::at(position, place) {
            Square::Hole => continue,
            Square::Crater => '_',
            Square::Tile(cell) => cell.to_char(),
        };
        let corner = layout.corner(i32::from(place.0), i32::from(place.1));
        for (layer, path) in layers.iter().zip(&mut paths).filter(|(layer, _)| layer.cells.contains(symbol)) {
            layer.at(corner, path);
        }
    }
    for (layer, path) in layers.iter().zip(paths) {
        // A page fills and empties its layers, so there they exist even without a shape.
        let path = if path.is_empty() && svg.paint == Paint::Variables { "M0 0" } else { &path };
        svg.element(path, &format!("id=\"{}\" {}", layer.name, layer.attributes));
    }
}

fn open(svg: &mut Svg, position: &Position, layout: &Layout, options: &SvgOptions) {
    let width = options.width.map_or(layout.width, |width| f64::from(width.max(1)));
    let height = width * layout.height / layout.width;
    let [width, height, view_width, view_height] = [width, height, layout.width, layout.height].map(number);
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {view_width} {view_height}\" role=\"img\">\n"
    ));
    let title = options.title.as_deref().unwrap_or("ReversiXT board");
    svg.raw(&format!("<title>{}</title>\n<desc>{}</desc>\n", escape(title), legend::description(position)));
    svg.raw("<g stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");
}

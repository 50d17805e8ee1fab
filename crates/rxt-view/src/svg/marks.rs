//! Legal tiles, the last move and the heat map.

use super::layers::STONE;
use super::layout::{CELL, Layout};
use super::paint::{Paint, Svg, circle};
use crate::glyph::{Align, number};
use crate::marks::{Marks, Overlay, Place};
use crate::theme::Role;
use rxt_rules::Position;
use std::collections::BTreeMap;

/// What is marked under the stones: changed tiles, heat, the tile of the last move. A page gets empty marks to move.
pub(crate) fn under(svg: &mut Svg, layout: &Layout, marks: &Marks) {
    if svg.paint == Paint::Variables {
        svg.fill("M0 0", Role::Changed, "id=\"changed\"");
        svg.stroke("M0 0", Role::Last, 3.0, "id=\"last\"");
        return;
    }
    let changed: String = marks.changed.iter().map(|&place| square(layout, place, 36.0)).collect();
    svg.fill(&changed, Role::Changed, "");
    heat(svg, layout, marks);
    if let Some(place) = marks.last {
        svg.stroke(&square(layout, place, 35.0), Role::Last, 3.0, "");
    }
}

/// What is marked above the stones: where the player to move may set one.
pub(crate) fn above(svg: &mut Svg, position: &Position, layout: &Layout, marks: &Marks) {
    let Some(player) = position.to_move() else { return };
    let (free, occupied): (Vec<Place>, Vec<Place>) =
        marks.legal.iter().partition(|&&(x, y)| position.cell_at(x, y).is_free());
    let ring = |places: &[Place], radius: f64| -> String {
        let circles = places.iter().map(|&place| layout.middle(place)).map(|(x, y)| circle(x, y, radius));
        circles.collect()
    };
    let dots = ring(&free, 6.0);
    svg.fill(&dots, Role::Stone(player), "");
    svg.stroke(&dots, Role::Text, 1.4, "stroke-opacity=\"0.55\"");
    let rings = ring(&occupied, STONE + 1.6);
    svg.stroke(&rings, Role::Text, 3.6, "stroke-opacity=\"0.6\"");
    svg.stroke(&rings, Role::Stone(player), 2.2, "stroke-dasharray=\"5.4 3.6\"");
}

/// The last of the sixteen steps of a heat map.
const STEPS: f64 = 15.0;

/// Tiles coloured by value, in sixteen steps.
fn heat(svg: &mut Svg, layout: &Layout, marks: &Marks) {
    let Some(overlay) = &marks.overlay else { return };
    let mut steps: BTreeMap<u8, String> = BTreeMap::new();
    for (place, share) in overlay.shares() {
        let step = (share * STEPS).round() as u8;
        steps.entry(step).or_default().push_str(&square(layout, place, 36.0));
    }
    for (step, path) in steps {
        paint_step(svg, &path, step);
    }
}

fn paint_step(svg: &mut Svg, path: &str, step: u8) {
    let Paint::Theme(theme) = svg.paint else { return };
    let colour = theme.colour(Role::Cold).mix(theme.colour(Role::Hot), f64::from(step) / STEPS);
    svg.element(path, &format!("fill=\"{colour}\""));
}

/// The scale of a heat map: its steps, with the smallest and the largest value at the ends.
pub(crate) fn scale(svg: &mut Svg, layout: &Layout, overlay: &Overlay) {
    const WIDTH: f64 = 11.0;
    const HEIGHT: f64 = 12.0;
    let Some((low, high)) = overlay.range() else { return };
    let unit = layout.unit;
    let (middle, y) = layout.scale_middle();
    let (width, height) = (WIDTH * unit, HEIGHT * unit);
    let whole = (STEPS + 1.0) * width;
    let left = middle - whole / 2.0;
    for step in 0..=STEPS as u8 {
        let (x, top) = (number(left + f64::from(step) * width), number(y - height / 2.0));
        // A little wider, so that no seam shows between two steps.
        let (wide, high) = (number(width * 1.04), number(height));
        paint_step(svg, &format!("M{x} {top}h{wide}v{high}h-{wide}z"), step);
    }
    let gap = 7.0 * unit;
    let text = 10.0 * unit;
    svg.write(&overlay.text(low), (left - gap, y), text, Align::End, Role::Text);
    svg.write(&overlay.text(high), (left + whole + gap, y), text, Align::Start, Role::Text);
}

fn square(layout: &Layout, place: Place, side: f64) -> String {
    let (x, y) = layout.middle(place);
    let half = (side.min(CELL)) / 2.0;
    let side = number(side);
    format!("M{} {}h{side}v{side}h-{side}z", number(x - half), number(y - half))
}

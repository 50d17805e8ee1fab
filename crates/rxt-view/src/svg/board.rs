//! The board without what lies on it: its outline, and the coordinates around it.

use super::layout::{CELL, Layout};
use super::paint::Svg;
use crate::glyph::{Align, number};
use crate::marks::{Place, Square};
use crate::theme::Role;
use rxt_rules::Position;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The ground under the tiles, with a soft edge.
pub(crate) fn ground(svg: &mut Svg, position: &Position, layout: &Layout) {
    let outline = outline(position, layout);
    for (width, opacity) in [(18.0, "0.05"), (13.0, "0.06"), (9.0, "0.08")] {
        svg.stroke(
            &outline,
            Role::Shadow,
            width,
            &format!("stroke-opacity=\"{opacity}\" transform=\"translate(0 2)\""),
        );
    }
    let frame = svg.paint.of(Role::Frame);
    svg.element(&outline, &format!("fill=\"{frame}\" stroke=\"{frame}\" stroke-width=\"5\""));
}

/// Column numbers above and below, row numbers left and right.
pub(crate) fn coordinates(svg: &mut Svg, layout: &Layout) {
    let height = layout.label_height();
    let distance = layout.gutter + height * 0.95;
    let bottom = layout.top + f64::from(layout.rows) * CELL;
    let right = layout.left + f64::from(layout.columns) * CELL;
    let mut dots = String::new();
    let mut dot = |x: f64, y: f64| {
        write!(dots, "M{} {}h0", number(x), number(y)).expect("a string takes everything");
    };
    for column in 0..layout.columns {
        let (x, _) = layout.middle((column, 0));
        if layout.is_labelled(column) {
            svg.write(&column.to_string(), (x, layout.top - distance), height, Align::Middle, Role::Muted);
            svg.write(&column.to_string(), (x, bottom + distance), height, Align::Middle, Role::Muted);
        } else {
            dot(x, layout.top - distance);
            dot(x, bottom + distance);
        }
    }
    let gap = layout.gutter + height * 0.45;
    for row in 0..layout.rows {
        let (_, y) = layout.middle((0, row));
        if layout.is_labelled(row) {
            svg.write(&row.to_string(), (layout.left - gap, y), height, Align::End, Role::Muted);
            svg.write(&row.to_string(), (right + gap, y), height, Align::Start, Role::Muted);
        } else {
            dot(layout.left - gap - height * 0.3, y);
            dot(right + gap + height * 0.3, y);
        }
    }
    svg.stroke(&dots, Role::Muted, height * 0.2, "stroke-opacity=\"0.6\"");
}

/// The outline of all tiles, craters included: closed loops around them and around the holes inside.
fn outline(position: &Position, layout: &Layout) -> String {
    let mut edges = boundary(position);
    let mut path = String::new();
    while let Some((&start, _)) = edges.first_key_value() {
        let mut corner = start;
        let mut heading = None;
        write_corner(&mut path, 'M', layout, corner);
        while let Some(next) = take_edge(&mut edges, corner, heading) {
            let direction = (next.0 - corner.0, next.1 - corner.1);
            if heading.is_some_and(|heading| heading != direction) {
                write_corner(&mut path, 'L', layout, corner);
            }
            heading = Some(direction);
            corner = next;
        }
        path.push('z');
    }
    path
}

type Corner = (i32, i32);

/// The edges between tiles and holes by their first corner, clockwise around the tiles.
fn boundary(position: &Position) -> BTreeMap<Corner, Vec<Corner>> {
    let is_tile = |x: i32, y: i32| match (u16::try_from(x), u16::try_from(y)) {
        (Ok(x), Ok(y)) => Square::at(position, (x, y)) != Square::Hole,
        _ => false,
    };
    let mut edges: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for place in position.map().tiles().map(|tile| position.map().place(tile)) {
        for (from, to) in sides(place).into_iter().filter(|&(from, to)| !is_tile_behind(from, to, is_tile)) {
            edges.entry(from).or_default().push(to);
        }
    }
    edges
}

/// The four sides of a tile, clockwise.
fn sides((x, y): Place) -> [(Corner, Corner); 4] {
    let (x, y) = (i32::from(x), i32::from(y));
    [((x, y), (x + 1, y)), ((x + 1, y), (x + 1, y + 1)), ((x + 1, y + 1), (x, y + 1)), ((x, y + 1), (x, y))]
}

/// Whether there is a tile left of the edge, where a clockwise side has its neighbour.
fn is_tile_behind(from: Corner, to: Corner, is_tile: impl Fn(i32, i32) -> bool) -> bool {
    match (to.0 - from.0, to.1 - from.1) {
        (1, _) => is_tile(from.0, from.1 - 1),
        (-1, _) => is_tile(to.0, to.1),
        (_, 1) => is_tile(from.0, from.1),
        _ => is_tile(to.0 - 1, to.1),
    }
}

/// Takes an edge that starts at a corner. Where two tiles touch at a corner, the way turns right and stays at its tile.
fn take_edge(edges: &mut BTreeMap<Corner, Vec<Corner>>, corner: Corner, heading: Option<Corner>) -> Option<Corner> {
    let ends = edges.get_mut(&corner)?;
    let right = heading.map(|(dx, dy)| (corner.0 - dy, corner.1 + dx));
    let index = ends.iter().position(|&end| Some(end) == right).unwrap_or(0);
    let end = ends.swap_remove(index);
    if ends.is_empty() {
        edges.remove(&corner);
    }
    Some(end)
}

fn write_corner(path: &mut String, command: char, layout: &Layout, (x, y): Corner) {
    let (x, y) = layout.corner(x, y);
    write!(path, "{command}{} {}", number(x), number(y)).expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::super::transitions::TransitionStyle;
    use super::*;
    use rxt_rules::Map;
    use std::sync::Arc;

    fn loops(text: &str) -> usize {
        let position = Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0));
        outline(&position, &Layout::new(&position, TransitionStyle::None, false, false)).matches('z').count()
    }

    #[test]
    fn a_ring_has_an_outer_and_an_inner_edge() {
        assert_eq!(loops("2 0 0 0 3 3  0 0 0  0 - 0  0 0 0"), 2);
    }

    #[test]
    fn tiles_that_touch_at_a_corner_have_edges_of_their_own() {
        assert_eq!(loops("2 0 0 0 2 2  0 -  - 0"), 2);
        assert_eq!(loops("2 0 0 0 2 2  - 0  0 -"), 2);
    }

    #[test]
    fn a_board_of_holes_has_no_edge() {
        assert_eq!(loops("2 0 0 0 2 2  - -  - -"), 0);
    }
}

//! Transitions: arcs where few and short, else ports, of which a pair shares a colour and a number.

use super::layout::{CELL, Layout};
use super::paint::{Paint, Svg};
use crate::glyph::{Align, number, pen, text_path, text_width};
use crate::theme::Role;
use rxt_rules::map::{End, Transition};
use rxt_rules::{Cell, Position};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How transitions are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TransitionStyle {
    /// Arcs if there are few and all are short, else ports.
    #[default]
    Auto,
    /// A line from end to end.
    Arcs,
    /// A numbered tab at each end, pointing out of its tile; the number is the transition's place in the map file.
    Ports,
    /// Not at all.
    None,
}

impl TransitionStyle {
    /// More than this many arcs are a tangle.
    const FEW: usize = 24;
    /// Arcs longer than this many tiles cross the board.
    const SHORT: f64 = 5.5;

    /// The style for this position: never `Auto`, and `None` if there is nothing to draw.
    pub(crate) fn resolve(self, position: &Position) -> Self {
        let transitions = &position.map().file().transitions;
        match self {
            _ if transitions.is_empty() => Self::None,
            Self::Auto
                if transitions.len() <= Self::FEW && transitions.iter().all(|pair| length(*pair) <= Self::SHORT) =>
            {
                Self::Arcs
            }
            Self::Auto => Self::Ports,
            other => other,
        }
    }
}

/// Draws the transitions whose ends both exist.
pub(crate) fn draw(svg: &mut Svg, position: &Position, layout: &Layout, style: TransitionStyle) {
    let transitions = &position.map().file().transitions;
    let colours = colours(transitions);
    let pairs = transitions.iter().zip(colours).enumerate().map(|(index, (&pair, colour))| (index + 1, pair, colour));
    let alive =
        pairs.filter(|&(_, Transition(a, b), _)| [a, b].iter().all(|end| position.cell_at(end.x, end.y) != Cell::HOLE));
    let draw = |svg: &mut Svg, pairs: &mut dyn Iterator<Item = Pair>| match style {
        TransitionStyle::Arcs => arcs(svg, layout, pairs),
        TransitionStyle::Ports => ports(svg, layout, pairs),
        TransitionStyle::Auto | TransitionStyle::None => {}
    };
    if svg.paint != Paint::Variables {
        return draw(svg, &mut { alive });
    }
    // A page hides each pair on its own once a bomb destroys one of its tiles.
    for pair in alive {
        let Transition(a, b) = pair.1;
        let [one, two] = [a, b].map(|end| u32::from(end.y) * u32::from(layout.columns) + u32::from(end.x));
        svg.raw(&format!("<g class=\"pair\" data-ends=\"{one} {two}\">\n"));
        draw(svg, &mut std::iter::once(pair));
        svg.raw("</g>\n");
    }
}

/// The number of a transition, its ends, and its colour.
type Pair = (usize, Transition, u8);

fn arcs(svg: &mut Svg, layout: &Layout, pairs: impl Iterator<Item = Pair>) {
    for (_, Transition(a, b), colour) in pairs {
        let (from, to) = (leave(layout, a, 1.5), leave(layout, b, 1.5));
        let gap = (from.0 - to.0).hypot(from.1 - to.1);
        let reach = (gap * 0.4).clamp(4.0, 46.0);
        let (out, back) = (leave(layout, a, reach), leave(layout, b, reach));
        let [x0, y0, x1, y1, x2, y2, x3, y3] = [from.0, from.1, out.0, out.1, back.0, back.1, to.0, to.1].map(number);
        let path = format!("M{x0} {y0}C{x1} {y1} {x2} {y2} {x3} {y3}");
        svg.stroke(&path, Role::Page, 5.0, "stroke-opacity=\"0.85\"");
        svg.stroke(&path, Role::Port(colour), 2.6, "");
        for end in [a, b] {
            svg.fill(&tab(leave(layout, end, 2.0), end, 0.62), Role::Port(colour), "");
        }
    }
}

fn ports(svg: &mut Svg, layout: &Layout, pairs: impl Iterator<Item = Pair>) {
    const SIDE: f64 = 12.4;
    let mut tabs: BTreeMap<u8, String> = BTreeMap::new();
    let mut labels: BTreeMap<u64, (f64, String)> = BTreeMap::new();
    for (index, Transition(a, b), colour) in pairs {
        let label = index.to_string();
        for end in [a, b] {
            let middle = leave(layout, end, SIDE / 2.0 + 1.4);
            // A diagonal tab stands on its corner and would touch its neighbours.
            let scale = if end.direction.number() % 2 == 1 { 0.84 } else { 1.0 };
            let height = (8.6 / text_width(&label, 1.0)).min(7.2) * scale;
            tabs.entry(colour).or_default().push_str(&tab(middle, end, scale));
            let entry = labels.entry((height * 100.0) as u64).or_insert((height, String::new()));
            entry.1.push_str(&text_path(&label, middle.0, middle.1, height, Align::Middle));
        }
    }
    for (colour, path) in tabs {
        svg.fill(&path, Role::Port(colour), "");
    }
    for (height, path) in labels.into_values() {
        svg.stroke(&path, Role::PortText, pen(height), "");
    }
}

/// The point this far behind the edge of the tile in the direction of the end.
fn leave(layout: &Layout, end: End, distance: f64) -> (f64, f64) {
    let (x, y) = layout.middle((end.x, end.y));
    let (dx, dy) = end.direction.offset();
    let reach = CELL / 2.0 + distance;
    (x + f64::from(dx) * reach, y + f64::from(dy) * reach)
}

/// A tab that points out of the tile.
fn tab((x, y): (f64, f64), end: End, scale: f64) -> String {
    const SHAPE: [(f64, f64); 5] = [(-5.8, 5.8), (-5.8, -2.6), (0.0, -7.2), (5.8, -2.6), (5.8, 5.8)];
    let angle = f64::from(end.direction.number()) * std::f64::consts::FRAC_PI_4;
    let (sin, cos) = angle.sin_cos();
    let mut path = String::new();
    for (index, (px, py)) in SHAPE.into_iter().enumerate() {
        let (px, py) = ((px * cos - py * sin) * scale, (px * sin + py * cos) * scale);
        let command = if index == 0 { 'M' } else { 'L' };
        write!(path, "{command}{} {}", number(x + px), number(y + py)).expect("a string takes everything");
    }
    path.push('z');
    path
}

/// The distance of the tiles of a pair, in tiles.
fn length(Transition(a, b): Transition) -> f64 {
    let (dx, dy) = (f64::from(a.x) - f64::from(b.x), f64::from(a.y) - f64::from(b.y));
    dx.hypot(dy)
}

/// A colour for each pair. Few pairs have colours of their own; of many, those that belong together share one, so that a
/// torus or the faces of a cube are seen as such.
fn colours(transitions: &[Transition]) -> Vec<u8> {
    const MANY: usize = 2 * Role::PORTS as usize;
    let (shift, shifts) = families(transitions, by_shift);
    let (side, sides) = families(transitions, by_side);
    let (shared, count) = if shifts <= sides { (shift, shifts) } else { (side, sides) };
    let share = transitions.len() > MANY && count * 4 <= transitions.len();
    let index = |nth: usize| if share { shared[nth] } else { nth };
    (0..transitions.len()).map(|nth| (index(nth) % usize::from(Role::PORTS)) as u8).collect()
}

type Family = (u8, u8, i32, i32);

/// The number of each pair's family in order of appearance, and how many families there are.
fn families(transitions: &[Transition], family: impl Fn(End, End) -> Family) -> (Vec<usize>, usize) {
    let mut known = BTreeMap::new();
    let number = |&Transition(a, b): &Transition| {
        let (a, b) = if a.direction <= b.direction { (a, b) } else { (b, a) };
        let new = known.len();
        *known.entry(family(a, b)).or_insert(new)
    };
    let numbers: Vec<usize> = transitions.iter().map(number).collect();
    (numbers, known.len())
}

/// Pairs that lead equally far the same way.
fn by_shift(a: End, b: End) -> Family {
    let (dx, dy) = (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
    (a.direction.number(), b.direction.number(), dx, dy)
}

/// Pairs that join the same two straight sides; diagonal ones are told apart by their directions only.
fn by_side(a: End, b: End) -> Family {
    let line = |end: End| match end.direction.offset() {
        (0, _) => i32::from(end.y),
        (_, 0) => i32::from(end.x),
        _ => 0,
    };
    (a.direction.number(), b.direction.number(), line(a), line(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Map;
    use std::sync::Arc;

    fn resolved(text: &str) -> TransitionStyle {
        let position = Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0));
        TransitionStyle::Auto.resolve(&position)
    }

    #[test]
    fn few_and_short_transitions_are_arcs() {
        assert_eq!(resolved("2 0 0 0 1 3  1 0 2  0 0 0 <-> 2 0 0"), TransitionStyle::Arcs);
    }

    #[test]
    fn a_transition_across_the_board_is_a_pair_of_ports() {
        let wide = format!("2 0 0 0 1 12 {}  0 0 6 <-> 11 0 2", "0 ".repeat(12));
        assert_eq!(resolved(&wide), TransitionStyle::Ports);
    }

    #[test]
    fn without_transitions_nothing_is_drawn() {
        assert_eq!(resolved("2 0 0 0 1 3  1 0 2"), TransitionStyle::None);
    }
}

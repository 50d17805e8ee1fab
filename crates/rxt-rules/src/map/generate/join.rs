//! Joins free ends by transitions, orbit by orbit.

use super::draw::weighted;
use super::options::{Amount, Options, Shapes};
use super::orbit::Orbits;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::{End, MapFile, Transition};
use crate::rng::Rng;

/// The transitions for a map with these tiles, in ascending order.
pub(super) fn join(options: &Options, orbits: &Orbits, file: &MapFile, rng: &mut Rng) -> Vec<Transition> {
    let mut joiner = Joiner { orbits, file, free: free_ends(file), transitions: Vec::new() };
    if options.joins.torus {
        joiner.torus();
    }
    let mut pool: Vec<usize> = (0..joiner.free.len()).filter(|&end| joiner.free[end]).collect();
    let wanted = match options.joins.transitions {
        Amount::Count(count) => count.min(pool.len()),
        Amount::Percent(percent) => (pool.len() * usize::from(percent)).div_ceil(200),
    };
    rng.shuffle(&mut pool);
    joiner.random(&mut pool, wanted, options.joins.shapes, rng);
    joiner.transitions.sort_unstable_by_key(|&Transition(a, b)| (a.y, a.x, a.direction, b));
    joiner.transitions
}

/// A square and a direction as one number: eight per square.
type EndNumber = usize;

struct Joiner<'a> {
    orbits: &'a Orbits,
    file: &'a MapFile,
    /// Which ends can still be joined.
    free: Vec<bool>,
    transitions: Vec<Transition>,
}

#[derive(Clone, Copy)]
enum Shape {
    Any,
    Straight,
    Ring,
    SameTile,
    Mirror,
}

impl Joiner<'_> {
    /// Joins each end at the edge of the board with the one across it.
    fn torus(&mut self) {
        let (height, width) = (i32::from(self.file.height), i32::from(self.file.width));
        for end in 0..self.free.len() {
            let (x, y, direction) = self.place(end);
            let (dx, dy) = direction.offset();
            let inside = (0..width).contains(&(x + dx)) && (0..height).contains(&(y + dy));
            let across = number((x + dx).rem_euclid(width), (y + dy).rem_euclid(height), direction.opposite(), width);
            if !inside && self.free[end] && self.free[across] {
                self.add(end, across);
            }
        }
    }

    fn random(&mut self, pool: &mut Vec<EndNumber>, wanted: usize, shapes: Shapes, rng: &mut Rng) {
        // Most tries succeed; on a map whose last free ends do not fit each other, the rest is given up.
        let mut tries = 8 * wanted + 64;
        let enough = self.transitions.len() + wanted;
        while self.transitions.len() < enough && tries > 0 && !pool.is_empty() {
            tries -= 1;
            let place = rng.below(pool.len());
            let first = pool[place];
            if !self.free[first] {
                pool.swap_remove(place);
                continue;
            }
            let Some(shape) = shape(shapes, rng) else { return };
            if let Some(second) = self.partner(first, shape, pool, rng) {
                self.add_orbit(first, second);
            }
        }
    }

    fn partner(&self, first: EndNumber, shape: Shape, pool: &[EndNumber], rng: &mut Rng) -> Option<EndNumber> {
        const PICKS: usize = 24;
        let mut pick = |fits: &dyn Fn(EndNumber) -> bool| {
            let picks = (0..PICKS).filter_map(|_| rng.pick(pool).copied());
            picks.into_iter().find(|&end| self.free[end] && fits(end))
        };
        match shape {
            Shape::Any => pick(&|end| end != first),
            Shape::Straight => pick(&|end| end % 8 == (first + 4) % 8),
            Shape::Ring => Some(self.far_end(first)),
            Shape::SameTile => {
                let from = rng.below(8);
                (0..8).map(|turn| first / 8 * 8 + (from + turn) % 8).find(|&end| end != first && self.free[end])
            }
            Shape::Mirror => Some(first),
        }
    }

    /// The other end of the row, column or diagonal.
    fn far_end(&self, end: EndNumber) -> EndNumber {
        let (mut x, mut y, direction) = self.place(end);
        let back = direction.opposite();
        let (dx, dy) = back.offset();
        while self.file.cell(x + dx, y + dy) != Cell::HOLE {
            (x, y) = (x + dx, y + dy);
        }
        number(x, y, back, i32::from(self.file.width))
    }

    /// Joins two ends and all their images, unless one image would then be joined twice.
    fn add_orbit(&mut self, first: EndNumber, second: EndNumber) {
        let images = |end: EndNumber| {
            let images = self.orbits.ends(end / 8, Direction::ALL[end % 8]);
            images.into_iter().map(|(square, direction)| square * 8 + direction as usize)
        };
        let pairs: Vec<(EndNumber, EndNumber)> = images(first).zip(images(second)).collect();
        let partner_of = |end: EndNumber| {
            pairs.iter().flat_map(move |&(a, b)| [(a, b), (b, a)]).filter(move |&(a, _)| a == end).map(|(_, b)| b)
        };
        let consistent = pairs.iter().all(|&(a, b)| {
            self.free[a]
                && self.free[b]
                && partner_of(a).all(|other| other == b)
                && partner_of(b).all(|other| other == a)
        });
        if consistent {
            for (a, b) in pairs {
                if self.free[a] {
                    self.add(a, b);
                }
            }
        }
    }

    fn add(&mut self, first: EndNumber, second: EndNumber) {
        self.free[first] = false;
        self.free[second] = false;
        let end = |number: EndNumber| {
            let (x, y, direction) = self.place(number);
            End { x: x as u16, y: y as u16, direction }
        };
        self.transitions.push(Transition(end(first.min(second)), end(first.max(second))));
    }

    fn place(&self, end: EndNumber) -> (i32, i32, Direction) {
        let width = usize::from(self.file.width);
        ((end / 8 % width) as i32, (end / 8 / width) as i32, Direction::ALL[end % 8])
    }
}

fn number(x: i32, y: i32, direction: Direction, width: i32) -> EndNumber {
    (y * width + x) as usize * 8 + direction as usize
}

/// Which ends have a tile and no neighbour.
fn free_ends(file: &MapFile) -> Vec<bool> {
    let mut free = vec![false; file.tiles.len() * 8];
    for (square, &cell) in file.tiles.iter().enumerate() {
        let (x, y) = (square as i32 % i32::from(file.width), square as i32 / i32::from(file.width));
        for direction in Direction::ALL {
            let (dx, dy) = direction.offset();
            free[square * 8 + direction as usize] = cell != Cell::HOLE && file.cell(x + dx, y + dy) == Cell::HOLE;
        }
    }
    free
}

fn shape(shapes: Shapes, rng: &mut Rng) -> Option<Shape> {
    let Shapes { any, straight, ring, same_tile, mirror } = shapes;
    let shapes = [
        (any, Shape::Any),
        (straight, Shape::Straight),
        (ring, Shape::Ring),
        (same_tile, Shape::SameTile),
        (mirror, Shape::Mirror),
    ];
    weighted(shapes, rng)
}

//! The lines of a map: what a walk in one direction and back meets, transitions followed.
//!
//! A step never forks and never joins, so the headings of all tiles fall apart into paths and cycles. Each is kept once,
//! for both ways of walking it.

use super::playable::{Map, Tile, heading, heading_tile};
use crate::direction::Direction;

/// The tiles met on a straight walk through the whole map. A tile can be met more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The tiles in order.
    pub tiles: Vec<Tile>,
    /// Whether the walk goes on from the last tile to the first.
    pub cyclic: bool,
}

/// All lines of a map. Every tile lies on one line for each of its four axes; a line with a mirror at its end passes its
/// tiles twice, once in each direction.
pub fn lines(map: &Map) -> Vec<Line> {
    let mut seen = vec![false; map.tile_count() * 8];
    let mut lines = Vec::new();
    for tile in map.tiles() {
        for direction in Direction::ALL {
            let start = heading(tile, direction);
            if !seen[start as usize] {
                lines.push(line_through(map, start, &mut seen));
            }
        }
    }
    lines
}

fn line_through(map: &Map, through: u32, seen: &mut [bool]) -> Line {
    let first = first_heading(map, through);
    let mut tiles = Vec::new();
    let mut here = Some(first);
    while let Some(heading) = here {
        seen[heading as usize] = true;
        seen[reverse(heading) as usize] = true;
        tiles.push(heading_tile(heading));
        here = step(map, heading).filter(|&next| next != first);
    }
    let last = first_heading_before(map, first);
    Line { tiles, cyclic: last.is_some() }
}

/// The heading from which a walk through `through` starts; on a cycle, `through` itself.
fn first_heading(map: &Map, through: u32) -> u32 {
    let mut first = through;
    while let Some(before) = first_heading_before(map, first) {
        if before == through {
            return through;
        }
        first = before;
    }
    first
}

fn first_heading_before(map: &Map, heading: u32) -> Option<u32> {
    step(map, reverse(heading)).map(reverse)
}

fn step(map: &Map, heading: u32) -> Option<u32> {
    let next = map.steps()[heading as usize];
    (heading_tile(next).index() < map.tile_count()).then_some(next)
}

const fn reverse(heading: u32) -> u32 {
    heading ^ 4
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(text: &str) -> Vec<Line> {
        lines(&Map::parse(text.as_bytes()).unwrap().0)
    }

    #[test]
    fn a_plain_square_has_rows_columns_and_diagonals() {
        let lines = lines_of("2 0 0 0 3 3  0 0 0  0 0 0  0 0 0");
        assert_eq!(lines.iter().filter(|line| line.tiles.len() == 3).count(), 8);
        assert!(lines.iter().all(|line| !line.cyclic));
        let states: usize = lines.iter().map(|line| line.tiles.len()).sum();
        assert_eq!(states, 9 * 4);
    }

    #[test]
    fn a_ring_is_a_cycle() {
        let lines = lines_of("2 0 0 0 1 4  0 0 0 0  0 0 6 <-> 3 0 2");
        let ring = lines.iter().find(|line| line.cyclic).unwrap();
        assert_eq!(ring.tiles.len(), 4);
    }

    #[test]
    fn a_mirror_leads_back_over_the_same_tiles() {
        let lines = lines_of("2 0 0 0 1 3  0 0 0  2 0 2 <-> 2 0 2");
        let longest = lines.iter().max_by_key(|line| line.tiles.len()).unwrap();
        let met: Vec<usize> = longest.tiles.iter().map(|tile| tile.index()).collect();
        assert_eq!(met, [0, 1, 2, 2, 1, 0]);
        assert!(!longest.cyclic);
    }
}

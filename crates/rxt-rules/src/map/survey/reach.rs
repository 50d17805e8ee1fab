//! What can be reached: connected parts, and tiles that might ever be taken.

use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::{Map, Tile};

/// The component of each tile, numbered from 0; steps through transitions connect.
pub fn components(map: &Map) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut component_of = vec![NONE; map.tile_count()];
    let mut queue = Vec::new();
    let mut count = 0;
    for start in map.tiles() {
        if component_of[start.index()] != NONE {
            continue;
        }
        component_of[start.index()] = count;
        queue.push(start);
        while let Some(tile) = queue.pop() {
            for (neighbour, _) in Direction::ALL.into_iter().filter_map(|direction| map.step(tile, direction)) {
                if component_of[neighbour.index()] == NONE {
                    component_of[neighbour.index()] = count;
                    queue.push(neighbour);
                }
            }
        }
        count += 1;
    }
    component_of
}

/// Which tiles might hold a player's stone at some time. Never too few tiles, sometimes too many.
///
/// A stone set on a free tile passes at least one occupied tile and ends at another. So, beginning with the tiles that are
/// occupied at the start, a tile is added when the next two tiles in some direction are in the set, until nothing changes;
/// whose stones they are and in which order things happen is ignored. Nothing is captured in a component without a
/// player's stone, unless an override stone can be set there on an expansion stone. Expansion stones themselves count if
/// override stones can be had, or if both neighbours along some axis can be occupied.
pub fn reachable(map: &Map) -> Vec<bool> {
    let overrides = map.file().overrides > 0 || map.tiles().any(|tile| map.initial(tile) == Cell::BONUS);
    let mut occupied = vec![false; map.tile_count()];
    let mut queue = first_occupied(map, overrides);
    for &tile in &queue {
        occupied[tile.index()] = true;
    }
    while let Some(tile) = queue.pop() {
        for direction in Direction::ALL {
            // With its neighbour in the set, the tile behind that neighbour and the one on this side are reached.
            let Some((neighbour, onward)) = map.step(tile, direction) else { continue };
            if !occupied[neighbour.index()] {
                continue;
            }
            let ends = [map.step(neighbour, onward), map.step(tile, direction.opposite())];
            for (end, _) in ends.into_iter().flatten() {
                if !std::mem::replace(&mut occupied[end.index()], true) {
                    queue.push(end);
                }
            }
        }
    }
    map.tiles().map(|tile| occupied[tile.index()] && (overrides || is_takeable(map, &occupied, tile))).collect()
}

/// The occupied tiles of the components in which anything can be captured at all.
fn first_occupied(map: &Map, overrides: bool) -> Vec<Tile> {
    let component_of = components(map);
    let mut alive = vec![overrides; component_of.len()];
    for tile in map.tiles() {
        alive[component_of[tile.index()] as usize] |= map.initial(tile).owner().is_some();
    }
    let is_alive = |tile: &Tile| alive[component_of[tile.index()] as usize];
    map.tiles().filter(|&tile| map.initial(tile).is_occupied()).filter(is_alive).collect()
}

fn is_takeable(map: &Map, occupied: &[bool], tile: Tile) -> bool {
    let beside = |direction| map.step(tile, direction).is_some_and(|(neighbour, _)| occupied[neighbour.index()]);
    map.initial(tile) != Cell::EXPANSION
        || Direction::ALL.into_iter().any(|direction| beside(direction) && beside(direction.opposite()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(text: &str) -> String {
        let (map, _) = Map::parse(text.as_bytes()).unwrap();
        reachable(&map).iter().map(|&reached| if reached { '+' } else { '.' }).collect()
    }

    #[test]
    fn a_row_is_reached_from_two_stones_but_not_beyond_a_gap() {
        assert_eq!(reached("2 0 0 0 1 7  0 0 1 2 0 - 0"), "+++++.");
        assert_eq!(reached("2 0 0 0 1 4  0 1 0 2"), ".+.+");
    }

    #[test]
    fn a_transition_carries_on() {
        assert_eq!(reached("2 0 0 0 1 5  1 2 - 0 0  1 0 2 <-> 3 0 6"), "++++");
    }

    #[test]
    fn expansion_stones_are_taken_by_overrides_or_between_two_stones() {
        assert_eq!(reached("2 0 0 0 1 3  x 0 0"), "...");
        assert_eq!(reached("2 1 0 0 1 3  x 0 0"), "+..");
        assert_eq!(reached("2 0 0 0 1 4  0 x 1 -"), "+++");
        assert_eq!(reached("2 0 0 0 1 4  - x 1 0"), ".++", "the stone on the right can be set, x is never between");
    }

    #[test]
    fn components_are_joined_by_transitions() {
        let count = |text: &str| {
            let (map, _) = Map::parse(text.as_bytes()).unwrap();
            components(&map).iter().max().map_or(0, |last| last + 1)
        };
        assert_eq!(count("2 0 0 0 1 5  0 0 - 0 0"), 2);
        assert_eq!(count("2 0 0 0 1 5  0 0 - 0 0  0 0 6 <-> 4 0 1"), 1);
    }
}

//! Which motions of the board leave a map as it is.

use crate::direction::Direction;
use crate::map::{Map, Motion, Tile};
use crate::player::{ByPlayer, Player};

/// A motion that leaves a map as it is, transitions included, if the players change too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// The motion.
    pub motion: Motion,
    /// Whose stones a player's stones fall on; `None` for players without stones.
    pub images: ByPlayer<Option<Player>>,
    /// By how many seats every player moves on, if it is the same number for all. Only then does the symmetry keep turn
    /// order and inversions, and so makes players equal.
    pub seats: Option<u8>,
}

/// All symmetries among the turns, the reflections and the shifts by an n-th of the board, n up to 8.
pub fn symmetries(map: &Map) -> Vec<Symmetry> {
    let (height, width) = (map.height(), map.width());
    let parts = |side: u16| (2..=8).filter(move |&part| side.is_multiple_of(part)).map(move |part| side / part);
    let sideways = parts(width).map(|columns| Motion::Shift { columns, rows: 0 });
    let downwards = parts(height).map(|rows| Motion::Shift { columns: 0, rows });
    let motions = Motion::TURNS_AND_REFLECTIONS.into_iter().chain(sideways).chain(downwards);
    motions.filter_map(|motion| symmetry(map, motion)).collect()
}

/// The change of players with which a motion leaves the map as it is; `None` if there is none.
pub fn symmetry(map: &Map, motion: Motion) -> Option<Symmetry> {
    if !motion.fits(map.height(), map.width()) {
        return None;
    }
    let image = |tile: Tile| {
        let (x, y) = motion.square(map.place(tile), map.height(), map.width());
        map.tile_at(x, y)
    };
    let mut images = ByPlayer::all(None);
    let mut sources = ByPlayer::all(None);
    for tile in map.tiles() {
        let (before, after) = (map.initial(tile), map.initial(image(tile)?));
        let fits = match (before.owner(), after.owner()) {
            (Some(from), Some(to)) => *images[from].get_or_insert(to) == to && *sources[to].get_or_insert(from) == from,
            _ => before == after,
        };
        if !fits {
            return None;
        }
    }
    // A motion of the squares is one-to-one, so that every tile has just one image now; the steps decide.
    let keeps_steps = map.tiles().all(|tile| {
        Direction::ALL.into_iter().all(|direction| {
            let expected = map.step(tile, direction).map(|(next, onward)| (image(next), motion.direction(onward)));
            let found = image(tile).and_then(|tile| map.step(tile, motion.direction(direction)));
            expected == found.map(|(next, onward)| (Some(next), onward))
        })
    });
    keeps_steps.then(|| Symmetry { motion, images, seats: seats(map.players(), &images) })
}

/// The greatest common divisor of the number of players and of how far the symmetries move them.
pub(super) fn class_step(players: u8, symmetries: &[Symmetry]) -> u8 {
    symmetries.iter().filter_map(|symmetry| symmetry.seats).fold(players, greatest_common_divisor)
}

fn seats(players: u8, images: &ByPlayer<Option<Player>>) -> Option<u8> {
    (0..players).find(|&seats| {
        Player::all(players).all(|player| {
            let moved = (player.index() + usize::from(seats)) % usize::from(players);
            images[player].is_none_or(|image| image.index() == moved)
        })
    })
}

fn greatest_common_divisor(a: u8, b: u8) -> u8 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, Option<u8>)> {
        let (map, _) = Map::parse(text.as_bytes()).unwrap();
        symmetries(&map).iter().map(|symmetry| (symmetry.motion.to_string(), symmetry.seats)).collect()
    }

    #[test]
    fn the_four_stones_in_the_middle_look_the_same_after_a_quarter_turn_with_the_players_exchanged() {
        let found = found("2 0 0 0 4 4  0 0 0 0  0 1 2 0  0 2 1 0  0 0 0 0");
        assert_eq!(found.len(), 7);
        assert!(found.contains(&("quarter turn".to_owned(), Some(1))));
        assert!(found.contains(&("half turn".to_owned(), Some(0))));
    }

    #[test]
    fn a_transition_can_break_a_symmetry() {
        assert_eq!(found("2 0 0 0 1 4  0 1 2 0").len(), 3, "half turn and both mirrors");
        assert_eq!(found("2 0 0 0 1 4  0 1 2 0  0 0 6 <-> 3 0 2").len(), 3);
        assert_eq!(found("2 0 0 0 1 4  0 1 2 0  0 0 6 <-> 3 0 1").len(), 0);
    }

    #[test]
    fn a_ring_can_be_shifted() {
        let found = found("3 0 0 0 1 6  0 1 0 2 0 3  0 0 6 <-> 5 0 2");
        assert!(found.contains(&("shift by 2 columns and 0 rows".to_owned(), Some(1))));
    }

    #[test]
    fn a_change_of_players_that_breaks_the_turn_order_makes_nobody_equal() {
        let (map, _) = Map::parse(b"4 0 0 0 1 4  1 3 4 2").unwrap();
        let half_turn = symmetry(&map, Motion::HalfTurn).unwrap();
        assert_eq!(half_turn.seats, None, "1 and 2 change places, and 3 and 4");
        assert_eq!(class_step(4, &[half_turn]), 4);
    }
}

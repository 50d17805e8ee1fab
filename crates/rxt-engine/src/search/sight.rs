//! What a move looks like before anything is tried: by the shape of its tile and by what lies there.

use rxt_rules::{Cell, Direction, Map, Move, Phase, Player, Position, Special, Tile};
use std::sync::Arc;

/// First impressions of moves on one map, in hundredths of a stone.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    /// What a stone on each tile is worth for being hard to capture.
    tiles: Arc<[i32]>,
    /// A corner beside each tile, if there is one.
    corners: Arc<[Option<Tile>]>,
}

/// The worth of a tile by the number of axes along which it cannot be captured.
const CLOSED: [i32; 5] = [20, 50, 90, 180, 600];
/// A stone captured by an override, which nobody can take back for lack of tiles.
const STONE: i32 = 100;
/// What it costs to go beside a corner that is still free.
const BESIDE_CORNER: i32 = 250;
/// An override stone, gained or spent.
const OVERRIDE: i32 = 1200;
/// A bomb gained.
const BOMB: i32 = 600;
/// What an exchange of stones brings, at most.
const MOST_EXCHANGED: i32 = 4000;

impl Sight {
    pub(crate) fn new(map: &Map) -> Self {
        let closed = |tile: Tile| {
            let open = |direction: Direction| map.step(tile, direction).is_some();
            let axes = Direction::ALL.into_iter().take(4);
            axes.filter(|&axis| !(open(axis) && open(axis.opposite()))).count()
        };
        let closed: Vec<usize> = map.tiles().map(closed).collect();
        let corner_beside = |tile: Tile| {
            let steps = Direction::ALL.into_iter().filter_map(|direction| map.step(tile, direction));
            let mut beside = steps.map(|(neighbour, _)| neighbour).filter(|&neighbour| neighbour != tile);
            beside.find(|neighbour| closed[neighbour.index()] == CLOSED.len() - 1)
        };
        let corners = map.tiles().map(|tile| corner_beside(tile).filter(|_| closed[tile.index()] < CLOSED.len() - 1));
        Self { corners: corners.collect(), tiles: closed.iter().map(|&closed| CLOSED[closed]).collect() }
    }

    /// How good a move of a player looks.
    #[inline]
    pub(crate) fn of(&self, position: &Position, mover: Player, mv: Move) -> i32 {
        let cell = position.cell(mv.tile);
        if position.phase() != Phase::Build {
            return 0;
        }
        let mut worth = self.tiles[mv.tile.index()];
        if self.corners[mv.tile.index()].is_some_and(|corner| position.cell(corner).is_free()) {
            worth -= BESIDE_CORNER;
        }
        if cell.is_occupied() {
            return worth - OVERRIDE + STONE * captures(position, mv.tile, mover);
        }
        match mv.special {
            Special::None if cell == Cell::INVERSION => worth + exchanged(position, mover, before(position, mover)),
            Special::None => worth,
            Special::Swap(other) => worth + exchanged(position, mover, other),
            Special::Bomb => worth + BOMB,
            Special::Override => worth + OVERRIDE,
        }
    }
}

/// How many stones an override captures, counted once for every direction in which it does.
fn captures(position: &Position, origin: Tile, mover: Player) -> i32 {
    let map = position.map();
    let mut captured = 0;
    for direction in Direction::ALL {
        let (mut here, mut passed) = ((origin, direction), 0);
        while let Some(next) = map.step(here.0, here.1).filter(|next| next.0 != origin) {
            match position.cell(next.0) {
                cell if cell.owner() == Some(mover) => {
                    captured += passed;
                    break;
                }
                cell if cell.is_occupied() => passed += 1,
                _ => break,
            }
            here = next;
        }
    }
    captured
}

/// What it brings to have another player's stones instead of one's own.
fn exchanged(position: &Position, mover: Player, other: Player) -> i32 {
    let gain = i64::from(position.stones(other)) - i64::from(position.stones(mover));
    (gain * 100).clamp(i64::from(-MOST_EXCHANGED), i64::from(MOST_EXCHANGED)) as i32
}

/// Whose stones a player gets by an inversion.
fn before(position: &Position, player: Player) -> Player {
    let players = position.players();
    Player::all(players).find(|other| other.next(players) == player).unwrap_or(player)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(text: &str) -> Vec<i32> {
        let map = Arc::new(Map::parse(text.as_bytes()).unwrap().0);
        let position = Position::new(map.clone());
        let sight = Sight::new(&map);
        position.legal_moves().into_iter().map(|mv| sight.of(&position, Player::ONE, mv)).collect()
    }

    #[test]
    fn corners_look_better_than_borders_and_those_than_the_tiles_beside_a_free_corner() {
        // Moves at (0,0), (2,0), (1,1), (4,2), (0,4) and (2,4).
        let found = looks("2 0 0 0 5 5  0 0 0 0 0  2 0 2 0 0  1 2 1 2 0  0 2 0 0 0  0 1 0 0 0");
        let [corner, border, beside] = [CLOSED[4], CLOSED[3], CLOSED[0] - BESIDE_CORNER];
        assert_eq!(found, [corner, border, beside, border, corner, border]);
    }

    #[test]
    fn an_override_stone_looks_dear_and_a_bonus_good() {
        // On the bonus tile a bomb or an override stone, then overrides on the stones that capture something.
        let found = looks("2 1 0 0 1 6  b 2 1 2 2 1");
        assert_eq!(found[..2], [CLOSED[4] + BOMB, CLOSED[4] + OVERRIDE]);
        assert!(found[2..].iter().all(|&look| look <= CLOSED[4] - OVERRIDE + 2 * STONE), "{found:?}");
    }

    #[test]
    fn an_exchange_is_worth_the_stones_that_it_brings() {
        let found = looks("2 0 0 0 1 9  c 2 1 0 2 2 2 2 2");
        assert_eq!(found, [CLOSED[4], CLOSED[4] + 500], "with oneself, with the other");
    }
}

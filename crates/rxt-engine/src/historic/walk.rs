//! The walk that finds captures, with the three ways of group 6 in 2025 to notice that it goes round in circles.

use super::hash_state::{Key, Owner};
use super::neighbour_table::NeighbourTable;
use rxt_rules::{Direction, Player};

/// How a walk notices that it will never end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopDetection {
    /// After eight steps for each tile of the map: a tile must have been met twice in the same direction by then.
    Counter,
    /// All tiles met so far, with their directions, are kept in a list, and each new one is looked for in it.
    List,
    /// A walk that never ends comes back to its start in the direction in which it began, because steps neither fork nor
    /// join; so only that is looked at. The way that was kept.
    Start,
}

/// What a walk found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileWalk {
    /// How many tiles it captures; one that it meets twice counts twice.
    pub length: usize,
    /// Whether it was stopped because it goes round in circles.
    pub looped: bool,
}

impl LoopDetection {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Counter, Self::List, Self::Start];
}

/// Walks from a tile over everything that `player` can capture, as far as it goes.
///
/// `owner` tells what lies on a tile before the move. The start is walked over like any other tile, which is why walks can
/// be endless, when an enemy's stone is overridden; but a walk that has met its start captures nothing, as the course's
/// server has it, which the report does not mention.
pub fn tile_walk(
    table: &NeighbourTable,
    owner: impl Fn(Key) -> Owner,
    start: Key,
    direction: Direction,
    player: Player,
    detection: LoopDetection,
) -> TileWalk {
    const NOTHING: TileWalk = TileWalk { length: 0, looped: false };
    let mut here = (start, direction);
    let (mut length, mut met_start) = (0, false);
    let mut visited = Vec::new();
    loop {
        let Some(next) = table.step(here.0, here.1) else { return NOTHING };
        here = next;
        met_start |= here.0 == start;
        let owner = owner(here.0);
        if owner == Owner::stone(player) {
            return if met_start { NOTHING } else { TileWalk { length, looped: false } };
        }
        if !owner.is_occupied() {
            return NOTHING;
        }
        length += 1;
        let looped = match detection {
            LoopDetection::Counter => length > 8 * table.tiles(),
            LoopDetection::List => visited.contains(&here),
            LoopDetection::Start => here == (start, direction),
        };
        if looped {
            return TileWalk { length: 0, looped };
        }
        if detection == LoopDetection::List {
            visited.push(here);
        }
    }
}

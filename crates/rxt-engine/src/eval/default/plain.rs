//! The features of a position, counted one by one: obvious and slow. What explains a position, what is fitted, and the twin
//! that the fast sums are compared with.

use super::feature::{
    ANCHORED, BOMBS, DOUBLING_STEPS, EMPTY, FEATURE_COUNT, FIRST_OVERRIDE, LONG_OVERRIDES, LOOSE, MOBILITY, NEXT_BONUS,
    OUTNUMBERED, OVERRIDES, STONES, STUCK, TURN,
};
use super::next::next_bonus;
use super::terrain::Terrain;
use crate::fixed::{FRACTION, log2};
use rxt_rules::moves::TileList;
use rxt_rules::{ByPlayer, Player, PlayerSet, Position, Tile};

/// What is counted for one player, in the order of [`FEATURES`](super::FEATURES).
pub type Counts = [i32; FEATURE_COUNT];

/// More override stones than this are worth no more.
const MOST_OVERRIDES: u8 = 24;

/// Doublings by which others may have more stones without any danger: up to almost three times as many.
const HARMLESS: i32 = DOUBLING_STEPS * 3 / 2;

/// Counts all features of all players in the building phase. Without `mobility`, that of mobility is left at 0.
pub(super) fn count(terrain: &Terrain, position: &Position, mobility: bool) -> ByPlayer<Counts> {
    let mut counts = ByPlayer::all([0; FEATURE_COUNT]);
    count_board(terrain, position, &mut counts);
    let mut moves = TileList::new(position.map());
    let next = next_bonus(terrain, position, reach);
    for player in Player::all(position.players()) {
        count_player(terrain, position, player, &mut counts[player]);
        counts[player][NEXT_BONUS] = next[player];
        if mobility {
            let [doublings, stuck] = mobility_of(position, player, &mut moves);
            (counts[player][MOBILITY], counts[player][STUCK]) = (doublings, stuck);
        }
    }
    counts
}

fn count_board(terrain: &Terrain, position: &Position, counts: &mut ByPlayer<Counts>) {
    let mut free = vec![0_u32; terrain.lengths.len()];
    for tile in position.map().tiles().filter(|&tile| position.cell(tile).is_free()) {
        terrain.slots[tile.index()].iter().for_each(|&line| free[line as usize] += 1);
    }
    let mut loose = vec![0; position.map().tile_count()];
    for line in (0..free.len()).filter(|&line| free[line] > 0) {
        terrain.passed(line as u32).iter().for_each(|tile| loose[tile.index()] += 1);
    }
    for tile in position.map().tiles() {
        let Some(owner) = position.cell(tile).owner() else { continue };
        let counts = &mut counts[owner];
        counts[LOOSE + loose[tile.index()]] += 1;
        for &neighbour in terrain.neighbours(tile) {
            let cell = position.cell(neighbour);
            if let Some(feature) = terrain.beside(neighbour, cell) {
                counts[feature] += 1;
            }
            counts[ANCHORED] += i32::from(terrain.is_corner(neighbour) && cell.owner() == Some(owner));
        }
    }
}

/// Who could set a stone on a free tile, by the lists of all moves.
fn reach(position: &Position, tile: Tile) -> PlayerSet {
    Player::all(position.players()).filter(|&player| position.legal_tiles(player).contains(&tile)).collect()
}

/// What does not lie on the board, mobility and what is next apart.
#[inline]
pub(super) fn count_player(terrain: &Terrain, position: &Position, player: Player, counts: &mut Counts) {
    let overrides = i32::from(position.overrides(player).min(MOST_OVERRIDES));
    counts[OVERRIDES] = overrides;
    counts[LONG_OVERRIDES] = overrides * terrain.root;
    counts[FIRST_OVERRIDE] = i32::from(overrides > 0);
    counts[BOMBS] = (i32::from(position.bombs(player)) * terrain.blast).min(terrain.tiles);
    counts[TURN] = i32::from(position.to_move() == Some(player));
    counts[STONES] = doublings_of(position.stones(player));
    counts[EMPTY] = i32::from(position.stones(player) == 0);
    let others = Player::all(position.players()).filter(|&other| other != player);
    let most = others.map(|other| position.stones(other)).max().unwrap_or_default();
    counts[OUTNUMBERED] = (doublings_of(most) - counts[STONES] - HARMLESS).max(0);
}

/// Doublings of moves, and whether there are none.
#[inline]
pub(super) fn mobility_of(position: &Position, player: Player, room: &mut TileList) -> [i32; 2] {
    let moves = position.mobility(player, room);
    [doublings_of(moves), i32::from(moves == 0)]
}

/// Doublings of one plus so many.
#[inline]
pub(super) fn doublings_of(count: u32) -> i32 {
    DOUBLINGS.get(count as usize).copied().unwrap_or_else(|| doublings(count))
}

/// Doublings of one plus the first few numbers.
const DOUBLINGS: [i32; 256] = {
    let mut table = [0; 256];
    let mut count = 0;
    while count < table.len() {
        table[count] = doublings(count as u32);
        count += 1;
    }
    table
};

const fn doublings(count: u32) -> i32 {
    ((log2(count as u64 + 1) * DOUBLING_STEPS as i64) >> FRACTION) as i32
}

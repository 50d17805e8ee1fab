//! Every fast routine beside a slow, obvious twin, on random games over generated maps.
//!
//! `RXT_CASES` sets how many maps are played on; the gate uses few, `./test --long` many.

use rxt_rules::bombs::blast_area;
use rxt_rules::map::generate::wild;
use rxt_rules::moves::{Kernel, Level, TileList};
use rxt_rules::perft::{Passes, perft};
use rxt_rules::rng::Rng;
use rxt_rules::{Answer, Cell, Map, Move, Phase, Player, Position, UndoLog};
use std::sync::Arc;

fn cases(default: u64) -> u64 {
    std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

/// The same map for every kernel at every level of this CPU, the naive one first.
fn all_kernels(map: &Map) -> Vec<Arc<Map>> {
    let with = |kernel, level| Arc::new(Map::with_kernel(map.file().clone(), kernel, level).unwrap());
    let fast = Kernel::ALL.into_iter().filter(|&kernel| kernel != Kernel::Naive);
    let fast = fast.flat_map(|kernel| Level::available().into_iter().map(move |level| (kernel, level)));
    [(Kernel::Naive, Level::Baseline)].into_iter().chain(fast).map(|(kernel, level)| with(kernel, level)).collect()
}

/// A random game; `visit` sees each position with the move that is made in it. Some players are disqualified on the way.
fn play(map: &Arc<Map>, seed: u64, mut visit: impl FnMut(&Position, Move, &mut Rng)) {
    let mut rng = Rng::derived(seed, 7);
    let mut position = Position::new(map.clone());
    while let Some(player) = position.to_move() {
        if rng.below(100) == 0 {
            position.disqualify(player);
            continue;
        }
        let moves = position.legal_moves();
        let mv = *rng.pick(&moves).expect("who is asked has a move");
        visit(&position, mv, &mut rng);
        position.play(mv);
    }
}

#[test]
fn every_kernel_at_every_level_finds_what_the_ray_walker_finds() {
    let (mut lists, count) = (0_u64, cases(300));
    for seed in 0..count {
        let maps = all_kernels(&wild(seed));
        let mut scratch: Vec<TileList> = maps.iter().map(|map| TileList::new(map)).collect();
        let mut positions: Vec<Position> = maps.iter().map(|map| Position::new(map.clone())).collect();
        play(&maps[0], seed, |position, mv, _| {
            // The others follow the game; disqualifications come between moves.
            for other in &mut positions {
                for player in
                    position.disqualified().iter().filter(|&player| other.is_active(player)).collect::<Vec<_>>()
                {
                    other.disqualify(player);
                }
            }
            assert!(positions.iter().all(|other| other.to_move() == position.to_move()), "seed {seed}");
            for player in Player::all(position.players()) {
                let expected = lists_of(&positions[0], player, &mut scratch[0]);
                for (other, scratch) in positions.iter().zip(&mut scratch).skip(1) {
                    let found = lists_of(other, player, scratch);
                    assert_eq!(found, expected, "seed {seed}, {player:?}, {}\n{other:?}", other.map().kernel_name());
                    lists += 1;
                }
            }
            positions.iter_mut().for_each(|other| other.play(mv));
        });
        assert!(positions.iter().all(|other| other.rows() == positions[0].rows()), "seed {seed}");
    }
    println!("proof: {lists} lists by every kernel equal to the ray walker's, on {count} maps");
}

/// Ordinary moves, override moves, mobility, and whether there is a move at all.
fn lists_of(position: &Position, player: Player, list: &mut TileList) -> (Vec<usize>, Vec<usize>, u32, bool) {
    let tiles = |list: &TileList| list.as_slice().iter().map(|tile| tile.index()).collect::<Vec<_>>();
    position.list_ordinary(player, list);
    let ordinary = tiles(list);
    position.list_overrides(player, list);
    let overrides = tiles(list);
    (ordinary, overrides, position.mobility(player, list), position.has_move(player))
}

#[test]
fn a_move_taken_back_leaves_everything_as_it_was() {
    let (mut moves, count) = (0_u64, cases(300));
    for seed in 0..count {
        let map = wild(seed);
        let mut log = UndoLog::new();
        play(&map, seed, |position, _, rng| {
            let mut walker = position.clone();
            // A few plies of any moves, then all of them back.
            for _ in 0..=rng.below(4) {
                let legal = walker.legal_moves();
                let Some(&mv) = rng.pick(&legal) else { break };
                walker.make(mv, &mut log);
                moves += 1;
            }
            while !log.is_empty() {
                walker.unmake(&mut log);
            }
            assert_eq!(&walker, position, "seed {seed}");
            assert_eq!(walker.hash(), position.hash(), "seed {seed}");
            assert_eq!(walker.legal_moves(), position.legal_moves(), "seed {seed}: the planes");
            let stones = |position: &Position| Player::all(8).map(|player| position.stones(player)).collect::<Vec<_>>();
            assert_eq!(stones(&walker), stones(position), "seed {seed}");
        });
    }
    println!("proof: {moves} moves made and taken back on {count} maps");
}

#[test]
fn the_incremental_hash_is_the_hash_of_the_position_set_up_afresh() {
    let (mut positions, count) = (0_u64, cases(300));
    for seed in 0..count {
        play(&wild(seed), seed, |position, _, _| {
            let fresh = Position::from_setup(position.setup()).unwrap();
            assert_eq!(fresh.hash(), position.hash(), "seed {seed}\n{position:?}");
            assert_eq!(fresh.rows(), position.rows(), "seed {seed}");
            let places = |position: &Position| -> Vec<Answer> {
                position.legal_moves().iter().map(|mv| mv.answer(position.map())).collect()
            };
            assert_eq!(places(&fresh), places(position), "seed {seed}");
            positions += 1;
        });
    }
    println!("proof: {positions} incremental hashes equal to fresh ones on {count} maps");
}

#[test]
fn an_answer_is_accepted_exactly_if_its_move_is_listed() {
    let (mut answers, count) = (0_u64, cases(150));
    for seed in 0..count {
        play(&wild(seed), seed, |position, _, _| {
            let map = position.map();
            let legal = position.legal_moves();
            for y in 0..=map.height() {
                for x in 0..=map.width() {
                    for special in [0, 1, 2, 8, 9, 20, 21, 22, 255] {
                        let read = position.read(Answer { x, y, special }).ok();
                        let listed = read.is_some_and(|mv| legal.contains(&mv));
                        assert_eq!(read.is_some(), listed, "seed {seed} ({x},{y},{special})\n{position:?}");
                        answers += 1;
                    }
                }
            }
            assert!(legal.iter().all(|&mv| position.read(mv.answer(map)) == Ok(mv)), "seed {seed}");
            assert!(legal.is_sorted(), "ascending order of tiles and specials");
        });
    }
    println!("proof: {answers} answers judged as the list says on {count} maps");
}

/// What the rules say of one move, walking step by step on a plain copy of the board.
fn captured_by_hand(position: &Position, mv: Move, player: Player) -> Vec<usize> {
    let map = position.map();
    let mut captured: Vec<usize> = Vec::new();
    for direction in rxt_rules::Direction::ALL {
        let mut passed = Vec::new();
        let mut step = map.step(mv.tile, direction);
        while let Some((tile, heading)) = step {
            let cell = position.cell(tile);
            if tile == mv.tile || !cell.is_occupied() {
                break;
            }
            if cell == Cell::stone(player) {
                captured.extend(&passed);
                break;
            }
            passed.push(tile.index());
            step = map.step(tile, heading);
        }
    }
    captured.sort_unstable();
    captured.dedup();
    captured
}

#[test]
fn a_move_changes_what_the_rules_say_and_nothing_else() {
    let (mut moves, count) = (0_u64, cases(300));
    for seed in 0..count {
        play(&wild(seed), seed, |position, mv, _| {
            let player = position.to_move().unwrap();
            let (map, before) = (position.map(), position.cell(mv.tile));
            let mut expected: Vec<Cell> = map.tiles().map(|tile| position.cell(tile)).collect();
            if position.phase() == Phase::Bomb {
                let exists = |tile| position.cell(tile) != Cell::HOLE;
                for tile in blast_area(map, mv.tile, map.file().strength, exists) {
                    expected[tile.index()] = Cell::HOLE;
                }
            } else {
                for tile in captured_by_hand(position, mv, player) {
                    expected[tile] = Cell::stone(player);
                }
                expected[mv.tile.index()] = Cell::stone(player);
                let players = position.players();
                let recolour = |cell: Cell| match (cell.owner(), before, mv.special) {
                    (Some(owner), Cell::INVERSION, _) => Cell::stone(owner.next(players)),
                    (Some(owner), _, rxt_rules::Special::Swap(other)) if owner == other => Cell::stone(player),
                    (Some(owner), _, rxt_rules::Special::Swap(other)) if owner == player => Cell::stone(other),
                    _ => cell,
                };
                expected = expected.into_iter().map(recolour).collect();
            }
            let mut after = position.clone();
            after.play(mv);
            let found: Vec<Cell> = map.tiles().map(|tile| after.cell(tile)).collect();
            assert_eq!(found, expected, "seed {seed} {mv:?}\n{position:?}");
            moves += 1;
        });
    }
    println!("proof: {moves} moves changed the board as the rules say, on {count} maps");
}

#[test]
fn perft_is_the_same_with_every_kernel() {
    let (mut leaves, count) = (0, cases(120));
    for seed in 0..count {
        let counted: Vec<u64> =
            all_kernels(&wild(seed)).into_iter().map(|map| perft(&Position::new(map), 2, Passes::Silent)).collect();
        assert!(counted.iter().all(|&count| count == counted[0]), "seed {seed}: {counted:?}");
        leaves += counted[0];
    }
    println!("proof: {leaves} leaves of perft the same with every kernel on {count} maps");
}

//! Every fast routine beside a slow, obvious twin, on random games over generated maps.
//!
//! `RXT_CASES` sets how many maps are played on; the gate uses few, `./test --long` many.

use rxt_rules::bombs::blast_area;
use rxt_rules::map::generate::{Amount, Options, generate, wild};
use rxt_rules::moves::{Kernel, Level, MoveList, Special, TileList};
use rxt_rules::perft::{Passes, perft};
use rxt_rules::position::ChangeList;
use rxt_rules::rng::Rng;
use rxt_rules::{Answer, Cell, Map, Move, Phase, Player, Position, Tile, UndoLog};
use std::sync::Arc;

fn cases(default: u64) -> u64 {
    std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

/// The same map for every kernel at every level of this CPU, the naive one first.
fn all_kernels(map: &Map) -> Vec<Arc<Map>> {
    let with = |kernel, level| Arc::new(Map::with_kernel(map.file().clone(), kernel, level).expect("the map is valid"));
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

/// Maps of the sizes at which lines change their place: rings of 33 to 63 tiles, chains of 64 and more, boards whose rows
/// take several words. Most are dense, so that runs are long.
fn large(seed: u64) -> Arc<Map> {
    const SIZES: [(u16, u16); 13] = [
        (5, 33),
        (33, 34),
        (2, 63),
        (3, 64),
        (4, 65),
        (40, 40),
        (63, 3),
        (2, 130),
        (1, 200),
        (64, 64),
        (6, 127),
        (21, 79),
        (3, 300),
    ];
    let mut rng = Rng::derived(seed, 11);
    let (height, width) = SIZES[rng.below(SIZES.len())];
    let mut options = Options::new(2 + rng.below(7) as u8, height, width);
    options.seed = seed;
    options.tiles.fill = [20, 60, 90, 97][rng.below(4)];
    options.tiles.holes = [0, 0, 2, 10][rng.below(4)];
    options.joins.torus = rng.percent(60);
    options.joins.transitions = Amount::Percent([0, 10, 60, 100][rng.below(4)]);
    options.stocks.overrides = 3;
    // Where nobody could move, a board with more stones and free tiles takes its place.
    generate(&options).unwrap_or_else(|_| large(seed + 1_000_000))
}

#[test]
fn every_kernel_at_every_level_finds_what_the_ray_walker_finds() {
    let count = cases(300);
    let lists: u64 = (0..count).map(|seed| compare_kernels(&wild(seed), seed, usize::MAX)).sum();
    println!("proof: {lists} lists by every kernel equal to the ray walker's, on {count} maps");
}

#[test]
fn every_kernel_at_every_level_finds_what_the_ray_walker_finds_on_long_lines() {
    let count = cases(300) / 3;
    let lists: u64 = (0..count).map(|seed| compare_kernels(&large(seed), seed, 12)).sum();
    println!("proof: {lists} lists by every kernel equal to the ray walker's, on {count} large maps");
}

#[test]
fn rings_of_all_lengths_with_few_own_stones_are_judged_as_the_ray_walker_does() {
    let mut boards = 0;
    for length in [3_usize, 4, 16, 31, 32, 33, 34, 40, 62, 63, 64, 65, 66, 127, 128, 129, 200] {
        let last = length - 1;
        for own in [vec![0], vec![last], vec![length / 2], vec![0, last], vec![0, 1], vec![1, length / 2]] {
            for free in [None, Some(0), Some(1), Some(last), Some(length / 2)] {
                let mut tiles = vec!["2"; length];
                for &at in &own {
                    tiles[at] = "1";
                }
                if let Some(at) = free {
                    tiles[at] = "0";
                }
                // A board below the ring on which somebody can move, so that phase 1 goes on.
                let below = [vec!["0", "2", "1"], vec!["-"; length.saturating_sub(3)]].concat().join(" ");
                let gap = vec!["-"; length].join(" ");
                let (tiles, below) = (tiles.join(" "), &below[..2 * length - 1]);
                let text = format!("2 1 0 0 3 {length}\n{tiles}\n{gap}\n{below}\n0 0 6 <-> {last} 0 2\n");
                let map = Map::parse(text.as_bytes()).unwrap().0;
                compare_kernels(&map, 1, 1);
                boards += 1;
            }
        }
    }
    println!("proof: {boards} rings with few own stones judged as the ray walker does");
}

/// Plays up to `plies` moves with every kernel and compares what they find; returns how many lists were compared.
fn compare_kernels(map: &Map, seed: u64, plies: usize) -> u64 {
    let (mut lists, mut left) = (0, plies);
    let maps = all_kernels(map);
    let mut scratch: Vec<TileList> = maps.iter().map(|map| TileList::new(map)).collect();
    let mut positions: Vec<Position> = maps.iter().map(|map| Position::new(map.clone())).collect();
    let mut log = UndoLog::new();
    play(&maps[0], seed, |position, mv, _| {
        if left == 0 {
            return;
        }
        left -= 1;
        for other in &mut positions {
            disqualify_as_in(position, other);
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
        let expected = (position.legal_moves(), position.hash());
        for other in &mut positions {
            let kernel = other.map().kernel_name();
            assert_eq!(
                (other.legal_moves(), other.hash()),
                expected,
                "seed {seed}, {kernel}: as known since the last move"
            );
            let counted = other.count_moves(&mut MoveList::new(other.map()));
            assert_eq!(counted, expected.0.len() as u64, "seed {seed}, {kernel}: counted");
            other.make(mv, &mut log);
            other.unmake(&mut log);
            assert_eq!((other.legal_moves(), other.hash()), expected, "seed {seed}, {kernel}: after a move taken back");
            other.play(mv);
        }
    });
    assert!(positions.iter().all(|other| other.rows() == positions[0].rows()), "seed {seed}");
    lists
}

/// Disqualifications come between moves; whoever follows a game by its moves has to catch up with them. [`play`] disqualifies
/// whoever is to move, and the order counts: phase 1 can end with each of them.
fn disqualify_as_in(position: &Position, follower: &mut Position) {
    while let Some(player) = follower.to_move().filter(|&player| !position.is_active(player)) {
        follower.disqualify(player);
    }
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
fn what_a_move_would_change_is_what_it_changes() {
    let (mut changes, count) = (0, cases(300));
    for seed in 0..count {
        let map = wild(seed);
        let (mut list, mut log) = (ChangeList::new(&map), UndoLog::new());
        play(&map, seed, |position, mv, _| {
            position.list_changes(mv, &mut list);
            position.clone().make(mv, &mut log);
            let sorted = |changes: &[(Tile, Cell)]| {
                let mut changes: Vec<(usize, char)> =
                    changes.iter().map(|&(tile, cell)| (tile.index(), cell.to_char())).collect();
                changes.sort_unstable();
                changes
            };
            assert_eq!(sorted(list.as_slice()), sorted(log.last_changes()), "seed {seed} {mv:?}\n{position:?}");
            changes += list.as_slice().len();
        });
    }
    println!("proof: {changes} changes foretold by lists of changes on {count} maps");
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

#[test]
fn a_move_is_made_exactly_if_it_is_legal() {
    let (mut tried, count) = (0, cases(300) / 3);
    for seed in 0..count {
        let map = wild(seed);
        let mut log = UndoLog::new();
        play(&map, seed, |position, _, _| {
            if position.phase() != Phase::Build {
                return;
            }
            let legal = position.legal_moves();
            let mut other = position.clone();
            for tile in map.tiles() {
                let byte = match position.cell(tile) {
                    Cell::CHOICE => 1,
                    Cell::BONUS => 20,
                    _ => 0,
                };
                let special = Special::on_cell(position.cell(tile), byte, map.players()).unwrap();
                let mv = Move { tile, special };
                let made = other.make_if_legal(mv, &mut log);
                assert_eq!(made, legal.contains(&mv), "seed {seed} {mv:?}\n{position:?}");
                if made {
                    let mut expected = position.clone();
                    expected.play(mv);
                    assert_eq!(other, expected);
                    other.unmake(&mut log);
                }
                assert_eq!(&other, position);
                tried += 1;
            }
        });
    }
    println!("proof: {tried} moves made exactly if they are legal, on {count} maps");
}

#[test]
fn whoever_is_asked_moves_as_if_it_were_his_turn() {
    let (mut asked, count) = (0, cases(300) / 3);
    for seed in 0..count {
        let map = wild(seed);
        let mut list = MoveList::new(&map);
        play(&map, seed, |position, _, _| {
            position.list_ordinary_moves(&mut list);
            let building = position.phase() == Phase::Build;
            let free = |mv: &Move| building && position.cell(mv.tile).is_free();
            let expected: Vec<Move> = position.legal_moves().into_iter().filter(free).collect();
            assert_eq!(list.as_slice(), expected);
            for player in Player::all(map.players()) {
                let mut other = position.clone();
                let can = other.ask(player);
                let stones = building && !position.legal_tiles(player).is_empty()
                    || position.phase() == Phase::Bomb && position.bombs(player) > 0;
                assert_eq!(can, stones && position.is_active(player), "seed {seed} {player:?}\n{position:?}");
                assert_eq!(other.to_move(), if can { Some(player) } else { position.to_move() });
                assert!(!other.legal_moves().is_empty());
                asked += 1;
            }
        });
    }
    println!("proof: {asked} players asked out of turn, on {count} maps");
}

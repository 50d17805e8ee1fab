//! What the reports' clients did their own way, compared with the rules on random games over generated maps.
//!
//! `RXT_CASES` sets how many maps are played on; the gate uses few, `./test --long` many.

use rxt_engine::historic::bombs::{MAX_STRENGTH, by_counter, by_lists, by_marks};
use rxt_engine::historic::{HashState, Key, LoopDetection, Mask, NeighbourTable, Owner, presets, tile_walk};
use rxt_rules::bombs::blast_area;
use rxt_rules::map::generate::wild;
use rxt_rules::rng::Rng;
use rxt_rules::{Cell, Direction, Map, Move, Phase, Player, Position, Tile};
use std::sync::Arc;

fn cases(default: u64) -> u64 {
    std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

/// A random game; `visit` sees each position with the move that is made in it.
fn play(map: &Arc<Map>, seed: u64, mut visit: impl FnMut(&Position, Move)) {
    let mut rng = Rng::derived(seed, 7);
    let mut position = Position::new(map.clone());
    while position.to_move().is_some() {
        let moves = position.legal_moves();
        let mv = *rng.pick(&moves).expect("who is asked has a move");
        visit(&position, mv);
        position.play(mv);
    }
}

/// A map with bombs on it, so that games have a bombing phase.
fn with_bombs(seed: u64, strength: u8) -> Arc<Map> {
    let mut file = wild(seed).file().clone();
    (file.bombs, file.strength) = (1, strength);
    Arc::new(Map::new(file).expect("bombs make no map invalid"))
}

#[test]
fn every_way_to_find_the_area_of_a_bomb_finds_what_the_rules_destroy() {
    let (mut bombs, mut counted, count) = (0, 0, cases(100));
    for seed in 0..count {
        let strength = [0, 1, 2, 3, 4, 9, 255][seed as usize % 7];
        let map = with_bombs(seed, strength);
        play(&map, seed, |position, mv| {
            if position.phase() != Phase::Bomb {
                return;
            }
            let exists = |tile: Tile| position.cell(tile) != Cell::HOLE;
            let mut after = position.clone();
            after.play(mv);
            let destroyed: Vec<Tile> =
                map.tiles().filter(|&tile| exists(tile) && after.cell(tile) == Cell::HOLE).collect();
            assert_eq!(blast_area(&map, mv.tile, strength, exists), destroyed);
            assert_eq!(by_lists(&map, mv.tile, strength, exists), destroyed, "seed {seed}\n{position:?}");
            assert_eq!(by_marks(&map, mv.tile, strength, exists), destroyed, "seed {seed}\n{position:?}");
            bombs += 1;
            let area = by_counter(&map, mv.tile, strength, exists);
            assert_eq!(area.is_some(), strength <= MAX_STRENGTH);
            if let Some(area) = area {
                assert_eq!(area, destroyed, "seed {seed}\n{position:?}");
                counted += 1;
            }
        });
    }
    assert!(counted > count && bombs > counted, "{counted} of {bombs}");
    println!("proof: {bombs} bombs by lists and marks, {counted} of them by counting, destroy what the rules say");
}

/// How long the walk of the rules is, and whether it would go on for ever if it were not stopped at its origin.
fn walk_by_rules(position: &Position, origin: Tile, direction: Direction, player: Player) -> usize {
    let map = position.map();
    let (mut here, mut length) = (map.step(origin, direction), 0);
    while let Some((tile, onwards)) = here {
        let cell = position.cell(tile);
        if tile == origin || !cell.is_occupied() {
            return 0;
        }
        if cell == Cell::stone(player) {
            return length;
        }
        length += 1;
        here = map.step(tile, onwards);
    }
    0
}

#[test]
fn every_loop_detection_ends_walks_as_the_rules_do() {
    let (mut walks, mut loops, count) = (0_u64, 0_u64, cases(60));
    for seed in 0..count {
        let map = wild(seed);
        let table = NeighbourTable::new(&map).unwrap();
        let mut visit = 0_usize;
        play(&map, seed, |position, _| {
            visit += 1;
            if position.phase() != Phase::Build || !visit.is_multiple_of(4) {
                return;
            }
            let state = HashState::new(position).unwrap();
            let player = position.to_move().unwrap();
            for (tile, direction) in map.tiles().flat_map(|tile| Direction::ALL.map(|direction| (tile, direction))) {
                let (x, y) = map.place(tile);
                let found = LoopDetection::ALL.map(|detection| {
                    tile_walk(&table, |key| state.owner(key), Key::tile(x, y), direction, player, detection)
                });
                assert!(found.iter().all(|walk| *walk == found[0]), "seed {seed} ({x},{y}) {direction}: {found:?}");
                let expected = walk_by_rules(position, tile, direction, player);
                assert_eq!(found[0].length, expected, "seed {seed} ({x},{y}) {direction}\n{position:?}");
                walks += 1;
                loops += u64::from(found[0].looped);
            }
        });
    }
    assert!(loops > count, "walks that never end have been seen");
    println!("proof: {walks} walks with three loop detections as long as the rules say, {loops} of them endless");
}

fn assert_same(state: &HashState, position: &Position, seed: u64) {
    let map = position.map();
    for (x, y) in (0..map.width()).flat_map(|x| (0..map.height()).map(move |y| (x, y))) {
        let expected = Owner::from(position.cell_at(x, y));
        assert_eq!(state.owner(Key::tile(x, y)), expected, "seed {seed} ({x},{y})\n{position:?}");
    }
    for player in Player::all(position.players()) {
        assert_eq!(state.stock(Key::bombs(player)), position.bombs(player), "seed {seed}");
        assert_eq!(state.stock(Key::overrides(player)), position.overrides(player), "seed {seed}");
    }
}

#[test]
fn a_game_in_a_hash_map_is_the_game_of_the_rules() {
    let (mut moves, count) = (0, cases(150));
    for seed in 0..count {
        let map = with_bombs(seed, seed as u8 % 4);
        let table = NeighbourTable::new(&map).unwrap();
        let mut state = HashState::new(&Position::new(map.clone())).unwrap();
        play(&map, seed, |position, mv| {
            assert_same(&state, position, seed);
            let (player, answer) = (position.to_move().unwrap(), mv.answer(&map));
            match position.phase() {
                Phase::Build => state.set_stone(&table, player, answer),
                _ => state.throw_bomb(position, player, answer),
            }
            moves += 1;
        });
    }
    println!("proof: {moves} moves in a hash map as the rules make them, on {count} maps");
}

#[test]
fn a_mask_has_what_moves_change_and_nothing_else() {
    let (mut masks, count) = (0, cases(150));
    for seed in 0..count {
        let map = wild(seed);
        let table = NeighbourTable::new(&map).unwrap();
        // The state stays behind while masks of more and more moves are made for it; after a few it catches up.
        let mut base = Position::new(map.clone());
        let mut mask = Mask::default();
        play(&map, seed, |position, mv| {
            if position.phase() != Phase::Build {
                return;
            }
            let state = HashState::new(&base).unwrap();
            mask = std::mem::take(&mut mask).next(&state, &table, position.to_move().unwrap(), mv.answer(&map));
            let mut after = position.clone();
            after.play(mv);
            let mut laid = state.clone();
            laid.lay(mask.clone());
            assert_same(&laid, &after, seed);
            assert_eq!(mask.len(), changed_entries(&base, &after), "seed {seed} {mv:?}\n{position:?}");
            masks += 1;
            if masks % 5 == 0 {
                (base, mask) = (after, Mask::default());
            }
        });
    }
    println!("proof: {masks} masks of changed tiles laid onto their positions, on {count} maps");
}

fn changed_entries(before: &Position, after: &Position) -> usize {
    let tiles = before.map().tiles().filter(|&tile| before.cell(tile) != after.cell(tile)).count();
    let stock = |position: &Position, player| [position.bombs(player), position.overrides(player)];
    let changed = |player| stock(before, player).iter().zip(stock(after, player)).filter(|(a, b)| **a != *b).count();
    tiles + Player::all(before.players()).map(changed).sum::<usize>()
}

#[test]
fn boards_with_more_than_two_digits_are_refused() {
    let board = |width: usize| format!("2 0 0 0 1 {width} 1 2 {}", "0 ".repeat(width - 2));
    for (width, fits) in [(100, true), (101, false)] {
        let map = Arc::new(Map::parse(board(width).as_bytes()).unwrap().0);
        assert_eq!(NeighbourTable::new(&map).is_some(), fits);
        assert_eq!(HashState::new(&Position::new(map)).is_some(), fits);
    }
}

#[test]
fn every_preset_has_a_page_that_says_what_the_table_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engines/");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let page = |name: &str| words(&std::fs::read_to_string(format!("{folder}{name}.md")).unwrap());
    let index = page("README");
    for preset in presets() {
        let page = page(preset.name);
        let bullets =
            |items: &[&str]| items.iter().map(|item| format!("- {}", words(item))).collect::<Vec<_>>().join(" ");
        let fixed = format!("## What is fixed {} ## What is guessed", bullets(preset.fixed));
        assert!(page.contains(&format!("```text {} ```", preset.spec)), "the spec on the page of {}", preset.name);
        assert!(page.contains(&fixed), "{}: {fixed}", preset.name);
        let guessed = format!("## What is guessed {}", bullets(preset.guessed));
        assert!(page.contains(&guessed), "{}: {guessed}", preset.name);
        assert!(index.contains(&format!("| [{0}]({0}.md) | {1} |", preset.name, preset.summary)), "{}", preset.name);
    }
    println!("proof: {} presets with pages that agree with their table", presets().len());
}

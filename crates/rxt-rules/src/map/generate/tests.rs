//! Properties of generated maps over thousands of seeds.

use super::{Amount, GenerateError, Options, Symmetry, fairness, generate, wild};
use crate::cell::Cell;
use crate::direction::Direction;
use crate::map::survey::{reachable, survey, symmetry};
use crate::map::{Map, MapFile, Transition};
use crate::player::Player;
use crate::position::{Phase, Position};
use crate::rng::Rng;
use std::sync::Arc;

fn text(map: &Map) -> String {
    map.file().to_string()
}

fn check_valid_and_playable(map: &Arc<Map>) {
    let (again, warnings) = Map::parse(text(map).as_bytes()).unwrap();
    assert_eq!(*map.file(), *again.file());
    assert_eq!(warnings, []);
    assert_eq!(Position::new(Arc::clone(map)).phase(), Phase::Build, "{}", text(map));
}

#[test]
fn wild_maps_are_valid_playable_and_the_same_again() {
    for seed in 0..3000 {
        let map = wild(seed);
        check_valid_and_playable(&map);
        assert_eq!(text(&map), text(&wild(seed)), "seed {seed}");
    }
}

#[test]
fn wild_maps_cover_everything_that_maps_can_have() {
    let maps: Vec<Arc<Map>> = (0..3000).map(wild).collect();
    let some = |wanted: &dyn Fn(&MapFile) -> bool| maps.iter().filter(|map| wanted(map.file())).count() >= 30;
    for players in 2..=8 {
        assert!(some(&|file| file.players == players), "{players} players");
    }
    for cell in *b"0cibx-12" {
        assert!(some(&|file| file.tiles.contains(&Cell::from_byte(cell).unwrap())), "{}", cell as char);
    }
    assert!(some(&|file| file.transitions.iter().any(|Transition(a, b)| a == b)), "mirrors");
    assert!(some(&|file| file.transitions.iter().any(|Transition(a, b)| a != b && (a.x, a.y) == (b.x, b.y))));
    assert!(some(&|file| file.height == 1) && some(&|file| file.width > 9), "odd sizes");
    let stones = |file: &MapFile| file.tiles.iter().filter(|cell| cell.is_occupied()).count();
    assert!(some(&|file| file.tiles.len() > 20 && 10 * stones(file) > 8 * file.tiles.len()), "nearly full boards");
    assert!(some(&|file| file.overrides == 255) && some(&|file| file.strength == 0 && file.bombs > 0));
    let lines = maps.iter().map(survey).filter(|survey| survey.lines.cycles > 0 && survey.lines.self_crossing > 0);
    assert!(lines.count() >= 30, "rings and lines that cross themselves");
}

#[test]
fn reachability_leaves_out_no_tile_that_random_games_take() {
    for seed in 0..300 {
        let map = wild(seed);
        let reachable = reachable(&map);
        let mut position = Position::new(Arc::clone(&map));
        let mut rng = Rng::new(seed);
        for _ in 0..60 {
            let moves = position.legal_moves();
            if position.phase() != Phase::Build {
                break;
            }
            position.play(*rng.pick(&moves).unwrap());
            let taken = map.tiles().filter(|&tile| position.cell(tile).owner().is_some());
            assert!(taken.into_iter().all(|tile| reachable[tile.index()]), "seed {seed}\n{}", text(&map));
        }
    }
}

/// The definition, square by square: an obvious twin of the check in the survey.
fn check_rotated(map: &Map, quarters: usize, seats: usize) {
    let file = map.file();
    let (height, width, players) = (file.height, file.width, usize::from(file.players));
    let turned = |(x, y): (u16, u16)| match quarters {
        1 => (height - 1 - y, x),
        _ => (width - 1 - x, height - 1 - y),
    };
    for y in 0..height {
        for x in 0..width {
            let here = file.cell(x.into(), y.into());
            let (to_x, to_y) = turned((x, y));
            let expected = here
                .owner()
                .map_or(here, |owner| Cell::stone(Player::new(((owner.index() + seats) % players) as u8 + 1).unwrap()));
            assert_eq!(file.cell(to_x.into(), to_y.into()), expected);
        }
    }
    let mut joined: Vec<_> = file.transitions.iter().flat_map(|&Transition(a, b)| [(a, b), (b, a)]).collect();
    let turned_end = |mut end: crate::map::End| {
        (end.x, end.y) = turned((end.x, end.y));
        end.direction = Direction::ALL[(end.direction as usize + 2 * quarters) % 8];
        end
    };
    let mut rotated: Vec<_> = joined.iter().map(|&(a, b)| (turned_end(a), turned_end(b))).collect();
    joined.sort_unstable();
    rotated.sort_unstable();
    assert_eq!(joined, rotated);
}

fn options(players: u8, height: u16, width: u16, seed: u64) -> Options {
    let mut options = Options::new(players, height, width);
    options.seed = seed;
    options.tiles.holes = (seed % 4 * 10) as u8;
    options.tiles.clusters = 2;
    options.joins.transitions = Amount::Percent((seed % 5 * 25) as u8);
    options
}

#[test]
fn rotational_maps_look_the_same_after_the_turn() {
    let cases =
        [(2, 7, 9, 2, 1), (2, 8, 8, 2, 1), (4, 9, 9, 1, 1), (4, 8, 10, 2, 2), (6, 9, 11, 2, 3), (8, 12, 12, 1, 2)];
    for (players, height, width, quarters, seats) in cases {
        for seed in 0..200 {
            let mut options = options(players, height, width, seed);
            options.symmetry = Symmetry::Rotational;
            options.joins.torus = seed % 7 == 0;
            let map = generate(&options).unwrap();
            check_valid_and_playable(&map);
            check_rotated(&map, quarters, seats);
            let fairness = fairness(&options).unwrap();
            assert_eq!(usize::from(fairness.class_step), seats);
            let found = symmetry(&map, fairness.motion.unwrap()).expect("the survey sees it too");
            assert_eq!(found.seats.map(usize::from), Some(seats));
        }
    }
}

#[test]
fn translational_maps_are_fair_to_any_number_of_players() {
    for players in 2..=8 {
        for seed in 0..60 {
            let mut options = options(players, 9, u16::from(players) * 3, seed);
            if seed % 2 == 0 {
                (options.height, options.width) = (u16::from(players) * 3, u16::from(players) * 2 + 1);
            }
            options.symmetry = Symmetry::Translational;
            options.joins.torus = true;
            let map = generate(&options).unwrap();
            check_valid_and_playable(&map);
            let found = symmetry(&map, fairness(&options).unwrap().motion.unwrap()).expect("the map can be shifted");
            assert_eq!(found.seats, Some(1));
            assert_eq!(survey(&map).class_step, 1);
        }
    }
}

#[test]
fn what_cannot_be_made_is_refused_with_a_reason() {
    let message = |change: &dyn Fn(&mut Options)| {
        let mut options = Options::new(3, 9, 9);
        change(&mut options);
        generate(&options).unwrap_err().to_string()
    };
    assert_eq!(message(&|options| options.players = 9), "9 players; expected 2 to 8");
    assert_eq!(message(&|options| options.width = 0), "a board of 9x0; expected 1 to 1000 rows and columns");
    assert_eq!(message(&|options| options.tiles.holes = 101), "101 % holes; expected at most 100");
    let rotation = message(&|options| options.symmetry = Symmetry::Rotational);
    assert!(rotation.starts_with("no rotation is fair to 3 players; expected 2 (any board)"), "{rotation}");
    let translation = message(&|options| options.symmetry = Symmetry::Translational);
    assert!(translation.ends_with("expected a torus with a side that is a multiple of 3"), "{translation}");
    let large = message(&|options| (options.height, options.width) = (300, 300));
    assert!(large.contains("expected at most 65535"), "{large}");
    let mut full = Options::new(2, 1, 1);
    full.stocks.overrides = 0;
    assert_eq!(generate(&full).unwrap_err(), GenerateError::NoMove { attempts: 40 });
}

#[test]
fn the_percentages_are_kept() {
    let mut options = Options::new(2, 40, 40);
    (options.tiles.holes, options.tiles.specials) = (25, 20);
    let survey = survey(&generate(&options).unwrap());
    assert_eq!(survey.holes, 400);
    let specials = [Cell::CHOICE, Cell::INVERSION, Cell::BONUS, Cell::EXPANSION].map(|cell| survey.content(cell));
    assert_eq!(specials.iter().sum::<usize>(), 240);
    assert!(specials.iter().all(|&count| count > 40), "{specials:?}");
}

#[test]
fn a_torus_without_holes_leaves_no_end_free() {
    let mut options = Options::new(2, 5, 6);
    options.tiles.holes = 0;
    options.joins.torus = true;
    let map = generate(&options).unwrap();
    assert!(map.tiles().all(|tile| Direction::ALL.into_iter().all(|direction| map.step(tile, direction).is_some())));
    assert_eq!(map.file().transitions.len(), 3 * (5 + 6) - 2);
}

//! The maps of this repository: valid, tidy, listed, playable to the end, and teaching what they claim.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use rxt_rules::agent::{Agent, Budget, RandomAgent};
use rxt_rules::map::survey::survey;
use rxt_rules::referee::play_match;
use rxt_rules::{Answer, Map, Move, Phase, Player, Position};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps")
}

/// Names without `.map`, and texts, in order.
fn all() -> Vec<(String, String)> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let maps = entries.filter(|path| path.extension().is_some_and(|extension| extension == "map"));
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let mut all: Vec<_> = maps.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect();
    all.sort();
    all
}

fn start(name: &str) -> Position {
    let text = fs::read(folder().join(format!("{name}.map"))).unwrap();
    Position::new(Arc::new(Map::parse(&text).unwrap().0))
}

#[test]
fn every_map_is_valid_without_warnings_tidy_and_not_final() {
    let all = all();
    assert!(all.len() >= 34, "{} maps", all.len());
    for (name, text) in all {
        let (map, warnings) = Map::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        assert_eq!(warnings, [], "{name}");
        assert_eq!(map.file().to_string(), text, "{name} is not in the usual form");
        assert_ne!(Position::new(Arc::new(map)).phase(), Phase::Over, "{name} is final");
    }
}

#[test]
fn every_map_stands_in_the_readme_with_its_players_and_size() {
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    for (name, text) in all() {
        let (map, _) = Map::parse(text.as_bytes()).unwrap();
        let row = format!("| [{name}.map]({name}.map) | {} | {}x{} | ", map.players(), map.height(), map.width());
        assert!(readme.contains(&row), "expected a line beginning with\n{row}");
    }
    assert_eq!(readme.matches(".map) |").count(), all().len(), "every line of the table has its map");
}

#[test]
fn maps_for_playing_are_fair_unless_the_readme_says_otherwise() {
    let readme = fs::read_to_string(folder().join("README.md")).unwrap();
    for (name, text) in all().into_iter().filter(|(name, _)| !name.starts_with("rule-")) {
        let map = Arc::new(Map::parse(text.as_bytes()).unwrap().0);
        let line = readme.lines().find(|line| line.contains(&format!("({name}.map)"))).unwrap();
        let exception = ["the odd players", "two classes", "opposite players", "No symmetry"];
        let expected = exception.iter().all(|words| !line.contains(words));
        assert_eq!(survey(&map).class_step == 1, expected, "{name}");
    }
}

#[test]
fn random_games_on_every_map_come_to_an_end() {
    for (name, text) in all() {
        let map = Arc::new(Map::parse(text.as_bytes()).unwrap().0);
        let mut agents: Vec<Box<dyn Agent>> =
            (1..=map.players()).map(|seat| Box::new(RandomAgent::new(1, seat)) as Box<dyn Agent>).collect();
        let (referee, _) = play_match::<()>(map, &mut agents, &Budget::default(), |_, _, _| ControlFlow::Continue(()));
        assert_eq!(referee.position().phase(), Phase::Over, "{name}");
        assert!(referee.position().disqualified().is_empty(), "{name}");
    }
}

#[test]
fn the_rules_cite_only_maps_that_exist() {
    let rules = fs::read_to_string(folder().join("../docs/rules.md")).unwrap();
    let cited = rules.split('`').filter(|word| word.starts_with("rule-") && *word != "rule-…");
    assert!(cited.inspect(|name| _ = start(name)).count() >= 6);
}

/// Maps that others drew for tournaments over the years.
#[test]
fn maps_from_elsewhere_are_read_written_and_surveyed() {
    let shared = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")).join("maps");
    let Ok(entries) = fs::read_dir(shared) else {
        println!("SKIPPED: ../shared is absent");
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension() == Some("map".as_ref())) {
        let (map, _) =
            Map::parse(&fs::read(&path).unwrap()).unwrap_or_else(|errors| panic!("{}: {errors}", path.display()));
        let (again, warnings) = Map::parse(map.file().to_string().as_bytes()).unwrap();
        assert_eq!((&again, warnings), (&map, vec![]), "{}", path.display());
        let survey = survey(&Arc::new(map));
        assert_eq!(survey.components.iter().sum::<usize>(), survey.tiles(), "{}", path.display());
        assert!(survey.reachable <= survey.tiles(), "{}", path.display());
    }
}

/// The legal moves as `(x,y,special byte)`.
fn legal(position: &Position) -> Vec<(u16, u16, u8)> {
    let wire = |mv: Move| mv.answer(position.map());
    position.legal_moves().into_iter().map(wire).map(|answer| (answer.x, answer.y, answer.special)).collect()
}

/// Plays a move and returns the rows of the board.
fn play(position: &mut Position, (x, y, special): (u16, u16, u8)) -> Vec<String> {
    let mv = position.read(Answer { x, y, special }).unwrap();
    position.play(mv);
    position.rows()
}

fn asked(position: &Position) -> Option<u8> {
    position.to_move().map(Player::number)
}

#[test]
fn the_maps_on_capture_teach_what_they_claim() {
    assert_eq!(legal(&start("rule-capture")), [(0, 1, 0)]);
    assert_eq!(play(&mut start("rule-directions"), (2, 2, 0)), ["10101", "01110", "11111", "01110", "10101"]);
    assert_eq!(play(&mut start("rule-all-at-once"), (0, 0, 0)), ["111", "-2-"]);
    assert_eq!(play(&mut start("rule-bend"), (0, 0, 0)), ["111-", "----", "-100", "-100"]);
    assert_eq!(legal(&start("rule-ring-closed")), [(0, 2, 0)]);
    assert_eq!(play(&mut start("rule-ring-open"), (0, 0, 0))[0], "111111");
    assert_eq!(legal(&start("rule-mirror")), [(2, 2, 0)]);
    assert_eq!(play(&mut start("rule-crossing"), (0, 1, 0)), ["--1--", "1111-", "--1--"]);
    assert_eq!(
        legal(&start("rule-special-stops")).into_iter().filter(|&(x, ..)| x == 0).collect::<Vec<_>>(),
        [(0, 3, 0)]
    );
}

#[test]
fn the_maps_on_overrides_teach_what_they_claim() {
    assert_eq!(legal(&start("rule-override-own")), [(1, 1, 0), (3, 1, 0)]);
    assert_eq!(legal(&start("rule-override-foreign")), [(0, 0, 0), (1, 0, 0)]);
    assert!(legal(&start("rule-override-ring")).iter().all(|&(_, y, _)| y == 2));
    let mut expansion = start("rule-expansion");
    assert_eq!(legal(&expansion), [(2, 0, 0), (1, 2, 0), (4, 2, 0)]);
    play(&mut expansion, (2, 0, 0));
    play(&mut expansion, (1, 2, 0));
    assert_eq!((asked(&expansion), legal(&expansion)), (Some(3), vec![(4, 2, 0)]));
    assert_eq!(play(&mut start("rule-expansion-enemy"), (0, 0, 0))[0], "11110");
    let mut wrap = start("rule-stock-wrap");
    play(&mut wrap, (0, 0, 21));
    assert_eq!(wrap.overrides(Player::ONE), 0);
}

#[test]
fn the_maps_on_special_tiles_teach_what_they_claim() {
    let choice = play(&mut start("rule-choice"), (0, 0, 3));
    assert_eq!(choice, ["3330111", "0000111", "0200111"]);
    let inversion = play(&mut start("rule-inversion"), (0, 0, 0));
    assert_eq!(inversion, ["222011", "000001", "300i20"]);
    let bonus = legal(&start("rule-bonus"));
    assert_eq!(
        bonus.into_iter().filter(|&(.., special)| special > 0).collect::<Vec<_>>(),
        [(0, 0, 20), (0, 0, 21), (4, 2, 20), (4, 2, 21)]
    );
}

#[test]
fn the_maps_on_turns_teach_what_they_claim() {
    let mut passing = start("rule-passing");
    play(&mut passing, (0, 0, 0));
    assert_eq!(asked(&passing), Some(3));
    assert_eq!(asked(&start("rule-first-passes")), Some(2));
    let bombing = start("rule-bombing-only");
    assert_eq!((bombing.phase(), asked(&bombing)), (Phase::Bomb, Some(1)));
    let mut change = start("rule-phase-change");
    play(&mut change, (0, 0, 0));
    assert_eq!((change.phase(), asked(&change)), (Phase::Bomb, Some(2)));
    let mut bonus_bomb = start("rule-bonus-bomb");
    play(&mut bonus_bomb, (0, 0, 20));
    assert_eq!((bonus_bomb.phase(), asked(&bonus_bomb)), (Phase::Bomb, Some(1)));
    play(&mut bonus_bomb, (2, 2, 0));
    assert_eq!(bonus_bomb.phase(), Phase::Over);
}

#[test]
fn the_maps_on_bombs_teach_what_they_claim() {
    let rows = play(&mut start("rule-bombing-only"), (4, 0, 0));
    assert_eq!(rows, ["1000-", "00000", "10002"]);
    let rows = play(&mut start("rule-bomb-holes"), (2, 1, 0));
    assert_eq!(rows, ["----222", "----022", "----002", "-----00", "1--0--2"], "the other side of the wall is safe");
    let mut craters = start("rule-bomb-craters");
    play(&mut craters, (5, 0, 0));
    assert_eq!(play(&mut craters, (3, 0, 0)), ["10-----0002"], "the crater on the right is not crossed");
    let rows = play(&mut start("rule-bomb-transition"), (2, 1, 0));
    assert_eq!(rows, ["-----".to_owned() + "---2", "-----".to_owned() + "---0", "-----".to_owned() + "---2"]);
}

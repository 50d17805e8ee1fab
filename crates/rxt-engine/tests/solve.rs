//! The solver from outside: published Othello endings, and positions with everything that ReversiXT adds.

mod common;

use common::{cases, me, somewhere};
use rxt_engine::{Method, Question, solve};
use rxt_rules::agent::Signal;
use rxt_rules::{Map, Move, Player, Position};
use std::path::Path;
use std::sync::Arc;

/// A line of the table: the position, and its score if free squares go to the winner.
fn ending(line: &str) -> (Position, i32) {
    let fields: Vec<&str> = line.split('\t').collect();
    let own = fields[2];
    let mut map = String::from("2 0 0 0 8 8");
    for square in fields[1].chars() {
        let is_own = square.to_string() == own;
        map += if square == '-' {
            " 0"
        } else if is_own {
            " 1"
        } else {
            " 2"
        };
    }
    let map = Map::parse(map.as_bytes()).expect("64 squares are a map").0;
    (Position::new(Arc::new(map)), fields[4].parse().expect("the score is a number"))
}

#[test]
fn published_endings_have_their_published_scores() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/othello/ffo.tsv");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("SKIPPED: ../shared is absent");
        return;
    };
    // The first is solved in a moment, the second in a second; `./test --long` takes more.
    let count = cases(2) as usize;
    for line in text.lines().skip(1).take(count.min(10)) {
        let (position, expected) = ending(line);
        let question = Question { free_to_winner: true, ..Question::default() };
        let found = solve(&position, &question, &Signal::default()).expect("there is no limit");
        assert_eq!((found.lead, found.method), (expected, Method::Words), "{line}");
        let mut behind = position.clone();
        for &mv in &found.line {
            assert!(behind.legal_moves().contains(&mv), "{line}");
            behind.play(mv);
        }
        assert!(behind.to_move().is_none(), "the line leads to the end: {line}");
    }
    println!("proof: {} published endings solved", count.min(10));
}

/// What `me` can be sure of: places, then stones.
fn plain(position: &Position, me: Player) -> (i32, i32) {
    let after = |mv: Move| {
        let mut position = position.clone();
        position.play(mv);
        position
    };
    let values = || position.legal_moves().into_iter().map(|mv| plain(&after(mv), me));
    match position.to_move() {
        Some(mover) if mover == me => values().max().expect("who is asked has a move"),
        Some(_) => values().min().expect("who is asked has a move"),
        None => {
            let stones = |player: Player| position.points(player).map_or(-1, |points| points as i32);
            let others = || Player::all(position.players()).filter(|&other| other != me).map(stones);
            let own = stones(me);
            let places: i32 = others().map(|other| own.cmp(&other) as i32).sum();
            (places, own - others().max().expect("nobody plays alone"))
        }
    }
}

#[test]
fn small_positions_with_specials_and_bombs_are_solved_as_by_searching_everything() {
    let (mut solved, count) = (0, cases(150));
    for seed in 0..count {
        let position = somewhere(seed, 3);
        let leaves = rxt_rules::perft::perft(&position, 6, rxt_rules::perft::Passes::Silent);
        let deeper = rxt_rules::perft::perft(&position, 7, rxt_rules::perft::Passes::Silent);
        if leaves > 5_000 || leaves != deeper {
            continue;
        }
        let found = solve(&position, &Question::default(), &Signal::default()).expect("there is no limit");
        assert_eq!((found.places, found.lead), plain(&position, me(&position)), "seed {seed}\n{position:?}");
        solved += 1;
    }
    assert!(solved > 10, "{solved}");
    println!("proof: {solved} small positions solved as by searching everything");
}

//! Players from outside: legal moves always, in time always, the same game for the same seed.

use rxt_engine::{SEARCHES, Spec};
use rxt_rules::agent::{Budget, Signal};
use rxt_rules::map::generate::wild;
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Move, Phase, Player, Position};
use std::cmp::Ordering;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn our_map(name: &str) -> Arc<Map> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps").join(name);
    Arc::new(Map::parse(&std::fs::read(path).expect("the map is there")).expect("the map is valid").0)
}

/// Plays a game in which every seat is taken by the same spec; checks each choice.
fn play(spec: &Spec, map: &Arc<Map>, seed: u64, nodes: u64) -> Vec<Move> {
    const MOST_MOVES: usize = 400;
    let mut agents: Vec<_> = (0..map.players()).map(|seat| spec.agent(seed ^ u64::from(seat))).collect();
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let mut position = Position::new(map.clone());
    let mut moves = Vec::new();
    while let (Some(player), true) = (position.to_move(), moves.len() < MOST_MOVES) {
        let signal = Signal::default();
        let choice = agents[player.index()].choose(&position, &budget, &signal);
        assert!(position.legal_moves().contains(&choice.mv), "{spec}: {:?} in\n{position:?}", choice.mv);
        assert!(choice.nodes.is_none_or(|visited| visited <= nodes), "{spec} visited {:?}", choice.nodes);
        assert!(signal.latest().is_some(), "{spec} made nothing known");
        moves.push(choice.mv);
        position.play(choice.mv);
    }
    moves
}

#[test]
fn every_search_plays_legal_moves_to_the_end_and_the_same_ones_for_the_same_seed() {
    let mut moves = 0;
    for search in SEARCHES {
        let spec = Spec::parse(search.name).unwrap();
        for seed in 0..12 {
            let map = wild(seed);
            let game = play(&spec, &map, seed, 150);
            assert_eq!(game, play(&spec, &map, seed, 150), "{spec}");
            moves += game.len();
        }
    }
    println!("proof: {moves} moves of {} searches, legal and the same twice", SEARCHES.len());
}

/// A position with as many moves as there are: late on a large board, with override stones or bombs.
fn crowded(name: &str, phase: Phase) -> Position {
    let mut position = Position::new(our_map(name));
    let mut rng = Rng::new(7);
    for _ in 0..1200 {
        let moves = position.legal_moves();
        if position.phase() != Phase::Build || phase == Phase::Build && moves.len() > 900 {
            break;
        }
        position.play(*rng.pick(&moves).expect("who is asked has a move"));
    }
    position
}

#[test]
fn every_search_answers_soon_after_its_time_is_up() {
    /// Time for a loaded machine to run us again.
    const GRACE: Duration = Duration::from_millis(60);
    let positions = [
        crowded("plain-8p-50x50.map", Phase::Build),
        crowded("torus-5p-50x50.map", Phase::Build),
        crowded("large-4p-100x100.map", Phase::Build),
        crowded("bombs-4p-25x25.map", Phase::Bomb),
        crowded("bends-4p-50x50.map", Phase::Bomb),
    ];
    for search in SEARCHES {
        for position in &positions {
            let mut agent = Spec::parse(search.name).unwrap().agent(1);
            let time = Duration::from_millis(30);
            let late = (0..3).map(|_| {
                let start = Instant::now();
                let budget = Budget { time: Some(time), ..Budget::default() };
                agent.choose(position, &budget, &Signal::default());
                start.elapsed().saturating_sub(time)
            });
            let late = late.min().expect("three tries");
            assert!(late < GRACE, "{} was {late:?} late", search.name);
        }
    }
}

#[test]
fn with_no_time_for_a_thousand_moves_a_good_one_is_made() {
    let mut position = crowded("plain-8p-50x50.map", Phase::Build);
    // Nobody has an ordinary move any more, only override stones are left.
    while let Some(mover) = position.to_move() {
        let moves = position.legal_moves();
        if moves.len() > 900 && moves.iter().all(|mv| position.cell(mv.tile).is_occupied()) {
            break;
        }
        let ordinary = moves.iter().find(|mv| position.cell(mv.tile).is_free());
        let mv = ordinary.or(moves.first()).expect("who is asked has a move");
        assert!(position.is_active(mover));
        position.play(*mv);
    }
    let me = position.to_move().expect("there are enough override stones");
    let gain = |mv: Move| {
        let mut after = position.clone();
        after.play(mv);
        after.stones(me)
    };
    let budget = Budget { nodes: Some(50), ..Budget::default() };
    let choice = Spec::parse("default").unwrap().agent(1).choose(&position, &budget, &Signal::default());
    let moves = position.legal_moves();
    let better = moves.iter().filter(|&&mv| gain(mv) > gain(choice.mv)).count();
    assert!(better * 10 <= moves.len(), "{better} of {} moves bring more stones", moves.len());
    println!("proof: of {} moves one of the best {} is made without time", moves.len(), better + 1);
}

#[test]
fn every_search_heeds_a_stop() {
    let position = crowded("plain-8p-50x50.map", Phase::Build);
    for search in SEARCHES {
        let mut agent = Spec::parse(search.name).unwrap().agent(1);
        let signal = Signal::default();
        let start = Instant::now();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20));
                signal.stop();
            });
            let budget = Budget { time: Some(Duration::from_mins(1)), ..Budget::default() };
            let choice = agent.choose(&position, &budget, &signal);
            assert!(position.legal_moves().contains(&choice.mv));
        });
        assert!(start.elapsed() < Duration::from_secs(2), "{} did not stop", search.name);
    }
}

/// Games of two specs against each other on plain 8x8, each from both seats; the points of the first in halves of a game.
fn wins(spec: &str, against: &str, nodes: u64, openings: u64) -> u64 {
    let map = our_map("standard-8x8.map");
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    let game = |seed: u64, seat: usize| {
        let mut agents: Vec<_> = (0..2)
            .map(|place| {
                Spec::parse(if place == seat { spec } else { against })
                    .expect("a valid spec")
                    .agent(seed + place as u64)
            })
            .collect();
        let mut position = Position::new(map.clone());
        let mut rng = Rng::new(seed);
        for _ in 0..6 {
            position.play(*rng.pick(&position.legal_moves()).expect("nobody is out of moves that early"));
        }
        while let Some(player) = position.to_move() {
            position.play(agents[player.index()].choose(&position, &budget, &Signal::default()).mv);
        }
        let stones = |seat: usize| position.stones(Player::new(seat as u8 + 1).expect("seat 0 or 1"));
        match stones(seat).cmp(&stones(1 - seat)) {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }
    };
    (0..openings).flat_map(|seed| [game(seed, 0), game(seed, 1)]).sum()
}

#[test]
fn whoever_looks_further_beats_whoever_does_not() {
    const OPENINGS: u64 = 10;
    // Stones alone are a poor guide on a plain board.
    let with_eval = |name: &str| format!("{name},eval=corner-dynamic,against=best,mobility=3");
    let greedy = with_eval("greedy");
    let mut games = 0;
    for search in SEARCHES.iter().filter(|search| !["first", "random"].contains(&search.name)) {
        let weaker = if search.name == "greedy" { "first" } else { greedy.as_str() };
        let halves = wins(&with_eval(search.name), weaker, 500, OPENINGS);
        assert!(halves >= 24, "{} won {halves} of {} halves of a game against {weaker}", search.name, 4 * OPENINGS);
        games += 2 * OPENINGS;
    }
    println!("proof: {games} games at 500 positions a move, at least 60 % for whoever looks further");
}

//! Whole tournaments in which the outcome of each game is drawn, not played.

use super::*;
use crate::tournament::config::Config;
use crate::tournament::decision::blocks_of;
use rxt_rules::rank;
use rxt_rules::rng::Rng;
use std::collections::BTreeMap;
use std::path::Path;

fn setup(format: &str, bots: usize, maps: &[&str], more: &str) -> Setup {
    let maps: Vec<String> = maps.iter().map(|map| format!("\"{map}\"")).collect();
    let bot = |number: usize| format!("[[bot]]\nname = \"bot {number}\"\nengine = \"random\"\n");
    let bots: String = (0..bots).map(bot).collect();
    let text = format!(
        "name = \"cup\"\nformat = \"{format}\"\nmaps = [{}]\nnodes = 10\nseed = 5\n{more}\n{bots}",
        maps.join(", ")
    );
    let config: Config = toml::from_str(&text).unwrap();
    config.check().unwrap();
    Setup::new(config, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps")).unwrap()
}

const TWO: &str = "standard-8x8.map";
const FOUR: &str = "cross-4p-15x15.map";

/// Plays a tournament to its end; bots with lower numbers are stronger.
fn play(setup: &Setup) -> (Vec<Decision>, Vec<GameLine>) {
    let (mut decisions, mut lines) = (Vec::new(), Vec::new());
    let mut blocks = 0;
    loop {
        let past = Past { decisions: &decisions, lines: &lines };
        let decision = next_decision(setup, &past);
        assert_eq!(decision, next_decision(setup, &past), "a decision depends on nothing else");
        if decision.stop {
            decisions.push(decision);
            return (decisions, lines);
        }
        assert!(!decision.tables.is_empty(), "{}", decision.note);
        for block in blocks_of(setup, decisions.len() as u32, &decision, blocks) {
            lines.extend(games_of(setup, "", &block, 0).into_iter().map(|game| {
                let mut rng = Rng::new(game.seed);
                let points: Vec<Option<u32>> =
                    game.seats.iter().map(|&bot| Some(40 - 2 * bot as u32 + rng.below(12) as u32)).collect();
                let scores = rank::placements(&points).iter().map(|placement| placement.score).collect();
                let map = setup.grounds[game.ground].name.clone();
                let (block, rotation, seats) = (game.block, game.rotation, game.seats);
                GameLine { block, rotation, map, seats, points, scores, plies: 1, broken: false }
            }));
        }
        blocks += decision.tables.len() as u32;
        decisions.push(decision);
        assert!(decisions.len() < 500, "there is an end");
    }
}

/// How often each bot sits on each seat.
fn seats(lines: &[GameLine]) -> BTreeMap<(usize, usize), u32> {
    let mut seats = BTreeMap::new();
    for line in lines {
        for (seat, &bot) in line.seats.iter().enumerate() {
            *seats.entry((bot, seat)).or_default() += 1;
        }
    }
    seats
}

#[test]
fn in_every_format_everybody_sits_everywhere_equally_often() {
    let mut tournaments = 0;
    for format in ["round-robin", "gauntlet", "swiss", "knockout", "ladder", "sprt", "adaptive"] {
        for (bots, map) in [(2, TWO), (5, TWO), (6, FOUR), (4, FOUR)] {
            for seating in ["rotations", "permutations"] {
                let setup = setup(format, bots, &[map], &format!("blocks = 3\nseating = \"{seating}\""));
                let (decisions, lines) = play(&setup);
                assert!(decisions.last().unwrap().stop);
                let players = lines[0].seats.len();
                let seats = seats(&lines);
                for bot in 0..bots {
                    let own: Vec<u32> =
                        (0..players).map(|seat| seats.get(&(bot, seat)).copied().unwrap_or(0)).collect();
                    assert!(own.iter().all(|times| *times == own[0]), "{format}, bot {bot} of {bots}: {own:?}");
                }
                tournaments += 1;
            }
        }
    }
    println!("proof: {tournaments} tournaments of seven formats with balanced seats");
}

#[test]
fn in_a_round_robin_all_meet_all_equally_often_on_maps_of_any_size() {
    let setup = setup("round-robin", 5, &[TWO, FOUR], "blocks = 2");
    let (_, lines) = play(&setup);
    // Ten pairs with two games, five line-ups of four with four games, twice each.
    assert_eq!(lines.len(), 2 * (10 * 2 + 5 * 4));
    assert_eq!(planned_games(&setup), 80);
    let (pairs, fours): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.seats.len() == 2);
    for one in 0..5 {
        for other in 0..one {
            let both = |line: &&&GameLine| line.seats.contains(&one) && line.seats.contains(&other);
            assert_eq!((pairs.iter().filter(both).count(), fours.iter().filter(both).count()), (4, 24));
        }
    }
}

#[test]
fn in_a_gauntlet_challengers_do_not_meet() {
    let setup = setup("gauntlet", 5, &[TWO], "blocks = 1\nchallengers = 2");
    let (_, lines) = play(&setup);
    assert_eq!(lines.len(), 2 * 3 * 2);
    assert!(lines.iter().all(|line| line.seats.iter().filter(|&&bot| bot < 2).count() == 1));
}

#[test]
fn in_a_swiss_nobody_meets_twice_and_the_strong_are_found() {
    let setup = setup("swiss", 9, &[TWO], "blocks = 2\nrounds = 5");
    let (decisions, _) = play(&setup);
    let mut met = std::collections::BTreeSet::new();
    for round in &decisions[..5] {
        let mut pairs: Vec<&Vec<usize>> = round.tables.iter().map(|table| &table.lineup).collect();
        pairs.dedup();
        for pair in pairs {
            let mut pair = pair.clone();
            pair.sort_unstable();
            assert!(met.insert(pair.clone()), "{pair:?} again");
        }
        assert_eq!(round.byes.len(), 1);
    }
    let mut byes: Vec<usize> = decisions[..5].iter().flat_map(|round| round.byes.clone()).collect();
    byes.sort_unstable();
    byes.dedup();
    assert_eq!(byes.len(), 5, "nobody is free twice");
    assert!(decisions[5].order[..3].contains(&0), "{:?}", decisions[5].order);
}

#[test]
fn in_a_knockout_whoever_loses_is_out_and_one_wins() {
    for (bots, map) in [(7, TWO), (8, TWO), (9, FOUR), (2, TWO)] {
        let setup = setup("knockout", bots, &[map], "blocks = 3");
        let (decisions, _) = play(&setup);
        let last = decisions.last().unwrap();
        assert_eq!(last.order.len(), 1, "{}", last.note);
        for pair in decisions.windows(2) {
            assert!(pair[1].order.iter().all(|bot| pair[0].order.contains(bot)));
        }
    }
}

#[test]
fn adaptive_pairing_starves_nobody() {
    let setup = setup("adaptive", 11, &[TWO, FOUR], "blocks = 40");
    let (decisions, lines) = play(&setup);
    let blocks = |bot: usize, until: usize| {
        decisions[..until].iter().flat_map(|d| &d.tables).filter(|table| table.lineup.contains(&bot)).count()
    };
    for until in 1..decisions.len() {
        let counts: Vec<usize> = (0..11).map(|bot| blocks(bot, until)).collect();
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        assert!(most - least <= 2, "after {until} rounds: {counts:?}");
    }
    println!("proof: {} decisions, {} games, nobody more than two blocks behind", decisions.len(), lines.len());
}

#[test]
fn a_sequential_test_stops_when_it_is_clear() {
    let setup = setup("sprt", 2, &[TWO], "blocks = 4000\n[test]\nscore1 = 0.6\nbatch = 8");
    let (decisions, lines) = play(&setup);
    assert!(decisions.last().unwrap().note.starts_with("bot 0 is better"), "{}", decisions.last().unwrap().note);
    assert!(lines.len() < 1000, "{}", lines.len());
}

#[test]
fn a_sequential_test_for_more_players_fills_the_seats_with_others() {
    let setup = setup("sprt", 6, &[FOUR], "blocks = 24\n[test]\nbatch = 8");
    let (_, lines) = play(&setup);
    assert!(lines.iter().all(|line| line.seats.contains(&0) && line.seats.contains(&1)));
    assert!(lines.iter().any(|line| line.seats.contains(&5)));
}

//! Evaluations on random games over generated maps: what a move is worth, told in two ways.
//!
//! `RXT_CASES` sets how many maps are played on; the gate uses few, `./test --long` many.

use rxt_engine::eval::{EvalSpec, Evaluation, LIMIT};
use rxt_rules::map::generate::wild;
use rxt_rules::rng::Rng;
use rxt_rules::{Cell, Move, Phase, Player, Position};

fn cases(default: u64) -> u64 {
    std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

fn spec(name: &str, options: &[(&str, &str)]) -> EvalSpec {
    EvalSpec::parse(name, options).expect("the catalogue's names and values are valid")
}

/// Every evaluation with every value of every option alone and a few sums with several.
fn specs() -> Vec<EvalSpec> {
    let mut specs: Vec<EvalSpec> = Vec::new();
    for info in EvalSpec::all() {
        specs.push(spec(info.name, &[]));
        for option in info.options() {
            let values = option.values.to_string();
            let values = if values.starts_with("0 to ") { vec!["3"] } else { values.split(", ").collect() };
            specs.extend(values.iter().map(|value| spec(info.name, &[(option.name, value)])));
        }
    }
    let everything: Vec<&str> =
        EvalSpec::all().iter().map(|info| info.name).filter(|&name| name != "default").collect();
    let everything = everything.join("+");
    let local = "stones+corners+corner-map+corner-recalibrated+item+stockpile";
    for against in ["none", "mean", "best"] {
        for name in [local, &everything] {
            for stages in ["off", "on"] {
                for bombing in ["same", "rank"] {
                    let options = [("against", against), ("stages", stages), ("bombing", bombing)];
                    specs.push(spec(name, &options));
                    let relative = [&options[..], &[("inversions", "relative"), ("mobility", "4")]].concat();
                    specs.push(spec(name, &relative));
                }
            }
        }
    }
    specs
}

/// A random game; `visit` sees each position with the move that is made in it. Some players are disqualified on the way.
fn play(seed: u64, mut visit: impl FnMut(&mut Position, Move, &mut Rng)) {
    let mut rng = Rng::derived(seed, 7);
    let mut position = Position::new(wild(seed));
    while let Some(player) = position.to_move() {
        if rng.below(60) == 0 {
            position.disqualify(player);
            continue;
        }
        let moves = position.legal_moves();
        let mv = *rng.pick(&moves).expect("who is asked has a move");
        visit(&mut position, mv, &mut rng);
        position.play(mv);
    }
}

#[test]
fn what_a_move_is_worth_is_the_worth_after_it_minus_the_worth_before() {
    let (specs, count) = (specs(), cases(120));
    let (mut moves, mut kinds) = (0_u64, [0_u64; 5]);
    for seed in 0..count {
        let map = wild(seed);
        let mut evaluations: Vec<Evaluation> = specs.iter().map(|spec| Evaluation::new(spec, &map)).collect();
        play(seed, |position, mv, rng| {
            let player = *rng.pick(&Player::all(position.players()).collect::<Vec<_>>()).unwrap();
            let mut after = position.clone();
            after.play(mv);
            let untouched = position.clone();
            let prepare = rng.below(4) == 0;
            for (evaluation, spec) in evaluations.iter_mut().zip(&specs) {
                if prepare {
                    evaluation.prepare(position);
                }
                let before = evaluation.before(position, player);
                assert_eq!(before.value(), evaluation.value(position, player), "seed {seed}, {spec}, {player:?}");
                let delta = evaluation.delta(&before, position, mv);
                let expected = evaluation.value(&after, player) - before.value();
                assert_eq!(delta, expected, "seed {seed}, {spec}, {player:?}, {mv:?}\n{untouched:?}");
                assert!(before.value().abs() <= LIMIT);
                moves += 1;
            }
            assert_eq!(position, &untouched, "seed {seed}");
            assert_eq!(position.hash(), untouched.hash(), "seed {seed}");
            for (kind, seen) in kinds_of(position, &after, mv).into_iter().zip(&mut kinds) {
                *seen += u64::from(kind);
            }
        });
    }
    assert!(kinds.iter().all(|&seen| seen >= count / 10), "each kind of move has been seen: {kinds:?}");
    let [overrides, specials, bombs, ends, disqualified] = kinds;
    println!("proof: {moves} moves of {} evaluations worth after minus before, on {count} maps", specs.len());
    println!(
        "proof: {overrides} overrides, {specials} choices and inversions, {bombs} bombs, {ends} ends of a phase, \
         {disqualified} moves with disqualified players among them"
    );
}

/// Whether a move is an override, moves stones by a special tile, is a bomb, ends a phase, and whether anybody is
/// disqualified.
fn kinds_of(position: &Position, after: &Position, mv: Move) -> [bool; 5] {
    let cell = position.cell(mv.tile);
    let bombing = position.phase() == Phase::Bomb;
    [
        !bombing && cell.is_occupied(),
        !bombing && [Cell::CHOICE, Cell::INVERSION].contains(&cell),
        bombing,
        position.phase() != after.phase(),
        !position.disqualified().is_empty(),
    ]
}

#[test]
fn of_two_players_one_gains_what_the_other_loses_where_opponents_are_taken_off() {
    let mut positions = 0_u64;
    for seed in (0..).filter(|&seed| wild(seed).players() == 2).take(cases(120) as usize / 4) {
        let map = wild(seed);
        let names = EvalSpec::all().iter().map(|info| info.name).filter(|&name| !["first", "default"].contains(&name));
        let specs = names
            .flat_map(|name| ["mean", "best"].map(|against| spec(name, &[("against", against), ("mobility", "2")])));
        let evaluations: Vec<Evaluation> = specs.map(|spec| Evaluation::new(&spec, &map)).collect();
        play(seed, |position, _, _| {
            for evaluation in evaluations.iter().filter(|_| position.disqualified().is_empty()) {
                let [one, two] = [1, 2].map(|number| evaluation.value(position, Player::new(number).unwrap()));
                assert_eq!(one, -two, "seed {seed}\n{position:?}");
                positions += 1;
            }
        });
    }
    println!("proof: {positions} values of two players against each other add up to nothing");
}

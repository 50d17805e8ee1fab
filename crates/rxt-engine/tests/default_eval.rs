//! The default evaluation: the fast sums against counting everything anew, on random games over generated maps.
//!
//! `RXT_CASES` sets how many maps are played on; the gate uses few, `./test --long` many.

use rxt_engine::eval::default::{CERTAIN, DefaultEvaluation, FEATURES, FeatureKind, Weights};
use rxt_engine::eval::{EvalSpec, Evaluation};
use rxt_rules::map::generate::wild;
use rxt_rules::rng::Rng;
use rxt_rules::{ByPlayer, Map, Phase, Player, Position, UndoLog};
use std::sync::Arc;

fn cases(default: u64) -> u64 {
    std::env::var("RXT_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(default)
}

fn evaluation(options: &[(&str, &str)], map: &Arc<Map>) -> Evaluation {
    Evaluation::new(&EvalSpec::parse("default", options).expect("the options exist"), map)
}

fn default(evaluation: &Evaluation) -> &DefaultEvaluation {
    evaluation.as_default().expect("it was asked for")
}

/// Goes up and down the tree of a random game; `visit` sees positions that are near each other, as in a search, and now
/// and then one that is far.
fn wander(seed: u64, mut visit: impl FnMut(&Position)) {
    let mut rng = Rng::derived(seed, 9);
    let mut position = Position::new(wild(seed));
    let mut log = UndoLog::new();
    for _ in 0..120 {
        visit(&position);
        let back = position.to_move().is_none() || rng.below(3) == 0;
        if back {
            for _ in 0..=rng.below(if position.to_move().is_none() { 40 } else { 3 }) {
                position.unmake(&mut log);
            }
            if position.to_move().is_none() {
                return;
            }
        } else if log.is_empty() && rng.below(40) == 0 {
            position.disqualify(position.to_move().expect("the game is not over"));
        } else {
            let moves = position.legal_moves();
            position.make(*rng.pick(&moves).expect("who is asked has a move"), &mut log);
        }
    }
}

#[test]
fn fast_sums_are_what_counting_anew_gives() {
    let variants: [&[(&str, &str)]; 6] = [
        &[("weights", "hand")],
        &[("weights", "fitted")],
        &[("without", "safety")],
        &[("without", "inversions")],
        &[("features", "proven")],
        &[("weights", "tried"), ("moves", "20000")],
    ];
    let (count, mut positions, mut building) = (cases(150), 0_u64, 0_u64);
    for seed in 0..count {
        let map = wild(seed);
        let evaluations = variants.map(|options| evaluation(options, &map));
        wander(seed, |position| {
            for evaluation in &evaluations {
                let default = default(evaluation);
                let (fast, slow) = (default.logits(position), default.slow_logits(position));
                assert_eq!(fast, slow, "seed {seed}\n{position:?}");
                positions += 1;
                building += u64::from(position.phase() == Phase::Build);
            }
        });
    }
    assert!(building > positions / 4, "most of a game is building: {building} of {positions}");
    println!("proof: {positions} positions on {count} maps worth by fast sums what they are worth counted anew");
}

#[test]
fn the_parts_of_the_features_add_up_and_places_to_what_there_is() {
    let (count, mut parts) = (cases(150) / 2, 0_u64);
    for seed in 0..count {
        let evaluation = evaluation(&[], &wild(seed));
        wander(seed, |position| {
            let explanation = default(&evaluation).explain(position);
            let active: Vec<Player> =
                Player::all(position.players()).filter(|&player| position.is_active(player)).collect();
            let places: i64 = active.iter().map(|&player| i64::from(explanation.placements[player])).sum();
            let expected =
                if active.len() == 1 { i64::from(CERTAIN) } else { i64::from(CERTAIN) * active.len() as i64 / 2 };
            assert!((places - expected).abs() <= 8, "seed {seed}: {places} of {expected}");
            if explanation.contributions.is_empty() {
                return;
            }
            assert_eq!(explanation.contributions.len(), FEATURES.len());
            for &player in &active {
                let sum: i32 = explanation.contributions.iter().map(|part| part.worth[player]).sum();
                let rounding = FEATURES.len() as i32 * 2;
                assert!((sum - explanation.logits[player]).abs() <= rounding, "seed {seed}, {player:?}\n{position:?}");
                parts += FEATURES.len() as u64;
            }
        });
    }
    println!("proof: {parts} parts of features add up to the worth of their positions");
}

#[test]
fn what_is_fitted_is_what_is_played() {
    let mut values = 0_u64;
    for seed in 0..cases(150) / 2 {
        let evaluation = evaluation(&[("weights", "fitted")], &wild(seed));
        let weights = Weights::fitted(wild(seed).players());
        wander(seed, |position| {
            if position.phase() != Phase::Build {
                return;
            }
            let (logits, sample) = (default(&evaluation).logits(position), default(&evaluation).sample(position));
            let (moments, kinds, rows) =
                (sample.moments(), sample.kinds(), sample.rows(&weights, position.map().tile_count()));
            for (player, row) in
                Player::all(position.players()).zip(rows).filter(|(player, _)| position.is_active(*player))
            {
                let at = |knots: &[i32; 4]| -> f64 {
                    knots.iter().zip(moments).map(|(&weight, share)| f64::from(weight) * share).sum()
                };
                let on = |[closed, open]: &[[i32; 4]; 2]| at(closed) * kinds[0] + at(open) * kinds[1];
                let fitted: f64 = weights.features.iter().zip(row).map(|(kinds, count)| on(kinds) * count).sum();
                let off = (fitted - f64::from(logits[player])).abs();
                // Weights between those of a closed and an open map are whole numbers, and where inversions are shared out
                // in 256ths, roundings of whole boards add up.
                let rounded: f64 = row.iter().map(|count| count.abs() / 2.0).sum();
                assert!(off <= 20.0 + rounded + fitted.abs() * 0.02, "seed {seed}: {fitted} and {}", logits[player]);
                values += 1;
            }
        });
    }
    println!("proof: {values} worths fitted as they are played");
}

#[test]
fn of_two_players_one_gains_what_the_other_loses() {
    let mut positions = 0_u64;
    for seed in (0..).filter(|&seed| wild(seed).players() == 2).take(cases(120) as usize / 4) {
        for utility in ["rank", "lead"] {
            let evaluation = evaluation(&[("utility", utility)], &wild(seed));
            wander(seed, |position| {
                if position.disqualified().is_empty() {
                    let [one, two] = [1, 2].map(|number| evaluation.value(position, Player::new(number).unwrap()));
                    assert_eq!(one, -two, "seed {seed}\n{position:?}");
                    positions += 1;
                }
            });
        }
    }
    println!("proof: {positions} values of two players add up to nothing");
}

fn start(text: &str) -> Position {
    Position::new(Arc::new(Map::parse(text.as_bytes()).expect("a valid map").0))
}

fn counts(position: &Position, name: &str) -> Vec<i32> {
    let index = FEATURES.iter().position(|feature| feature.name == name).expect("the feature exists");
    let evaluation = evaluation(&[], position.map());
    let sample = default(&evaluation).sample(position);
    sample.counts.iter().map(|counts| counts[index]).collect()
}

#[test]
fn with_two_players_proven_features_want_the_better_board_though_an_inversion_is_left() {
    // Player 1 has three corners and whole borders, and somebody can take the inversion.
    let position = start(
        "2 0 0 0 6 6
         1 1 1 1 1 1
         1 1 1 1 1 1
         1 2 2 2 2 1
         1 2 2 2 2 1
         1 2 2 2 2 0
         1 0 0 0 0 i",
    );
    let value = |features| {
        evaluation(&[("features", features)], position.map()).value(&position, Player::new(1).expect("a player"))
    };
    assert!(value("proven") > 0, "{}", value("proven"));
    assert!(value("all") < 0, "the board is to change hands: {}", value("all"));
}

#[test]
fn features_count_what_they_say() {
    // Both have a stone in a corner; the left column, the upper row and a diagonal are full.
    let position = start(
        "2 3 2 1 4 4
         1 1 1 2
         1 1 2 0
         1 2 1 0
         2 0 0 b",
    );
    // Each corner is nobody's any more. (1,0) and (2,0) lie in the full row; (0,1) and (0,2) in the full column.
    assert_eq!(counts(&position, "loose-0"), [5, 2]);
    // (1,1): row, column and the diagonal to b have free tiles, the other diagonal through (2,0) and (0,2) is full.
    assert_eq!(counts(&position, "loose-3"), [1, 2]);
    assert_eq!(counts(&position, "loose-4"), [1, 0]);
    assert_eq!(counts(&position, "loose-1"), [0, 0]);
    // Beside b at (3,3) is (2,2).
    assert_eq!(counts(&position, "beside-bonus"), [1, 0]);
    // (3,1) has (2,0) and (2,2) of player 1 beside it, (3,0) and (2,1) of player 2; (3,2) has (2,2) and (2,1);
    // (1,3) has (0,2), (2,2) | (1,2), (0,3); (2,3) has (2,2) | (1,2).
    assert_eq!(counts(&position, "beside-border"), [2 + 1 + 2 + 1, 2 + 1 + 2 + 1]);
    assert_eq!(counts(&position, "anchored"), [3, 2]);
    assert_eq!(counts(&position, "overrides"), [3, 3]);
    assert_eq!(counts(&position, "overrides-long"), [12, 12]);
    assert_eq!(counts(&position, "first-override"), [1, 1]);
    assert_eq!(counts(&position, "turn"), [1, 0]);
    let kinds = FEATURES.map(|feature| feature.kind);
    assert!(kinds.is_sorted_by_key(|kind| *kind as u8), "boards, stocks, players");
    assert!(kinds.contains(&FeatureKind::Player));
}

#[test]
fn a_bonus_tile_goes_to_the_first_in_turn_who_reaches_it() {
    // Players 1 and 3 have stones behind that of player 2.
    let mut one = start("3 0 1 0 1 4  b 2 1 3");
    assert_eq!(counts(&one, "next-bonus"), [1, 0, 0]);
    one.disqualify(Player::ONE);
    assert_eq!(counts(&one, "next-bonus"), [0, 0, 1]);
    // The same from both sides: player 1 takes one of the tiles and leaves the other.
    assert_eq!(counts(&start("3 0 1 0 1 6  b 2 1 3 2 b"), "next-bonus"), [1, 0, 1]);
}

#[test]
fn override_stones_are_worth_nothing_to_who_has_no_stones_to_capture_with() {
    let place = |text: &str, player: u8| {
        let position = start(text);
        let evaluation = evaluation(&[("weights", "tried")], position.map());
        default(&evaluation).placements(&position)[Player::new(player).unwrap()]
    };
    assert_eq!(counts(&start("3 4 0 0 1 6  1 2 1 2 0 0"), "empty"), [0, 0, 1]);
    let last = place("3 4 0 0 1 6  1 2 1 2 0 0", 3);
    assert!(last < CERTAIN / 20, "{last}");
    // The inversion gives the stones of player 2 to player 3, and none to player 1.
    let [first, third] = [1, 3].map(|player| place("3 4 0 0 1 6  1 2 1 2 0 i", player));
    assert!(first < third, "{first} {third}");
}

#[test]
fn who_is_disqualified_expects_nothing_and_takes_no_place() {
    let mut position = start("3 0 1 0 1 6  1 2 0 2 0 3");
    position.disqualify(Player::new(1).unwrap());
    let evaluation = evaluation(&[], position.map());
    let places: ByPlayer<i32> = default(&evaluation).placements(&position);
    assert_eq!(places[Player::new(1).unwrap()], 0);
    assert_eq!(evaluation.value(&position, Player::new(1).unwrap()), 0);
    assert!((places.first(3).iter().sum::<i32>() - CERTAIN).abs() <= 2);
}

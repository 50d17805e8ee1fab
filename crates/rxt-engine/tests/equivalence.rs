//! Searches that must find the same value find it, on tiny random maps, beside slow twins that follow the definitions.

mod common;

use common::{cases, choose, lead, me, score, somewhere};
use rxt_rules::{Move, Phase, Player, Position};

/// The deepest search that plain minimax can do in a moment.
fn deepest(position: &Position) -> u32 {
    match rxt_rules::perft::perft(position, 3, rxt_rules::perft::Passes::Silent) {
        0..=600 => 4,
        601..=8000 => 3,
        _ => 2,
    }
}

const FORMS: [&str; 4] = ["generated", "validated", "executed", "delta"];

const EVALUATIONS: [&str; 5] = [
    "eval=stones,against=best",
    "eval=corners,against=mean",
    "eval=stones+item,inversions=relative",
    "eval=corner-recalibrated,bombing=new-2016",
    "eval=corner-dynamic,mobility=3,stages=on",
];

#[test]
fn alpha_beta_finds_what_minimax_finds_at_every_depth_and_in_every_form() {
    let (mut searches, count) = (0, cases(250));
    for seed in 0..count {
        let position = somewhere(seed, 4);
        let eval = EVALUATIONS[seed as usize % EVALUATIONS.len()];
        for depth in 1..=deepest(&position) {
            for end in ["result", "eval"] {
                let expected = choose(&format!("minimax,end={end},{eval}"), &position, depth);
                for form in FORMS.into_iter().filter(|&form| form != "delta" || end == "eval") {
                    for search in ["minimax", "alphabeta"] {
                        let spec = format!("search={search},end={end},successors={form},{eval}");
                        let found = choose(&spec, &position, depth);
                        assert_eq!(found.scores, expected.scores, "{spec} depth {depth} seed {seed}\n{position:?}");
                        assert_eq!(found.mv, expected.mv, "{spec} depth {depth} seed {seed}\n{position:?}");
                        searches += 1;
                    }
                }
            }
        }
    }
    println!("proof: {searches} searches in every successor form equal to plain minimax, on {count} maps");
}

#[test]
fn every_ordering_window_and_table_finds_the_same_value() {
    const ORDERS: [&str; 6] = [
        "order=none",
        "order=none,ties=random",
        "order=eval",
        "order=insertion",
        "order=history",
        "order=eval,ties=random",
    ];
    const WINDOWS: [&str; 8] = [
        "aspiration=side",
        "aspiration=side,window=2",
        "aspiration=cells",
        "aspiration=cells,window=0",
        "aspiration=relative",
        "aspiration=relative,window=0.05",
        "aspiration=round",
        "aspiration=round,window=1",
    ];
    let (mut searches, count) = (0, cases(120));
    for seed in 0..count {
        let position = somewhere(seed, 4);
        let depth = deepest(&position);
        let expected = score("minimax", &position, depth);
        for search in ["alphabeta", "pvs", "paranoid"] {
            for order in ORDERS {
                for table in ["off", "equal"] {
                    let spec = format!("search={search},{order},table={table}");
                    assert_eq!(score(&spec, &position, depth), expected, "{spec} seed {seed}\n{position:?}");
                    searches += 1;
                }
            }
            for window in WINDOWS {
                for order in ["none", "history"] {
                    let spec = format!("search={search},order={order},{window}");
                    assert_eq!(score(&spec, &position, depth), expected, "{spec} seed {seed}\n{position:?}");
                    searches += 1;
                }
            }
        }
    }
    println!(
        "proof: {searches} searches with every ordering, window and table equal to plain minimax, on {count} maps"
    );
}

#[test]
fn leaves_played_on_to_the_end_of_the_round_are_the_same_with_and_without_pruning() {
    let (mut searches, count) = (0, cases(120));
    for seed in 0..count {
        let position = somewhere(seed, 4);
        let depth = deepest(&position).min(3);
        for quiesce in ["round", "upset"] {
            let expected = score(&format!("minimax,quiesce={quiesce}"), &position, depth);
            for spec in ["alphabeta,order=eval", "pvs", "paranoid"] {
                let spec = format!("{spec},quiesce={quiesce}");
                assert_eq!(score(&spec, &position, depth), expected, "{spec} seed {seed}\n{position:?}");
                searches += 1;
            }
        }
    }
    println!("proof: {searches} searches to the end of the round equal to plain minimax, on {count} maps");
}

#[test]
fn paranoid_is_opponent_pruning_without_pruning() {
    let (mut searches, count) = (0, cases(200));
    for seed in 0..count {
        let position = somewhere(seed, 5);
        for depth in 1..=deepest(&position) {
            for options in ["order=eval", "order=none,scout=off", "order=history,table=equal", "order=eval,table=equal"]
            {
                let paranoid = score(&format!("paranoid,{options}"), &position, depth);
                let opponents = score(&format!("opps,n1=all,l1=all,l2=all,{options}"), &position, depth);
                assert_eq!(paranoid, opponents, "{options} depth {depth} seed {seed}\n{position:?}");
                searches += 1;
            }
        }
    }
    println!("proof: {searches} searches by paranoid equal to OPPS(all), on {count} maps");
}

/// The moves of the player to move, those that harm `me` most first; of equal ones the first generated.
fn by_harm(position: &Position, me: Player) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.sort_by_key(|&mv| lead(&after(position, mv), me));
    moves
}

fn after(position: &Position, mv: Move) -> Position {
    let mut position = position.clone();
    position.play(mv);
    position
}

/// Opponent pruning by its definition: all lines in which at most `free` moves since the last one of `me` are among the
/// first `long` but not among the first `short`.
fn opponent_pruning(position: &Position, me: Player, depth: u32, used: usize, lists: (usize, usize, usize)) -> i32 {
    let (free, long, short) = lists;
    match position.to_move() {
        None => lead(position, me),
        _ if depth == 0 => lead(position, me),
        Some(mover) if mover == me => {
            let behind = position.legal_moves().into_iter().map(|mv| after(position, mv));
            let values = behind.map(|position| opponent_pruning(&position, me, depth - 1, 0, lists));
            values.max().expect("who is asked has a move")
        }
        Some(_) => {
            let allowed = |index: usize| index < short || index < long && used < free;
            let value = |(index, mv): (usize, Move)| {
                let wide = used + usize::from(index >= short);
                opponent_pruning(&after(position, mv), me, depth - 1, wide, lists)
            };
            let tried = by_harm(position, me).into_iter().enumerate().filter(|&(index, _)| allowed(index));
            tried.map(value).min().expect("who is asked has a move")
        }
    }
}

#[test]
fn best_reply_plus_is_opponent_pruning_with_one_free_opponent() {
    const ALL: usize = usize::MAX;
    let (mut searches, count) = (0, cases(200));
    for seed in 0..count {
        let position = somewhere(seed, 5);
        for depth in 1..=deepest(&position) {
            for options in ["end=eval", "end=eval,table=equal", "end=eval,scout=off", "end=eval,aspiration=round"] {
                let plus = score(&format!("brs+,{options}"), &position, depth);
                let opponents = score(&format!("opps,n1=1,l1=all,l2=1,{options}"), &position, depth);
                let twin = opponent_pruning(&position, me(&position), depth, 0, (1, ALL, 1));
                assert_eq!((plus, opponents), (twin, twin), "{options} depth {depth} seed {seed}\n{position:?}");
                searches += 1;
            }
            for (n1, l1, l2) in [(1, 2, 1), (2, 3, 1), (1, 4, 2), (2, 1, 2)] {
                let found = score(&format!("opps,end=eval,n1={n1},l1={l1},l2={l2}"), &position, depth);
                let twin = opponent_pruning(&position, me(&position), depth, 0, (n1, l1, l2));
                assert_eq!(found, twin, "OPPS({n1},{l1},{l2}) depth {depth} seed {seed}\n{position:?}");
                searches += 1;
            }
        }
    }
    println!("proof: {searches} searches by BRS+ and OPPS equal to their definition, on {count} maps");
}

/// Best-reply search by its definition.
fn best_reply(position: &Position, me: Player, depth: u32, my_turn: bool) -> i32 {
    if depth == 0 || position.to_move().is_none() {
        return lead(position, me);
    }
    let asked = |player: Player| {
        let mut position = position.clone();
        position.ask(player).then_some(position)
    };
    let own: Vec<Position> = asked(me).into_iter().collect();
    let others: Vec<Position> =
        Player::all(position.players()).filter(|&player| player != me).filter_map(asked).collect();
    let mine = if my_turn { !own.is_empty() } else { others.is_empty() };
    let children = if mine { &own } else { &others };
    let behind = children.iter().flat_map(|asked| asked.legal_moves().into_iter().map(move |mv| after(asked, mv)));
    let values = behind.map(|position| best_reply(&position, me, depth - 1, !mine));
    if mine { values.max().expect("who is asked has a move") } else { values.min().expect("who is asked has a move") }
}

#[test]
fn best_reply_search_follows_its_definition_and_is_alpha_beta_for_two() {
    let (mut searches, count) = (0, cases(200));
    for seed in 0..count {
        let position = somewhere(seed, 5);
        for depth in 1..=deepest(&position) {
            let twin = best_reply(&position, me(&position), depth, true);
            for options in ["order=none,table=off", "order=eval", "order=history", "scout=off", "aspiration=round"] {
                let found = score(&format!("brs,end=eval,{options}"), &position, depth);
                assert_eq!(found, twin, "{options} depth {depth} seed {seed}\n{position:?}");
                searches += 1;
            }
            if position.players() == 2 {
                assert_eq!(score("alphabeta,end=eval", &position, depth), twin, "depth {depth} seed {seed}");
            }
        }
    }
    println!("proof: {searches} best-reply searches equal to their definition, on {count} maps");
}

#[test]
fn max_n_finds_the_same_with_and_without_pruning() {
    let (mut searches, mut cut, count) = (0, 0, cases(200));
    for seed in 0..count {
        let position = somewhere(seed, 5);
        for depth in 1..=deepest(&position) {
            for options in ["order=none", "order=eval", "order=none,end=eval"] {
                let full = choose(&format!("maxn,prune=off,{options}"), &position, depth);
                let pruned = choose(&format!("maxn,prune=on,{options}"), &position, depth);
                assert_eq!(pruned.scores, full.scores, "{options} depth {depth} seed {seed}\n{position:?}");
                assert_eq!(pruned.mv, full.mv, "{options} depth {depth} seed {seed}\n{position:?}");
                cut += u64::from(pruned.nodes < full.nodes);
                searches += 1;
            }
        }
    }
    assert!(cut > 0, "something is pruned");
    println!("proof: {searches} max-n searches equal with and without shallow pruning, on {count} maps");
}

/// Minimax to the end of the game by its definition.
fn to_the_end(position: &Position, me: Player) -> i32 {
    let values = || position.legal_moves().into_iter().map(|mv| to_the_end(&after(position, mv), me));
    match position.to_move() {
        None => lead(position, me),
        Some(mover) if mover == me => values().max().expect("who is asked has a move"),
        Some(_) => values().min().expect("who is asked has a move"),
    }
}

/// Whether the whole game tree is small.
fn is_small(position: &Position) -> bool {
    const DEPTH: u32 = 9;
    const MOST_LEAVES: u64 = 3000;
    let leaves = |depth| rxt_rules::perft::perft(position, depth, rxt_rules::perft::Passes::Silent);
    (1..DEPTH).all(|depth| leaves(depth) <= MOST_LEAVES) && leaves(DEPTH) == leaves(DEPTH + 1)
}

#[test]
fn a_search_without_limits_ends_with_the_game_and_solves_it_across_the_phases() {
    let (mut solved, mut across) = (0, 0);
    let wanted = cases(250) / 5;
    for position in (0..).map(|seed| somewhere(seed, 4)).filter(is_small).take(wanted as usize) {
        let exact = to_the_end(&position, me(&position));
        for spec in
            ["minimax", "alphabeta,order=eval", "pvs", "pvs,table=deeper,aspiration=round", "paranoid,order=none"]
        {
            assert_eq!(score(&format!("{spec},end=eval"), &position, u32::MAX), exact, "{spec}\n{position:?}");
        }
        let bombs = Player::all(position.players()).any(|player| position.bombs(player) > 0);
        across += u64::from(position.phase() == Phase::Build && bombs);
        solved += 1;
    }
    assert!(across > 0, "some games go on into the bombing phase");
    println!("proof: {solved} endings solved by every alpha-beta search, {across} of them across the phases");
}

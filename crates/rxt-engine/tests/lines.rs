//! The line that a search keeps leads to what it scores, and a search can be asked about some moves alone.

mod common;

use common::{cases, lead, me, somewhere};
use rxt_engine::{Engine, Spec};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::{Move, Position};

fn engine(spec: &str) -> Engine {
    let mut engine = Spec::parse(spec).expect("the spec is valid").engine(1);
    engine.keep_line();
    engine
}

fn search(engine: &mut Engine, position: &Position, depth: u32) -> Choice {
    let budget = Budget { depth: Some(depth), nodes: Some(20_000), time: None };
    engine.choose(position, &budget, &Signal::default())
}

/// The position at the end of the engine's line.
fn end(engine: &Engine, position: &Position) -> Position {
    let mut end = position.clone();
    for &(player, mv) in engine.line() {
        assert!(end.to_move() == Some(player) || end.ask(player), "player {player} can move");
        assert!(end.legal_moves().contains(&mv), "the move is legal");
        end.play(mv);
    }
    end
}

/// Searches to a depth, each with the value of a leaf as its score.
const EXACT: [&str; 9] = [
    "minimax,end=eval",
    "minimax,end=eval,successors=delta",
    "minimax,end=eval,successors=executed",
    "alphabeta,end=eval",
    "alphabeta,end=eval,successors=executed,aspiration=relative",
    "pvs,end=eval",
    "paranoid,end=eval,table=deeper",
    "brs,end=eval",
    "brs+,end=eval,table=equal",
];

#[test]
fn the_line_of_a_search_ends_where_its_score_comes_from() {
    let (mut lines, mut steps) = (0, 0);
    for seed in 0..cases(60) {
        let position = somewhere(seed, 4);
        for spec in EXACT {
            let mut engine = engine(spec);
            let choice = search(&mut engine, &position, 3);
            assert_eq!(engine.line()[0], (me(&position), choice.mv), "{spec} seed {seed}");
            let end = end(&engine, &position);
            let score = choice.scores[me(&position).index()];
            assert_eq!(lead(&end, me(&position)), score, "{spec} seed {seed}\n{position:?}");
            lines += 1;
            steps += engine.line().len() - 1;
        }
        for spec in ["first", "random", "greedy", "maxn", "mcts", "mcts,backup=brs"] {
            let mut engine = engine(spec);
            let choice = search(&mut engine, &position, 3);
            assert_eq!(engine.line()[0], (me(&position), choice.mv), "{spec} seed {seed}");
            end(&engine, &position);
            lines += 1;
        }
    }
    assert!(steps > 200, "{steps} steps behind the first ones");
    println!("proof: {lines} lines of searches replayed, with the score at their ends");
}

#[test]
fn a_search_of_single_moves_finds_the_same_best_score() {
    let mut searches = 0;
    for seed in 0..cases(60) {
        let position = somewhere(seed, 4);
        let moves = position.legal_moves();
        let me = me(&position);
        for spec in ["minimax", "alphabeta,order=eval", "pvs", "brs+", "greedy"] {
            let mut engine = engine(spec);
            let all = search(&mut engine, &position, 2);
            let mut alone = |mv: Move| {
                engine.restrict(Some(vec![mv]));
                let choice = search(&mut engine, &position, 2);
                assert_eq!(choice.mv, mv, "{spec} seed {seed}");
                searches += 1;
                choice.scores[me.index()]
            };
            let best = moves.iter().map(|&mv| alone(mv)).max();
            assert_eq!(best, Some(all.scores[me.index()]), "{spec} seed {seed}\n{position:?}");
            let others: Vec<Move> = moves.iter().copied().filter(|&mv| mv != all.mv).collect();
            engine.restrict(Some(others.clone()));
            let second = search(&mut engine, &position, 2);
            assert!(others.is_empty() || others.contains(&second.mv), "{spec} seed {seed}");
        }
        for spec in ["first", "random", "maxn", "mcts"] {
            let last = moves[moves.len() - 1];
            let mut engine = engine(spec);
            engine.restrict(Some(vec![last]));
            assert_eq!(search(&mut engine, &position, 2).mv, last, "{spec} seed {seed}");
        }
    }
    println!("proof: {searches} searches of one move alone, the best of which is the best of all");
}

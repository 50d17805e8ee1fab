//! A Monte Carlo search that may go on long enough finds what searching everything finds.

use crate::Spec;
use crate::limits::{Clock, Spending};
use crate::search::Leaf;
use crate::search::model::{BestReply, Model};
use crate::search::shares::{Shares, shares};
use crate::search::tree::Tree;
use crate::search::window::Side;
use rxt_rules::agent::{Budget, Choice, Signal};
use rxt_rules::map::generate::{Options, generate};
use rxt_rules::perft::{Passes, perft};
use rxt_rules::rng::Rng;
use rxt_rules::{Player, Position};

/// Positions a few moves before the end, so that everything can be searched.
fn endings(count: usize) -> impl Iterator<Item = Position> {
    const MOST_LEAVES: u64 = 1500;
    let ending = |seed: u64| {
        let mut rng = Rng::derived(seed, 9);
        let mut options = Options::new(2 + rng.below(3) as u8, 3, 3 + rng.below(2) as u16);
        options.seed = seed;
        options.tiles.fill = 60;
        options.tiles.specials = 20;
        options.stocks.overrides = rng.below(2) as u8;
        options.stocks.bombs = rng.below(2) as u8;
        options.stocks.strength = 0;
        let position = Position::new(generate(&options).ok()?);
        let leaves = perft(&position, 7, Passes::Silent);
        (leaves > 3 && leaves <= MOST_LEAVES && perft(&position, 8, Passes::Silent) == leaves).then_some(position)
    };
    (0..).filter_map(ending).take(count)
}

fn leaf(position: &Position) -> Leaf {
    let settings = Spec::parse("mcts").unwrap().settings;
    Leaf::new(&settings.evaluation.0, position.map(), settings.end)
}

fn solve(spec: &str, position: &Position) -> Choice {
    let budget = Budget { nodes: Some(3_000_000), ..Budget::default() };
    let choice = Spec::parse(spec).unwrap().agent(3).choose(position, &budget, &Signal::default());
    assert!(choice.nodes < budget.nodes, "{spec} knows everything in the end");
    choice
}

fn after(position: &Position, mv: rxt_rules::Move) -> Position {
    let mut position = position.clone();
    position.play(mv);
    position
}

/// The share of `me` if all others want it to be small.
fn paranoid(leaf: &Leaf, position: &Position, me: Player) -> i32 {
    let values = || position.legal_moves().into_iter().map(|mv| paranoid(leaf, &after(position, mv), me));
    match position.to_move() {
        None => shares(leaf, position)[me],
        Some(mover) if mover == me => values().max().unwrap(),
        Some(_) => values().min().unwrap(),
    }
}

/// All shares that a game can end with in which everybody always makes a move that is best for himself, whichever of equal
/// ones it is.
fn max_n(leaf: &Leaf, position: &Position) -> Vec<Shares> {
    let Some(mover) = position.to_move() else { return vec![shares(leaf, position)] };
    let children: Vec<Vec<Shares>> =
        position.legal_moves().into_iter().map(|mv| max_n(leaf, &after(position, mv))).collect();
    // A player can be sure of the best of the least that each move gives him.
    let sure = children.iter().map(|ends| ends.iter().map(|end| end[mover]).min().unwrap()).max().unwrap();
    let mut ends: Vec<Shares> = children.into_iter().flatten().filter(|end| end[mover] >= sure).collect();
    ends.sort_by_key(|end| *end.array());
    ends.dedup();
    ends
}

/// The share of `me` if between two of his moves only the strongest reply is made.
fn best_reply(tree: &mut Tree, turn: Side) -> i32 {
    if tree.position.to_move().is_none() {
        return shares(tree.leaf, &tree.position)[tree.me];
    }
    let side = BestReply.enter(tree, turn);
    let mut behind = Vec::new();
    BestReply
        .gather(tree, side, |tree| {
            behind.extend(tree.position.legal_moves().into_iter().map(|mv| after(&tree.position, mv)));
            Ok(())
        })
        .unwrap();
    let next = if side == Side::Me { Side::Them } else { Side::Me };
    let values = behind.into_iter().map(|position| {
        tree.position = position;
        best_reply(tree, next)
    });
    if side == Side::Me { values.max().unwrap() } else { values.min().unwrap() }
}

#[test]
fn monte_carlo_search_converges_to_the_exact_value() {
    const COUNT: usize = 60;
    for position in endings(COUNT) {
        let me = position.to_move().unwrap();
        for (leaf_kind, threads) in [("static", 1), ("round", 1), ("end", 1), ("static", 2), ("end", 3)] {
            let spec = |backup: &str| format!("mcts,backup={backup},leaf={leaf_kind},threads={threads}");
            let leaf = leaf(&position);

            let found = solve(&spec("paranoid"), &position);
            assert_eq!(found.scores[me.index()], paranoid(&leaf, &position, me), "{position:?}");
            assert_eq!(found.scores[me.index()], paranoid(&leaf, &after(&position, found.mv), me), "{position:?}");

            let found = solve(&spec("maxn"), &position);
            let ends = max_n(&leaf, &position);
            assert!(ends.iter().any(|end| end.first(position.players()) == found.scores), "{found:?} {ends:?}");

            let signal = Signal::default();
            let spending = Spending::new(&signal, Clock::Wall, None, None, position.map());
            let exact = best_reply(&mut Tree::new(&position, me, &leaf, spending), Side::Me);
            assert_eq!(solve(&spec("brs"), &position).scores[me.index()], exact, "{position:?}");
        }
    }
    println!("proof: {} Monte Carlo searches converged to the exact value", COUNT * 15);
}

#[test]
fn the_mean_comes_near_the_exact_value_before_everything_is_known() {
    let mut off = Vec::new();
    for position in endings(40) {
        let me = position.to_move().unwrap();
        let all = solve("mcts,backup=paranoid,leaf=end", &position).nodes.unwrap();
        let budget = Budget { nodes: Some(all * 3 / 4), ..Budget::default() };
        let spec = Spec::parse("mcts,backup=paranoid,leaf=end").unwrap();
        let found = spec.agent(3).choose(&position, &budget, &Signal::default());
        let exact = paranoid(&leaf(&position), &position, me);
        off.push((found.scores[me.index()] - exact).abs());
    }
    off.sort_unstable();
    let median = off[off.len() / 2];
    assert!(median < crate::search::shares::WHOLE / 10, "half of the means are off by {median} or more");
}

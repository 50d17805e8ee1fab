//! A Monte Carlo search that may go on long enough finds what searching everything finds.

use super::nodes::{NodeId, Nodes};
use super::run::MonteCarlo;
use crate::Spec;
use crate::limits::{Clock, Spending};
use crate::search::Leaf;
use crate::search::lister::Lister;
use crate::search::model::{BestReply, Model};
use crate::search::shares::{Shares, shares};
use crate::search::sight::Sight;
use crate::search::tree::Tree;
use crate::search::window::Side;
use rxt_rules::agent::{Budget, Choice, Signal};
use rxt_rules::map::generate::{Options, generate};
use rxt_rules::perft::{Passes, perft};
use rxt_rules::rng::Rng;
use rxt_rules::{Player, Position};
use std::sync::Mutex;

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
    const HOW: [&str; 6] =
        ["leaf=static", "leaf=round", "leaf=end", "implicit=0.4", "leaf=static,threads=2", "leaf=end,threads=3"];
    for position in endings(COUNT) {
        let me = position.to_move().unwrap();
        for how in HOW {
            let spec = |backup: &str| format!("mcts,backup={backup},{how}");
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
    println!("proof: {} Monte Carlo searches converged to the exact value", COUNT * 3 * HOW.len());
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

/// What comes of a node if everybody makes the best move that was tried, by going through the whole tree below it. Also
/// counts the nodes.
fn prospect(search: &MonteCarlo<'_>, nodes: &Nodes, here: NodeId, count: &mut usize) -> Shares {
    let node = nodes.node(here);
    *count += 1;
    let mut best: Option<Shares> = None;
    for edge in nodes.visited(here).iter().filter(|edge| nodes.node(edge.node).visits > 0) {
        let found = prospect(search, nodes, edge.node, count);
        let worth = |shares: &Shares| search.worth(edge.mover, |player| shares[player]);
        if best.is_none_or(|best| worth(&found) >= worth(&best)) {
            best = Some(found);
        }
    }
    let found = node.exact.unwrap_or_else(|| best.unwrap_or(*node.prospect()));
    assert_eq!(found.array(), node.prospect().array());
    found
}

#[test]
fn prospects_are_what_the_best_moves_of_the_whole_tree_lead_to() {
    let mut count = 0;
    for (seed, backup) in (0..40).zip(["maxn", "paranoid", "brs"].into_iter().cycle()) {
        let mut options = Options::new(2 + seed as u8 % 5, 8, 9);
        options.seed = seed;
        options.tiles.specials = 10;
        let Ok(map) = generate(&options) else { continue };
        let position = Position::new(map);
        let Some(me) = position.to_move() else { continue };
        let settings = Spec::parse(&format!("mcts,prior=eval,implicit=0.3,backup={backup}")).unwrap().settings;
        let (leaf, signal, nodes) = (leaf(&position), Signal::default(), Mutex::new(Nodes::default()));
        let spending = Spending::new(&signal, Clock::Wall, None, Some(3000), position.map());
        let tree = Tree::new(&position, me, &leaf, spending);
        let lister = Lister::new(&settings, position.map(), Rng::new(seed), Sight::new(position.map()));
        let mut search = MonteCarlo::new(tree, lister, &nodes, Rng::new(seed), &settings);
        search.begin(&position);
        search.grow();
        prospect(&search, &nodes.lock().unwrap(), NodeId::ROOT, &mut count);
    }
    assert!(count > 1000, "only {count} nodes were tried");
    println!("proof: {count} nodes know what the best moves below them lead to");
}

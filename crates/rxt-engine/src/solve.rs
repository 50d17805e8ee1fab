//! Positions solved exactly: what comes of them if nobody makes a mistake.

use crate::search::{Count, PLACE, WordSolver};
use crate::spec::Spec;
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::moves::{Sides, WordBoard};
use rxt_rules::{Move, Position, Special};
use std::time::Instant;

/// What comes of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The best move.
    pub mv: Move,
    /// Stones that the player to move has more than the best of the others in the end.
    pub lead: i32,
    /// How many opponents end below him, less those above.
    pub places: i32,
    /// A line of best moves, as far as it is known, this one first.
    pub line: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    /// How it was found.
    pub method: Method,
}

/// How a position was solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// As plain Reversi for two on a small board.
    Words,
    /// By the general search; with more than two players, all others are taken to stand together.
    General,
}

/// What is to be solved, and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct Question {
    /// Free tiles go to the winner, as in Othello; plain boards of two players only.
    pub free_to_winner: bool,
    /// What may be spent.
    pub budget: Budget,
}

/// Entries of the table, as a power of two.
const TABLE_BITS: u32 = 20;

/// Solves a position in which somebody is to move; `None` if that cannot be done with the budget, or before the signal.
pub fn solve(position: &Position, question: &Question, signal: &Signal) -> Option<Solution> {
    let words = WordBoard::new(position.map()).and_then(|board| Some((board.sides(position)?, board)));
    match words {
        Some((sides, board)) => on_words(&board, sides, question, signal),
        None if question.free_to_winner => None,
        None => in_general(position, question, signal),
    }
}

fn on_words(board: &WordBoard, sides: Sides, question: &Question, signal: &Signal) -> Option<Solution> {
    const ALL: i32 = 64;
    let end = question.budget.time.map(|time| Instant::now() + time);
    let mut go_on = || !signal.stopped() && end.is_none_or(|end| Instant::now() < end);
    let count = if question.free_to_winner { Count::FreeToWinner } else { Count::Stones };
    let mut solver = WordSolver::new(board.clone(), count, TABLE_BITS);
    solver.most = question.budget.nodes.unwrap_or(u64::MAX);
    let (square, lead) = solver.solve(sides, -ALL - 1, ALL + 1, &mut go_on).ok()?;
    let nodes = solver.nodes;
    let mv = |square| board.tile(square).map(|tile| Move { tile, special: Special::None });
    let mut line = vec![mv(square)?];
    let mut here = WordBoard::after(sides, square, board.captures(sides, square));
    let mut score = -lead;
    loop {
        if board.legal(here) == 0 {
            (here, score) = (here.passed(), -score);
        }
        if board.legal(here) == 0 {
            break;
        }
        let (square, _) = solver.solve(here, score - 1, score + 1, &mut go_on).ok()?;
        line.push(mv(square)?);
        here = WordBoard::after(here, square, board.captures(here, square));
        score = -score;
    }
    Some(Solution { mv: line[0], lead, places: lead.signum(), line, nodes, method: Method::Words })
}

fn in_general(position: &Position, question: &Question, signal: &Signal) -> Option<Solution> {
    const SPEC: &str = "search=paranoid,end=result,order=sight,table=deeper";
    let me = position.to_move()?;
    let mut engine = Spec::parse(SPEC).expect("the search takes these options").engine(0);
    let choice = engine.choose(position, &question.budget, signal);
    if !engine.counters().complete {
        return None;
    }
    let score = *choice.scores.get(me.index())?;
    let places = (score + score.signum() * (PLACE / 2)) / PLACE;
    let (lead, nodes) = (score - places * PLACE, choice.nodes.unwrap_or(0));
    Some(Solution { mv: choice.mv, lead, places, line: vec![choice.mv], nodes, method: Method::General })
}

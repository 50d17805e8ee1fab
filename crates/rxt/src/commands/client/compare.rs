//! `--compare`: whether the search found what plain minimax finds, asked after the game so that no answer waits for it.

use super::printer::Line;
use crate::output;
use miette::{Result, miette};
use rxt_engine::Spec;
use rxt_engine::analysis::{Comparison, Found, MinimaxTwin, Verdict};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::{Answer, Position};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};

/// Positions that minimax may visit for one move; more take it too long, and both are compared less deep.
const MOST_NODES: u64 = 1_000_000;

/// What a player chose in a game, and where.
#[derive(Clone, Default)]
pub(super) struct Choices(Arc<Mutex<Vec<(Position, Choice)>>>);

impl Choices {
    /// The player, watched.
    pub(super) fn watch(&self, agent: Box<dyn Agent + Send>) -> Box<dyn Agent + Send> {
        Box::new(Watched { agent, choices: self.clone() })
    }
}

struct Watched {
    agent: Box<dyn Agent + Send>,
    choices: Choices,
}

impl Agent for Watched {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        let choice = self.agent.choose(position, budget, signal);
        let mut choices = self.choices.0.lock().unwrap_or_else(PoisonError::into_inner);
        choices.push((position.clone(), choice.clone()));
        choice
    }
}

/// The player to compare: whole depths only, because half of one has no value that minimax could have.
pub(super) fn whole_depths(text: &str, spec: Spec) -> Result<Spec> {
    if let Err(error) = spec.minimax_twin() {
        let help =
            "leave --compare out, or choose minimax, alphabeta, pvs or paranoid with options that cut nothing away";
        return Err(miette!(help = help, "`--engine {text}`: {error}"));
    }
    if spec.to_string().contains(",partial=") {
        return Ok(spec);
    }
    Spec::parse(&format!("{spec},partial=drop")).map_err(|error| miette!("`--engine {text}`: {error}"))
}

/// What all comparisons of a game amount to.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Summary {
    compared: u32,
    less_deep: u32,
    left_out: u32,
    ties: u32,
    pub(super) differences: u32,
    nodes: u64,
    minimax_nodes: u64,
}

/// Compares all choices of a game; the lines are printed by `print`.
pub(super) fn compare(spec: &Spec, seed: u64, choices: &Choices, json: bool, mut print: impl FnMut(Line)) -> Summary {
    let choices = std::mem::take(&mut *choices.0.lock().unwrap_or_else(PoisonError::into_inner));
    let mut summary = Summary::default();
    let Ok(mut twin) = MinimaxTwin::new(spec, seed, MOST_NODES) else { return summary };
    let progress = output::progress(choices.len() as u64, "compared with minimax");
    for (number, (position, choice)) in (1..).zip(&choices) {
        progress.inc(1);
        let Some(found) = twin.check(position, choice, &Signal::default()) else {
            summary.left_out += 1;
            continue;
        };
        summary.add(&found);
        if json {
            print(Line::Out(object(number, position, &found).to_string()));
        } else if found.verdict.is_difference() {
            print(Line::Out(words(number, position, &found)));
        }
    }
    progress.finish_and_clear();
    print(Line::Out(if json { summary.object().to_string() } else { summary.words() }));
    summary
}

impl Summary {
    fn add(&mut self, found: &Comparison) {
        self.compared += 1;
        self.less_deep += u32::from(found.depth < found.wanted);
        self.ties += u32::from(found.verdict == Verdict::Tie);
        self.differences += u32::from(found.verdict.is_difference());
        self.nodes += found.search.nodes;
        self.minimax_nodes += found.minimax.nodes;
    }

    fn words(&self) -> String {
        let Self { compared, less_deep, left_out, ties, differences, nodes, minimax_nodes } = self;
        let mut parts = vec![format!("{compared} moves compared with minimax: {differences} differences")];
        if *ties > 0 {
            parts.push(format!("{ties} other moves of equal value"));
        }
        if *less_deep > 0 {
            parts.push(format!("{less_deep} compared less deep than played"));
        }
        if *left_out > 0 {
            parts.push(format!("{left_out} left out"));
        }
        format!("{}; {nodes} positions instead of {minimax_nodes}", parts.join(", "))
    }

    fn object(&self) -> serde_json::Value {
        json!({
            "event": "compared",
            "moves": self.compared, "differences": self.differences, "ties": self.ties,
            "less_deep": self.less_deep, "left_out": self.left_out,
            "nodes": self.nodes, "minimax_nodes": self.minimax_nodes,
        })
    }
}

const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Same => "same",
        Verdict::Tie => "tie",
        Verdict::WorseMove(_) => "move",
        Verdict::Value => "value",
    }
}

fn words(number: u32, position: &Position, found: &Comparison) -> String {
    let one = |Found { mv, value, nodes }: Found| {
        format!("{} with value {value} after {nodes} positions", mv.answer(position.map()))
    };
    let Comparison { depth, search, minimax, verdict, .. } = *found;
    let why = match verdict {
        Verdict::WorseMove(value) => format!("the move is worth only {value} to minimax"),
        _ => "the values differ".to_owned(),
    };
    format!("move {number}, depth {depth}: {why}: {}; minimax: {}", one(search), one(minimax))
}

fn object(number: u32, position: &Position, found: &Comparison) -> serde_json::Value {
    let one = |Found { mv, value, nodes }: Found| {
        let Answer { x, y, special } = mv.answer(position.map());
        json!({ "x": x, "y": y, "special": special, "value": value, "nodes": nodes })
    };
    json!({
        "event": "compare",
        "number": number,
        "depth": found.depth, "wanted": found.wanted, "verdict": word(found.verdict),
        "search": one(found.search), "minimax": one(found.minimax),
    })
}

//! What the reports say about how many positions their searches visit, measured: one search beside another in the same
//! positions of a game that is always the same.

use crate::spec::Spec;
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::map::MapErrors;
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Position};
use std::sync::Arc;

/// Something that a report says about positions visited.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The preset whose page has the figures.
    pub preset: &'static str,
    /// What is said.
    pub says: &'static str,
    /// The engine that it is said about.
    pub engine: &'static str,
    /// The engine that it is compared with.
    pub base: &'static str,
    /// The name of the map.
    pub map: &'static str,
    text: &'static str,
    /// Plies searched.
    pub depth: u32,
    /// What the figures have to show.
    pub shows: Shows,
}

/// What figures have to show if a report is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shows {
    /// The engine visits fewer positions than the other.
    Fewer,
    /// Both visit the same positions.
    AsMany,
    /// The engine visits about as many positions for every move of the game, and the other does not.
    Steadier,
    /// The engine visits hardly fewer positions than the other, or more.
    NoGain,
    /// Nothing certain: the report's own figures have no sign.
    Nothing,
}

/// What was measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// What the engine visited in each position of the game.
    pub engine: Vec<Visited>,
    /// The same of the other.
    pub base: Vec<Visited>,
}

/// What a search visited in one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visited {
    /// Positions of the tree.
    pub states: u64,
    /// Positions made only to put moves in order.
    pub probes: u64,
}

/// A gain that is none: a twentieth.
const HARDLY: f64 = 1.05;
/// A search is steady if no move takes more than this multiple of the mean.
const STEADY: f64 = 1.6;
/// And another is less steady if its multiple is this much larger.
const CLEARLY: f64 = 1.2;

/// Positions visited at most for one move.
const MOST_NODES: u64 = 3_000_000;

const STANDARD: (&str, &str) = ("standard-8x8", include_str!("../../../maps/standard-8x8.map"));
const CROSS: (&str, &str) = ("cross-4p-15x15", include_str!("../../../maps/cross-4p-15x15.map"));
const OVERRIDES: (&str, &str) = ("overrides-2p-13x13", include_str!("../../../maps/overrides-2p-13x13.map"));

const fn statement(
    preset: &'static str,
    says: &'static str,
    (engine, base): (&'static str, &'static str),
    (map, text): (&'static str, &'static str),
    depth: u32,
    shows: Shows,
) -> Statement {
    Statement { preset, says, engine, base, map, text, depth, shows }
}

const UNSORTED_2019: &str = "report-2019,order=none,beam=all";
const SORTED_2019: &str = "report-2019,order=eval,beam=all";

/// All statements, preset by preset.
pub const STATEMENTS: &[Statement] = &[
    statement("trivial", "sorting saves positions", ("trivial", "trivial,order=none"), STANDARD, 4, Shows::Fewer),
    statement(
        "report-2016",
        "sorting saves positions",
        ("report-2016", "report-2016,order=none"),
        STANDARD,
        4,
        Shows::Fewer,
    ),
    statement(
        "report-2016",
        "a window of points per tile does not help",
        ("report-2016,aspiration=cells", "report-2016"),
        STANDARD,
        4,
        Shows::NoGain,
    ),
    statement(
        "report-2016",
        "a window on the side of the last mover does not help",
        ("report-2016,aspiration=side", "report-2016"),
        STANDARD,
        4,
        Shows::NoGain,
    ),
    statement("report-2019", "sorting saves positions", (SORTED_2019, UNSORTED_2019), STANDARD, 4, Shows::Fewer),
    statement("report-2019", "sorting saves positions", (SORTED_2019, UNSORTED_2019), CROSS, 4, Shows::Fewer),
    statement("report-2019", "a beam of 5 saves more", ("report-2019", SORTED_2019), STANDARD, 4, Shows::Fewer),
    statement("report-2019", "a beam of 5 saves more", ("report-2019", SORTED_2019), CROSS, 4, Shows::Fewer),
    statement("report-2019", "a beam of 5 saves most", ("report-2019", UNSORTED_2019), CROSS, 4, Shows::Fewer),
    statement("report-2019", "a beam keeps moves alike", ("report-2019", SORTED_2019), OVERRIDES, 3, Shows::Steadier),
    statement("report-2019", "a beam keeps moves alike", ("report-2019", SORTED_2019), STANDARD, 4, Shows::Steadier),
    statement("report-2019", "a beam keeps moves alike", ("report-2019", SORTED_2019), CROSS, 4, Shows::Steadier),
    statement(
        "report-2025-zwei",
        "all three visit the same positions",
        ("report-2025-zwei", "report-2025-drei"),
        STANDARD,
        4,
        Shows::AsMany,
    ),
    statement(
        "report-2025-drei",
        "all three visit the same positions",
        ("report-2025-drei", "report-2025-minimax"),
        OVERRIDES,
        2,
        Shows::AsMany,
    ),
    statement(
        "report-2025-minimax",
        "all three visit the same positions",
        ("report-2025-minimax", "report-2025-zwei"),
        STANDARD,
        4,
        Shows::AsMany,
    ),
    statement(
        "report-2025-pruning",
        "pruning saves positions",
        ("report-2025-pruning", "report-2025-drei"),
        STANDARD,
        4,
        Shows::Fewer,
    ),
    statement(
        "report-2025-pruning",
        "sorting may save more",
        ("report-2025-pruning,order=eval", "report-2025-pruning"),
        STANDARD,
        4,
        Shows::Fewer,
    ),
    statement(
        "report-2025-pruning",
        "to spare override stones saves a lot",
        ("report-2025-pruning,overrides=spare", "report-2025-pruning"),
        OVERRIDES,
        2,
        Shows::Fewer,
    ),
    statement(
        "report-2025-final",
        "windows relative to the score save positions",
        ("report-2025-final", "report-2025-final,aspiration=none"),
        STANDARD,
        4,
        Shows::Nothing,
    ),
];

impl Statement {
    /// Measures both engines in up to `most` positions, spread over the game.
    pub fn measure(&self, most: usize) -> Result<Figures, MapErrors> {
        let all = positions(&Arc::new(Map::parse(self.text.as_bytes())?.0));
        let apart = all.len().div_ceil(most.max(1)).max(1);
        let chosen: Vec<&Position> = all.iter().skip(apart / 2).step_by(apart).collect();
        let all_visited = |text: &str| {
            let spec = Spec::parse(text).expect("statements are about engines that exist");
            chosen.iter().map(|position| visited(&spec, position, self.depth)).collect()
        };
        Ok(Figures { engine: all_visited(self.engine), base: all_visited(self.base) })
    }

    /// Whether the figures show what the report says; `None` where they need not.
    pub fn holds(&self, figures: &Figures) -> Option<bool> {
        match self.shows {
            Shows::Fewer => Some(figures.ratio() > 1.0),
            Shows::AsMany => {
                Some(figures.engine.iter().map(|one| one.states).eq(figures.base.iter().map(|one| one.states)))
            }
            Shows::NoGain => Some(figures.ratio() < HARDLY),
            Shows::Steadier => {
                let (engine, base) = figures.spreads();
                Some(engine < STEADY && engine * CLEARLY < base)
            }
            Shows::Nothing => None,
        }
    }
}

impl Figures {
    /// How many times as many positions the other engine visited.
    pub fn ratio(&self) -> f64 {
        sum(&self.base) as f64 / sum(&self.engine).max(1) as f64
    }

    /// The most positions for a move as a multiple of the mean, of the engine and of the other.
    pub fn spreads(&self) -> (f64, f64) {
        (spread(&self.engine), spread(&self.base))
    }
}

fn sum(visited: &[Visited]) -> u64 {
    visited.iter().map(|one| one.states).sum()
}

fn spread(visited: &[Visited]) -> f64 {
    let mean = sum(visited) as f64 / visited.len().max(1) as f64;
    visited.iter().map(|one| one.states).max().unwrap_or(0) as f64 / mean.max(1.0)
}

/// What a search to a depth visits.
fn visited(spec: &Spec, position: &Position, depth: u32) -> Visited {
    let mut engine = spec.engine(0);
    let budget = Budget { depth: Some(depth), nodes: Some(MOST_NODES), time: None };
    engine.choose(position, &budget, &Signal::default());
    let counters = engine.counters();
    Visited { states: counters.nodes, probes: counters.probes }
}

/// The positions of a game in which player 1 has a choice: everybody takes many stones, but now and then any move.
fn positions(map: &Arc<Map>) -> Vec<Position> {
    const ANY_MOVE_PERCENT: u32 = 20;
    let greedy = Spec::parse("greedy").expect("greedy is a search");
    let mut rng = Rng::new(2);
    let mut found = Vec::new();
    let mut position = Position::new(Arc::clone(map));
    while let Some(player) = position.to_move() {
        let moves = position.legal_moves();
        if player.index() == 0 && moves.len() > 1 {
            found.push(position.clone());
        }
        let mut engine = greedy.engine(0);
        let best = engine.choose(&position, &Budget::default(), &Signal::default()).mv;
        let any = rng.percent(ANY_MOVE_PERCENT).then(|| rng.pick(&moves).copied()).flatten();
        position.play(any.unwrap_or(best));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_reports_say_holds_in_a_few_positions() {
        let mut counted = 0;
        for statement in STATEMENTS {
            let less_deep = Statement { depth: statement.depth.min(3), ..*statement };
            let figures = less_deep.measure(4).unwrap();
            assert_eq!(figures.engine.len(), figures.base.len());
            assert!(figures.engine.iter().all(|one| one.states > 0), "{statement:?} {figures:?}");
            // A few positions have no spread to speak of.
            if statement.shows != Shows::Steadier {
                assert_ne!(less_deep.holds(&figures), Some(false), "{statement:?} {figures:?}");
            }
            counted += figures.engine.len();
        }
        println!("proof: {} statements of the reports measured in {counted} positions", STATEMENTS.len());
    }

    #[test]
    fn figures_tell_ratio_and_spread() {
        let visited = |states: [u64; 3]| states.map(|states| Visited { states, probes: 1 }).to_vec();
        let figures = Figures { engine: visited([10, 10, 10]), base: visited([0, 30, 60]) };
        assert!((figures.ratio() - 3.0).abs() < 1e-9);
        let (engine, base) = figures.spreads();
        assert!((engine - 1.0).abs() < 1e-9 && (base - 2.0).abs() < 1e-9);
    }
}

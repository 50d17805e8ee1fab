//! One search in a thread of its own.

use super::command::{Go, write};
use super::session::Event;
use rxt_engine::Engine;
use rxt_engine::analysis::{Judge, Line, best_lines};
use rxt_rules::agent::{Budget, Choice, Signal};
use rxt_rules::{Map, Position};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::{Duration, Instant};

/// Thinking time if nothing is said about it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A search under way.
pub(super) struct Thinking {
    pub(super) signal: Arc<Signal>,
    position: Position,
    started: Instant,
    told: Option<Choice>,
    pub(super) infinite: bool,
}

/// How a search ended.
pub(super) struct Done {
    /// The engine with what it remembers; `None` if it broke.
    pub(super) engine: Option<Engine>,
    lines: Vec<Line>,
}

impl Thinking {
    /// Begins to think about a position in which somebody is to move.
    pub(super) fn start(
        mut engine: Engine,
        position: &Position,
        go: Go,
        lines: usize,
        events: SyncSender<Event>,
    ) -> std::io::Result<Self> {
        let signal = Arc::new(Signal::default());
        let (shared, here) = (Arc::clone(&signal), position.clone());
        let budget = limited(go);
        let think = move || {
            let search = AssertUnwindSafe(|| {
                let judge = Judge::new(here.map());
                let found = best_lines(&mut engine, &judge, &here, lines, &budget, &shared);
                (engine, found)
            });
            let done = match catch_unwind(search) {
                Ok((engine, lines)) => Done { engine: Some(engine), lines },
                Err(_) => Done { engine: None, lines: Vec::new() },
            };
            let _ = events.send(Event::Done(Box::new(done)));
        };
        thread::Builder::new().name("rxt-engine-think".to_owned()).spawn(think)?;
        let position = position.clone();
        Ok(Self { signal, position, started: Instant::now(), told: None, infinite: go.infinite })
    }

    /// What is known better than before, as a line.
    pub(super) fn news(&mut self) -> Option<String> {
        let latest = self.signal.latest().filter(|latest| Some(latest) != self.told.as_ref())?;
        let mv = write(latest.mv.answer(self.position.map()));
        let text = self.info(latest.depth, latest.nodes.unwrap_or(0), self.score(&latest)) + &format!(" move {mv}");
        self.told = Some(latest);
        Some(text)
    }

    /// The last lines of a search: its lines in full, then its move.
    pub(super) fn end(&self, done: &Done) -> Vec<String> {
        let map = self.position.map();
        let mut lines: Vec<String> = Vec::new();
        for (number, line) in (1..).zip(&done.lines) {
            let info = self.info(line.depth, line.nodes, line.score);
            lines.push(format!("{info} line {number}{} pv{}", outlook(line), steps(line, map)));
        }
        let fallback =
            || self.signal.latest().map(|choice| choice.mv).or_else(|| self.position.legal_moves().first().copied());
        if done.engine.is_none() {
            lines.push("error the engine failed; the move below is what it knew before".to_owned());
        }
        let best = done.lines.first().map(|line| line.mv).or_else(fallback);
        lines.extend(best.map(|mv| format!("bestmove {}", write(mv.answer(map)))));
        lines
    }

    fn info(&self, depth: Option<u32>, nodes: u64, score: Option<i32>) -> String {
        let depth = depth.map_or_else(String::new, |depth| format!(" depth {depth}"));
        let score = score.map_or_else(String::new, |score| format!(" score {score}"));
        format!("info{depth} nodes {nodes} time {}{score}", self.started.elapsed().as_millis())
    }

    fn score(&self, choice: &Choice) -> Option<i32> {
        choice.scores.get(self.position.to_move()?.index()).copied()
    }
}

fn outlook(line: &Line) -> String {
    let places: Vec<String> = line.outlook.placements.iter().map(|score| format!("{score:.3}")).collect();
    let stones = |stones: &Option<u32>| stones.map_or_else(|| "-".to_owned(), |stones| stones.to_string());
    let stones: Vec<String> = line.outlook.stones.iter().map(stones).collect();
    format!(" placement {} stones {}", places.join(","), stones.join(","))
}

fn steps(line: &Line, map: &Map) -> String {
    let step = |&(player, mv): &(rxt_rules::Player, rxt_rules::Move)| format!(" {player}:{}", write(mv.answer(map)));
    line.steps.iter().map(step).collect()
}

/// What a search may spend: as was said, or a second.
fn limited(Go { budget, infinite }: Go) -> Budget {
    let unlimited = budget == Budget::default() && !infinite;
    if unlimited { Budget { time: Some(DEFAULT_TIME), ..budget } } else { budget }
}

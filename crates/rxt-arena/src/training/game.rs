//! One game against oneself: a random beginning, now and then a random move, and positions noted on the way.

use super::field::field;
use super::run::SelfplayPlan;
use rxt_engine::eval::default::Sample;
use rxt_engine::eval::{EvalSpec, Evaluation};
use rxt_record::Record;
use rxt_record::record::{Details, Recorder, Tag};
use rxt_record::verify::verify_record;
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::referee::{Command, Referee, play_match};
use rxt_rules::rng::Rng;
use rxt_rules::{Answer, Map, Phase, Player, Position};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// About how many positions of a game are noted.
const NOTED: usize = 24;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number.
    pub game: u64,
    /// Tiles of the map.
    pub tiles: usize,
    /// The points of players 1 to n.
    pub points: Vec<Option<u32>>,
    /// The positions noted.
    pub samples: Vec<SampleLine>,
}

/// A position as the features of the default evaluation see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SampleLine {
    /// How far the game has come.
    pub stage: i32,
    /// How open the map is.
    #[serde(default)]
    pub openness: i32,
    /// Inversion and choice tiles left.
    pub live: [u32; 2],
    /// What was counted, feature by feature, for players 1 to n.
    pub counts: Vec<Vec<i32>>,
}

impl From<Sample> for SampleLine {
    fn from(sample: Sample) -> Self {
        let counts = sample.counts.iter().map(|counts| counts.to_vec()).collect();
        Self { stage: sample.stage, openness: sample.openness, live: sample.live, counts }
    }
}

impl SampleLine {
    /// The sample; `None` if it was written when there were other features.
    pub(super) fn sample(&self) -> Option<Sample> {
        let counts = self.counts.iter().map(|counts| counts.as_slice().try_into().ok()).collect::<Option<_>>()?;
        Some(Sample { stage: self.stage, openness: self.openness, live: self.live, counts })
    }
}

/// Plays the game of a number; `None` if it was interrupted.
pub(super) fn play(plan: &SelfplayPlan, game: u64, interrupt: &AtomicBool) -> Option<GameLine> {
    let table = Table::new(plan, game);
    let mut watch = |_: &Referee, _: &Command, _: Option<&Choice>| go_on_while(!interrupt.load(Ordering::Relaxed));
    table.run(plan, |made| table.players(plan, made), &mut watch)
}

/// Plays the game of a number and records it, so that somebody else can note its positions; counts the moves.
pub(crate) fn play_record(plan: &SelfplayPlan, game: u64, moves: &AtomicU64) -> Option<Record> {
    let table = Table::new(plan, game);
    let mut recorder = Recorder::new(Arc::clone(&table.map));
    recorder.record_mut().set_tag("event", EVENT);
    recorder.record_mut().set_tag("game", &game.to_string());
    recorder.record_mut().set_tag(Tag::SEED, &plan.seed.to_string());
    let mut watch = |referee: &Referee, command: &Command, choice: Option<&Choice>| {
        recorder.on(referee, command, choice.map(Details::from).unwrap_or_default());
        moves.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    table.run(plan, |made| table.players(plan, made), &mut watch)?;
    Some(recorder.finish())
}

/// Replays a game that was played elsewhere and notes its positions. An error says why it is not the game of this number.
pub(crate) fn replay(plan: &SelfplayPlan, game: u64, record: &Record) -> Result<GameLine, String> {
    let table = Table::new(plan, game);
    if record.map.file().to_string() != table.map.file().to_string() {
        return Err("the record is of a game on another map".to_owned());
    }
    if let Some(first) = verify_record("game", record).disagreements.first() {
        return Err(format!("the record does not agree with the rules: {first}"));
    }
    let moves: Vec<Answer> = record.moves().map(|made| made.answer).collect();
    let next = Cell::new(0);
    let reader = |_: &Rc<Cell<u32>>| {
        let seat = |_| Box::new(Reader { moves: &moves, next: &next }) as Box<dyn Agent + '_>;
        (0..table.map.players()).map(seat).collect()
    };
    let mut watch = |_: &Referee, _: &Command, _: Option<&Choice>| go_on_while(next.get() <= moves.len());
    let line = table.run(plan, reader, &mut watch).ok_or("the record ends before the game does")?;
    if record.result.as_ref() != Some(&line.points) || next.get() != moves.len() {
        return Err("the record has another result than its moves".to_owned());
    }
    Ok(line)
}

fn go_on_while(condition: bool) -> ControlFlow<()> {
    if condition { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// What the records of such games say about where they come from.
const EVENT: &str = "rxt selfplay";

/// What is drawn before a game begins.
struct Table {
    game: u64,
    map: Arc<Map>,
    /// Moves at the beginning that are random.
    opening: u32,
    /// The engine of each seat, its seed, and that of its random moves.
    seats: Vec<(usize, u64, u64)>,
    /// Draws which positions are noted.
    rng: Rng,
}

type Watch<'a> = dyn FnMut(&Referee, &Command, Option<&Choice>) -> ControlFlow<()> + 'a;

impl Table {
    fn new(plan: &SelfplayPlan, game: u64) -> Self {
        let mut rng = Rng::derived(plan.seed, game);
        let map = field(rng.next_u64(), &plan.players);
        let opening = u32::from(map.players()) * (1 + rng.below(3) as u32);
        let engines: Vec<usize> = (0..plan.engines.len()).collect();
        let mut seat = || {
            let engine = *rng.pick(&engines).expect("a plan has an engine");
            (engine, rng.next_u64(), rng.next_u64())
        };
        let seats = (0..map.players()).map(|_| seat()).collect();
        Self { game, map, opening, seats, rng }
    }

    /// Those who play, with a count of the moves that everybody made.
    fn players<'a>(&self, plan: &SelfplayPlan, made: &Rc<Cell<u32>>) -> Vec<Box<dyn Agent + 'a>> {
        let player = |&(engine, seed, random): &(usize, u64, u64)| {
            let (agent, rng) = (plan.engines[engine].agent(seed), Rng::new(random));
            let made = Rc::clone(made);
            let erratic = Erratic { agent, rng, made, opening: self.opening, percent: plan.random_percent };
            Box::new(erratic) as Box<dyn Agent + 'a>
        };
        self.seats.iter().map(player).collect()
    }

    /// Plays with some agents and notes positions; `None` if it was stopped.
    fn run<'a>(
        &self,
        plan: &SelfplayPlan,
        agents: impl FnOnce(&Rc<Cell<u32>>) -> Vec<Box<dyn Agent + 'a>>,
        watch: &mut Watch<'_>,
    ) -> Option<GameLine> {
        let spec = EvalSpec::parse("default", &[]).expect("the evaluation exists");
        let evaluation = Evaluation::new(&spec, &self.map);
        let default = evaluation.as_default().expect("it was asked for");
        let made = Rc::new(Cell::new(0));
        let mut agents = agents(&made);
        let (mut rng, mut samples) = (self.rng.clone(), Vec::new());
        let every = (self.map.tile_count() / NOTED).max(1);
        let budget = Budget { nodes: Some(plan.nodes), ..Budget::default() };
        let (referee, stopped) = play_match(Arc::clone(&self.map), &mut agents, &budget, |referee, command, choice| {
            if let Command::Announce(..) = command {
                made.set(made.get() + 1);
                let position = referee.position();
                if position.phase() == Phase::Build && made.get() >= self.opening && rng.below(every) == 0 {
                    samples.push(SampleLine::from(default.sample(position)));
                }
            }
            watch(referee, command, choice)
        });
        let position = referee.position();
        let points = Player::all(self.map.players()).map(|player| position.points(player)).collect();
        stopped.is_none().then_some(GameLine { game: self.game, tiles: self.map.tile_count(), points, samples })
    }
}

/// Makes the moves of a record, whoever is on turn.
struct Reader<'a> {
    moves: &'a [Answer],
    next: &'a Cell<usize>,
}

impl Agent for Reader<'_> {
    fn choose(&mut self, position: &Position, _: &Budget, _: &Signal) -> Choice {
        let next = self.next.replace(self.next.get() + 1);
        let first = || *position.legal_moves().first().expect("who is asked has a move");
        self.moves.get(next).and_then(|&answer| position.read(answer).ok()).unwrap_or_else(first).into()
    }
}

/// Begins with random moves, and makes one now and then.
struct Erratic {
    agent: Box<dyn Agent + Send>,
    rng: Rng,
    /// Moves made by everybody.
    made: Rc<Cell<u32>>,
    opening: u32,
    percent: u32,
}

impl Agent for Erratic {
    fn choose(&mut self, position: &Position, budget: &Budget, signal: &Signal) -> Choice {
        if self.made.get() < self.opening || self.rng.percent(self.percent) {
            let moves = position.legal_moves();
            return (*self.rng.pick(&moves).expect("who is asked has a move")).into();
        }
        self.agent.choose(position, budget, signal)
    }
}

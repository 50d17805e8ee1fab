//! What a program that was handed in has to do: the driving test, and games against engines.

use crate::driving::{Exercise, Mark, examine, exercises, sparring};
use crate::sandbox::Launcher;
use crate::tournament::{Program, ProgramLimits};
use rxt_record::Record;
use rxt_rules::rank;

/// What a step is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// It has to be passed.
    Exercise,
    /// A game against engines.
    Game,
}

/// A step of a trial.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Which, from 1.
    pub number: u32,
    /// What it is for.
    pub kind: StepKind,
    /// What is done.
    pub exercise: Exercise,
}

/// All steps, in their order.
pub fn steps() -> Vec<Step> {
    let exercises = exercises().into_iter().map(|exercise| (StepKind::Exercise, exercise));
    let games = sparring().into_iter().map(|exercise| (StepKind::Game, exercise));
    let step = |(number, (kind, exercise))| Step { number, kind, exercise };
    (1..).zip(exercises.chain(games)).map(step).collect()
}

/// What a program that was handed in may use.
pub fn bot_limits() -> ProgramLimits {
    ProgramLimits { startup_seconds: 20, cpu_seconds: 600, patience_seconds: 20, ..ProgramLimits::default() }
}

impl Step {
    /// Lets a program do it.
    pub fn examine(&self, program: &Program, launcher: &Launcher) -> Mark {
        let mark = examine(&self.exercise, program, &bot_limits(), launcher, u64::from(self.number));
        match (self.kind, &mark.record) {
            (StepKind::Game, Some(record)) if mark.passed => Mark { what: place(record, self.exercise.seat), ..mark },
            _ => mark,
        }
    }
}

/// In words, how a player came off.
fn place(record: &Record, seat: u8) -> String {
    let points = record.result.clone().unwrap_or_default();
    let index = usize::from(seat) - 1;
    let (Some(Some(own)), Some(placement)) = (points.get(index), rank::placements(&points).get(index).copied()) else {
        return "no result".to_owned();
    };
    let others = points.iter().enumerate().filter(|(at, _)| *at != index).filter_map(|(_, points)| *points);
    let best = others.max().unwrap_or(0);
    let verdict = match (placement.place, points.len()) {
        (place, 2) if place < 1.25 => "won".to_owned(),
        (place, 2) if place > 1.75 => "lost".to_owned(),
        (_, 2) => "drawn".to_owned(),
        (place, count) => format!("place {place} of {count}"),
    };
    format!("{verdict} with {own} points, the best other had {best}")
}

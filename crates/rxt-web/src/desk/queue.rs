//! Tries programs, one after the other. How far each is, is in the database; a restart goes on from there.

use super::accept::Desk;
use crate::shared::Shared;
use rxt_arena::db::DbError;
use rxt_arena::driving::Mark;
use rxt_arena::sandbox::Launcher;
use rxt_arena::site_db::{OutputRow, State, SubmissionRow, TrialKind, TrialRow};
use rxt_arena::submission::{Step, StepKind, steps};
use rxt_arena::tournament::{Program, program};
use rxt_record::record::Tag;
use rxt_rules::Player;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the queue sleeps at most when it is empty.
const NAP: Duration = Duration::from_mins(1);
/// How long it waits when something is wrong with the database.
const TROUBLE: Duration = Duration::from_secs(5);
/// How long a trial may take in all.
const LONGEST_SECONDS: f64 = 1800.0;
/// How often a trial is begun; a program that ends the site with it is not tried for ever.
const STARTS: u32 = 3;
/// Whoever fails so many exercises before the first move is not asked for more.
const HOPELESS: usize = 4;

/// What is said of a program that was never asked.
const NO_MOVES: &str = "0 moves";

/// Tries programs until the desk is closed.
pub(crate) fn run(shared: &Arc<Shared>) {
    let desk = &shared.desk;
    while !desk.is_closed() {
        match desk.db.next_submission() {
            Ok(Some(row)) => {
                if try_out(shared, &row).is_err() {
                    desk.listen(TROUBLE);
                }
            }
            Ok(None) => desk.listen(NAP),
            Err(_) => desk.listen(TROUBLE),
        }
    }
}

fn try_out(shared: &Arc<Shared>, row: &SubmissionRow) -> Result<(), DbError> {
    let desk = &shared.desk;
    let fail = |note: &str| desk.db.end_trial(&row.id, State::Failed, note);
    if row.starts >= STARTS {
        return fail("its trial was interrupted too often; hand it in again");
    }
    let launcher = match desk.launcher() {
        Ok(launcher) => launcher,
        Err(failure) => return fail(&failure.message),
    };
    let folder = desk.folder_of(&row.id);
    let program = match program(&row.manifest.command(), Some(&folder), &folder) {
        Ok(program) => program,
        Err(error) => return fail(&error.to_string()),
    };
    desk.db.begin_trial(&row.id)?;
    let done = desk.db.trials(&row.id)?;
    let mut failed = done.iter().filter(|step| !step.passed).count();
    let mut has_moved = done.iter().any(|step| step.passed && step.what != NO_MOVES);
    let mut seconds = row.seconds;
    for step in steps().into_iter().skip(done.len()) {
        if desk.is_closed() {
            return Ok(());
        }
        if seconds > LONGEST_SECONDS {
            let note = "the trial took half an hour; the rest of it was left out";
            return desk.db.end_trial(&row.id, State::Done, note);
        }
        let (mark, took) = examine(&step, &program, &launcher);
        // A program that ends because the site does has not failed.
        if desk.is_closed() {
            return Ok(());
        }
        seconds += took;
        failed += usize::from(!mark.passed);
        has_moved |= mark.moves > 0;
        write_down(shared, row, &step, mark, took)?;
        if failed >= HOPELESS && !has_moved {
            let note = "it made no move in the first exercises; the others were left out";
            return desk.db.end_trial(&row.id, State::Done, note);
        }
    }
    desk.db.end_trial(&row.id, State::Done, "")
}

fn examine(step: &Step, program: &Program, launcher: &Launcher) -> (Mark, f64) {
    let began = Instant::now();
    let mark = step.examine(program, launcher);
    (mark, began.elapsed().as_secs_f64())
}

/// Keeps the game of a step and what came of it.
fn write_down(shared: &Shared, row: &SubmissionRow, step: &Step, mark: Mark, took: f64) -> Result<(), DbError> {
    let exercise = &step.exercise;
    let mut game = None;
    if let Some(mut record) = mark.record {
        record.tags.clear();
        record.set_tag("event", &format!("trial of {}", row.manifest.name));
        record.set_tag(Tag::MAP_NAME, exercise.name);
        for player in Player::all(record.map.players()) {
            let own = player.number() == exercise.seat;
            let leaves = Some(player.number()) == exercise.leaver;
            let name = if own {
                &row.manifest.name
            } else if leaves {
                "a player who leaves"
            } else {
                exercise.opponent
            };
            record.set_tag(&Tag::player_key(player), name);
        }
        let id = format!("{}-{}", row.id, step.number);
        let printed = [OutputRow { player: exercise.seat, printed: mark.output }];
        game = shared.library.keep_with(&id, &record, false, &printed).is_ok().then_some(id);
    }
    let kind = match step.kind {
        StepKind::Exercise => TrialKind::Exercise,
        StepKind::Game => TrialKind::Game,
    };
    let written = TrialRow {
        number: step.number,
        kind,
        name: exercise.name.to_owned(),
        about: exercise.about.to_owned(),
        seat: exercise.seat,
        passed: mark.passed,
        what: mark.what,
        hint: mark.hint.to_owned(),
        game,
    };
    shared.desk.db.add_trial(&row.id, &written, took)
}

impl Desk {
    /// Starts the queue in a thread of its own.
    pub(crate) fn start(shared: &Arc<Shared>) {
        if shared.desk.launcher.is_some() {
            let shared = Arc::clone(shared);
            std::thread::spawn(move || run(&shared));
        }
    }
}

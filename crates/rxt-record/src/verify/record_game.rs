//! Replays a record or a course log and compares everything that it contains.

use super::checker::Checker;
use super::report::{Check, GameReport};
use crate::course_log::{Checkpoint, CourseLog};
use crate::record::{Cause, Entry, Points, Record};
use crate::vector::Scores;
use rxt_rules::{Phase, Player};
use std::sync::Arc;

/// Replays a record.
pub fn verify_record(name: &str, record: &Record) -> GameReport {
    verify(name, record, &[], record.result.is_some())
}

/// Replays a course log, the boards that it shows included.
pub fn verify_log(name: &str, log: &CourseLog) -> GameReport {
    verify(name, &log.record, &log.checkpoints, log.ended)
}

fn verify(name: &str, record: &Record, checkpoints: &[Checkpoint], ended: bool) -> GameReport {
    let mut checker = Checker::new(name, Arc::clone(&record.map));
    let mut checkpoints = checkpoints.iter().peekable();
    let mut announced = false;
    let mut ply = 0;
    for (index, entry) in record.entries.iter().enumerate() {
        checker.at(Some(ply));
        let checkpoint = checkpoints.next_if(|checkpoint| checkpoint.entries == index + 1);
        match entry {
            Entry::Move(mv) => {
                if checker.position().phase() == Phase::Bomb && !announced {
                    checker.disagree(Check::Phase, "a bomb is thrown before phase 2".to_owned(), None);
                    announced = true;
                }
                if checker.turn(mv.player.number()) {
                    checker.accepted(mv.answer);
                }
                ply += 1;
            }
            Entry::Disqualified(player, cause) => disqualified(&mut checker, *player, cause, checkpoint),
            Entry::PhaseTwo(points) => {
                phase_two(&mut checker, points.as_ref(), announced);
                announced = true;
            }
        }
        if checker.parted() {
            return checker.finish();
        }
    }
    checker.at(None);
    if ended {
        end(&mut checker, record, announced);
    }
    checker.finish()
}

fn disqualified(checker: &mut Checker, player: Player, cause: &Cause, checkpoint: Option<&Checkpoint>) {
    if let Cause::Illegal(answer) = cause {
        if !checker.turn(player.number()) {
            return;
        }
        checker.refused(*answer);
    }
    if let Some(checkpoint) = checkpoint {
        stocks(checker, checkpoint);
        checker.board(&checkpoint.board);
    }
    if !checker.parted() {
        checker.disqualified(player.number());
    }
}

/// Compares the stocks of a checkpoint, which are those before the disqualification.
fn stocks(checker: &mut Checker, checkpoint: &Checkpoint) {
    let active = Player::all(checker.position().players()).filter(|&player| checker.position().is_active(player));
    for player in active.collect::<Vec<_>>() {
        let position = checker.position();
        let (overrides, bombs) = (position.overrides(player), position.bombs(player));
        if let Some(&file) = checkpoint.overrides.get(player.index()) {
            checker.equal(Check::Overrides, file, overrides);
        }
        if let Some(&file) = checkpoint.bombs.get(player.index()) {
            checker.equal(Check::Bombs, file, bombs);
        }
    }
}

fn phase_two(checker: &mut Checker, points: Option<&Points>, again: bool) {
    if again {
        checker.part(Check::Phase, "phase 2 begins twice".to_owned(), None);
        return;
    }
    let Some(rules) = checker.phase_one().cloned() else {
        let message = match checker.position().to_move() {
            Some(player) => format!("phase 2 begins, but player {player} can set a stone"),
            None => "phase 2 begins, but a sole remaining player has won".to_owned(),
        };
        checker.part(Check::Phase, message, None);
        return;
    };
    if let Some(points) = points {
        checker.scores(Check::PhaseOneScores, Some(&scores(points)), Some(&rules));
    }
}

fn end(checker: &mut Checker, record: &Record, announced: bool) {
    checker.over();
    if checker.phase_one().is_some() && !announced {
        checker.disagree(Check::Phase, "the game has ended without phase 2 having begun".to_owned(), None);
    }
    if let Some(points) = &record.result {
        let rules = super::points(checker.position());
        checker.scores(Check::FinalScores, Some(&scores(points)), Some(&rules));
    }
}

fn scores(points: &Points) -> Scores {
    (1..).zip(points).filter_map(|(player, points)| points.map(|points| (player, points))).collect()
}

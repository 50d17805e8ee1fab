//! Hand-made cases: maps that are accepted or refused, and short games with every request and message.

use super::checker::{Checker, Request};
use super::messages::{Message, witnessed};
use super::report::{Check, GameReport, Skip};
use super::result_file;
use crate::vector::parse_map;
use rxt_rules::{Answer, Map, Phase, Position};
use serde::Deserialize;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::Arc;

/// A case of a file of edge cases.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct EdgeCase {
    id: String,
    #[serde(default)]
    title: String,
    map: String,
    load_output: Option<Vec<String>>,
    accepted: Option<bool>,
    steps: Option<Vec<Step>>,
    final_board: Option<Vec<String>>,
    #[serde(default)]
    messages: Vec<Value>,
    result_file: Option<String>,
    #[serde(default)]
    server_stopped_by_harness: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Step {
    player: u8,
    overrides: u8,
    bombs: u8,
    board: Vec<String>,
    legal: Vec<(u32, u32)>,
    action: Value,
}

impl Step {
    /// The move that was sent, if the file tells.
    fn answer(&self) -> Option<Answer> {
        let number = |index: usize| self.action.get(index)?.as_u64();
        let (x, y) = (u16::try_from(number(0)?).ok()?, u16::try_from(number(1)?).ok()?);
        Some(Answer { x, y, special: u8::try_from(number(2)?).ok()? })
    }
}

/// Verifies one case.
pub(super) fn verify_case(case: &EdgeCase) -> GameReport {
    let name = if case.title.is_empty() { case.id.clone() } else { format!("{} ({})", case.id, case.title) };
    let mut report = GameReport::new(name);
    match &case.steps {
        None => loading(case, &mut report),
        Some(steps) if steps.is_empty() => report.skipped = Some(Skip::Network),
        Some(steps) => match parse_map(&case.map) {
            Ok(map) => return play(case, steps, &report.game, Arc::new(map)),
            Err(error) => report.disagree(Check::Map, format!("the map was played on, but {error}")),
        },
    }
    report
}

/// A case that only loads a map. What the server prints says whether the map is refused, final or played.
fn loading(case: &EdgeCase, report: &mut GameReport) {
    let printed = |text: &str| case.load_output.iter().flatten().any(|line| line.contains(text));
    let verdict = match (case.accepted, printed("Map is final"), printed("FAILED")) {
        (_, true, _) => "accepted and final",
        (Some(true), ..) => "accepted",
        (Some(false), ..) | (_, _, true) => "refused",
        _ => {
            report.skipped = Some(Skip::Network);
            return;
        }
    };
    let start = parse_map(&case.map).map(|map| Position::new(Arc::new(map)).phase());
    let rules = match &start {
        Err(_) => "refused",
        Ok(Phase::Over) => "accepted and final",
        Ok(_) => "accepted",
    };
    if verdict != rules {
        let why = start.err().map(|error| format!(": {error}")).unwrap_or_default();
        report.disagree(Check::Map, format!("the file says {verdict}, the rules say {rules}{why}"));
    }
}

fn play(case: &EdgeCase, steps: &[Step], name: &str, map: Arc<Map>) -> GameReport {
    let mut checker = Checker::new(name, map);
    let mut events = witnessed(&case.messages, checker.position().players());
    // Where nobody can set a stone, phase 1 is over before anybody is asked.
    if events.pop_front_if(|event| *event == Message::PhaseOver).is_some() {
        phase_over(&mut checker);
    }
    let mut skipped = None;
    for (index, step) in steps.iter().enumerate() {
        checker.at(Some(index));
        if !request(&mut checker, step) {
            return checker.finish();
        }
        let next = steps.get(index + 1).map(|step| step.player);
        if !outcome(&mut checker, step, next, &mut events) {
            skipped = Some(Skip::UnknownAction);
        }
        if checker.parted() || skipped.is_some() {
            break;
        }
    }
    if !checker.parted() && skipped.is_none() {
        checker.at(None);
        end(&mut checker, case);
    }
    let mut report = checker.finish();
    report.skipped = skipped;
    report
}

fn request(checker: &mut Checker, step: &Step) -> bool {
    let width = u32::from(checker.position().map().width());
    let legal: Vec<u32> = step.legal.iter().map(|&(x, y)| y * width + x).collect();
    checker.request(&Request {
        player: step.player,
        phase: Some(if legal.is_empty() { 2 } else { 1 }),
        overrides: step.overrides,
        bombs: step.bombs,
        legal: Some(&legal),
        board: Some(&step.board),
    })
}

/// Carries out what followed a request: what was sent if that is known, else what the messages tell. Returns whether it
/// is known how the game went on.
fn outcome(checker: &mut Checker, step: &Step, next: Option<u8>, events: &mut VecDeque<Message>) -> bool {
    let mut answered = false;
    if let Some(answer) = step.answer() {
        sent(checker, step.player, answer, events);
        answered = true;
    }
    while let Some(&event) = events.front().filter(|_| !checker.parted()) {
        match event {
            Message::Moved(player, answer) if !answered && player == step.player => {
                checker.accepted(answer);
                answered = true;
            }
            Message::Moved(..) => break,
            // The player of the next request fails there, not here.
            Message::Disqualified(player) if answered && next == Some(player) => break,
            Message::Disqualified(player) => {
                checker.disqualified(player);
                answered |= player == step.player;
            }
            Message::PhaseOver => phase_over(checker),
            Message::GameOver => checker.over(),
        }
        events.pop_front();
    }
    answered || next.is_none()
}

/// A move was sent: the messages must tell what the rules make of it.
fn sent(checker: &mut Checker, player: u8, answer: Answer, events: &mut VecDeque<Message>) {
    let expected = match checker.position().read(answer) {
        Ok(mv) => Message::Moved(player, mv.answer(checker.position().map())),
        Err(_) => Message::Disqualified(player),
    };
    match events.pop_front() {
        Some(event) if event == expected => {}
        Some(event) => {
            let message = format!("after {answer} the file has `{event}`, the rules `{expected}`");
            checker.part(Check::Answer, message, None);
            return;
        }
        None => {
            checker.part(
                Check::Answer,
                format!("after {answer} the file has no message, the rules `{expected}`"),
                None,
            );
            return;
        }
    }
    match expected {
        Message::Moved(..) => checker.accepted(answer),
        _ => checker.disqualified(player),
    }
}

fn phase_over(checker: &mut Checker) {
    if checker.phase_one().is_none() {
        checker.disagree(Check::Phase, "the file ends phase 1 here, the rules do not".to_owned(), None);
    }
}

fn end(checker: &mut Checker, case: &EdgeCase) {
    if let Some(board) = &case.final_board {
        checker.board(board);
    }
    if !case.server_stopped_by_harness {
        checker.over();
    }
    if let Some(text) = &case.result_file {
        result_file::compare(checker, text.lines().skip(1));
    }
}

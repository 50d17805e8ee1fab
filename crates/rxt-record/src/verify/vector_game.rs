//! Replays a conformance vector and compares everything that it contains.

use super::checker::{Checker, Request, points};
use super::report::{Check, GameReport};
use super::result_file;
use crate::vector::{VectorDisqualification, VectorGame, VectorMove, parse_map};
use rxt_rules::Answer;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Replays a game.
pub fn verify_game(game: &VectorGame) -> GameReport {
    let map = match parse_map(&game.map) {
        Ok(map) => Arc::new(map),
        Err(error) => {
            let mut report = GameReport::new(&game.id);
            report.disagree(Check::Map, format!("the map was played on, but {error}"));
            return report;
        }
    };
    let mut checker = Checker::new(&game.id, map);
    checker.equal(Check::Players, game.players, checker.position().players());
    checker.board(&game.initial);
    let mut disqualifications = game.dq.iter().peekable();
    for (index, mv) in game.moves.iter().enumerate() {
        checker.at(Some(index));
        while let Some(next) = disqualifications.next_if(|next| next.before_move == index) {
            disqualification(&mut checker, next);
        }
        if !checker.parted() {
            checker.equal(Check::Numbering, mv.n, index);
            one_move(&mut checker, mv);
        }
        if checker.parted() {
            return checker.finish();
        }
    }
    checker.at(Some(game.moves.len()));
    for next in disqualifications {
        if next.before_move != game.moves.len() && !checker.parted() {
            let message = format!("player {} is disqualified before move {}", next.player, next.before_move);
            checker.part(Check::Disqualification, format!("{message}, which does not come then"), None);
        }
        disqualification(&mut checker, next);
    }
    if !checker.parted() {
        checker.at(None);
        end(&mut checker, game);
    }
    checker.finish()
}

fn one_move(checker: &mut Checker, mv: &VectorMove) {
    let request = Request {
        player: mv.p,
        phase: Some(mv.phase),
        overrides: mv.ov,
        bombs: mv.bombs,
        legal: mv.legal.as_deref(),
        board: None,
    };
    if !checker.request(&request) {
        return;
    }
    let before = checker.cells();
    checker.accepted(Answer { x: mv.x, y: mv.y, special: mv.s });
    if !checker.parted() {
        checker.diff(&before, &mv.diff);
    }
    if let Some(board) = mv.board.as_deref().filter(|_| !checker.parted()) {
        checker.board(board);
    }
}

fn disqualification(checker: &mut Checker, dq: &VectorDisqualification) {
    if checker.parted() {
        return;
    }
    let request = Request {
        player: dq.player,
        phase: Some(dq.phase),
        overrides: dq.ov,
        bombs: dq.bombs,
        legal: dq.legal.as_deref(),
        board: dq.board.as_deref(),
    };
    if !checker.request(&request) {
        return;
    }
    match (dq.how.as_str(), dq.answer) {
        ("illegal" | "special", Some((x, y, special))) => checker.refused(Answer { x, y, special }),
        ("illegal" | "special", None) => {
            checker.disagree(Check::Disqualification, format!("`{}` without the move that was sent", dq.how), None);
        }
        ("type" | "close" | "timeout", _) => {}
        (other, _) => {
            let expected = "expected `illegal`, `special`, `type`, `close` or `timeout`";
            checker.disagree(Check::Disqualification, format!("`{other}` is no reason; {expected}"), None);
        }
    }
    if !checker.parted() {
        checker.disqualified(dq.player);
    }
}

fn end(checker: &mut Checker, game: &VectorGame) {
    checker.over();
    checker.board(&game.end.board);
    let phase_one = checker.phase_one().cloned();
    checker.scores(Check::PhaseOneScores, game.phase1_scores.as_ref(), phase_one.as_ref());
    let rules = points(checker.position());
    checker.scores(Check::FinalScores, Some(&game.end.scores), Some(&rules));
    if let Some(lines) = &game.end.result_file {
        result_file::compare(checker, lines.iter().map(String::as_str));
    }
    if let Some(answers) = game.n_answers {
        checker.equal(Check::Numbering, answers, game.moves.len());
    }
    let announced: BTreeSet<u8> = game.dq_messages.iter().map(|&(_, player)| player).collect();
    let recorded: BTreeSet<u8> = game.dq.iter().map(|dq| dq.player).collect();
    if announced != recorded {
        let message = format!("messages tell of {announced:?}, the record of {recorded:?}");
        checker.disagree(Check::Disqualification, message, None);
    }
}

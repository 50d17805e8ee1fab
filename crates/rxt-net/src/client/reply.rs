//! A request that is being answered: what is ready, when it has to go, and what is sent in the end.

use super::allocation::Plan;
use super::event::{Source, Trouble};
use super::twin::{Twin, Verdict};
use rxt_rules::agent::{Choice, Signal};
use rxt_rules::{Answer, Cell, Move, Phase, Position};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A request that is open.
#[derive(Debug)]
pub(super) struct Pending {
    /// When it was there.
    pub(super) arrived: Instant,
    /// What it carried; `None` without a limit.
    pub(super) account: Option<Duration>,
    /// When to do what, counted from its arrival.
    pub(super) plan: Plan,
    /// Legal moves.
    pub(super) moves: usize,
    /// A legal move, there before any thought.
    pub(super) ready: Move,
    /// Where the agent makes its best move known.
    pub(super) signal: Arc<Signal>,
    /// Whether the agent was told to stop.
    pub(super) stopped: bool,
    /// What is kept of the account.
    pub(super) margin: Duration,
}

/// What is sent.
#[derive(Debug)]
pub(super) struct Decision {
    pub(super) answer: Answer,
    pub(super) choice: Choice,
    pub(super) source: Source,
    pub(super) checked: bool,
    /// What went wrong on the way.
    pub(super) trouble: Option<Trouble>,
}

impl Pending {
    /// What happens next, and when.
    pub(super) fn deadline(&self) -> Instant {
        self.arrived + if self.stopped { self.plan.send } else { self.plan.think }
    }

    /// Until when the validator may still catch up: half of the margin is for it, the rest for the way.
    pub(super) fn last_check(&self) -> Instant {
        self.arrived + self.plan.send + self.margin / 2
    }

    /// The best that is known without the agent having come back.
    pub(super) fn best_known(&self) -> (Option<Choice>, Source) {
        match self.signal.latest() {
            Some(choice) => (Some(choice), Source::Watchdog),
            None => (None, Source::Ready),
        }
    }
}

/// A legal move that is ready before any thought: if possible one that costs no override stone. `None` if it is not our
/// turn after all.
pub(super) fn ready_move(position: &Position, moves: &[Move]) -> Option<Move> {
    let is_free = |mv: &&Move| position.phase() != Phase::Build || !position.cell(mv.tile).is_occupied();
    let without_inversion = |mv: &&Move| is_free(mv) && position.cell(mv.tile) != Cell::INVERSION;
    moves.iter().find(without_inversion).or_else(|| moves.iter().find(is_free)).or_else(|| moves.first()).copied()
}

/// Decides what is sent: the choice if it is a legal move, else the ready one; and if the validator refuses it, the
/// validator's own.
pub(super) fn decide(
    position: &Position,
    ready: Move,
    choice: Option<Choice>,
    source: Source,
    twin: &Twin,
) -> Decision {
    let (choice, source, mut trouble) = match choice {
        None => (ready.into(), source, None),
        Some(choice) => match legal(position, choice.mv) {
            Ok(()) => (choice, source, None),
            Err(trouble) => (ready.into(), Source::Ready, Some(trouble)),
        },
    };
    let answer = choice.mv.answer(position.map());
    let decision = |answer, choice, source, checked, trouble| Decision { answer, choice, source, checked, trouble };
    match twin.check(answer) {
        Verdict::Legal => {
            if twin.position() != Some(position) {
                let position = Box::new(twin.position().unwrap_or(position).clone());
                trouble.get_or_insert(Trouble::Drift { position });
            }
            decision(answer, choice, source, true, trouble)
        }
        Verdict::Unknown => decision(answer, choice, source, false, trouble),
        Verdict::Illegal(illegal, own) => {
            let shown = Box::new(twin.position().unwrap_or(position).clone());
            trouble.get_or_insert(Trouble::Refused { answer, illegal, position: shown });
            match own.and_then(|own| Some((own, position.read(own).ok()?))) {
                Some((own, mv)) => decision(own, mv.into(), Source::Validator, true, trouble),
                // It has no move, or one that our position refuses: what it wants counts, if it wants anything.
                None => decision(own.unwrap_or(answer), choice, Source::Validator, own.is_some(), trouble),
            }
        }
    }
}

fn legal(position: &Position, mv: Move) -> Result<(), Trouble> {
    if mv.tile.index() >= position.map().tile_count() {
        return Err(Trouble::ForeignTile { position: Box::new(position.clone()) });
    }
    let answer = mv.answer(position.map());
    match position.read(answer) {
        Ok(_) => Ok(()),
        Err(illegal) => Err(Trouble::IllegalChoice { answer, illegal, position: Box::new(position.clone()) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Map;

    fn position(text: &str) -> Position {
        Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    fn caught_up(position: &Position) -> Twin {
        let mut twin = Twin::new(position.map().file().clone());
        while twin.is_behind() {
            twin.step().unwrap();
        }
        twin
    }

    #[test]
    fn the_ready_move_spares_override_stones() {
        let position = position("2 1 0 0 1 5  2 2 1 2 0");
        let moves = position.legal_moves();
        assert!(moves.len() > 1 && position.cell(moves[0].tile).is_occupied());
        let ready = ready_move(&position, &moves).unwrap();
        assert_eq!(ready.answer(position.map()).to_string(), "(4,0,0)");
        assert_eq!(ready_move(&position, &[]), None);
    }

    #[test]
    fn a_validator_that_refuses_has_its_own_move_sent() {
        let ours = position("2 0 0 0 1 4  0 2 1 0");
        let theirs = position("2 0 0 0 1 4  1 2 0 0");
        let ready = ours.legal_moves()[0];
        let decision = decide(&ours, ready, Some(ready.into()), Source::Agent, &caught_up(&theirs));
        assert_eq!(decision.answer.to_string(), "(2,0,0)");
        assert_eq!(decision.source, Source::Validator);
        let trouble = decision.trouble.unwrap();
        assert_eq!(
            trouble.to_string(),
            "the validator refuses (0,0,0): (0,0) is occupied and player 1 has no override stone"
        );
        assert_eq!(trouble.position(), Some(&theirs));
    }

    #[test]
    fn another_position_is_told_even_if_the_move_is_legal_in_both() {
        let ours = position("2 0 0 0 1 5  0 2 1 0 0");
        let theirs = position("2 0 0 0 1 5  0 2 1 0 2");
        let ready = ours.legal_moves()[0];
        let decision = decide(&ours, ready, None, Source::Ready, &caught_up(&theirs));
        assert!(matches!(decision.trouble, Some(Trouble::Drift { .. })) && decision.checked);
    }

    #[test]
    fn a_validator_that_is_behind_does_not_hold_the_move_up() {
        let ours = position("2 0 0 0 1 4  0 2 1 0");
        let ready = ours.legal_moves()[0];
        let twin = Twin::new(ours.map().file().clone());
        let decision = decide(&ours, ready, None, Source::Ready, &twin);
        assert!(!decision.checked && decision.trouble.is_none());
        assert_eq!(decision.answer.to_string(), "(0,0,0)");
    }
}

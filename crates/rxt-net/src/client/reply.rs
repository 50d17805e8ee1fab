//! A request that is being answered: what is ready, when it has to go, and what is sent in the end.

use super::allocation::Plan;
use super::event::{Reply, Source, Trouble};
use super::twin::{Opinion, Verdict};
use crate::wire::Message;
use rxt_rules::agent::{Choice, Signal};
use rxt_rules::{Answer, Cell, Move, Phase, Position};
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How late an agent may be where the time is limited: more than it takes to come back on a busy machine.
const PATIENCE: Duration = Duration::from_millis(20);

/// A request that is open. Whoever has a move first sends it: the thread that thinks when it is done, or the one that
/// watches the clock when the time is up.
#[derive(Debug)]
pub(super) struct Pending {
    /// How many requests came before.
    pub(super) number: u32,
    /// When it was there.
    pub(super) arrived: Instant,
    /// What it carried; `None` without a limit.
    pub(super) account: Option<Duration>,
    /// When to do what, counted from its arrival.
    pub(super) plan: Plan,
    /// What is kept of the account.
    pub(super) margin: Duration,
    /// Legal moves.
    pub(super) moves: usize,
    /// A legal move, there before any thought.
    pub(super) ready: Move,
    /// The position.
    pub(super) position: Position,
    /// Where the agent makes its best move known.
    pub(super) signal: Signal,
    /// What the validator thinks.
    pub(super) opinion: Arc<Opinion>,
    /// Where the answer goes.
    pub(super) stream: Arc<TcpStream>,
    /// Whether somebody sends, or has sent, the answer.
    pub(super) claimed: AtomicBool,
    /// What was sent.
    pub(super) sent: Mutex<Option<Sent>>,
}

/// An answer that was sent.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) reply: Reply,
    /// What went wrong on the way.
    pub(super) trouble: Option<Trouble>,
}

/// What is to be sent.
#[derive(Debug)]
struct Decision {
    answer: Answer,
    choice: Choice,
    source: Source,
    checked: bool,
    trouble: Option<Trouble>,
}

impl Pending {
    /// When something has to be done: to stop thinking, then to send.
    pub(super) fn deadline(&self) -> Instant {
        if self.signal.stopped() { self.send_at() } else { self.arrived + self.plan.think }
    }

    /// When others than the agent send what is known: soon after it should have come back, because whatever keeps it is
    /// best met with as much time left as there is.
    pub(super) fn send_at(&self) -> Instant {
        let soon = if self.account.is_some() { self.plan.think + PATIENCE } else { self.plan.send };
        self.arrived + self.plan.send.min(soon)
    }

    /// Whether somebody sends, or has sent, the answer.
    pub(super) fn is_sent(&self) -> bool {
        self.claimed.load(Ordering::Acquire)
    }

    /// What was sent, once.
    pub(super) fn take_sent(&self) -> Option<Sent> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Sends the best that is known without the agent having come back.
    pub(super) fn send_best_known(&self) {
        match self.signal.latest() {
            Some(choice) => self.send(Some(choice), Source::Watchdog),
            None => self.send(None, Source::Ready),
        }
    }

    /// Sends a move, unless somebody else did. All that takes time comes first, so that whoever claims the answer has
    /// nothing left to do but to write it.
    pub(super) fn send(&self, choice: Option<Choice>, source: Source) {
        // A validator that is behind has until the time is up, and then no more: the margin is for stalls and for the way.
        self.opinion.wait(self.number, self.arrived + self.plan.send);
        let decision = self.decide(choice, source);
        let bytes = Message::Answer(decision.answer).to_bytes();
        if self.claimed.swap(true, Ordering::AcqRel) {
            return;
        }
        let used = self.arrived.elapsed();
        let Decision { answer, choice, source, checked, trouble } = decision;
        let Self { number, moves, account, margin, .. } = *self;
        let reply = Reply { number, answer, choice, source, moves, account, used, margin, checked };
        // Said before it is done, so that what the server says to it never finds us unaware of it.
        *self.sent.lock().unwrap_or_else(PoisonError::into_inner) = Some(Sent { reply, trouble });
        // If it fails, the connection is broken, and whoever reads it will know.
        let _ = (&*self.stream).write_all(&bytes);
    }

    /// The choice if it is a legal move, else the ready one; and if the validator refuses it, the validator's own.
    fn decide(&self, choice: Option<Choice>, source: Source) -> Decision {
        let (position, ready) = (&self.position, self.ready);
        let (choice, source, mut trouble) = match choice {
            None => (ready.into(), source, None),
            Some(choice) => match legal(position, choice.mv) {
                Ok(()) => (choice, source, None),
                Err(trouble) => (ready.into(), Source::Ready, Some(trouble)),
            },
        };
        let answer = choice.mv.answer(position.map());
        match self.opinion.check(self.number, answer, position) {
            Verdict::Legal => Decision { answer, choice, source, checked: true, trouble },
            Verdict::Unknown => Decision { answer, choice, source, checked: false, trouble },
            Verdict::Drift(position) => {
                trouble.get_or_insert(Trouble::Drift { position });
                Decision { answer, choice, source, checked: true, trouble }
            }
            Verdict::Illegal(illegal, own, theirs) => {
                trouble.get_or_insert(Trouble::Refused { answer, illegal, position: theirs });
                let choice = own.and_then(|own| position.read(own).ok()).map_or(choice, Choice::from);
                let answer = own.unwrap_or(answer);
                Decision { answer, choice, source: Source::Validator, checked: own.is_some(), trouble }
            }
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
    use std::io::Read;
    use std::net::TcpListener;

    fn position(text: &str) -> Position {
        Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    /// A request in this position, of which the validator has that opinion, and the end where the answer arrives.
    fn pending(position: &Position, opinion: Opinion) -> (Pending, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let pending = Pending {
            number: 0,
            arrived: Instant::now(),
            account: None,
            plan: Plan { soft: Duration::ZERO, think: Duration::ZERO, send: Duration::ZERO },
            margin: Duration::from_millis(10),
            moves: 1,
            ready: position.legal_moves()[0],
            position: position.clone(),
            signal: Signal::default(),
            opinion: Arc::new(opinion),
            stream: Arc::new(stream),
            claimed: AtomicBool::new(false),
            sent: Mutex::new(None),
        };
        (pending, listener.accept().unwrap().0)
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
        let (pending, _end) = pending(&ours, Opinion::of(&theirs));
        pending.send(Some(pending.ready.into()), Source::Agent);
        let Sent { reply, trouble } = pending.take_sent().unwrap();
        assert_eq!((reply.answer.to_string().as_str(), reply.source), ("(2,0,0)", Source::Validator));
        let trouble = trouble.unwrap();
        let words = "the validator refuses (0,0,0): (0,0) is occupied and player 1 has no override stone";
        assert_eq!(trouble.to_string(), words);
        assert_eq!(trouble.position(), Some(&theirs));
    }

    #[test]
    fn another_position_is_told_even_if_the_move_is_legal_in_both() {
        let ours = position("2 0 0 0 1 5  0 2 1 0 0");
        let theirs = position("2 0 0 0 1 5  0 2 1 0 2");
        let (pending, _end) = pending(&ours, Opinion::of(&theirs));
        pending.send(None, Source::Ready);
        let Sent { reply, trouble } = pending.take_sent().unwrap();
        assert!(matches!(trouble, Some(Trouble::Drift { .. })) && reply.checked);
    }

    #[test]
    fn a_validator_that_is_behind_does_not_hold_the_move_up_for_long() {
        let ours = position("2 0 0 0 1 4  0 2 1 0");
        let (pending, _end) = pending(&ours, Opinion::default());
        pending.send(None, Source::Ready);
        let Sent { reply, trouble } = pending.take_sent().unwrap();
        assert!(!reply.checked && trouble.is_none());
        assert_eq!(reply.answer.to_string(), "(0,0,0)");
    }

    #[test]
    fn others_wait_for_an_agent_only_shortly_where_the_time_is_limited() {
        let ours = position("2 0 0 0 1 4  0 2 1 0");
        let ms = Duration::from_millis;
        let (mut pending, _end) = pending(&ours, Opinion::default());
        pending.plan = Plan { soft: ms(100), think: ms(200), send: ms(260) };
        assert_eq!(pending.send_at(), pending.arrived + ms(260), "no limit");
        pending.account = Some(ms(280));
        assert_eq!(pending.send_at(), pending.arrived + ms(220));
        pending.plan.send = ms(205);
        assert_eq!(pending.send_at(), pending.arrived + ms(205), "never into the margin");
    }

    #[test]
    fn whoever_comes_second_sends_nothing() {
        let ours = position("2 0 0 0 1 4  0 2 1 0");
        let (pending, mut end) = pending(&ours, Opinion::of(&ours));
        pending.send(None, Source::Ready);
        pending.send(Some(pending.ready.into()), Source::Agent);
        assert_eq!(pending.take_sent().unwrap().reply.source, Source::Ready);
        assert!(pending.is_sent() && pending.take_sent().is_none());
        drop(pending);
        let mut bytes = Vec::new();
        end.read_to_end(&mut bytes).unwrap();
        assert_eq!(bytes.len(), 10, "one answer");
    }
}

//! One turn: a player is asked, and answers, or does not.

use super::drive::Table;
use super::seat::Seat;
use super::{Letter, Wish};
use rxt_net::wire::Message;
use rxt_record::record::{Details, Entry};
use rxt_rules::agent::{Agent, Budget, Choice, Signal};
use rxt_rules::referee::{Event, Reason};
use rxt_rules::{Answer, Player};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// How long an engine may take to stop.
const STOPPING: Duration = Duration::from_secs(5);

/// What became of a turn.
pub(super) enum Turn {
    /// The referee is to be told of this.
    Done(Event, Details),
    /// Moves are taken back until so many entries are left.
    Undo(usize),
    /// The game is ended for all.
    End,
}

/// What an engine comes back with.
type Thought = (Box<dyn Agent + Send>, Choice);

impl Table {
    /// Asks a player. The clock runs from here on.
    pub(super) async fn turn(&mut self, player: Player) -> Turn {
        if let Some(clock) = self.plan.clock {
            self.accounts[player].credit(clock);
        }
        let legal = self.live.info().legal_for_people(self.referee.position());
        self.live.ask(player, self.clocks().as_deref(), legal.as_deref());
        let started = Instant::now();
        let limit = self.plan.clock.map(|_| self.accounts[player].left());
        let turn = match &mut self.seats[player.index()] {
            Seat::Person { .. } => self.person(player, limit).await,
            Seat::Engine { .. } => self.engine(player, limit).await,
            Seat::Client(_) => self.client(player, limit).await,
        };
        let used = started.elapsed();
        let in_time = self.plan.clock.is_none() || self.accounts[player].charge(used);
        match turn {
            Turn::Done(Event::Answered(..), details) if !in_time => {
                Turn::Done(Event::Failed(player, Reason::Timeout), details)
            }
            Turn::Done(event, details) => {
                Turn::Done(event, Details { time_ms: Some(used.as_millis() as u64), ..details })
            }
            other => other,
        }
    }

    /// Waits for a person.
    async fn person(&mut self, player: Player, limit: Option<Duration>) -> Turn {
        let deadline = Instant::now() + limit.unwrap_or(self.patience);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match timeout(left, self.inbox.recv()).await {
                Err(_) if limit.is_some() => {
                    return Turn::Done(Event::Failed(player, Reason::Timeout), Details::default());
                }
                Err(_) | Ok(None) => return Turn::End,
                Ok(Some(letter)) => {
                    if let Some(turn) = self.during(letter, player) {
                        return turn;
                    }
                }
            }
        }
    }

    /// Lets an engine think, as soon as there is room for one more that does.
    async fn engine(&mut self, player: Player, limit: Option<Duration>) -> Turn {
        let earliest = Instant::now() + self.plan.pace;
        let Ok(permit) = Arc::clone(&self.shared.thinkers).acquire_owned().await else { return Turn::End };
        let signal = Arc::new(Signal::default());
        let Seat::Engine { agent, budget } = &mut self.seats[player.index()] else { return Turn::End };
        let Some(mut agent) = agent.take() else { return Turn::End };
        let budget =
            Budget { time: budget.time.map(|time| limit.map_or(time, |limit| time.min(limit / 2))), ..*budget };
        let (position, wire) = (self.referee.position().clone(), Arc::clone(&signal));
        let mut thinking = tokio::task::spawn_blocking(move || {
            let choice = agent.choose(&position, &budget, &wire);
            drop(permit);
            (agent, choice)
        });
        let interrupted = loop {
            tokio::select! {
                thought = &mut thinking => break Ok(thought),
                letter = self.inbox.recv() => match letter {
                    None => break Err(Turn::End),
                    Some(letter) => if let Some(turn) = self.during(letter, player) {
                        break Err(turn);
                    }
                },
            }
        };
        match interrupted {
            Err(turn) => {
                signal.stop();
                self.bring_back(player, thinking).await;
                turn
            }
            Ok(Err(_)) => Turn::Done(Event::Failed(player, Reason::Gone), Details::default()),
            Ok(Ok((agent, choice))) => {
                self.put_back(player, agent);
                let answer = choice.mv.answer(self.referee.position().map());
                let pause = earliest.saturating_duration_since(Instant::now());
                match self.pause(pause, player).await {
                    Some(turn) => turn,
                    None => Turn::Done(Event::Answered(player, answer), Details::from(&choice)),
                }
            }
        }
    }

    /// Lets people look at the last move; what they want meanwhile is heard.
    async fn pause(&mut self, pause: Duration, player: Player) -> Option<Turn> {
        let end = sleep(pause);
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => return None,
                letter = self.inbox.recv() => {
                    let Some(letter) = letter else { return Some(Turn::End) };
                    if let Some(turn) = self.during(letter, player) {
                        return Some(turn);
                    }
                }
            }
        }
    }

    async fn bring_back(&mut self, player: Player, thinking: JoinHandle<Thought>) {
        if let Ok(Ok((agent, _))) = timeout(STOPPING, thinking).await {
            self.put_back(player, agent);
        }
    }

    fn put_back(&mut self, player: Player, back: Box<dyn Agent + Send>) {
        if let Seat::Engine { agent, .. } = &mut self.seats[player.index()] {
            *agent = Some(back);
        }
    }

    /// Asks a program.
    async fn client(&mut self, player: Player, limit: Option<Duration>) -> Turn {
        let failed = |reason| Turn::Done(Event::Failed(player, reason), Details::default());
        let index = player.index();
        let Seat::Client(link) = &mut self.seats[index] else { return Turn::End };
        let Some(mut link) = link.take() else { return failed(Reason::Gone) };
        let time_ms = limit.map_or(0, |limit| u32::try_from(limit.as_millis()).unwrap_or(u32::MAX));
        if link.say(&Message::Request { time_ms, depth: 0 }).await.is_err() {
            return failed(Reason::Gone);
        }
        let patience = limit.unwrap_or(self.patience);
        let end = sleep(patience);
        tokio::pin!(end);
        let turn = loop {
            tokio::select! {
                answer = link.answer() => break match answer {
                    Ok(answer) => Turn::Done(Event::Answered(player, answer), Details::default()),
                    Err(true) => failed(Reason::Message),
                    Err(false) => failed(Reason::Gone),
                },
                () = &mut end => break failed(Reason::Timeout),
                letter = self.inbox.recv() => {
                    let Some(letter) = letter else { break Turn::End };
                    if let Some(turn) = self.during(letter, player) {
                        break turn;
                    }
                }
            }
        };
        self.seats[index] = Seat::Client(Some(link));
        turn
    }

    /// Hears what somebody wants while `asked` is to move. Returns the turn if it ends it.
    fn during(&mut self, letter: Letter, asked: Player) -> Option<Turn> {
        let person_asked = matches!(self.seats[asked.index()], Seat::Person { .. });
        match letter.wish.clone() {
            Wish::Move(player, answer) if player == asked && person_asked => self.moved(letter, player, answer),
            Wish::Move(..) => {
                letter.refuse("it is not your turn");
                None
            }
            Wish::Join(player, name) => {
                self.join(player, &name);
                letter.accept();
                None
            }
            Wish::Undo(player) => self.undo(letter, player),
            Wish::Resign(player) if player == asked => {
                letter.accept();
                Some(Turn::Done(Event::Failed(player, Reason::Gone), Details::default()))
            }
            Wish::Resign(_) => {
                letter.refuse("you can give up when it is your turn");
                None
            }
            Wish::End => {
                letter.accept();
                Some(Turn::End)
            }
        }
    }

    /// A person's move. What is illegal is told and changes nothing: people make mistakes.
    fn moved(&mut self, letter: Letter, player: Player, answer: Answer) -> Option<Turn> {
        if let Err(illegal) = self.referee.position().read(answer) {
            letter.refuse(illegal.to_string());
            return None;
        }
        letter.accept();
        Some(Turn::Done(Event::Answered(player, answer), Details::default()))
    }

    fn undo(&mut self, letter: Letter, player: Player) -> Option<Turn> {
        if !self.plan.casual {
            letter.refuse("moves are taken back in casual games only");
            return None;
        }
        let own = |entry: &Entry| matches!(entry, Entry::Move(mv) if mv.player == player);
        let Some(index) = self.recorder.record().entries.iter().rposition(own) else {
            letter.refuse("you have not made a move yet");
            return None;
        };
        letter.accept();
        Some(Turn::Undo(index))
    }
}

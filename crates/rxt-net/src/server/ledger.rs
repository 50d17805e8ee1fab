//! What is known of the games that run: their positions, their records, and what happened last.

use super::notice::{GameNumber, Guest, Judged, Notice};
use rxt_record::record::{Details, Points, Record, Recorder, Tag};
use rxt_rules::referee::{Command, Event, Reason, Referee};
use rxt_rules::{Answer, ByPlayer, Map, Player, Position};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// Follows the games of a server from its notices. It has a referee of its own for each game, which is told the same
/// and so says the same.
#[derive(Debug)]
pub struct Ledger {
    map: Arc<Map>,
    /// Tags of every record.
    tags: Vec<(String, String)>,
    sheets: BTreeMap<GameNumber, Sheet>,
}

/// What is known of one game.
#[derive(Debug)]
pub struct Sheet {
    referee: Referee,
    recorder: Recorder,
    /// The clients of players 1 to n.
    pub guests: Vec<Guest>,
    /// What was left on each account after the last answer; `None` without a time limit, or before that.
    pub left: ByPlayer<Option<Duration>>,
    /// Who was asked last.
    pub asked: Option<Player>,
}

/// Something that happened in a game.
#[derive(Clone, Debug)]
pub enum Happening {
    /// It began.
    Started,
    /// A player was asked; the account after the credit.
    Asked(Player, Option<Duration>),
    /// A move was made.
    Moved(Player, Answer, Clock),
    /// A player was disqualified.
    Disqualified(Box<Disqualification>),
    /// The first phase is over; the points at that time.
    PhaseTwo(Points),
    /// The game is over; the points if it was played to its end.
    Ended(Option<Points>),
}

/// Time used and time left, where known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// From the request to the answer.
    pub used: Option<Duration>,
    /// On the account.
    pub left: Option<Duration>,
}

/// A disqualification with all that led to it.
#[derive(Clone, Debug)]
pub struct Disqualification {
    /// Who.
    pub player: Player,
    /// Why.
    pub reason: Reason,
    /// What was wrong with a message or a connection, in words.
    pub trouble: Option<String>,
    /// Bytes that were received and are no message.
    pub received: Vec<u8>,
    /// The clock.
    pub clock: Clock,
    /// The position at which it happened.
    pub before: Position,
    /// Whether it was this player's turn.
    pub on_turn: bool,
}

impl Ledger {
    /// A ledger for games on a map; every record gets the tags.
    pub fn new(map: Arc<Map>, tags: Vec<(String, String)>) -> Self {
        Self { map, tags, sheets: BTreeMap::new() }
    }

    /// Games that run, by their numbers.
    pub fn sheets(&self) -> impl Iterator<Item = (GameNumber, &Sheet)> {
        self.sheets.iter().map(|(game, sheet)| (*game, sheet))
    }

    /// A game that runs.
    pub fn sheet(&self, game: GameNumber) -> Option<&Sheet> {
        self.sheets.get(&game)
    }

    /// Takes note. Returns the game concerned and what happened in it.
    pub fn on(&mut self, notice: &Notice) -> Option<(GameNumber, Vec<Happening>)> {
        match notice {
            Notice::Arrived { .. } | Notice::TurnedAway(..) => None,
            Notice::Started { game, guests } => {
                let sheet = Sheet::new(&self.map, &self.tags, guests.clone());
                let opening = sheet.opening();
                self.sheets.insert(*game, sheet);
                let sheet = self.sheets.get_mut(game)?;
                let mut happened = vec![Happening::Started];
                happened.extend(sheet.note(&opening, Clock::default(), None));
                Some((*game, happened))
            }
            Notice::Asked { game, player, account } => {
                let sheet = self.sheets.get_mut(game)?;
                sheet.asked = Some(*player);
                Some((*game, vec![Happening::Asked(*player, *account)]))
            }
            Notice::Judged(judged) => Some((judged.game, self.sheets.get_mut(&judged.game)?.judged(judged))),
            Notice::Ended { game, complete } => {
                let points = self.sheets.get(game)?.recorder.record().result.clone();
                Some((*game, vec![Happening::Ended(points.filter(|_| *complete))]))
            }
        }
    }

    /// Forgets a game that ended.
    pub fn close(&mut self, game: GameNumber) -> Option<Record> {
        self.sheets.remove(&game).map(|sheet| sheet.recorder.finish())
    }
}

impl Sheet {
    fn new(map: &Arc<Map>, tags: &[(String, String)], guests: Vec<Guest>) -> Self {
        let (referee, _) = Referee::start(Arc::clone(map));
        let mut recorder = Recorder::new(Arc::clone(map));
        let record = recorder.record_mut();
        for (key, value) in tags {
            record.set_tag(key, value);
        }
        for (player, guest) in Player::all(map.players()).zip(&guests) {
            record.set_tag(&Tag::player_key(player), &format!("group {}", guest.group));
        }
        Self { referee, recorder, guests, left: ByPlayer::all(None), asked: None }
    }

    /// What the referee says at the start.
    fn opening(&self) -> Vec<Command> {
        Referee::start(Arc::clone(self.referee.position().map())).1
    }

    /// The position now.
    pub fn position(&self) -> &Position {
        self.referee.position()
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        self.recorder.record()
    }

    fn judged(&mut self, judged: &Judged) -> Vec<Happening> {
        let (Event::Answered(player, _) | Event::Failed(player, _)) = judged.event;
        if judged.left.is_some() {
            self.left[player] = judged.left;
        }
        let position = self.referee.position();
        let fails = match judged.event {
            Event::Answered(_, answer) => position.read(answer).is_err(),
            Event::Failed(..) => true,
        };
        let clock = Clock { used: judged.used, left: judged.left };
        // Only what went wrong is worth a copy of the position.
        let out = fails.then(|| Disqualification {
            player,
            reason: Reason::Gone,
            trouble: judged.trouble.clone(),
            received: judged.received.clone(),
            clock,
            before: position.clone(),
            on_turn: position.to_move() == Some(player),
        });
        let commands = self.referee.on(judged.event);
        self.note(&commands, clock, out)
    }

    /// Records what the referee said; `out` is what is known of the player who is disqualified by it.
    fn note(&mut self, commands: &[Command], clock: Clock, mut out: Option<Disqualification>) -> Vec<Happening> {
        let time_ms = clock.used.map(|used| used.as_millis() as u64);
        let mut happened = Vec::new();
        for command in commands {
            self.recorder.on(&self.referee, command, Details { time_ms, ..Details::default() });
            match *command {
                Command::Announce(player, answer) => happened.push(Happening::Moved(player, answer, clock)),
                Command::EndBuilding => happened.push(Happening::PhaseTwo(self.points())),
                Command::Disqualify(_, reason) => {
                    let out = out.take().map(|out| Disqualification { reason, ..out });
                    happened.extend(out.map(Box::new).map(Happening::Disqualified));
                }
                Command::Request(_) | Command::EndGame => {}
            }
        }
        happened
    }

    /// The points of all players, `None` of the disqualified.
    pub fn points(&self) -> Points {
        let position = self.position();
        Player::all(position.players()).map(|player| position.points(player)).collect()
    }
}

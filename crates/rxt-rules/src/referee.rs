//! Judges one match. Knows no socket and no clock, so every match can be replayed.

use crate::agent::{Agent, Budget, Choice, Signal};
use crate::map::Map;
use crate::moves::{Answer, Illegal};
use crate::player::{ByPlayer, Player};
use crate::position::{Phase, Position};
use std::ops::ControlFlow;
use std::sync::Arc;
use thiserror::Error;

/// Something that happened to the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A player answered the request.
    Answered(Player, Answer),
    /// A player did something else, or nothing.
    Failed(Player, Reason),
}

/// What has to be done about it, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// Ask a player for a move.
    Request(Player),
    /// Tell everybody of a move.
    Announce(Player, Answer),
    /// Tell everybody of a disqualification.
    Disqualify(Player, Reason),
    /// Tell everybody that phase 1 is over.
    EndBuilding,
    /// Tell everybody that the game is over.
    EndGame,
}

/// Why a player is disqualified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Reason {
    /// The answer was no legal move.
    #[error("illegal move {0}: {1}")]
    Illegal(Answer, Illegal),
    /// The answer came too late or not at all.
    #[error("timeout")]
    Timeout,
    /// The connection is gone.
    #[error("disconnected")]
    Gone,
    /// A message of a wrong type or length.
    #[error("invalid message")]
    Message,
}

/// The judge of one match.
#[derive(Clone, Debug)]
pub struct Referee {
    position: Position,
    reasons: ByPlayer<Option<Reason>>,
}

impl Referee {
    /// A match from the start of a map, and what has to be done first.
    pub fn start(map: Arc<Map>) -> (Self, Vec<Command>) {
        Self::resume(Position::new(map), Phase::Build)
    }

    /// A match from any position; `announced` is the phase the players know of.
    pub fn resume(position: Position, announced: Phase) -> (Self, Vec<Command>) {
        let referee = Self { position, reasons: ByPlayer::all(None) };
        let commands = referee.proceed(announced);
        (referee, commands)
    }

    /// The position of the match.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Why a player was disqualified.
    pub fn reason(&self, player: Player) -> Option<Reason> {
        self.reasons[player]
    }

    /// Takes note of an event. Events of players who are not asked, or no longer take part, change nothing, except that
    /// a player who fails is disqualified at any time.
    pub fn on(&mut self, event: Event) -> Vec<Command> {
        match event {
            Event::Answered(player, answer) if self.position.to_move() == Some(player) => {
                match self.position.read(answer) {
                    Ok(mv) => {
                        let announced = mv.answer(self.position.map());
                        let phase = self.position.phase();
                        self.position.play(mv);
                        let mut commands = vec![Command::Announce(player, announced)];
                        commands.extend(self.proceed(phase));
                        commands
                    }
                    Err(illegal) => self.disqualify(player, Reason::Illegal(answer, illegal)),
                }
            }
            Event::Answered(..) => Vec::new(),
            Event::Failed(player, reason) => self.disqualify(player, reason),
        }
    }

    fn disqualify(&mut self, player: Player, reason: Reason) -> Vec<Command> {
        if self.position.phase() == Phase::Over || !self.position.is_active(player) {
            return Vec::new();
        }
        let (asked, phase) = (self.position.to_move(), self.position.phase());
        self.reasons[player] = Some(reason);
        self.position.disqualify(player);
        let mut commands = vec![Command::Disqualify(player, reason)];
        if self.position.to_move() != asked || self.position.phase() != phase {
            commands.extend(self.proceed(phase));
        }
        commands
    }

    /// What follows from the position; `announced` is the phase the players know of.
    fn proceed(&self, announced: Phase) -> Vec<Command> {
        let mut commands = Vec::new();
        let position = &self.position;
        let sole = position.players() - position.disqualified().len() <= 1;
        if announced == Phase::Build && position.phase() != Phase::Build && !sole {
            commands.push(Command::EndBuilding);
        }
        commands.push(position.to_move().map_or(Command::EndGame, Command::Request));
        commands
    }
}

/// Plays a match between players of this process: `agents` of players 1 to n. `observe` sees every command after it took
/// effect, with the choice behind an announced move, and can stop the match. Returns the referee and why it was stopped.
pub fn play_match<Stop>(
    map: Arc<Map>,
    agents: &mut [Box<dyn Agent + '_>],
    budget: &Budget,
    mut observe: impl FnMut(&Referee, &Command, Option<&Choice>) -> ControlFlow<Stop>,
) -> (Referee, Option<Stop>) {
    let (mut referee, mut commands) = Referee::start(map);
    let mut choice = None;
    loop {
        let mut asked = None;
        for command in &commands {
            if let ControlFlow::Break(stop) = observe(&referee, command, choice.as_ref()) {
                return (referee, Some(stop));
            }
            if let Command::Request(player) = command {
                asked = Some(*player);
            }
        }
        let Some(player) = asked else { return (referee, None) };
        let chosen = agents[player.index()].choose(referee.position(), budget, &Signal::default());
        commands = referee.on(Event::Answered(player, chosen.mv.answer(referee.position().map())));
        choice = Some(chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(text: &str) -> (Referee, Vec<Command>) {
        Referee::start(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    fn player(number: u8) -> Player {
        Player::new(number).unwrap()
    }

    fn answer(x: u16, y: u16, special: u8) -> Answer {
        Answer { x, y, special }
    }

    #[test]
    fn a_move_is_announced_and_the_next_player_asked() {
        let (mut referee, first) = start("2 0 0 0 1 4  0 2 1 0");
        assert_eq!(first, [Command::Request(player(1))]);
        let commands = referee.on(Event::Answered(player(1), answer(0, 0, 0)));
        assert_eq!(commands, [Command::Announce(player(1), answer(0, 0, 0)), Command::EndBuilding, Command::EndGame]);
    }

    #[test]
    fn a_bombing_only_map_ends_phase_one_at_once_and_player_one_throws() {
        let (_, first) = start("2 0 1 0 1 2  1 2");
        assert_eq!(first, [Command::EndBuilding, Command::Request(player(1))]);
    }

    #[test]
    fn the_sole_remaining_player_wins_at_once_without_a_second_phase() {
        let (mut referee, _) = start("2 0 5 1 1 4  0 2 1 0");
        let commands = referee.on(Event::Failed(player(1), Reason::Timeout));
        assert_eq!(commands, [Command::Disqualify(player(1), Reason::Timeout), Command::EndGame]);
        assert_eq!(referee.position().points(player(1)), None);
        assert_eq!(referee.position().points(player(2)), Some(1));
    }

    #[test]
    fn a_player_who_vanishes_out_of_turn_does_not_cancel_the_pending_request() {
        let (mut referee, _) = start("3 0 0 0 1 5  0 2 1 3 0");
        let commands = referee.on(Event::Failed(player(3), Reason::Gone));
        assert_eq!(commands, [Command::Disqualify(player(3), Reason::Gone)]);
        assert_eq!(referee.position().to_move(), Some(player(1)));
    }

    #[test]
    fn an_answer_out_of_turn_changes_nothing() {
        let (mut referee, _) = start("2 0 0 0 1 4  0 2 1 0");
        assert!(referee.on(Event::Answered(player(2), answer(3, 0, 0))).is_empty());
    }

    #[test]
    fn the_special_byte_of_a_bomb_is_announced_as_zero() {
        let (mut referee, _) = start("2 0 1 0 1 2  1 2");
        let commands = referee.on(Event::Answered(player(1), answer(1, 0, 20)));
        assert_eq!(commands[0], Command::Announce(player(1), answer(1, 0, 0)));
    }
}

//! The game as its announcements tell it.
//!
//! A server that notices in the middle of announcing a move that somebody is gone tells some players of the
//! disqualification first and of the move behind it. Which of the two really came first cannot always be told from the
//! messages. So a follower keeps every course of events that fits them, which is nearly always one, and drops those that
//! the next message refutes.

use rxt_record::record::{Cause, Entry, MoveEntry, OneLine, Points};
use rxt_rules::{Answer, Illegal, Phase, Player, Position};
use thiserror::Error;

/// Follows a game.
#[derive(Clone, Debug)]
pub struct Follower {
    /// What may have happened, the likeliest first. Never empty.
    courses: Vec<Course>,
}

/// What a follower is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// A move was announced.
    Moved(Player, Answer),
    /// A player was disqualified.
    Disqualified(Player, Cause),
    /// The end of phase 1 was announced.
    EndBuilding,
    /// This player was asked for a move.
    Asked(Player),
}

/// One course of events that fits the messages.
#[derive(Clone, Debug)]
struct Course {
    position: Position,
    entries: Vec<Entry>,
    /// The position before the disqualifications that are the last entries.
    before: Option<Box<Position>>,
}

/// A message that fits no course of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum OutOfStep {
    /// A move of somebody who cannot have been asked.
    #[error("player {player} moved {answer}; expected {}", expected(*turn))]
    Turn {
        /// Who moved.
        player: Player,
        /// The move.
        answer: Answer,
        /// Whose turn it is.
        turn: Option<Player>,
    },
    /// A move that is none.
    #[error("player {player} moved {answer}; {illegal}")]
    Illegal {
        /// Who moved.
        player: Player,
        /// The move.
        answer: Answer,
        /// Why not.
        illegal: Illegal,
    },
    /// A request out of turn.
    #[error("player {player} is asked; expected {}", expected(*turn))]
    Request {
        /// Who is asked.
        player: Player,
        /// Whose turn it is.
        turn: Option<Player>,
    },
    /// Somebody who does not take part.
    #[error("player {player} does not take part; expected 1 to {players}")]
    Stranger {
        /// Who.
        player: Player,
        /// Number of players of the map.
        players: u8,
    },
    /// The second phase begins although stones can be set.
    #[error("phase 1 ended, but player {0} can move")]
    EndBuilding(Player),
}

fn expected(turn: Option<Player>) -> String {
    turn.map_or_else(|| "the end of the game".to_owned(), |player| format!("player {player}"))
}

/// More courses than this cannot fit: only the order of what came between two moves is open.
const COURSES: usize = 4;

impl Follower {
    /// Follows a game from a position.
    pub fn new(position: Position) -> Self {
        Self { courses: vec![Course { position, entries: Vec::new(), before: None }] }
    }

    /// The position, of the likeliest course if several fit.
    pub fn position(&self) -> &Position {
        &self.courses[0].position
    }

    /// What happened, in an order in which it can be replayed.
    pub fn entries(&self) -> &[Entry] {
        &self.courses[0].entries
    }

    /// Takes note of what was told. If it fits no course of events, nothing changes.
    pub fn hear(&mut self, told: &Told) -> Result<(), OutOfStep> {
        match told {
            Told::Moved(player, answer) => self.moved(*player, *answer),
            Told::Disqualified(player, cause) => self.disqualified(*player, cause),
            Told::EndBuilding => self.end_building(),
            Told::Asked(player) => self.asked(*player),
        }
    }

    fn moved(&mut self, player: Player, answer: Answer) -> Result<(), OutOfStep> {
        self.known(player)?;
        if let [course] = &mut self.courses[..]
            && course.before.is_none()
        {
            return course.play(player, answer);
        }
        let mut next: Vec<Course> = Vec::new();
        let mut refused = None;
        for course in &self.courses {
            for outcome in [course.clone().played(player, answer), course.clone().played_before(player, answer)] {
                match outcome {
                    Ok(course) if next.iter().any(|other| other.position == course.position) => {}
                    Ok(course) => next.push(course),
                    Err(error) => _ = refused.get_or_insert(error),
                }
            }
        }
        next.truncate(COURSES);
        match refused {
            Some(error) if next.is_empty() => Err(error),
            _ => {
                self.courses = next;
                Ok(())
            }
        }
    }

    /// Who is out already stays out.
    fn disqualified(&mut self, player: Player, cause: &Cause) -> Result<(), OutOfStep> {
        self.known(player)?;
        for course in &mut self.courses {
            course.disqualify(player, cause.clone());
        }
        Ok(())
    }

    fn end_building(&mut self) -> Result<(), OutOfStep> {
        let ended = |course: &Course| course.position.phase() != Phase::Build;
        if !self.courses.iter().any(ended) {
            return self.position().to_move().map_or(Ok(()), |player| Err(OutOfStep::EndBuilding(player)));
        }
        self.courses.retain(ended);
        for course in &mut self.courses {
            course.entries.push(Entry::PhaseTwo(Some(points(&course.position))));
            course.before = None;
        }
        Ok(())
    }

    fn asked(&mut self, player: Player) -> Result<(), OutOfStep> {
        if !self.courses.iter().any(|course| course.fits(player)) {
            return Err(OutOfStep::Request { player, turn: self.position().to_move() });
        }
        self.courses.retain(|course| course.fits(player));
        Ok(())
    }

    fn known(&self, player: Player) -> Result<(), OutOfStep> {
        let players = self.position().players();
        if player.number() > players { Err(OutOfStep::Stranger { player, players }) } else { Ok(()) }
    }
}

impl Course {
    fn fits(&self, player: Player) -> bool {
        self.position.to_move() == Some(player)
    }

    fn play(&mut self, player: Player, answer: Answer) -> Result<(), OutOfStep> {
        let turn = self.position.to_move();
        if turn != Some(player) {
            return Err(OutOfStep::Turn { player, answer, turn });
        }
        let read = self.position.read(answer);
        let mv = read.map_err(|illegal| OutOfStep::Illegal { player, answer, illegal })?;
        self.entries.push(Entry::Move(MoveEntry::new(player, mv.answer(self.position.map()))));
        self.position.play(mv);
        self.before = None;
        Ok(())
    }

    fn played(mut self, player: Player, answer: Answer) -> Result<Self, OutOfStep> {
        self.play(player, answer)?;
        Ok(self)
    }

    /// The move came before the disqualifications that were heard of first.
    fn played_before(mut self, player: Player, answer: Answer) -> Result<Self, OutOfStep> {
        let Some(before) = self.before.take() else {
            let turn = self.position.to_move();
            return Err(OutOfStep::Turn { player, answer, turn });
        };
        let is_out = |entry: &Entry| matches!(entry, Entry::Disqualified(..));
        let first_out = self.entries.iter().rposition(|entry| !is_out(entry)).map_or(0, |last| last + 1);
        let outs = self.entries.split_off(first_out);
        self.position = *before;
        self.play(player, answer)?;
        for out in outs {
            if let Entry::Disqualified(player, cause) = out {
                self.disqualify(player, cause);
            }
        }
        // The move that was overtaken is here now; nothing else can have been.
        self.before = None;
        Ok(self)
    }

    fn disqualify(&mut self, player: Player, cause: Cause) {
        if self.position.is_active(player) {
            let is_over = self.position.phase() == Phase::Over;
            self.before.get_or_insert_with(|| Box::new(self.position.clone()));
            self.position.disqualify(player);
            // After the end it only costs the player his points, and nothing is left to replay.
            if !is_over {
                self.entries.push(Entry::Disqualified(player, cause));
            }
        }
    }
}

/// The points of players 1 to n.
pub(super) fn points(position: &Position) -> Points {
    Player::all(position.players()).map(|player| position.points(player)).collect()
}

/// Why somebody else was disqualified is not told.
pub(super) fn unknown_cause() -> Cause {
    Cause::Other(OneLine::clean("the server did not say why"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_record::Record;
    use rxt_rules::Map;
    use rxt_rules::agent::{Agent, Budget, RandomAgent, Signal};
    use rxt_rules::rng::Rng;
    use std::sync::Arc;

    fn player(number: u8) -> Player {
        Player::new(number).unwrap()
    }

    fn at(x: u16, y: u16) -> Answer {
        Answer { x, y, special: 0 }
    }

    fn position(text: &str) -> Position {
        Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    fn moved(number: u8, x: u16, y: u16) -> Told {
        Told::Moved(player(number), at(x, y))
    }

    fn out(number: u8) -> Told {
        Told::Disqualified(player(number), unknown_cause())
    }

    fn follow(text: &str, told: &[Told]) -> Follower {
        let mut follower = Follower::new(position(text));
        for one in told {
            follower.hear(one).unwrap_or_else(|error| panic!("{one:?}: {error}"));
        }
        follower
    }

    fn assert_replays(follower: &Follower, start: &Position) {
        let mut record = Record::new(Arc::clone(start.map()));
        record.entries = follower.entries().to_vec();
        assert_eq!(&record.position_at(None).unwrap(), follower.position());
    }

    #[test]
    fn either_order_of_a_move_and_a_disqualification_leads_to_the_same_position() {
        let text = "3 0 1 0 1 8  0 2 1 0 0 3 1 0";
        for number in 1..=3 {
            let (one, other) =
                (follow(text, &[moved(1, 0, 0), out(number)]), follow(text, &[out(number), moved(1, 0, 0)]));
            assert_eq!(one.position(), other.position(), "{number}");
            assert_replays(&other, &position(text));
        }
    }

    #[test]
    fn the_last_opponent_who_goes_during_an_announcement_does_not_undo_the_move() {
        let text = "2 0 0 0 1 9  0 2 1 0 0 0 1 2 0";
        let follower = follow(text, &[out(2), moved(1, 0, 0)]);
        assert_eq!(follower.position().phase(), Phase::Over);
        assert_eq!(follower.position().points(player(1)), Some(4), "the stones captured count");
        assert_replays(&follower, &position(text));
    }

    #[test]
    fn the_mover_himself_can_be_the_one_who_is_gone() {
        let text = "3 0 0 0 1 8  0 2 1 0 0 2 3 0";
        let follower = follow(text, &[out(1), moved(1, 0, 0)]);
        assert_eq!(follower.position().stones(player(1)), 3);
        assert!(!follower.position().is_active(player(1)));
        assert_replays(&follower, &position(text));
    }

    #[test]
    fn a_player_out_on_his_own_turn_is_followed_by_the_next_one() {
        let text = "3 0 0 0 1 8  0 2 1 0 0 1 2 0";
        let follower = follow(text, &[out(1), moved(2, 3, 0)]);
        assert_eq!(follower.position().stones(player(2)), 4);
    }

    /// Player 3 alone can move after player 1 did. Whether the bombs then begin with player 1 or with player 2 depends on
    /// whether player 3 went before or after he would have been asked; the next message tells.
    #[test]
    fn who_throws_first_is_left_open_until_it_is_known() {
        let text = "4 0 1 0 1 8  0 2 1 - 3 1 0 -";
        let mut sides = 0;
        for first in 1..=4 {
            let mut follower = follow(text, &[out(3), moved(1, 0, 0)]);
            follower.end_building().unwrap();
            sides += usize::from(follower.asked(player(first)).is_ok());
        }
        let follower = follow(text, &[out(3), moved(1, 0, 0)]);
        assert_eq!(follower.courses.len(), sides, "as many as there are courses");
        assert_eq!(sides, 2);
    }

    #[test]
    fn what_cannot_have_happened_changes_nothing() {
        let mut follower = Follower::new(position("3 0 0 0 1 8  0 2 1 0 0 1 2 0"));
        let before = follower.position().clone();
        let error = follower.moved(player(2), at(3, 0)).unwrap_err();
        assert_eq!(error.to_string(), "player 2 moved (3,0,0); expected player 1");
        let error = follower.moved(player(1), at(4, 0)).unwrap_err();
        assert_eq!(error.to_string(), "player 1 moved (4,0,0); a stone at (4,0) captures nothing");
        let error = follower.moved(player(7), at(0, 0)).unwrap_err();
        assert_eq!(error.to_string(), "player 7 does not take part; expected 1 to 3");
        assert_eq!(follower.asked(player(3)).unwrap_err().to_string(), "player 3 is asked; expected player 1");
        assert_eq!(follower.end_building().unwrap_err().to_string(), "phase 1 ended, but player 1 can move");
        assert_eq!(follower.position(), &before);
    }

    /// Random games with random disqualifications, told in both orders wherever a server may: the position is always the
    /// server's, and what was written down replays to it.
    #[test]
    fn whichever_order_arrives_the_position_is_the_servers() {
        let maps = ["arena-4p-20x20", "rings-2p-7x13", "bombs-4p-25x25", "torus-5p-15x15"];
        let mut overtaken = 0;
        for (nth, name) in maps.iter().enumerate() {
            let path = format!("{}/../../maps/{name}.map", env!("CARGO_MANIFEST_DIR"));
            let start = Position::new(Arc::new(Map::parse(&std::fs::read(path).unwrap()).unwrap().0));
            for seed in 0..12 {
                overtaken += both_orders(&start, seed + 100 * nth as u64);
            }
        }
        assert!(overtaken > 20, "{overtaken}");
    }

    fn both_orders(start: &Position, seed: u64) -> usize {
        let mut rng = Rng::new(seed);
        let mut agent = RandomAgent::new(seed, 1);
        let mut server = start.clone();
        let mut follower = Follower::new(start.clone());
        let mut overtaken = 0;
        while let Some(mover) = server.to_move() {
            let phase = server.phase();
            let mv = agent.choose(&server, &Budget::default(), &Signal::default()).mv;
            let answer = mv.answer(server.map());
            server.play(mv);
            let active: Vec<Player> = Player::all(server.players()).filter(|&one| server.is_active(one)).collect();
            let out = if rng.below(40) == 0 { rng.pick(&active).copied() } else { None };
            follower.asked(mover).unwrap();
            if let Some(out) = out {
                server.disqualify(out);
                overtaken += 1;
                follower.disqualified(out, &unknown_cause()).unwrap();
            }
            follower.moved(mover, answer).unwrap();
            if phase == Phase::Build && server.phase() == Phase::Bomb {
                follower.end_building().unwrap();
            }
            if let Some(next) = server.to_move() {
                follower.asked(next).unwrap();
            }
            assert_eq!(follower.position(), &server, "seed {seed}");
        }
        assert_replays(&follower, start);
        overtaken
    }
}

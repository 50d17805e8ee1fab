//! Plays and records a match of random players that can be stopped at any time.

use crate::game::Moment;
use rxt_record::record::{Details, Entry, Recorder};
use rxt_rules::agent::{Agent, Budget, RandomAgent};
use rxt_rules::referee::{Command, play_match};
use rxt_rules::{Player, Position};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How the match ended.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    /// The last position.
    pub(super) position: Position,
    /// Why it was stopped, if it was.
    pub(super) stop: Option<Stop>,
}

/// Why a match is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// Somebody has seen enough.
    Enough,
    /// Ctrl-C or a signal.
    Interrupt,
}

/// Plays on the recorder's map until the end, or until `watch`, which sees every moment, says stop.
pub(super) fn play(
    seed: u64,
    recorder: &mut Recorder,
    mut watch: impl FnMut(&Moment) -> io::Result<Option<Stop>>,
) -> io::Result<Ending> {
    let map = Arc::clone(&recorder.record().map);
    let agent = |player: Player| Box::new(RandomAgent::new(seed, player.number())) as Box<dyn Agent>;
    let mut agents: Vec<Box<dyn Agent>> = Player::all(map.players()).map(agent).collect();
    let mut before = Position::new(Arc::clone(&map));
    let (referee, stop) = play_match(map, &mut agents, &Budget::default(), |referee, command, choice| {
        recorder.on(referee, command, choice.map(Details::from).unwrap_or_default());
        if !matches!(command, Command::Request(_) | Command::EndGame) {
            return ControlFlow::Continue(());
        }
        let position = referee.position();
        let last_move = recorder.record().entries.iter().rev().find(|entry| matches!(entry, Entry::Move(_)));
        let moment = last_move.and_then(|entry| Moment::after(&before, position.clone(), entry));
        before = position.clone();
        match watch(&moment.unwrap_or_else(|| Moment::start(position.clone()))) {
            Ok(None) => ControlFlow::Continue(()),
            Ok(Some(stop)) => ControlFlow::Break(Ok(stop)),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    });
    Ok(Ending { position: referee.position().clone(), stop: stop.transpose()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_record::verify::verify_record;
    use rxt_rules::{Map, Phase};

    fn recorder() -> Recorder {
        Recorder::new(Arc::new(Map::parse(super::super::DEMO_MAP).unwrap().0))
    }

    #[test]
    fn a_match_is_recorded_to_its_end() {
        let mut recorder = recorder();
        let mut moments = 0;
        let ending = play(1, &mut recorder, |_| {
            moments += 1;
            Ok(None)
        });
        let ending = ending.unwrap();
        let record = recorder.finish();
        assert_eq!((ending.position.phase(), ending.stop), (Phase::Over, None));
        assert_eq!(moments, record.plies() + 1);
        assert!(verify_record("demo", &record).disagreements.is_empty());
        assert!(record.result.is_some());
    }

    #[test]
    fn a_match_that_is_stopped_is_recorded_so_far() {
        let mut recorder = recorder();
        let ending = play(1, &mut recorder, |moment| {
            let stones: u32 = Player::all(4).map(|player| moment.position.stones(player)).sum();
            Ok((stones >= 40).then_some(Stop::Interrupt))
        });
        let ending = ending.unwrap();
        assert_eq!(ending.stop, Some(Stop::Interrupt));
        let record = recorder.finish();
        assert!(record.plies() > 5 && record.result.is_none());
        assert_eq!(record.position_at(None).unwrap(), ending.position);
    }
}

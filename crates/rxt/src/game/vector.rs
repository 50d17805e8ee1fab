//! A game of a conformance file as a record.

use rxt_record::Record;
use rxt_record::record::{Cause, Entry, MoveEntry, OneLine, Points, Tag};
use rxt_record::vector::{Scores, VectorDisqualification, VectorGame, VectorMapError, VectorMove, parse_map};
use rxt_rules::{Answer, Player};
use std::sync::Arc;
use thiserror::Error;

/// Why a game of a conformance file has no record.
#[derive(Debug, Error)]
pub(super) enum VectorError {
    /// The map cannot be played on.
    #[error("{0}")]
    Map(#[from] VectorMapError),
    /// A number that is no player's.
    #[error("{found} is no player; expected 1 to {players}")]
    Player { found: u8, players: u8 },
}

/// The record of a game; whether its moves are legal is not known before it is replayed.
pub(super) fn record(game: &VectorGame) -> Result<Record, VectorError> {
    let mut record = Record::new(Arc::new(parse_map(&game.map)?));
    let players = record.map.players();
    if !game.source.is_empty() {
        record.set_tag(Tag::MAP_NAME, &game.source);
    }
    record.set_tag("game", &game.id);
    if !game.policy.is_empty() {
        record.set_tag("policy", &game.policy);
    }
    record.set_tag(Tag::SEED, &game.seed.to_string());
    let mut disqualified = game.dq.iter().peekable();
    let mut phases = Vec::new();
    for (number, mv) in game.moves.iter().enumerate() {
        while let Some(next) = disqualified.next_if(|next| next.before_move <= number) {
            record.entries.push(disqualification(next, players)?);
            phases.push(next.phase);
        }
        record.entries.push(Entry::Move(one_move(mv, players)?));
        phases.push(mv.phase);
    }
    for next in disqualified {
        record.entries.push(disqualification(next, players)?);
        phases.push(next.phase);
    }
    if let Some(scores) = &game.phase1_scores {
        let first_of_two = phases.iter().position(|&phase| phase == 2).unwrap_or(phases.len());
        record.entries.insert(first_of_two, Entry::PhaseTwo(Some(points(scores, players))));
    }
    record.result = Some(points(&game.end.scores, players));
    Ok(record)
}

fn one_move(mv: &VectorMove, players: u8) -> Result<MoveEntry, VectorError> {
    Ok(MoveEntry::new(player(mv.p, players)?, Answer { x: mv.x, y: mv.y, special: mv.s }))
}

fn disqualification(dq: &VectorDisqualification, players: u8) -> Result<Entry, VectorError> {
    let cause = match (dq.how.as_str(), dq.answer) {
        (_, Some((x, y, special))) => Cause::Illegal(Answer { x, y, special }),
        ("close", None) => Cause::Disconnected,
        ("timeout", None) => Cause::Timeout,
        ("type", None) => Cause::InvalidMessage,
        (other, None) => Cause::Other(OneLine::clean(other)),
    };
    Ok(Entry::Disqualified(player(dq.player, players)?, cause))
}

fn player(number: u8, players: u8) -> Result<Player, VectorError> {
    let player = Player::new(number).filter(|player| player.number() <= players);
    player.ok_or(VectorError::Player { found: number, players })
}

fn points(scores: &Scores, players: u8) -> Points {
    Player::all(players).map(|player| scores.get(&player.number()).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_record::conformance::record_failing_game;
    use rxt_record::verify::verify_record;
    use rxt_rules::Map;

    #[test]
    fn the_record_of_a_recorded_game_keeps_to_the_rules() {
        let map = Map::parse(include_bytes!("../../../../maps/wild-3p-12x17.map")).unwrap().0;
        let games: Vec<VectorGame> = (0..8).map(|seed| record_failing_game("wild", &map, seed)).collect();
        assert!(games.iter().any(|game| !game.dq.is_empty()));
        for game in games {
            let record = record(&game).unwrap();
            assert_eq!(record.plies(), game.moves.len());
            assert_eq!(record.position_at(None).unwrap().rows(), game.end.board);
            assert!(verify_record("game", &record).disagreements.is_empty());
        }
    }

    #[test]
    fn a_stranger_is_refused() {
        let map = Map::parse(b"2 0 0 0 1 3  0 2 1").unwrap().0;
        let mut game = record_failing_game("line", &map, 2);
        game.moves[0].p = 3;
        assert_eq!(record(&game).unwrap_err().to_string(), "3 is no player; expected 1 to 2");
    }
}

//! Position text: a position as people and other programs can write it (`docs/record.md`).

use crate::text::{Line, Lines, TextError, TextErrorKind, Words};
use rxt_rules::position::Setup;
use rxt_rules::{ByPlayer, MapFile, Phase, Player, PlayerSet, Position};
use std::fmt::Write;

/// The longest position text that is read.
pub const MAX_BYTES: usize = MapFile::MAX_BYTES + 4096;

/// Writes a position as text.
pub fn print(position: &Position) -> String {
    let setup = position.setup();
    let players = setup.map.players;
    let phase = match setup.phase {
        Phase::Build => "1",
        Phase::Bomb => "2",
        Phase::Over => "over",
    };
    let mut text = format!("rxt-position 1\n{}turn {}\nphase {phase}\n", setup.map, setup.turn);
    for (name, stock) in [("overrides", setup.overrides), ("bombs", setup.bombs)] {
        let amounts: Vec<String> = stock.first(players).iter().map(u8::to_string).collect();
        let _ = writeln!(text, "{name} {}", amounts.join(" "));
    }
    let disqualified: Vec<String> = setup.disqualified.iter().map(|player| player.to_string()).collect();
    let disqualified = if disqualified.is_empty() { "none".to_owned() } else { disqualified.join(" ") };
    let _ = writeln!(text, "disqualified {disqualified}");
    text
}

/// Reads a position. Whoever cannot move is passed over, and a phase in which nobody can move is skipped.
pub fn parse(text: &[u8]) -> Result<Position, TextError> {
    let mut lines = Lines::new(text, MAX_BYTES)?;
    let mut words = lines.expect("`rxt-position 1`")?.words()?;
    words.word("rxt-position")?;
    words.word("1")?;
    words.end()?;
    let is_turn = |line: &[u8]| line.starts_with(b"turn");
    let (map, turn_line) = lines.map(is_turn, "the rest of the map, and `turn` and a player")?;
    let players = map.players;
    let mut words = keyword(turn_line, "turn")?;
    let turn = words.player(players)?;
    words.end()?;
    let phase = phase(keyword(lines.expect("`phase` and 1, 2 or `over`")?, "phase")?)?;
    let overrides = stock(&mut lines, "overrides", players)?;
    let bombs = stock(&mut lines, "bombs", players)?;
    let last = lines.expect("`disqualified` and players or `none`")?;
    let disqualified = disqualified(keyword(last, "disqualified")?, players)?;
    if let Some(line) = lines.next_filled() {
        return Err(line.unexpected("the end of the file behind `disqualified`"));
    }
    let setup = Setup { map, turn, phase, overrides, bombs, disqualified };
    Position::from_setup(setup).map_err(|error| TextError { place: turn_line.place, kind: TextErrorKind::Setup(error) })
}

fn keyword<'a>(line: Line<'a>, keyword: &str) -> Result<Words<'a>, TextError> {
    let mut words = line.words()?;
    words.word(keyword)?;
    Ok(words)
}

fn phase(mut words: Words) -> Result<Phase, TextError> {
    let before = words;
    let phase = match words.next() {
        Some("1") => Phase::Build,
        Some("2") => Phase::Bomb,
        Some("over") => Phase::Over,
        _ => return Err(before.unexpected("1, 2 or `over`")),
    };
    words.end()?;
    Ok(phase)
}

fn stock(lines: &mut Lines, name: &str, players: u8) -> Result<ByPlayer<u8>, TextError> {
    let mut words = keyword(lines.expect(&format!("`{name}` and a number for each player"))?, name)?;
    let mut stock = ByPlayer::all(0);
    for player in Player::all(players) {
        stock[player] = words.number(&format!("a number from 0 to 255 for player {player} of {players}"))?;
    }
    words.end()?;
    Ok(stock)
}

fn disqualified(mut words: Words, players: u8) -> Result<PlayerSet, TextError> {
    let mut set = PlayerSet::EMPTY;
    let mut ahead = words;
    if ahead.next() == Some("none") {
        ahead.end()?;
        return Ok(set);
    }
    loop {
        set.insert(words.player(players)?);
        if words.rest().is_empty() {
            return Ok(set);
        }
    }
}

//! `rxt legal`: lists the legal moves of the player to move, and what each of them does.

use crate::{input, output};
use miette::{IntoDiagnostic, Result};
use rxt_rules::position::UndoLog;
use rxt_rules::{Cell, Move, Phase, Player, Position, Special};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// List the legal moves of a position
///
/// Lists the moves of the player to move: in phase 1 the tile, the stones it captures, overrides and the choices on
/// special tiles; in phase 2 the targets and the tiles a bomb destroys there.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A map, a position, a record, or RECORD@PLY; `-` is standard input
    #[arg(value_name = "POSITION")]
    position: String,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt legal world.map              the first moves on a map
  rxt legal game.rxt@12            the moves after 12 moves of a game
  rxt legal --json world.map | jq '.moves | length'";

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let position = input::read_position(&args.position)?;
    let options = options(&position);
    let mut out = output::stdout();
    let written =
        if args.json { write_json(&mut out, &position, &options) } else { write_table(&mut out, &position, &options) };
    written.and_then(|()| out.flush()).into_diagnostic()?;
    Ok(ExitCode::SUCCESS)
}

/// A tile on which something can be done, with all choices that it offers.
struct LegalTile {
    x: u16,
    y: u16,
    cell: Cell,
    specials: Vec<Special>,
    /// Captured stones in phase 1, destroyed tiles in phase 2.
    changes: Vec<(u16, u16)>,
}

fn options(position: &Position) -> Vec<LegalTile> {
    let mut scratch = position.clone();
    let mut tiles: Vec<LegalTile> = Vec::new();
    let mut last = None;
    for mv in position.legal_moves() {
        if last == Some(mv.tile) {
            tiles.last_mut().expect("the tile was listed").specials.push(mv.special);
        } else {
            last = Some(mv.tile);
            tiles.push(legal_tile(position, &mut scratch, mv));
        }
    }
    tiles
}

fn legal_tile(position: &Position, scratch: &mut Position, mv: Move) -> LegalTile {
    let map = position.map();
    let (x, y) = map.place(mv.tile);
    let mut log = UndoLog::new();
    scratch.make(mv, &mut log);
    // The stone itself is no capture, but the target of a bomb is destroyed.
    let counts = |tile| position.phase() == Phase::Bomb || tile != mv.tile;
    let mut tiles: Vec<_> = log.last_changes().iter().map(|&(tile, _)| tile).filter(|&tile| counts(tile)).collect();
    scratch.unmake(&mut log);
    tiles.sort_unstable();
    let changes = tiles.into_iter().map(|tile| map.place(tile)).collect();
    LegalTile { x, y, cell: position.cell(mv.tile), specials: vec![mv.special], changes }
}

/// Writes an object with one line for each tile.
fn write_json(out: &mut impl Write, position: &Position, tiles: &[LegalTile]) -> std::io::Result<()> {
    let player = position.to_move();
    let phase = json!(phase_name(position.phase()));
    let number = json!(player.map(Player::number));
    let overrides = json!(player.map(|player| position.overrides(player)));
    let bombs = json!(player.map(|player| position.bombs(player)));
    writeln!(out, "{{\n  \"phase\": {phase},\n  \"player\": {number},")?;
    writeln!(out, "  \"overrides\": {overrides},\n  \"bombs\": {bombs},\n  \"moves\": [")?;
    for (index, tile) in tiles.iter().enumerate() {
        let comma = if index + 1 < tiles.len() { "," } else { "" };
        writeln!(out, "    {}{comma}", tile_json(tile, position.phase()))?;
    }
    writeln!(out, "  ]\n}}")
}

fn tile_json(tile: &LegalTile, phase: Phase) -> Value {
    let specials: Vec<u8> = tile.specials.iter().map(|special| special.to_byte()).collect();
    let mut entry = json!({
        "x": tile.x,
        "y": tile.y,
        "tile": tile.cell.to_string(),
        "specials": specials,
        "count": tile.changes.len(),
    });
    if phase == Phase::Bomb {
        entry["destroys"] = json!(tile.changes);
    } else {
        entry["captures"] = json!(tile.changes);
        entry["override"] = json!(tile.cell.is_occupied());
    }
    entry
}

const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Build => "1",
        Phase::Bomb => "2",
        Phase::Over => "over",
    }
}

fn write_table(out: &mut impl Write, position: &Position, tiles: &[LegalTile]) -> std::io::Result<()> {
    let Some(player) = position.to_move() else {
        return writeln!(out, "The game is over: nobody is to move.");
    };
    let moves: usize = tiles.iter().map(|tile| tile.specials.len()).sum();
    writeln!(
        out,
        "Player {player} to move in phase {} with {} and {}: {} on {}",
        phase_name(position.phase()),
        counted(position.overrides(player).into(), "override stone"),
        counted(position.bombs(player).into(), "bomb"),
        counted(moves, "move"),
        counted(tiles.len(), "tile")
    )?;
    let (count, places) = match position.phase() {
        Phase::Bomb => ("destroys", "tiles destroyed"),
        _ => ("captures", "tiles captured"),
    };
    let choices: Vec<String> = tiles.iter().map(|tile| choices(tile, position)).collect();
    let longest = choices.iter().map(String::len).max().unwrap_or(0);
    // Bombs leave nothing to choose, and then there is no such column.
    let (title, width) = if longest == 0 { ("", 0) } else { ("choices  ", longest.max("choices".len()) + 2) };
    writeln!(out, "{:>4} {:>4}  tile  {count:>8}  {title:width$}{places}", "x", "y")?;
    for (tile, choices) in tiles.iter().zip(&choices) {
        let LegalTile { x, y, cell, changes, .. } = tile;
        let (cell, count, places) = (cell.to_char(), changes.len(), shown_places(changes));
        let line = format!("{x:>4} {y:>4}  {cell:4}  {count:>8}  {choices:width$}{places}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// What can be chosen, with the special bytes, or that it costs an override stone.
fn choices(tile: &LegalTile, position: &Position) -> String {
    match tile.specials.first() {
        Some(Special::Swap(_)) => format!("swap with 1-{}", position.players()),
        Some(Special::Bomb | Special::Override) => "20 bomb, 21 override".to_owned(),
        _ if position.phase() == Phase::Build && tile.cell.is_occupied() => "override".to_owned(),
        _ => String::new(),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Places, shortened if a move changes half the board.
fn shown_places(places: &[(u16, u16)]) -> String {
    const SHOWN: usize = 12;
    let mut shown: Vec<String> = places.iter().take(SHOWN).map(|(x, y)| format!("({x},{y})")).collect();
    if places.len() > SHOWN {
        shown.push(format!("and {} more", places.len() - SHOWN));
    }
    shown.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::Map;
    use std::sync::Arc;

    fn position(map: &str) -> Position {
        Position::new(Arc::new(Map::parse(map.as_bytes()).unwrap().0))
    }

    fn table(position: &Position) -> String {
        let mut out = Vec::new();
        write_table(&mut out, position, &options(position)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn stones_are_listed_with_captures_and_choices() {
        let expected = "\
Player 1 to move in phase 1 with 1 override stone and 0 bombs: 5 moves on 3 tiles
   x    y  tile  captures  choices               tiles captured
   0    0  c            1  swap with 1-2         (1,0)
   0    1  b            1  20 bomb, 21 override  (1,1)
   3    1  x            0  override
";
        assert_eq!(table(&position("2 1 0 0 2 4  c 2 1 2  b 2 1 x")), expected);
    }

    #[test]
    fn bombs_are_listed_with_what_they_destroy() {
        let expected = "\
Player 1 to move in phase 2 with 0 override stones and 1 bomb: 3 moves on 3 tiles
   x    y  tile  destroys  tiles destroyed
   0    0  1            2  (0,0) (1,0)
   1    0  2            2  (0,0) (1,0)
   3    0  0            1  (3,0)
";
        assert_eq!(table(&position("2 0 1 1 1 4  1 2 - 0")), expected);
    }

    #[test]
    fn an_inversion_does_not_count_as_a_capture() {
        let position = position("2 0 0 0 1 6  i 2 1 - 2 1");
        let tiles = options(&position);
        assert_eq!((tiles.len(), tiles[0].changes.as_slice()), (1, [(1, 0)].as_slice()));
    }

    #[test]
    fn json_is_valid_also_without_moves() {
        for map in ["2 0 0 0 1 2  1 2", "2 0 0 0 1 3  0 2 1"] {
            let position = position(map);
            let mut out = Vec::new();
            write_json(&mut out, &position, &options(&position)).unwrap();
            let json: Value = serde_json::from_slice(&out).unwrap();
            assert_eq!(json["moves"].as_array().unwrap().len(), position.legal_moves().len());
        }
    }
}

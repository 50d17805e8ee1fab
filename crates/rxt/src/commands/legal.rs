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
    let mut out = output::stdout();
    let written = if args.json { write_json(&mut out, &position) } else { write_table(&mut out, &position) };
    written.and_then(|()| out.flush()).into_diagnostic()?;
    Ok(ExitCode::SUCCESS)
}

/// A tile on which something can be done, with all choices that it offers.
struct LegalTile {
    x: u16,
    y: u16,
    cell: Cell,
    specials: Vec<Special>,
    /// How many stones are captured in phase 1, or tiles destroyed in phase 2; `None` if there was no time to look.
    count: Option<usize>,
    /// The first of them.
    changes: Vec<(u16, u16)>,
}

/// Changes that are looked at in all, and those that are kept. On a large map all of them together can be billions.
#[derive(Clone, Copy)]
struct Limits {
    looked_at: usize,
    kept_per_tile: usize,
}

/// About a second on a slow machine.
const LOOKED_AT: usize = 4_000_000;

/// Groups moves by tile and looks what each does, as far as the limits go.
fn options<'a>(position: &Position, moves: &'a [Move], limits: Limits) -> impl Iterator<Item = LegalTile> + use<'a> {
    let mut scratch = position.clone();
    let mut left = limits.looked_at;
    moves.chunk_by(|a, b| a.tile == b.tile).map(move |choices| {
        if left == 0 {
            return unseen_tile(&scratch, choices);
        }
        let tile = legal_tile(&mut scratch, choices, limits.kept_per_tile);
        left = left.saturating_sub(tile.count.unwrap_or(0) + 1);
        tile
    })
}

/// A tile of which nobody looked what a move there does.
fn unseen_tile(position: &Position, choices: &[Move]) -> LegalTile {
    let (x, y) = position.map().place(choices[0].tile);
    let specials = choices.iter().map(|choice| choice.special).collect();
    LegalTile { x, y, cell: position.cell(choices[0].tile), specials, count: None, changes: Vec::new() }
}

fn legal_tile(scratch: &mut Position, choices: &[Move], listed: usize) -> LegalTile {
    let mv = choices[0];
    let map = scratch.map().clone();
    let (cell, bombing) = (scratch.cell(mv.tile), scratch.phase() == Phase::Bomb);
    let mut log = UndoLog::new();
    scratch.make(mv, &mut log);
    // The stone itself is no capture, but the target of a bomb is destroyed.
    let counts = |tile| bombing || tile != mv.tile;
    let mut tiles: Vec<_> = log.last_changes().iter().map(|&(tile, _)| tile).filter(|&tile| counts(tile)).collect();
    scratch.unmake(&mut log);
    tiles.sort_unstable();
    let (x, y) = map.place(mv.tile);
    LegalTile {
        x,
        y,
        cell,
        specials: choices.iter().map(|choice| choice.special).collect(),
        count: Some(tiles.len()),
        changes: tiles.into_iter().take(listed).map(|tile| map.place(tile)).collect(),
    }
}

/// Writes an object with one line for each tile.
fn write_json(out: &mut impl Write, position: &Position) -> std::io::Result<()> {
    let player = position.to_move();
    let phase = json!(phase_name(position.phase()));
    let number = json!(player.map(Player::number));
    let overrides = json!(player.map(|player| position.overrides(player)));
    let bombs = json!(player.map(|player| position.bombs(player)));
    writeln!(out, "{{\n  \"phase\": {phase},\n  \"player\": {number},")?;
    writeln!(out, "  \"overrides\": {overrides},\n  \"bombs\": {bombs},\n  \"moves\": [")?;
    let moves = position.legal_moves();
    let limits = Limits { looked_at: LOOKED_AT, kept_per_tile: usize::MAX };
    let mut tiles = options(position, &moves, limits).peekable();
    while let Some(tile) = tiles.next() {
        let comma = if tiles.peek().is_some() { "," } else { "" };
        writeln!(out, "    {}{comma}", tile_json(&tile, position.phase()))?;
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
        "count": tile.count,
    });
    let changes = tile.count.map(|_| &tile.changes);
    if phase == Phase::Bomb {
        entry["destroys"] = json!(changes);
    } else {
        entry["captures"] = json!(changes);
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

fn write_table(out: &mut impl Write, position: &Position) -> std::io::Result<()> {
    let Some(player) = position.to_move() else {
        return writeln!(out, "The game is over: nobody is to move.");
    };
    let moves = position.legal_moves();
    let limits = Limits { looked_at: LOOKED_AT, kept_per_tile: SHOWN };
    let tiles: Vec<LegalTile> = options(position, &moves, limits).collect();
    writeln!(
        out,
        "Player {player} to move in phase {} with {} and {}: {} on {}",
        phase_name(position.phase()),
        counted(position.overrides(player).into(), "override stone"),
        counted(position.bombs(player).into(), "bomb"),
        counted(moves.len(), "move"),
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
        let LegalTile { x, y, cell, .. } = tile;
        let count = tile.count.map_or_else(|| "?".to_owned(), |count| count.to_string());
        let (cell, places) = (cell.to_char(), shown_places(tile));
        let line = format!("{x:>4} {y:>4}  {cell:4}  {count:>8}  {choices:width$}{places}");
        writeln!(out, "{}", line.trim_end())?;
    }
    if tiles.iter().any(|tile| tile.count.is_none()) {
        writeln!(out, "? many moves change much on this map; what the last of them do was not looked at")?;
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

/// How many places a line of the table shows.
const SHOWN: usize = 12;

/// Places, shortened if a move changes half the board.
fn shown_places(tile: &LegalTile) -> String {
    let mut shown: Vec<String> = tile.changes.iter().map(|(x, y)| format!("({x},{y})")).collect();
    let more = tile.count.unwrap_or(0).saturating_sub(shown.len());
    if more > 0 {
        shown.push(format!("and {more} more"));
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
        write_table(&mut out, position).unwrap();
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
        let moves = position.legal_moves();
        let limits = Limits { looked_at: 100, kept_per_tile: 100 };
        let tiles: Vec<LegalTile> = options(&position, &moves, limits).collect();
        assert_eq!((tiles.len(), tiles[0].changes.as_slice()), (1, [(1, 0)].as_slice()));
    }

    #[test]
    fn only_so_many_changes_are_looked_at() {
        let position = position("2 1 0 0 1 12  0 2 2 2 2 1 - 0 2 2 2 1");
        let moves = position.legal_moves();
        let limits = Limits { looked_at: 5, kept_per_tile: 100 };
        let tiles: Vec<LegalTile> = options(&position, &moves, limits).collect();
        assert!(tiles.len() > 3 && tiles[0].count == Some(4) && tiles.last().unwrap().count.is_none());
        assert!(tile_json(tiles.last().unwrap(), Phase::Build)["captures"].is_null());
    }

    #[test]
    fn json_is_valid_also_without_moves() {
        for map in ["2 0 0 0 1 2  1 2", "2 0 0 0 1 3  0 2 1"] {
            let position = position(map);
            let mut out = Vec::new();
            write_json(&mut out, &position).unwrap();
            let json: Value = serde_json::from_slice(&out).unwrap();
            assert_eq!(json["moves"].as_array().unwrap().len(), position.legal_moves().len());
        }
    }
}

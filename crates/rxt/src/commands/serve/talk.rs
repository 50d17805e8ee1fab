//! What the server prints for people.

use super::Args;
use crate::commands::show::ColourChoice;
use crate::output;
use miette::Result;
use rxt_net::server::{Disqualification, GameNumber, Happening, Sheet, TurnedAway, hex};
use rxt_rules::referee::Reason;
use rxt_rules::{Phase, Player, Position, rank};
use rxt_view::{Colours, Marks, TextOptions, board_text};
use std::fmt::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

/// How much is said, and how boards look.
pub(super) struct Talk {
    level: Level,
    several: bool,
    marks: bool,
    compact: bool,
    colours: Colours,
    moves: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Json,
    Quiet,
    Normal,
    Verbose,
}

/// Legal moves that are listed at a disqualification.
const LISTED: usize = 60;

impl Talk {
    pub(super) fn new(args: &Args) -> Self {
        let level = match (args.json, args.quiet, args.verbose) {
            (true, ..) => Level::Json,
            (_, true, _) => Level::Quiet,
            (_, _, 0) => Level::Normal,
            _ => Level::Verbose,
        };
        let colour = if args.no_colours || args.compact { ColourChoice::Never } else { ColourChoice::Auto };
        Self {
            level,
            several: args.games > 1,
            marks: !args.hide_moves,
            compact: args.compact,
            colours: colour.colours(),
            moves: 0,
        }
    }

    pub(super) fn is_json(&self) -> bool {
        self.level == Level::Json
    }

    pub(super) fn arrived(&self, peer: SocketAddr, group: u8, waiting: usize, players: u8) {
        if self.level >= Level::Normal && !self.several {
            output::note(&format!("client {waiting} of {players} is here: group {group}, {peer}"));
        }
    }

    pub(super) fn turned_away(&self, peer: SocketAddr, why: &TurnedAway) {
        if self.level >= Level::Quiet {
            output::note(&format!("{peer} {why}; its place is free ({})", why.in_the_course()));
        }
    }

    /// Prints what happened in a game.
    pub(super) fn on(
        &mut self,
        game: GameNumber,
        happening: &Happening,
        sheet: &Sheet,
        files: Saved<'_>,
    ) -> Result<()> {
        if self.level == Level::Json {
            return Ok(());
        }
        let prefix = if self.several { format!("game {game}: ") } else { String::new() };
        let detailed = self.level >= Level::Normal && !self.several;
        match happening {
            Happening::Started if detailed => self.board(sheet.position()),
            Happening::Asked(player, account) if self.level == Level::Verbose => {
                let account = account.map_or_else(|| "no limit".to_owned(), milliseconds);
                output::print(&format!("{prefix}player {player} is asked, {account}\n"))
            }
            Happening::Moved(player, answer, clock) if detailed || self.level == Level::Verbose => {
                let left = clock.left.map_or_else(|| "inf".to_owned(), milliseconds);
                output::print(&format!(
                    "{prefix}move {}: player {player} moved {answer}. time left: {left}\n",
                    self.moves
                ))?;
                self.moves += 1;
                if detailed { self.board(sheet.position()) } else { Ok(()) }
            }
            Happening::Disqualified(out) => {
                output::note(&format!("{prefix}{}", disqualified(out, files.repro)));
                Ok(())
            }
            Happening::PhaseTwo(_) if detailed => output::print("reached terminal phase\n"),
            Happening::Ended(points) => output::print(&self.ended(&prefix, points.is_some(), sheet, files)),
            _ => Ok(()),
        }
    }

    fn board(&self, position: &Position) -> Result<()> {
        if self.compact {
            return output::print(&format!("\n{}\n\n", position.rows().join("\n")));
        }
        let marks = if self.marks { Marks::default().with_legal(position) } else { Marks::default() };
        let options = TextOptions { colours: self.colours, legend: false, ..TextOptions::default() };
        let mut text = format!("\n{}", board_text(position, &marks, &options));
        if let (true, Some(player), Phase::Build) = (self.marks, position.to_move(), position.phase()) {
            let _ = writeln!(text, "valid positions of player {player}: {}", places(position));
        }
        output::print(&format!("{text}\n"))
    }

    fn ended(&self, prefix: &str, complete: bool, sheet: &Sheet, files: Saved<'_>) -> String {
        let position = sheet.position();
        let points = sheet.points();
        let mut text = if complete { format!("{prefix}game over") } else { format!("{prefix}game broken off") };
        let places = rank::placements(&points);
        if self.several {
            let words = |(index, points): (usize, &Option<u32>)| match points {
                Some(points) => format!("{}: {points}", index + 1),
                None => format!("{}: disqualified", index + 1),
            };
            let list: Vec<String> = points.iter().enumerate().map(words).collect();
            let _ = writeln!(text, "; {}", list.join(", "));
        } else {
            text.push('\n');
            for (player, place) in Player::all(position.players()).zip(places) {
                let points = position
                    .points(player)
                    .map_or_else(|| "disqualified".to_owned(), |points| format!("{points} points"));
                let group = sheet.guests[player.index()].group;
                let left = sheet.left[player].map(|left| format!(", {} left", milliseconds(left))).unwrap_or_default();
                let place = if complete { format!("place {}, ", place.place) } else { String::new() };
                let _ = writeln!(text, "  player {player} (group {group}): {place}{points}{left}");
            }
        }
        for (what, path) in [("record", files.record), ("log", files.log)] {
            if let (Some(path), false) = (path, self.several) {
                let _ = writeln!(text, "{what}: {}", path.display());
            }
        }
        text
    }
}

/// Where things were written.
#[derive(Clone, Copy, Default)]
pub(super) struct Saved<'a> {
    pub(super) record: Option<&'a Path>,
    pub(super) log: Option<&'a Path>,
    pub(super) repro: Option<&'a Path>,
}

/// The rule, the bytes, the legal moves, the time: all that a student needs to find the mistake.
fn disqualified(out: &Disqualification, repro: Option<&Path>) -> String {
    let mut text = format!("player {} is disqualified: {}", out.player, out.reason);
    if let Some(trouble) = &out.trouble {
        let _ = write!(text, " ({trouble})");
    }
    if !out.received.is_empty() {
        let _ = write!(text, "\n  received: {}", hex(&out.received));
    }
    if let Reason::Illegal(answer, _) = out.reason {
        let bytes = rxt_net::wire::Message::Answer(answer).to_bytes();
        let _ = write!(text, "\n  received: {}", hex(&bytes));
    }
    if let Some(used) = out.clock.used {
        let left = out.clock.left.map(|left| format!(", {} left", milliseconds(left))).unwrap_or_default();
        let _ = write!(text, "\n  time charged: {:.3} ms{left}", used.as_secs_f64() * 1000.0);
    }
    if out.on_turn && out.before.phase() == Phase::Build {
        let _ = write!(text, "\n  legal moves: {}", places(&out.before));
    }
    if out.on_turn && out.before.phase() == Phase::Bomb {
        text.push_str("\n  legal moves: a bomb on any tile that is left");
    }
    if let Some(repro) = repro {
        let _ = write!(text, "\n  look at it: rxt show {0}; rxt replay {0}", repro.display());
    }
    text
}

/// The places where the player to move may set a stone.
fn places(position: &Position) -> String {
    let Some(player) = position.to_move() else { return "none".to_owned() };
    let tiles = position.legal_tiles(player);
    let shown = tiles.iter().take(LISTED).map(|&tile| {
        let (x, y) = position.map().place(tile);
        format!("({x},{y})")
    });
    let mut text = shown.collect::<Vec<_>>().join(" ");
    if tiles.len() > LISTED {
        let _ = write!(text, " and {} more", tiles.len() - LISTED);
    }
    text
}

fn milliseconds(time: Duration) -> String {
    format!("{} msecs", time.as_millis())
}

//! What a bout leaves behind: the result, a record, the output beside the moves, a page.

use super::bout::{Bout, Ended, names};
use crate::commands::render;
use crate::output;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_net::server::{Disqualification, hex};
use rxt_record::Record;
use rxt_record::record::Tag;
use rxt_rules::referee::Reason;
use rxt_rules::{Player, rank};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

/// Lines of output that are shown when there was no game.
const LAST_WORDS: usize = 20;
/// Lines of output that are shown beside one move of the page; the file has them all.
const BESIDE: usize = 40;

/// Makes the folder for what is left behind.
pub(super) fn folder(out: Option<&Path>) -> Result<PathBuf> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let folder = out.map_or_else(|| PathBuf::from(format!("spar-{seconds}")), Path::to_owned);
    fs::create_dir_all(&folder)
        .into_diagnostic()
        .wrap_err_with(|| format!("cannot make the folder `{}`; --out names another", folder.display()))?;
    Ok(folder)
}

/// Writes everything and says where it is.
pub(super) fn write(bout: &Bout, ended: &Ended, folder: &Path) -> Result<ExitCode> {
    save(&folder.join("output.txt"), &output_text(&ended.said, ended.dropped))?;
    if let Some(trouble) = &ended.trouble {
        return Ok(no_game(bout, ended, trouble));
    }
    let Some(mut record) = ended.record.clone() else { return Err(miette!("there was no game")) };
    rename_players(&mut record, &names(bout));
    let (record_path, page_path) = (folder.join("game.rxt"), folder.join("game.html"));
    save(&record_path, &record.to_string())?;
    let beside = |moment: usize| ended.said.get(&moment).map(|lines| beside(lines));
    let page = render::page(&record, &bout.map_name, None, &beside)?;
    save(&page_path, &page)?;
    let mut text = result(bout, ended, &record);
    if let Some(out) = &ended.out {
        text += &explanation(out, &record_path, record.plies());
    }
    let _ = writeln!(text, "record: {}", record_path.display());
    let _ = writeln!(text, "page:   {}", page_path.display());
    let _ = writeln!(text, "output: {}", folder.join("output.txt").display());
    output::print(&text)?;
    Ok(if ended.complete && ended.out.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Tells why there was no game, with what the program said last, unless it was shown already.
fn no_game(bout: &Bout, ended: &Ended, trouble: &str) -> ExitCode {
    let said: Vec<&String> = ended.said.values().flatten().collect();
    if bout.quiet {
        for line in &said[said.len().saturating_sub(LAST_WORDS)..] {
            output::note(&format!("      | {line}"));
        }
    }
    let help = "try the command by hand; it has to connect to {host}:{port} and send its group number first";
    output::error(&miette!(help = help, "there was no game: {trouble}"));
    ExitCode::FAILURE
}

fn result(bout: &Bout, ended: &Ended, record: &Record) -> String {
    if !ended.complete {
        return "the game was broken off\n".to_owned();
    }
    let Some(points) = &record.result else { return String::new() };
    let places = rank::placements(points);
    let mut text = String::new();
    for ((player, name), (points, place)) in
        Player::all(bout.map.players()).zip(names(bout)).zip(points.iter().zip(&places))
    {
        let you = if player.index() + 1 == bout.seat { " (you)" } else { "" };
        let points = points.map_or_else(|| "disqualified".to_owned(), |points| format!("{points} points"));
        let _ = writeln!(text, "place {}: player {player}{you}, {points}, {name}", place.place);
    }
    text
}

/// The rule that was broken, and where to look.
fn explanation(out: &Disqualification, record: &Path, plies: usize) -> String {
    let mut text = format!("you were disqualified: {}", out.reason);
    if let Some(trouble) = &out.trouble {
        let _ = write!(text, " ({trouble})");
    }
    if !out.received.is_empty() {
        let _ = write!(text, "\n  received: {}", hex(&out.received));
    }
    if let Some(used) = out.clock.used {
        let _ = write!(text, "\n  time used: {} ms", used.as_millis());
    }
    if let (true, Reason::Illegal(..)) = (out.on_turn, out.reason) {
        let _ = write!(text, "\n  what was legal: rxt legal {}@{plies}", record.display());
    }
    text.push('\n');
    text
}

fn rename_players(record: &mut Record, names: &[String]) {
    let tags = std::mem::take(&mut record.tags);
    for tag in tags {
        let seat = Player::all(names.len() as u8).find(|&player| tag.key() == Tag::player_key(player));
        match seat {
            Some(player) => record.set_tag(tag.key(), &names[player.index()]),
            None => record.tags.push(tag),
        }
    }
}

/// All output, each line behind the number of the move it belongs to.
fn output_text(said: &BTreeMap<usize, Vec<String>>, dropped: usize) -> String {
    let mut text = String::new();
    for (moment, lines) in said {
        for line in lines {
            let _ = writeln!(text, "{moment:>4} | {line}");
        }
    }
    if dropped > 0 {
        let _ = writeln!(text, "{dropped} more lines were not kept");
    }
    text
}

/// The output beside one move.
fn beside(lines: &[String]) -> String {
    let mut text = lines.iter().take(BESIDE).cloned().collect::<Vec<_>>().join("\n");
    if lines.len() > BESIDE {
        let _ = write!(text, "\n… and {} more lines", lines.len() - BESIDE);
    }
    text
}

fn save(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).into_diagnostic().wrap_err_with(|| format!("cannot write `{}`", path.display()))
}

//! `rxt map seats`: Measure how fair maps are.

use crate::commands::matches::{self, Conditions};
use crate::output;
use crate::process::{EXIT_INTERRUPTED, interrupt};
use miette::{IntoDiagnostic, Result, miette};
use rxt_arena::matches::{GameLine, MatchPlan, Seats, play_seats, seats};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Measure how fair maps are
///
/// The same engine sits on all seats and plays from many random openings. Printed is the mean placement score of each seat, 1 for
/// the first and 0 for the last, with its 95 % interval. A map is called unfair if one of its seats is further from 0.5
/// than chance takes one seat of twenty fair maps. Symmetry alone does not make a map fair: somebody begins, and somebody
/// makes the last move.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Maps, or folders of maps
    #[arg(value_name = "FILE|FOLDER", required = true)]
    maps: Vec<PathBuf>,
    /// Games on each map
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// Who plays; `rxt engines` lists all engines
    #[arg(long, value_name = "SPEC", default_value = "default")]
    engine: String,
    #[command(flatten)]
    conditions: Conditions,
    /// Print one JSON object for each map
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt map seats my.map
  rxt map seats maps/cross-4p-15x15.map maps/donut-4p-21x21.map --games 200
  rxt map seats maps --engine mcts --nodes 500 --json

Without any limit a move may visit 1000 positions. With a limit of nodes or depth, the same command gives the same figures on any machine. Ctrl-C shows what the games say that are over.

Exit codes: 0 all games were played, 1 an engine failed, 2 wrong use, 130 interrupted.";

/// Positions per move if nothing else is said.
const NODES: u64 = 1000;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let fields = matches::fields(&args.maps)?;
    let maps = fields.len() as u32;
    let plan = MatchPlan {
        competitors: vec![matches::engine(&args.engine)?],
        games: args.games.saturating_mul(maps),
        budget: args.conditions.budget(NODES)?,
        opening: args.conditions.opening,
        seed: args.conditions.seed,
        fields,
    };
    if args.conditions.opening == 0 && plan.budget.time.is_none() {
        let help = "for example: --opening 6";
        return Err(miette!(help = help, "--opening 0 makes all games on a map alike, so they would say nothing"));
    }
    let interrupt = interrupt()?;
    let workers = args.conditions.workers();
    let bar = output::progress(u64::from(plan.games), "games");
    let lines = play_seats(&plan, workers, &interrupt, &mut || bar.inc(1));
    bar.finish_and_clear();
    let names = plan.fields.iter().map(|field| field.name.as_str());
    let rows: Vec<(&str, Seats)> = names.zip(seats(&plan, &lines)).collect();
    output::print(&if args.json { json(&rows)? } else { table(&rows) })?;
    Ok(status(&lines, &plan, interrupt.load(Ordering::Relaxed)))
}

fn status(lines: &[GameLine], plan: &MatchPlan, interrupted: bool) -> ExitCode {
    if interrupted {
        output::note(&format!("interrupted after {} of {} games", lines.len(), plan.games));
        return ExitCode::from(EXIT_INTERRUPTED);
    }
    let broken = lines.iter().filter(|line| line.broken).count();
    if broken > 0 {
        output::note(&format!("{broken} games broke off because the engine failed; they do not count"));
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// One line for each map; a figure without an interval is none.
fn table(rows: &[(&str, Seats)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("map".len());
    let mut text = format!("{:<width$}  games  seats 1 to n, mean placement score\n", "map");
    for (name, seats) in rows {
        let _ = write!(text, "{name:<width$}  {:>5}", seats.games);
        for score in &seats.scores {
            let half =
                score.interval.map_or_else(|| "?".to_owned(), |bounds| format!("{:.2}", bounds.high - score.mean));
            let _ = write!(text, "  {:.2} ±{half}", score.mean);
        }
        let _ = writeln!(text, "  {}", verdict(seats));
    }
    text
}

fn verdict(seats: &Seats) -> String {
    match seats.unfair {
        None if seats.games < 2 => "too few games".to_owned(),
        None => "no seat is shown to be better".to_owned(),
        Some(seat) if seats.scores[seat].mean > 0.5 => format!("not fair: seat {} is better", seat + 1),
        Some(seat) => format!("not fair: seat {} is worse", seat + 1),
    }
}

#[derive(Serialize)]
struct Row<'a> {
    map: &'a str,
    games: usize,
    seats: Vec<SeatRow>,
    /// The seat, from 1, that is surely unlike the others.
    unfair: Option<usize>,
}

#[derive(Serialize)]
struct SeatRow {
    placement_score: f64,
    interval: Option<[f64; 2]>,
}

fn json(rows: &[(&str, Seats)]) -> Result<String> {
    let mut text = String::new();
    for (name, found) in rows {
        let seat = |score: &rxt_arena::stats::Mean| SeatRow {
            placement_score: score.mean,
            interval: score.interval.map(|interval| [interval.low.max(0.0), interval.high.min(1.0)]),
        };
        let row = Row {
            map: name,
            games: found.games,
            seats: found.scores.iter().map(seat).collect(),
            unfair: found.unfair.map(|seat| seat + 1),
        };
        text += &serde_json::to_string(&row).into_diagnostic()?;
        text.push('\n');
    }
    Ok(text)
}

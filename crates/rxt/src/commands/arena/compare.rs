//! `rxt arena compare`: is one bot better than another, how sure is that, and how many more games would tell.

use super::{db_report, look};
use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_arena::stats::{ELO, Interval, blocks_to_tell, duel_scores, mean, rankings, ratings};
use serde::Serialize;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Compare two bots: which is better, how sure, how many more games would tell
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// One bot
    #[arg(value_name = "BOT")]
    one: String,
    /// Another
    #[arg(value_name = "BOT")]
    other: String,
    /// The database of the tournament
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rxt arena compare mine ours --db cup.sqlite
  rxt arena compare mine ours --db cup.sqlite --json

Exit codes: 0 one of them is better, 1 that is open, 2 wrong use.";

#[derive(Serialize)]
struct Comparison {
    bots: [String; 2],
    blocks: usize,
    score: Option<f64>,
    interval: Option<[f64; 2]>,
    elo_difference: f64,
    verdict: &'static str,
    more_blocks: Option<u64>,
}

/// Draws for the difference of strengths.
const DRAWS: u32 = 100;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let db = look(&args.db)?;
    let bots = db.bots().map_err(|error| db_report(&error))?;
    let find = |name: &str| {
        let known: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
        let help = format!("there are: {}", known.join(", "));
        known.iter().position(|known| *known == name).ok_or_else(|| miette!(help = help, "no bot is called `{name}`"))
    };
    let (one, other) = (find(&args.one)?, find(&args.other)?);
    let lines = db.lines().map_err(|error| db_report(&error))?;
    let scores = duel_scores(&lines, one, other);
    let found = mean(&scores);
    let interval = found.and_then(|found| found.interval);
    let rated = ratings(bots.len(), &rankings(&lines), DRAWS, 1).ratings;
    let needed = blocks_to_tell(&scores);
    let comparison = Comparison {
        bots: [args.one.clone(), args.other.clone()],
        blocks: scores.len(),
        score: found.map(|found| found.mean),
        interval: interval.map(|Interval { low, high }| [low.max(0.0), high.min(1.0)]),
        elo_difference: rated[one].elo - rated[other].elo,
        verdict: verdict(interval),
        more_blocks: needed.map(|needed| needed.saturating_sub(scores.len() as u64)),
    };
    let open = comparison.verdict == "open";
    if args.json {
        output::print(&(serde_json::to_string(&comparison).into_diagnostic()? + "\n"))?;
    } else {
        output::print(&text(&comparison))?;
    }
    Ok(if open { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn verdict(interval: Option<Interval>) -> &'static str {
    match interval {
        Some(interval) if interval.low > 0.5 => "better",
        Some(interval) if interval.high < 0.5 => "worse",
        _ => "open",
    }
}

fn text(comparison: &Comparison) -> String {
    let Comparison { bots: [one, other], blocks, score, interval, elo_difference, verdict, more_blocks } = comparison;
    let mut text = match *verdict {
        "open" => format!("It is open whether {one} or {other} is better.\n"),
        verdict => format!("{one} is {verdict} than {other}; that would be wrong in one case of twenty.\n"),
    };
    let Some(score) = score else {
        return format!("{one} and {other} have not played a whole block together.\n");
    };
    let _ = write!(text, "score of {one} where both play: {score:.3}");
    if let Some([low, high]) = interval {
        let _ = write!(text, " [{low:.3}, {high:.3}]");
    }
    let _ = writeln!(text, " over {blocks} blocks; a half means level");
    let _ = writeln!(
        text,
        "difference of strength: {elo_difference:+.0} Elo ({:.2} in natural units)",
        elo_difference / ELO
    );
    match more_blocks {
        Some(0) => {}
        Some(more) => {
            let _ = writeln!(text, "if it stays like this, about {more} more blocks would tell");
        }
        None => text.push_str("as it stands, no number of games would tell: they are level\n"),
    }
    text
}

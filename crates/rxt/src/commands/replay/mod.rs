//! `rxt replay`: steps through a recorded game.

mod state;
mod view;

use crate::commands::show::ColourChoice;
use crate::game::{self, Moment, Timeline};
use crate::{output, tui};
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_record::Record;
use rxt_rules::Player;
use rxt_view::{TextOptions, board_text, position_json};
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Step through a recorded game in the terminal
///
/// Shows records (`.rxt` or their JSON), game logs of the course's server, and games of conformance files (`.jsonl`,
/// `.jsonl.gz`) move by move: the board with the last move and what it changed, stocks, points, times and
/// disqualifications. Where there is no terminal, the last position is printed.
///
/// A game that breaks the rules is shown as far as it keeps to them, and the exit code is 1.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file with the game; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Which game of a file with several, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    /// Print the position after this many moves and exit
    #[arg(long, value_name = "PLY")]
    at: Option<usize>,
    /// Print the game as JSON and exit; with --at the position
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Keys:
  Left Right, h l     one move back or forward
  PageUp PageDown     ten moves
  Home End            first and last position
  Space, + -          play, faster and slower
  g NUMBER Enter      go to a move
  w a s d, c          scroll a large board, back to the last move
  q, Esc, Ctrl-C      quit

Examples:
  rxt replay game.rxt
  rxt replay log_game_1.txt --at 30
  rxt replay games.jsonl.gz --game 17";

const EXIT_BROKEN: u8 = 1;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let record = game::load(&args.file, args.game)?;
    if args.json && args.at.is_none() {
        output::print(&record.to_json())?;
        return Ok(ExitCode::SUCCESS);
    }
    let timeline = Timeline::new(&record);
    let name = args.file.file_name().map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned());
    match args.at {
        Some(ply) => {
            let moment = moment_at(args, &timeline, ply)?;
            let text =
                if args.json { position_json(&moment.position) + "\n" } else { printed(&moment, &timeline, ply) };
            output::print(&text)?;
            return Ok(ExitCode::SUCCESS);
        }
        None if tui::is_usable() => {
            view::run(&record, &name, &timeline).into_diagnostic().wrap_err("the terminal does not work")?;
        }
        None => {
            let moment = timeline.moment(timeline.last());
            let result = result(&record);
            let hint = "In a terminal, this command steps through the game; `--at PLY` prints one position.\n";
            output::print(&(printed(&moment, &timeline, timeline.plies()) + &result + hint))?;
        }
    }
    if let Some(broken) = timeline.broken() {
        let help = "`rxt verify FILE` shows the difference";
        output::error(&miette!(help = help, "`{}` breaks the rules {broken}", args.file.display()));
        return Ok(ExitCode::from(EXIT_BROKEN));
    }
    Ok(ExitCode::SUCCESS)
}

fn moment_at<'a>(args: &Args, timeline: &Timeline<'a>, ply: usize) -> Result<Moment<'a>> {
    if ply <= timeline.plies() {
        return Ok(timeline.moment(timeline.moment_of(ply)));
    }
    let plies = timeline.plies();
    let file = args.file.display();
    let error = match timeline.broken() {
        Some(broken) => miette!(
            help = "`rxt verify FILE` shows the difference",
            "`{file}` has no position after {ply} moves: it breaks the rules {broken}"
        ),
        None => miette!(
            help = format!("name a number from 0 to {plies}"),
            "`{file}` has no position after {ply} moves: the game has {plies}"
        ),
    };
    Err(error)
}

/// The board as text, with what has just happened.
fn printed(moment: &Moment, timeline: &Timeline, ply: usize) -> String {
    let options = TextOptions { colours: ColourChoice::Auto.colours(), ..TextOptions::default() };
    let marks = moment.marks.clone().with_legal(&moment.position);
    let mut text = board_text(&moment.position, &marks, &options);
    let happened = moment.happened.as_ref().map_or_else(|| "start".to_owned(), ToString::to_string);
    let _ = writeln!(text, "\nmove {ply} of {}: {happened}", timeline.plies());
    text
}

/// The points as the record has them.
fn result(record: &Record) -> String {
    let Some(points) = &record.result else { return "result: the game broke off\n".to_owned() };
    let players = Player::all(record.map.players()).zip(points);
    let points: Vec<String> = players
        .map(|(player, points)| match points {
            Some(points) => format!("player {player} {points}"),
            None => format!("player {player} disqualified"),
        })
        .collect();
    format!("result: {}\n", points.join(", "))
}

//! `rxt render`: a game as a page for the browser, or a position of it as a picture.

use super::map::render::{Format, Look, draw, write};
use crate::{game, input};
use miette::{Result, miette};
use rxt_record::{Record, Source};
use rxt_view::{Frame, Marks, ReplayPage, replay_page};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Draw a recorded game as a page, or a position as SVG or PNG
///
/// The page is one file that needs nothing else: it steps through the game in any browser, also from a disk. A picture
/// shows the last position, or with RECORD@PLY the position after that many moves, with the last move marked.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A record, a course log, a conformance file, RECORD@PLY, a position or a map; `-` is standard input
    #[arg(value_name = "RECORD")]
    record: String,
    /// Where to: a file ending in .html, .svg or .png, or `-` for SVG on standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Which game of a file with several, counted from 1
    #[arg(long, value_name = "N")]
    game: Option<usize>,
    #[command(flatten)]
    look: Look,
}

const EXAMPLES: &str = "\
Examples:
  rxt render game.rxt -o game.html
  rxt render game.rxt@30 -o position.svg
  rxt render log_game_1.txt -o end.png --width 1200 --theme dark
  rxt render games.jsonl.gz --game 17 -o game.html";

/// A page holds all boards of a game while it is made; more squares than this are too many.
const MOST_SQUARES: usize = 400_000_000;

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let is_page = args
        .output
        .extension()
        .is_some_and(|extension| ["html", "htm"].iter().any(|known| extension.eq_ignore_ascii_case(known)));
    let (path, ply) = input::split_ply(&args.record);
    if is_page {
        if let Some(ply) = ply {
            let help = format!("leave `@{ply}` out, or name a file that ends in .svg or .png");
            return Err(miette!(help = help, "a page shows the whole game, not one position"));
        }
        let record = game::load(Path::new(path), args.game)?;
        let name = Path::new(path).file_name().map_or_else(|| "game".into(), |name| name.to_string_lossy());
        write(&args.output, page(&record, &name, Some(&args.look), &|_| None)?.as_bytes())?;
    } else {
        let format = Format::of(&args.output).map_err(|_| unknown(&args.output))?;
        picture(args, Path::new(path), ply, format)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn unknown(output: &Path) -> miette::Report {
    let help = "name a file that ends in .html, .svg or .png, or `-` for SVG on standard output";
    miette!(help = help, "cannot tell from `{}` what to draw", output.display())
}

fn picture(args: &Args, path: &Path, ply: Option<usize>, format: Format) -> Result<()> {
    let source = game::open(path, args.game)?;
    // Asked first, because it knows best what is wrong with a ply.
    let position = source.position(ply).map_err(|error| miette!("`{}`: {error}", args.record))?;
    let marks = match &source {
        Source::Record(record) => {
            let timeline = game::Timeline::new(record);
            timeline.moment(ply.map_or(timeline.last(), |ply| timeline.moment_of(ply))).marks
        }
        Source::Map(_) | Source::Position(_) => Marks::default(),
    };
    draw(&position, &marks, &args.look, format, &args.output)
}

/// The page of a game; a game that breaks the rules is refused. `beside` has more to say of a moment, counted from the
/// start of the game.
pub(crate) fn page(
    record: &Record,
    name: &str,
    look: Option<&Look>,
    beside: &dyn Fn(usize) -> Option<String>,
) -> Result<String> {
    let timeline = game::Timeline::new(record);
    if let Some(broken) = timeline.broken() {
        return Err(miette!(help = "`rxt verify FILE` shows the difference", "`{name}` breaks the rules {broken}"));
    }
    let squares = usize::from(record.map.width()) * usize::from(record.map.height()) * (timeline.last() + 1);
    if squares > MOST_SQUARES {
        let help = "`rxt replay FILE` shows games of any length; RECORD@PLY draws one position";
        return Err(miette!(help = help, "`{name}` is too long for a page: its boards have {squares} squares in all"));
    }
    let start = timeline.moment(0).position;
    let frames = timeline.moments().enumerate().map(|(number, moment)| {
        let frame = frame(&moment);
        let note: Vec<String> = [Some(frame.note.clone()), beside(number)].into_iter().flatten().collect();
        frame.with_note(note.join("\n").trim())
    });
    let frames: Vec<Frame> = frames.collect();
    let tags: Vec<(String, String)> =
        record.tags.iter().map(|tag| (tag.key().to_owned(), tag.value().to_owned())).collect();
    let options = look.map(Look::options).unwrap_or_default();
    let page = ReplayPage {
        title: options.title.as_deref().unwrap_or_else(|| game::title(record, name)),
        tags: &tags,
        start: &start,
        frames: &frames,
        transitions: options.transitions,
    };
    Ok(replay_page(&page))
}

fn frame(moment: &game::Moment) -> Frame {
    match &moment.happened {
        None => Frame::new(&moment.position, None, None),
        Some(happened) => {
            let (player, answer, scores) = match happened {
                game::Happened::Move { entry, .. } => (entry.player, Some(entry.answer), entry.scores.clone()),
                game::Happened::Disqualified { player, .. } => (*player, None, Vec::new()),
            };
            let frame = Frame::new(&moment.position, Some(player), answer).with_scores(scores);
            frame.with_note(happened.remark().to_string())
        }
    }
}

//! One position: its lines, its heat map, and why.

use super::{Args, NODES_PER_LINE, json, words};
use crate::commands::map::render::{Format, write};
use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_engine::Spec;
use rxt_engine::analysis::{Line, PositionAnalysis, Question, Why, analyse_position};
use rxt_rules::agent::Signal;
use rxt_rules::{Answer, Phase, Position};
use rxt_view::{Marks, Overlay, PngSize, SvgOptions, TextOptions, board_svg, board_text, render_png};
use std::fmt::Write;
use std::path::Path;

pub(super) fn run(args: &Args, position: &Position, played: Option<Answer>, name: &str, spec: &Spec) -> Result<()> {
    let format = args.svg.as_deref().map(Format::of).transpose()?;
    let question = Question {
        engine: spec.clone(),
        budget: args.budget(NODES_PER_LINE)?,
        lines: args.multipv.into(),
        tiles: true,
        seed: args.seed,
    };
    let Some(analysis) = analyse_position(position, &question, &Signal::default()) else { return Ok(()) };
    if let (Some(path), Some(format)) = (&args.svg, format) {
        draw(position, &analysis, name, format, path)?;
        if format == Format::Stdout {
            return Ok(());
        }
    }
    if args.json {
        return output::print(&format!("{}\n", json::position(position, &analysis, name, played)));
    }
    let mut text = format!("player {} to move, {} thinks\n\n", analysis.player, name);
    let options = TextOptions { colours: args.color.colours(), legend: false, ..TextOptions::default() };
    text.push_str(&board_text(position, &marks(position, &analysis), &options));
    text.push('\n');
    for (number, line) in (1..).zip(&analysis.lines) {
        lines(&mut text, position, number, line);
    }
    if let Some(why) = &analysis.why {
        text.push_str(&reasons(position, why, analysis.player));
    }
    if let Some(played) = played {
        let _ = writeln!(text, "\nplayed: {}", words::answer(played));
    }
    output::print(&text)
}

/// The worth of every legal tile, as shares from the least to the most.
fn marks(position: &Position, analysis: &PositionAnalysis) -> Marks {
    let values = analysis.tiles.iter().map(|tile| (position.map().place(tile.tile), tile.placement)).collect();
    Marks { overlay: Some(Overlay { values }), ..Marks::default() }
}

fn lines(text: &mut String, position: &Position, number: u32, line: &Line) {
    let map = position.map();
    let _ = write!(
        text,
        "{number}. {}: placement {}",
        words::mv(line.mv, map),
        words::placements(&line.outlook.placements)
    );
    let when = if line.outlook.over { " at the end" } else { "" };
    let _ = writeln!(text, ", stones {}{when}", words::stones(&line.outlook.stones));
    let (score, depth) = (words::known(line.score.map(|score| format!("{score:+}"))), words::known(line.depth));
    let _ = writeln!(text, "   score {score}, depth {depth}, {} positions", line.nodes);
    text.push_str(&words::steps(&line.steps, map, 3));
}

/// What speaks for the better move and what against it.
pub(super) fn reasons(position: &Position, why: &Why, player: rxt_rules::Player) -> String {
    let map = position.map();
    let (better, worse) = (words::mv(why.better, map), words::mv(why.worse, map));
    let mut text = format!("\nwhy {better} and not {worse}: what speaks for player {player} where the lines end\n");
    let shown = why.reasons.iter().filter(|reason| reason.gain().abs() >= 0.005);
    for reason in shown.clone() {
        let summary: String = reason.summary.chars().take(words::COLUMNS - 28).collect();
        let _ = writeln!(text, "  {:>+6.2}  {:<16}  {summary}", reason.gain(), reason.name);
    }
    if shown.count() == 0 {
        text.push_str("  nothing: both are worth the same\n");
    }
    text
}

fn draw(position: &Position, analysis: &PositionAnalysis, name: &str, format: Format, path: &Path) -> Result<()> {
    let player = analysis.player;
    let title = match position.phase() {
        Phase::Bomb => format!("Player {player}: placement by target ({name})"),
        _ => format!("Player {player}: placement by move ({name})"),
    };
    let options = SvgOptions { title: Some(title), ..SvgOptions::default() };
    let mut marks = marks(position, analysis);
    marks.last = analysis.lines.first().map(|line| position.map().place(line.mv.tile));
    let svg = board_svg(position, &marks, &options);
    match format {
        Format::Stdout => output::print(&svg),
        Format::Svg => write(path, svg.as_bytes()),
        Format::Png => {
            let png = render_png(&svg, PngSize::Scale(1.0)).map_err(|error| miette!("{error}"))?;
            write(path, &png.bytes)
        }
    }
}

/// One JSON object, on one line.
pub(super) fn one_line(value: &serde_json::Value) -> Result<String> {
    serde_json::to_string(value).into_diagnostic()
}

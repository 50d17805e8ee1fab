//! `rxt engines`: which searches, presets and evaluations there are, and what each of them takes.

use crate::output;
use miette::{IntoDiagnostic, Result, miette};
use rxt_engine::eval::{EvalInfo, EvalSpec};
use rxt_engine::historic::{Preset, presets};
use rxt_engine::{DEFAULT, SEARCHES, SearchInfo, Standard};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::process::ExitCode;

/// Which engines there are, and their options
#[derive(clap::Args, Debug)]
#[command(
    after_help = "An engine is written `search=NAME,option=value,...`, or as the name of a preset or search, with more options
behind it if need be. Options of the evaluation are given like those of the search.

Examples:
  rxt engines
  rxt engines alphabeta
  rxt engines report-2019
  rxt engines corners
  rxt engines --json"
)]
pub(crate) struct Args {
    /// A search, a preset or an evaluation to explain
    name: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let text = match &args.name {
        None if args.json => pretty(&all())?,
        None => table(),
        Some(name) => explain(name, args.json)?,
    };
    output::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn explain(name: &str, json: bool) -> Result<String> {
    let evaluation = EvalSpec::all().iter().find(|evaluation| evaluation.name == name);
    if name == DEFAULT.name {
        // The engine and its evaluation have the same name.
        let also = evaluation.map(|evaluation| format!("\n{}", evaluation_page(evaluation))).unwrap_or_default();
        return if json { pretty(&standard_json(&DEFAULT)) } else { Ok(standard_page(&DEFAULT) + &also) };
    }
    let search = SEARCHES.iter().find(|search| search.name == name);
    let preset = presets().iter().find(|preset| preset.name == name);
    match (search, preset, evaluation) {
        // Nothing but `first` is both a search and an evaluation.
        (Some(search), _, _) if json => pretty(&search_json(search)),
        (Some(search), _, evaluation) => {
            let also = evaluation.map(|evaluation| format!("\n{}", evaluation_page(evaluation)));
            Ok(search_page(search) + &also.unwrap_or_default())
        }
        (_, Some(preset), _) if json => pretty(&preset_json(preset)),
        (_, Some(preset), _) => Ok(preset_page(preset)),
        (_, _, Some(evaluation)) if json => pretty(&evaluation_json(evaluation)),
        (_, _, Some(evaluation)) => Ok(evaluation_page(evaluation)),
        _ => Err(miette!(help = "`rxt engines` lists them all", "there is no search, preset or evaluation `{name}`")),
    }
}

fn pretty(value: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(value).into_diagnostic()? + "\n")
}

/// Everything by name, a line or two each.
fn table() -> String {
    let mut text = String::from("Searches\n");
    for search in SEARCHES {
        entry(&mut text, search.name, search.about);
    }
    text.push_str("\nPresets\n");
    entry(&mut text, DEFAULT.name, DEFAULT.summary);
    for preset in presets() {
        entry(&mut text, preset.name, preset.summary);
    }
    text.push_str("\nEvaluations\n");
    for evaluation in EvalSpec::all() {
        entry(&mut text, evaluation.name, evaluation.summary);
    }
    text.push_str("\n`rxt engines NAME` says more, options included.\n");
    text
}

fn search_page(search: &SearchInfo) -> String {
    let mut text = format!("search={}\n", search.name);
    paragraph(&mut text, "  ", search.about);
    if search.options().next().is_none() {
        text.push_str("\nIt takes no options.\n");
        return text;
    }
    text.push_str("\nOptions\n");
    for option in search.options() {
        let _ = writeln!(text, "  {}={}", option.name, search.default(option));
        paragraph(&mut text, "      ", option.about);
        paragraph(&mut text, "      ", &format!("Values: {}", option.values.replace('`', "")));
    }
    if search.option("eval").is_some() {
        text.push_str("\nMore options come with the evaluation: see `rxt engines` and the name of one.\n");
    }
    text
}

fn standard_page(standard: &Standard) -> String {
    let mut text = format!("{}\n", standard.name);
    paragraph(&mut text, "  ", standard.summary);
    let _ = writeln!(text, "\nStands for\n  {}", standard.spec);
    text
}

fn preset_page(preset: &Preset) -> String {
    let mut text = format!("{}\n", preset.name);
    paragraph(&mut text, "  ", preset.summary);
    let _ = writeln!(text, "\nStands for\n  {}", preset.spec);
    text.push_str("\nWhat the report fixes\n");
    preset.fixed.iter().for_each(|line| paragraph(&mut text, "  - ", line));
    text.push_str("\nWhat was guessed\n");
    preset.guessed.iter().for_each(|line| paragraph(&mut text, "  - ", line));
    text
}

fn evaluation_page(evaluation: &EvalInfo) -> String {
    let mut text = format!("eval={}\n", evaluation.name);
    paragraph(&mut text, "  ", evaluation.summary);
    if evaluation.options().next().is_some() {
        text.push_str("\nOptions\n");
    }
    for option in evaluation.options() {
        let _ = writeln!(text, "  {}={}", option.name, option.default);
        paragraph(&mut text, "      ", option.summary);
        paragraph(&mut text, "      ", &format!("Values: {}", option.values));
    }
    text
}

/// A name and what it is, wrapped beside it.
fn entry(text: &mut String, name: &str, about: &str) {
    const NAME: usize = 26;
    let mut lines = String::new();
    paragraph(&mut lines, &" ".repeat(NAME), about);
    lines.replace_range(..NAME, &format!("  {name:width$}", width = NAME - 2));
    text.push_str(&lines);
}

/// Words wrapped behind an indent; a mark in it is not repeated.
fn paragraph(text: &mut String, indent: &str, words: &str) {
    const WIDTH: usize = 96;
    let mut line = indent.to_owned();
    let mut empty = true;
    for word in words.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = " ".repeat(indent.len());
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    let _ = writeln!(text, "{line}");
}

fn all() -> Value {
    json!({
        "searches": SEARCHES.iter().map(search_json).collect::<Vec<_>>(),
        "presets": std::iter::once(standard_json(&DEFAULT)).chain(presets().iter().map(preset_json)).collect::<Vec<_>>(),
        "evaluations": EvalSpec::all().iter().map(evaluation_json).collect::<Vec<_>>(),
    })
}

fn search_json(search: &SearchInfo) -> Value {
    let options = search.options().map(|option| {
        json!({
            "name": option.name,
            "about": option.about,
            "values": option.values.replace('`', ""),
            "examples": option.examples,
            "default": search.default(option),
        })
    });
    json!({ "name": search.name, "about": search.about, "options": options.collect::<Vec<_>>() })
}

fn standard_json(standard: &Standard) -> Value {
    json!({ "name": standard.name, "about": standard.summary, "spec": standard.spec })
}

fn preset_json(preset: &Preset) -> Value {
    json!({
        "name": preset.name,
        "about": preset.summary,
        "spec": preset.spec,
        "fixed": preset.fixed,
        "guessed": preset.guessed,
    })
}

fn evaluation_json(evaluation: &EvalInfo) -> Value {
    let options = evaluation.options().map(|option| {
        json!({
            "name": option.name,
            "about": option.summary,
            "values": option.values.to_string(),
            "default": option.default,
        })
    });
    json!({ "name": evaluation.name, "about": evaluation.summary, "options": options.collect::<Vec<_>>() })
}

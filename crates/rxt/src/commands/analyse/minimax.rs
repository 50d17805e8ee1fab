//! `--compare`: whether engines find what plain minimax finds at the same depth.

use super::position::one_line;
use super::{Args, words};
use crate::{input, output};
use miette::{Result, miette};
use rxt_engine::analysis::{Comparison, MinimaxTwin, Verdict};
use rxt_engine::{Spec, analysis::Found};
use rxt_record::Source;
use rxt_rules::agent::{Agent, Budget, Signal};
use rxt_rules::{Answer, Position};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

const DEPTH: u32 = 3;

pub(super) fn run(args: &Args, engines: &[(String, Spec)]) -> Result<ExitCode> {
    let help = "leave --compare out, or choose minimax, alphabeta, pvs or paranoid";
    let most_nodes = args.nodes.unwrap_or(u64::MAX);
    let twin = |(name, spec): &(String, Spec)| {
        let twin = MinimaxTwin::new(spec, args.seed, most_nodes);
        Ok((name.clone(), spec.clone(), twin.map_err(|error| miette!(help = help, "`--engine {name}`: {error}"))?))
    };
    let mut engines = engines.iter().map(twin).collect::<Result<Vec<_>>>()?;
    let budget = Budget { depth: Some(args.depth.unwrap_or(DEPTH)), ..Budget::default() };
    let (mut compared, mut differences) = (0_u32, 0_u32);
    for (ply, position) in &positions(args)? {
        let found: Vec<(&str, Comparison)> = engines
            .iter_mut()
            .filter_map(|(name, spec, twin)| {
                let choice = spec.engine(args.seed).choose(position, &budget, &Signal::default());
                Some((name.as_str(), twin.check(position, &choice, &Signal::default())?))
            })
            .collect();
        compared += found.len() as u32;
        differences += found.iter().map(|(_, found)| u32::from(found.verdict.is_difference())).sum::<u32>();
        let text =
            if args.json { one_line(&object(*ply, position, &found))? + "\n" } else { lines(*ply, position, &found) };
        output::print(&text)?;
    }
    if !args.json {
        output::print(&format!("{compared} searches compared with minimax, {differences} differences\n"))?;
    }
    Ok(if differences > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The positions to think about, with the moves before them where that is known.
fn positions(args: &Args) -> Result<Vec<(Option<usize>, Position)>> {
    let argument = &args.source;
    let (path, ply) = input::split_ply(argument);
    let ply = ply.or(args.number.map(|number| number as usize - 1));
    let source = input::read_source(Path::new(path))?;
    let all = match (&source, ply) {
        (Source::Record(record), None) => {
            let at = |ply| source.position(Some(ply)).map(|position| (Some(ply), position));
            (0..=record.plies()).map(at).collect::<Result<Vec<_>, _>>()
        }
        _ => source.position(ply).map(|position| vec![(ply, position)]),
    };
    let all = all.map_err(|error| miette!("`{argument}`: {error}"))?;
    let asked: Vec<_> = all.into_iter().filter(|(_, position)| position.to_move().is_some()).collect();
    if asked.is_empty() {
        let help = "name an earlier moment, such as RECORD@0";
        return Err(miette!(help = help, "the game of `{argument}` is over, there is nothing to think about"));
    }
    Ok(asked)
}

fn lines(ply: Option<usize>, position: &Position, found: &[(&str, Comparison)]) -> String {
    let at = ply.map_or_else(String::new, |ply| format!("after {ply} moves, "));
    let player = position.to_move().map_or_else(String::new, |player| format!("player {player} to move"));
    let mut text = format!("{at}{player}\n");
    for (engine, Comparison { depth, search, minimax, verdict, .. }) in found {
        let verdict = match verdict {
            Verdict::Same => "as minimax",
            Verdict::Tie => "as good as minimax's move",
            Verdict::WorseMove(_) => "A WORSE MOVE than minimax's",
            Verdict::Value => "ANOTHER VALUE than minimax's",
        };
        let one = |Found { mv, value, nodes }: &Found| {
            format!("{:<9} value {value:>7}, {nodes:>8} positions", words::mv(*mv, position.map()))
        };
        let _ = writeln!(text, "  {engine}, depth {depth}: {verdict}");
        let _ = writeln!(text, "    {}; minimax {}", one(search), one(minimax));
    }
    text
}

fn object(ply: Option<usize>, position: &Position, found: &[(&str, Comparison)]) -> Value {
    let one = |Found { mv, value, nodes }: &Found| {
        let Answer { x, y, special } = mv.answer(position.map());
        json!({ "x": x, "y": y, "special": special, "value": value, "nodes": nodes })
    };
    let engine = |(engine, found): &(&str, Comparison)| {
        let mut value = one(&found.search);
        value["engine"] = json!(engine);
        value["depth"] = json!(found.depth);
        value["minimax"] = one(&found.minimax);
        value["minimax"]["agrees"] = json!(!found.verdict.is_difference());
        value
    };
    json!({
        "ply": ply,
        "player": position.to_move().map(rxt_rules::Player::number),
        "engines": found.iter().map(engine).collect::<Vec<_>>(),
    })
}

//! From options to a match, and the folder that belongs to it.

use super::Args;
use crate::input;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_arena::matches::{Field, MatchPlan};
use rxt_engine::Spec;
use rxt_rules::agent::Budget;
use rxt_rules::rng::mix;
use rxt_rules::{Phase, Position};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const STANDARD: (&str, &[u8]) = ("standard-8x8.map", include_bytes!("../../../../../maps/standard-8x8.map"));
const DEFAULT_NODES: u64 = 10_000;

pub(super) fn plan(args: &Args) -> Result<MatchPlan> {
    let competitors: Vec<Spec> = args.engines.iter().map(|text| engine(text)).collect::<Result<_>>()?;
    if args.sprt.is_some() && competitors.len() != 2 {
        let help = "name two engines; on maps with more seats each sits on several";
        return Err(miette!(help = help, "--sprt compares two engines, and there are {}", competitors.len()));
    }
    let fields = if args.maps.is_empty() { vec![standard()] } else { fields(&args.maps)? };
    Ok(MatchPlan {
        competitors,
        fields,
        games: args.games,
        budget: args.conditions.budget(DEFAULT_NODES)?,
        opening: args.conditions.opening,
        seed: args.conditions.seed,
    })
}

/// The engine of this name.
pub(crate) fn engine(text: &str) -> Result<Spec> {
    let help = "`rxt engines` lists what there is";
    Spec::parse(text).map_err(|error| miette!(help = help, "`{text}`: {error}"))
}

fn standard() -> Field {
    let (map, _) = rxt_rules::Map::parse(STANDARD.1).expect("the standard board is valid");
    Field { name: STANDARD.0.to_owned(), map: Arc::new(map) }
}

/// The maps that were named, and those in folders that were named, by name. Maps without a move are left out.
pub(crate) fn fields(paths: &[PathBuf]) -> Result<Vec<Field>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(maps_in(path)?);
        } else {
            files.push(path.clone());
        }
    }
    let mut fields = Vec::new();
    for path in files {
        let (map, _) = input::read_map_of(&path.to_string_lossy())?;
        if Position::new(Arc::clone(&map)).phase() != Phase::Over {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            fields.push(Field { name, map });
        }
    }
    if fields.is_empty() {
        let help = "`rxt map generate` makes a map";
        return Err(miette!(help = help, "there is no map to play on; expected files, or folders with .map files"));
    }
    Ok(fields)
}

fn maps_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).into_diagnostic();
    let entries = entries.wrap_err_with(|| format!("cannot read the folder `{}`", folder.display()))?;
    let mut maps: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "map"))
        .collect();
    maps.sort();
    Ok(maps)
}

/// The folder of a match. Results of another match in it are not touched.
pub(super) fn folder(args: &Args, plan: &MatchPlan) -> Result<PathBuf> {
    let description = description(plan);
    let fingerprint = description.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    let folder = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("match-{fingerprint:016x}")));
    let path = folder.join("match.txt");
    fs::create_dir_all(&folder).into_diagnostic().wrap_err_with(|| format!("cannot make `{}`", folder.display()))?;
    match fs::read_to_string(&path) {
        Ok(found) if found != description => {
            let help = "choose another --out, or leave it out";
            return Err(miette!(help = help, "`{}` has the results of another match", folder.display()));
        }
        Ok(_) => {}
        Err(_) => fs::write(&path, description).into_diagnostic().wrap_err_with(|| format!("`{}`", path.display()))?,
    }
    Ok(folder)
}

/// All that decides what the games are, their number aside.
fn description(plan: &MatchPlan) -> String {
    let mut text = String::new();
    for competitor in &plan.competitors {
        let _ = writeln!(text, "engine {competitor}");
    }
    for field in &plan.fields {
        let map = field.map.file().to_string().bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
        let _ = writeln!(text, "map {} {map:016x}", field.name);
    }
    let Budget { time, depth, nodes } = plan.budget;
    let _ = writeln!(text, "time {time:?} depth {depth:?} nodes {nodes:?}");
    let _ = writeln!(text, "opening {} seed {}", plan.opening, plan.seed);
    text
}

//! `rxt map generate`: Make a random map.

use super::format::write;
use crate::output;
use clap::ValueEnum;
use miette::{IntoDiagnostic, Result, miette};
use rxt_rules::map::generate::{
    Amount, JoinOptions, Options, Shapes, Specials, Stocks, Symmetry, TileOptions, generate, wild,
};
use rxt_rules::map::survey::survey;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Make a random map
///
/// The same options give the same map on every machine. The map is always valid, and somebody can move at the start.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  rxt map generate --players 3 --size 15x15 --seed 7 -o my.map
  rxt map generate --players 4 --size 20x20 --symmetry rotational --transitions 30
  rxt map generate --players 5 --size 20x25 --torus --symmetry translational
  rxt map generate --wild --seed 3

Symmetry and fairness:
  rotational     half turn: full fairness for 2 players, pairs for 4, 6 and 8;
                 quarter turn on square boards: full fairness for 4, two classes for 8
  translational  shift of a torus by an n-th of a side: full fairness for any number of players;
                 width or height must be a multiple of the players")]
pub(crate) struct Args {
    /// Number of players, 2 to 8
    #[arg(short, long, value_name = "N", default_value_t = 2)]
    players: u8,

    /// Rows and columns, at most 1000 each and 65535 tiles
    #[arg(short, long, value_name = "HxW", value_parser = size, default_value = "15x15")]
    size: (u16, u16),

    /// Other seeds give other maps
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,

    /// Who finds the same map around him
    #[arg(long, value_enum, default_value = "none")]
    symmetry: SymmetryName,

    /// Percent of the squares that are holes
    #[arg(long, value_name = "P", default_value_t = 5)]
    holes: u8,

    /// Percent of the tiles that are special tiles or expansion stones
    #[arg(long, value_name = "P", default_value_t = 5)]
    special: u8,

    /// Weights of choice, inversion, bonus and expansion
    #[arg(long, value_name = "C,I,B,X", value_parser = weights::<4>, default_value = "1,1,1,1")]
    special_weights: [u8; 4],

    /// Blocks of stones in which all players meet
    #[arg(long, value_name = "N", default_value_t = 1)]
    clusters: u16,

    /// Percent of the empty tiles that get a random stone
    #[arg(long, value_name = "P", default_value_t = 0)]
    fill: u8,

    /// Join opposite edges
    #[arg(long)]
    torus: bool,

    /// Transitions: a number, or with % the share of free ends that are joined
    #[arg(long, value_name = "N|P%", value_parser = amount, default_value = "0")]
    transitions: Amount,

    /// Weights of transitions between any ends, straight on, as rings, on one tile, and as mirrors
    #[arg(long, value_name = "A,S,R,T,M", value_parser = weights::<5>, default_value = "4,8,6,1,1")]
    shapes: [u8; 5],

    /// Override stones of each player
    #[arg(long, value_name = "N", default_value_t = 1)]
    overrides: u8,

    /// Bombs of each player
    #[arg(long, value_name = "N", default_value_t = 1)]
    bombs: u8,

    /// How many steps an explosion reaches
    #[arg(long, value_name = "N", default_value_t = 1)]
    strength: u8,

    /// Draw all options from the seed: small, strange maps for tests
    #[arg(long)]
    wild: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SymmetryName {
    None,
    Rotational,
    Translational,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let map = if args.wild {
        wild(args.seed)
    } else {
        generate(&options(args)).map_err(|error| miette!("cannot make such a map: {error}"))?
    };
    if let (SymmetryName::Rotational | SymmetryName::Translational, false) = (args.symmetry, args.wild) {
        tell_if_not_fair(map.players(), survey(&map).class_step);
    }
    let text = map.file().to_string();
    if let Some(path) = &args.output {
        write(path, &text)?;
    } else {
        let mut out = output::stdout();
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).into_diagnostic()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Says who is equal where a symmetry makes only some players equal.
fn tell_if_not_fair(players: u8, class_step: u8) {
    if class_step > 1 {
        let class = |first: u8| {
            let seats: Vec<String> =
                (first..=players).step_by(class_step.into()).map(|seat| seat.to_string()).collect();
            seats.join(" = ")
        };
        let classes: Vec<String> = (1..=class_step).map(class).collect();
        output::note(&format!("note: not all players are equal on this map, only {}", classes.join(", ")));
    }
}

fn options(args: &Args) -> Options {
    let [choice, inversion, bonus, expansion] = args.special_weights;
    let [any, straight, ring, same_tile, mirror] = args.shapes;
    Options {
        seed: args.seed,
        players: args.players,
        height: args.size.0,
        width: args.size.1,
        symmetry: match args.symmetry {
            SymmetryName::None => Symmetry::None,
            SymmetryName::Rotational => Symmetry::Rotational,
            SymmetryName::Translational => Symmetry::Translational,
        },
        tiles: TileOptions {
            holes: args.holes,
            specials: args.special,
            weights: Specials { choice, inversion, bonus, expansion },
            clusters: args.clusters,
            fill: args.fill,
        },
        joins: JoinOptions {
            torus: args.torus,
            transitions: args.transitions,
            shapes: Shapes { any, straight, ring, same_tile, mirror },
        },
        stocks: Stocks { overrides: args.overrides, bombs: args.bombs, strength: args.strength },
    }
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let parts = text.split_once('x').map(|(height, width)| (height.parse(), width.parse()));
    match parts {
        Some((Ok(height), Ok(width))) => Ok((height, width)),
        _ => Err("expected rows and columns, e.g. 20x30".to_owned()),
    }
}

fn amount(text: &str) -> Result<Amount, String> {
    let amount = match text.strip_suffix('%') {
        Some(percent) => percent.trim_end().parse().ok().map(Amount::Percent),
        None => text.parse().ok().map(Amount::Count),
    };
    amount.ok_or_else(|| "expected a number, e.g. 12, or a percentage, e.g. 30%".to_owned())
}

fn weights<const N: usize>(text: &str) -> Result<[u8; N], String> {
    let weights: Option<Vec<u8>> = text.split(',').map(|weight| weight.parse().ok()).collect();
    let weights = weights.and_then(|weights| <[u8; N]>::try_from(weights).ok());
    weights.ok_or_else(|| format!("expected {N} numbers from 0 to 255, e.g. {}", vec!["1"; N].join(",")))
}

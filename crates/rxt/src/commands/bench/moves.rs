//! `rxt bench moves`: the fast generators beside the naive ray walker.

use super::othello;
use super::sample::{Twin, twins};
use super::timing::{Pair, compare, timed};
use crate::{input, output};
use miette::{IntoDiagnostic, Result, miette};
use rxt_rules::moves::{Level, TileList};
use rxt_rules::perft::{Passes, perft};
use rxt_rules::position::Setup;
use rxt_rules::rng::Rng;
use rxt_rules::{ByPlayer, Map, MapFile, Phase, Player, Position, UndoLog};
use serde::Serialize;
use std::hint::black_box;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// Compare the fast move generators with a naive ray walker
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Every figure is the shortest of many rounds, fast and naive in turns; the ratios are what counts.
Without --map some of our own maps are measured.

Examples:
  rxt bench moves
  rxt bench moves --map maps/torus-5p-50x50.map --map maps/standard-8x8.map
  rxt bench moves --json > bench.json"
)]
pub(crate) struct Args {
    /// A map to measure on; can be given several times
    #[arg(long = "map", value_name = "FILE")]
    maps: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Distinct positions per map
    #[arg(long, default_value_t = 512, value_name = "N")]
    positions: usize,
    /// Time for each figure in milliseconds
    #[arg(long, default_value_t = 300, value_name = "MS")]
    budget: u64,
}

/// Maps of all classes, built in.
const OUR_MAPS: [(&str, &str); 8] = [
    ("standard-8x8", include_str!("../../../../../maps/standard-8x8.map")),
    ("torus-2p-10x10", include_str!("../../../../../maps/torus-2p-10x10.map")),
    ("cross-4p-15x15", include_str!("../../../../../maps/cross-4p-15x15.map")),
    ("plain-2p-20x20", include_str!("../../../../../maps/plain-2p-20x20.map")),
    ("arena-4p-20x20", include_str!("../../../../../maps/arena-4p-20x20.map")),
    ("plain-8p-50x50", include_str!("../../../../../maps/plain-8p-50x50.map")),
    ("bends-4p-50x50", include_str!("../../../../../maps/bends-4p-50x50.map")),
    ("torus-5p-50x50", include_str!("../../../../../maps/torus-5p-50x50.map")),
];

#[derive(Serialize)]
struct Report {
    level: String,
    maps: Vec<MapReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    othello_perft: Option<OthelloReport>,
}

#[derive(Serialize)]
struct MapReport {
    name: String,
    tiles: usize,
    players: u8,
    transitions: usize,
    positions: usize,
    kernel: String,
    legal_list: Pair,
    override_list: Pair,
    mobility_all: Pair,
    make_undo: Pair,
    perft_node: Pair,
    bomb_area: Vec<BombReport>,
}

#[derive(Serialize)]
struct BombReport {
    strength: u8,
    ns: f64,
}

/// Perft on plain 8x8 beside the hand-written generator.
#[derive(Serialize)]
struct OthelloReport {
    depth: u32,
    rxt_leaves_per_second: f64,
    u64_leaves_per_second: f64,
    share: f64,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let budget = Duration::from_millis(args.budget);
    let mut report = Report { level: format!("{:?}", Level::detect()), maps: Vec::new(), othello_perft: None };
    let mut out = output::stdout();
    if !args.json {
        writeln!(out, "CPU path: {}. Nanoseconds, fast / naive, and their ratio.", report.level).into_diagnostic()?;
    }
    for (name, file) in files(args)? {
        let Some(measured) = measure(&name, file, args.positions, budget)? else {
            output::note(&format!("{name}: too few positions in phase 1 to measure on; left out"));
            continue;
        };
        if !args.json {
            print(&mut out, &measured).into_diagnostic()?;
            out.flush().into_diagnostic()?;
        }
        report.maps.push(measured);
    }
    if args.maps.is_empty() {
        report.othello_perft = Some(othello_report(budget)?);
    }
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&report).into_diagnostic()?).into_diagnostic()?;
    } else if let Some(othello) = &report.othello_perft {
        let share = othello.share * 100.0;
        writeln!(out, "\nperft {} on plain 8x8: {share:.0} % of a hand-written generator's speed", othello.depth)
            .into_diagnostic()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn files(args: &Args) -> Result<Vec<(String, MapFile)>> {
    let ours = || OUR_MAPS.map(|(name, text)| Ok((name.to_owned(), parse(text.as_bytes(), Path::new(name))?)));
    let theirs = |path: &PathBuf| {
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        Ok((name, input::read_map_of(&path.to_string_lossy())?.0.file().clone()))
    };
    if args.maps.is_empty() { ours().into_iter().collect() } else { args.maps.iter().map(theirs).collect() }
}

fn parse(text: &[u8], path: &Path) -> Result<MapFile> {
    MapFile::parse(text).map(|(file, _)| file).map_err(|errors| input::map_report(path, text, &errors))
}

fn measure(name: &str, file: MapFile, positions: usize, budget: Duration) -> Result<Option<MapReport>> {
    const LEAST: usize = 16;
    let map = Map::new(file).map_err(|errors| miette!("{errors}"))?;
    let twins = twins(map.file(), positions).map_err(|errors| miette!("{errors}"))?;
    if twins.len() < LEAST {
        return Ok(None);
    }
    let (legal_list, override_list, mobility_all) = measure_lists(&map, &twins, budget);
    Ok(Some(MapReport {
        name: name.to_owned(),
        tiles: map.tile_count(),
        players: map.players(),
        transitions: map.file().transitions.len(),
        positions: twins.len(),
        kernel: map.kernel_name(),
        legal_list,
        override_list,
        mobility_all,
        make_undo: measure_make(&twins, budget),
        perft_node: measure_perft(&twins, budget),
        bomb_area: [1, 2, 3, 5].into_iter().filter_map(|strength| measure_bombs(&twins, strength, budget)).collect(),
    }))
}

fn measure_lists(map: &Map, twins: &[Twin], budget: Duration) -> (Pair, Pair, Pair) {
    let compare_lists = |work: &dyn Fn(&Position, Player, &mut TileList) -> u64| {
        let (mut fast_list, mut naive_list) = (TileList::new(map), TileList::new(twins[0].naive.map()));
        let over = |position: &Position, list: &mut TileList| {
            position.to_move().map_or(0, |player| work(position, player, list))
        };
        let fast = || twins.iter().map(|twin| over(&twin.fast, &mut fast_list)).sum();
        let naive = || twins.iter().map(|twin| over(&twin.naive, &mut naive_list)).sum();
        compare(budget, twins.len(), fast, naive)
    };
    let listed = |list: &TileList| list.as_slice().iter().map(|tile| tile.index() as u64 + 1).sum();
    let legal_list = compare_lists(&|position, player, list| {
        position.list_ordinary(player, list);
        listed(list)
    });
    let override_list = compare_lists(&|position, player, list| {
        position.list_overrides(player, list);
        listed(list)
    });
    let mobility_all = compare_lists(&|position, _, list| {
        Player::all(position.players()).map(|player| u64::from(position.mobility(player, list))).sum()
    });
    (legal_list, override_list, mobility_all)
}

fn measure_make(twins: &[Twin], budget: Duration) -> Pair {
    let mut positions: Vec<(Position, Position)> =
        twins.iter().map(|twin| (twin.fast.clone(), twin.naive.clone())).collect();
    let (mut fast, mut naive): (Vec<&mut Position>, Vec<&mut Position>) =
        positions.iter_mut().map(|(fast, naive)| (fast, naive)).unzip();
    let work = |positions: &mut [&mut Position]| {
        let mut log = UndoLog::new();
        let mut turns = 0;
        for (position, twin) in positions.iter_mut().zip(twins) {
            position.make(twin.mv, &mut log);
            turns += position.to_move().map_or(0, |player| u64::from(player.number()));
            position.unmake(&mut log);
        }
        turns
    };
    compare(budget, twins.len(), || work(&mut fast), || work(&mut naive))
}

/// The time per node of perft: a move made, the answers counted, the move taken back.
fn measure_perft(twins: &[Twin], budget: Duration) -> Pair {
    /// Nodes that are visited at most, lest the naive way takes too long on large maps.
    const NODES: u64 = 40_000;
    const POSITIONS: usize = 16;
    let chosen: Vec<&Twin> = twins.iter().step_by(twins.len().div_ceil(POSITIONS)).collect();
    let leaves = |depth| chosen.iter().map(|twin| perft(&twin.fast, depth, Passes::Silent)).sum::<u64>();
    let depth = (3..8).find(|&depth| leaves(depth - 1) > NODES).unwrap_or(8) - 1;
    let nodes: u64 = (1..depth).map(leaves).sum();
    let fast = || chosen.iter().map(|twin| perft(&twin.fast, depth, Passes::Silent)).sum();
    let naive = || chosen.iter().map(|twin| perft(&twin.naive, depth, Passes::Silent)).sum();
    compare(budget, nodes as usize, fast, naive)
}

/// The time to throw a bomb and take it back.
fn measure_bombs(twins: &[Twin], strength: u8, budget: Duration) -> Option<BombReport> {
    const BOARDS: usize = 8;
    const TARGETS: usize = 64;
    let mut rng = Rng::new(u64::from(strength));
    let mut boards = Vec::new();
    for twin in twins.iter().step_by(twins.len().div_ceil(BOARDS)) {
        let mut setup: Setup = twin.fast.setup();
        setup.map.strength = strength;
        (setup.phase, setup.bombs) = (Phase::Bomb, ByPlayer::all(2));
        let position = Position::from_setup(setup).ok()?;
        let targets = position.legal_moves();
        let chosen: Vec<_> = (0..TARGETS).filter_map(|_| rng.pick(&targets).copied()).collect();
        boards.push((position, chosen));
    }
    let items = boards.iter().map(|(_, targets)| targets.len()).sum::<usize>().max(1);
    let mut log = UndoLog::new();
    let mut round = || {
        let mut destroyed = 0;
        for (position, targets) in &mut boards {
            for &target in targets.iter() {
                position.make(target, &mut log);
                destroyed += log.last_changes().len() as u64;
                position.unmake(&mut log);
            }
        }
        destroyed
    };
    let rounds = 3 + budget.as_millis() / 20;
    let best = (0..rounds).map(|_| timed(&mut round).0).min()?;
    Some(BombReport { strength, ns: best.as_nanos() as f64 / items as f64 })
}

fn othello_report(budget: Duration) -> Result<OthelloReport> {
    const DEPTH: u32 = 8;
    let file = parse(OUR_MAPS[0].1.as_bytes(), Path::new(OUR_MAPS[0].0))?;
    let position = Position::new(Arc::new(Map::new(file).map_err(|errors| miette!("{errors}"))?));
    let leaves = othello::perft(DEPTH);
    let pair = compare(
        budget * 3,
        leaves as usize,
        || othello::perft(black_box(DEPTH)),
        || perft(&position, DEPTH, Passes::Silent),
    );
    Ok(OthelloReport {
        depth: DEPTH,
        rxt_leaves_per_second: 1e9 / pair.naive_ns,
        u64_leaves_per_second: 1e9 / pair.fast_ns,
        share: pair.fast_ns / pair.naive_ns,
    })
}

fn print(out: &mut impl Write, map: &MapReport) -> std::io::Result<()> {
    let MapReport { name, tiles, players, transitions, positions, kernel, .. } = map;
    writeln!(
        out,
        "\n{name}: {players} players, {tiles} tiles, {transitions} transitions; {kernel}; {positions} positions"
    )?;
    let pairs = [
        ("legal list", map.legal_list),
        ("override list", map.override_list),
        ("mobility of all", map.mobility_all),
        ("make and undo", map.make_undo),
        ("perft node", map.perft_node),
    ];
    for (what, Pair { fast_ns, naive_ns, ratio }) in pairs {
        writeln!(out, "  {what:<16}{fast_ns:>9.0} /{naive_ns:>9.0}{ratio:>8.1}x")?;
    }
    let bombs: Vec<String> = map.bomb_area.iter().map(|bomb| format!("{}: {:.0}", bomb.strength, bomb.ns)).collect();
    writeln!(out, "  bomb by strength: {}", bombs.join(", "))
}

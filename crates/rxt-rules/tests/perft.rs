//! Perft tables as data: `tests/data/*.perft`, for this and any other implementation.
//!
//! Format, a line each: `map PATH` (from the folder of the workspace), then `perft DEPTH LEAVES` and `passes DEPTH LEAVES`
//! (each pass a ply) for that map; `#` begins a comment.

use rxt_rules::moves::{Kernel, Level};
use rxt_rules::perft::{Passes, divide, perft};
use rxt_rules::{Map, MapFile, Position};
use std::path::Path;
use std::sync::Arc;

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// One row of a table.
struct Row {
    map: String,
    passes: Passes,
    depth: u32,
    leaves: u64,
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut map = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the tables are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "perft"));
    files.sort();
    for path in files {
        for line in
            std::fs::read_to_string(&path).expect("a table can be read").lines().filter(|line| !line.starts_with('#'))
        {
            match line.split_whitespace().collect::<Vec<_>>()[..] {
                [] => {}
                ["map", name] => name.clone_into(&mut map),
                [kind @ ("perft" | "passes"), depth, leaves] => rows.push(Row {
                    map: map.clone(),
                    passes: if kind == "perft" { Passes::Silent } else { Passes::Plies },
                    depth: depth.parse().expect("a depth"),
                    leaves: leaves.parse().expect("a number of leaves"),
                }),
                _ => panic!("{}: `{line}`", path.display()),
            }
        }
    }
    rows
}

fn file(map: &str) -> MapFile {
    let text = std::fs::read(Path::new(WORKSPACE).join(map)).expect("the map is there");
    MapFile::parse(&text).expect("the map is valid").0
}

#[test]
fn the_tables_hold() {
    /// What the gate counts; the deeper rows belong to the long run.
    const MOST: u64 = 4_000_000;
    let mut leaves = 0;
    for row in rows().into_iter().filter(|row| row.leaves <= MOST) {
        let position = Position::new(Arc::new(Map::new(file(&row.map)).unwrap()));
        let Row { map, passes, depth, leaves: expected } = row;
        assert_eq!(perft(&position, depth, passes), expected, "{map}, depth {depth}, {passes:?}");
        leaves += expected;
    }
    assert!(leaves > 1_000_000, "the tables are there");
    println!("proof: {leaves} leaves of perft as in the tables");
}

#[test]
fn the_ray_walker_agrees_with_the_tables() {
    const MOST: u64 = 60_000;
    for row in rows().into_iter().filter(|row| row.leaves <= MOST) {
        let map = Map::with_kernel(file(&row.map), Kernel::Naive, Level::Baseline).unwrap();
        let counted = perft(&Position::new(Arc::new(map)), row.depth, row.passes);
        assert_eq!(counted, row.leaves, "{}, depth {}", row.map, row.depth);
    }
}

#[test]
fn several_threads_count_the_same_leaves_behind_each_move() {
    let position = Position::new(Arc::new(Map::new(file("maps/arena-4p-20x20.map")).unwrap()));
    let alone = divide(&position, 3, Passes::Silent, 1);
    assert_eq!(divide(&position, 3, Passes::Silent, 3), alone);
    let sum: u64 = alone.iter().map(|(_, leaves)| leaves).sum();
    assert_eq!(sum, perft(&position, 3, Passes::Silent));
}

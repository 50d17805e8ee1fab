//! Records the games of `conformance/`: `cargo run --release -p rxt-record --example conformance`.
//!
//! The same rules give the same bytes, so a difference after running it is a change of the rules.

use rxt_record::conformance::{record_game, write_packed};
use rxt_rules::Map;
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

const GAMES: u64 = 200;
/// Games on larger maps would take more room than all others together.
const MOST_TILES: usize = 700;

fn main() -> Result<(), Box<dyn Error>> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(workspace.join("maps"))?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
    paths.sort();
    let mut maps = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (map, _) = Map::parse(&fs::read(&path)?)?;
        if map.tile_count() <= MOST_TILES {
            maps.push((name, map));
        }
    }
    let games = (0..GAMES).map(|seed| {
        let (name, map) = &maps[seed as usize % maps.len()];
        record_game(name, map, seed)
    });
    write_packed(File::create(workspace.join("conformance/games.jsonl.gz"))?, games)?;
    Ok(())
}

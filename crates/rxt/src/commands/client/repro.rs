//! Saves a position in which something went wrong.

use rxt_record::position;
use rxt_rules::Position;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names that are tried until one is free.
const NAMES: u32 = 10_000;

/// Writes a position into a folder, and says where it is and what to do with it.
pub(crate) fn save(position: &Position, folder: &Path) -> String {
    match create(folder) {
        Ok((mut file, path)) => match file.write_all(position::print(position).as_bytes()) {
            Ok(()) => format!("the position is saved: rxt show {}", path.display()),
            Err(error) => format!("cannot write the position to `{}`: {error}", path.display()),
        },
        Err(error) => format!("cannot save the position in `{}`: {error}", folder.display()),
    }
}

fn create(folder: &Path) -> io::Result<(File, PathBuf)> {
    for number in 1..=NAMES {
        let path = folder.join(format!("rxt-repro-{number}.pos"));
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (file, path)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

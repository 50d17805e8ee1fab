//! Games and cases that were recorded elsewhere and stand beside the repository, if at all.

use flate2::read::GzDecoder;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The folder of recorded games, `None` if it is not there.
pub(crate) fn folder() -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors"));
    path.exists().then(|| path.to_owned())
}

/// The lines of a file, which may be compressed.
pub(crate) fn lines(path: &Path) -> impl Iterator<Item = String> + use<> {
    let file = File::open(path).expect("a recorded file can be opened");
    let compressed = path.extension().is_some_and(|end| end == "gz");
    let reader: Box<dyn Read> = if compressed { Box::new(GzDecoder::new(file)) } else { Box::new(file) };
    BufReader::new(reader).lines().map(|line| line.expect("a recorded file can be read"))
}

/// The bytes of a recorded map: each character is one byte.
pub(crate) fn map_bytes(text: &str) -> Vec<u8> {
    text.chars().map(|char| u8::try_from(char).expect("maps are recorded byte by byte")).collect()
}

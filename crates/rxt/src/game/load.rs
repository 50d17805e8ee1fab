//! Finds a game in a file: a record, a log of the course's server, or one of the games of a conformance file.

use super::vector;
use crate::input::{self, unreadable};
use flate2::bufread::MultiGzDecoder;
use miette::{Report, Result, miette};
use rxt_record::source::Kind;
use rxt_record::vector::VectorGame;
use rxt_record::verify::MAX_LINE_BYTES;
use rxt_record::{Record, Source};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Reads a game; of a file with several games the one with this number, counted from 1, the first if none is given.
/// Files may be packed with gzip; `-` is standard input.
pub(crate) fn load(path: &Path, number: Option<usize>) -> Result<Record> {
    let is_nothing = |bytes: &[u8]| Kind::detect(bytes) == Kind::Map && Source::parse(bytes).is_err();
    match open_unless(path, number, is_nothing)? {
        Source::Record(record) => Ok(record),
        Source::Map(_) => Err(no_game(path, "is a map")),
        Source::Position(_) => Err(no_game(path, "is a position")),
    }
}

/// Like [`load`], but maps and positions are welcome too.
pub(crate) fn open(path: &Path, number: Option<usize>) -> Result<Source> {
    open_unless(path, number, |_| false)
}

fn open_unless(path: &Path, number: Option<usize>, is_nothing: impl Fn(&[u8]) -> bool) -> Result<Source> {
    let mut reader = unpacked(path).map_err(|error| unreadable(path, &error))?;
    let start = reader.fill_buf().map_err(|error| unreadable(path, &error))?;
    let lines = Kind::detect(start) == Kind::Map && start.trim_ascii_start().starts_with(b"{");
    match (lines, number) {
        (true, _) => nth_game(path, reader, number.unwrap_or(1)).map(Source::Record),
        (false, Some(number)) if number != 1 => {
            Err(miette!(help = "leave `--game` out", "`{}` has one game; there is no game {number}", path.display()))
        }
        (false, _) => {
            let bytes = whole(path, reader)?;
            if is_nothing(&bytes) {
                return Err(no_game(
                    path,
                    if bytes.trim_ascii().is_empty() { "is empty" } else { "has no game in it" },
                ));
            }
            input::parse_source(path, &bytes)
        }
    }
}

/// The contents, unpacked.
fn unpacked(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file: Box<dyn Read> = if path.as_os_str() == "-" { Box::new(io::stdin()) } else { Box::new(File::open(path)?) };
    let mut reader = BufReader::with_capacity(1 << 16, file);
    if reader.fill_buf()?.starts_with(&input::GZIP) {
        return Ok(Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(reader))));
    }
    Ok(Box::new(reader))
}

fn whole(path: &Path, reader: impl Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = reader.take(Source::MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(path, &error))?;
    if bytes.len() > Source::MAX_BYTES {
        return Err(miette!("`{}` is longer than {} MiB, which no game is", path.display(), Source::MAX_BYTES >> 20));
    }
    Ok(bytes)
}

/// Says what a file is instead of a game.
fn no_game(path: &Path, found: &str) -> Report {
    const EXPECTED: &str = "expected a record, a log of the course's server, or a conformance file (.jsonl, .jsonl.gz)";
    const HELP: &str = "`rxt show FILE` shows maps and positions; `rxt demo --record FILE` makes a record to try";
    miette!(help = HELP, "`{}` {found}; {EXPECTED}", path.display())
}

/// The game with a number, line by line, so that memory is bounded by one game.
fn nth_game(path: &Path, mut reader: impl BufRead, number: usize) -> Result<Record> {
    let mut games = 0;
    for line_number in 1.. {
        let mut line = Vec::new();
        let read = reader.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line);
        if read.map_err(|error| unreadable(path, &error))? == 0 {
            break;
        }
        games += usize::from(!line.trim_ascii().is_empty());
        if games == number && number > 0 {
            let failed = |error: &dyn std::fmt::Display| {
                let help = "`rxt verify` tells which lines are games";
                miette!(help = help, "`{}`, line {line_number}: not a game: {error}", path.display())
            };
            let game: VectorGame = serde_json::from_slice(&line).map_err(|error| failed(&error))?;
            return vector::record(&game).map_err(|error| failed(&error));
        }
    }
    let help = "games are counted from 1";
    Err(miette!(help = help, "`{}` has {games} games; there is no game {number}", path.display()))
}

//! Reads what the user names: files of bounded size, maps and positions with all their problems shown in place.

use miette::{LabeledSpan, NamedSource, Report, Result, miette};
use rxt_record::source::{Kind, SourceError};
use rxt_record::{Source, TextError};
use rxt_rules::Position;
use rxt_rules::map::{Map, MapErrors, MapWarning};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// How files packed with gzip begin.
pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Reads a file, or standard input for `-`, and refuses what is longer than `limit` bytes without reading all of it.
pub(crate) fn read_bytes(path: &Path, limit: usize) -> Result<Vec<u8>> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = |source: &mut dyn Read, bytes: &mut Vec<u8>| source.take(limit as u64 + 1).read_to_end(bytes);
    let outcome = if name == "-" {
        read(&mut io::stdin().lock(), &mut bytes)
    } else {
        File::open(path).and_then(|mut file| read(&mut file, &mut bytes))
    };
    outcome.map_err(|error| unreadable(path, &error))?;
    if bytes.len() > limit {
        return Err(miette!("`{name}` is longer than {} MiB, which no such file can be", limit >> 20));
    }
    Ok(bytes)
}

/// Why a file cannot be read, and what can be done about it.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Report {
    let help = match error.kind() {
        io::ErrorKind::NotFound => "check the name and the folder; `-` reads standard input",
        io::ErrorKind::IsADirectory => "this is a folder; name a file in it",
        io::ErrorKind::PermissionDenied => "ask its owner for the right to read it",
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => {
            "the file is cut off or damaged; get it again"
        }
        _ => "see whether other programs can read it",
    };
    miette!(help = help, "cannot read `{}`: {error}", path.display())
}

/// Reads the position that an argument names: a map's start, a position, or a record's last position, or with
/// `RECORD@ply` the position after that many moves. `-` is standard input.
pub(crate) fn read_position(argument: &str) -> Result<Position> {
    let (path, ply) = split_ply(argument);
    read_source(Path::new(path))?.position(ply).map_err(|error| miette!("`{argument}`: {error}"))
}

/// Reads the map that an argument names, with its warnings: a map, or the map of a position or a game.
pub(crate) fn read_map_of(argument: &str) -> Result<(Arc<Map>, Vec<MapWarning>)> {
    let (path, ply) = split_ply(argument);
    let path = Path::new(path);
    let bytes = read_bytes(path, Source::MAX_BYTES)?;
    refuse_what_is_no_text(path, &bytes)?;
    if ply.is_none() && Kind::detect(&bytes) == Kind::Map {
        let (map, warnings) = Map::parse(&bytes).map_err(|errors| map_report(path, &bytes, &errors))?;
        return Ok((Arc::new(map), warnings));
    }
    let position = parse_source(path, &bytes)?.position(ply).map_err(|error| miette!("`{argument}`: {error}"))?;
    Ok((Arc::clone(position.map()), Vec::new()))
}

/// Reads a map, a position, a record or a course log, whichever it is.
pub(crate) fn read_source(path: &Path) -> Result<Source> {
    parse_source(path, &read_bytes(path, Source::MAX_BYTES)?)
}

pub(crate) fn parse_source(path: &Path, bytes: &[u8]) -> Result<Source> {
    refuse_what_is_no_text(path, bytes)?;
    Source::parse(bytes).map_err(|error| match error {
        SourceError::Map(errors) => map_report(path, bytes, &errors),
        SourceError::Text(error) => text_report(path, bytes, &error),
    })
}

/// Tells of empty and packed files, of which the reader of maps could only say that they have no number of players.
fn refuse_what_is_no_text(path: &Path, bytes: &[u8]) -> Result<()> {
    let path = path.display();
    if bytes.trim_ascii().is_empty() {
        let help = "`rxt map generate` makes a map, `rxt demo --record FILE` a record";
        return Err(miette!(help = help, "`{path}` is empty; expected a map, a position or a record"));
    }
    if bytes.starts_with(&GZIP) {
        let help = "unpack it with `gunzip`; `rxt replay`, `rxt render` and `rxt verify` read it as it is";
        return Err(miette!(help = help, "`{path}` is packed; expected a map, a position or a record as text"));
    }
    Ok(())
}

/// Cuts `@ply` off, unless a file has that name.
pub(crate) fn split_ply(argument: &str) -> (&str, Option<usize>) {
    let Some((path, ply)) = argument.rsplit_once('@') else { return (argument, None) };
    match ply.parse() {
        Ok(ply) if !path.is_empty() && !Path::new(argument).exists() => (path, Some(ply)),
        _ => (argument, None),
    }
}

/// All errors of a map as one report: in place, or as a list if the lines are too long to be shown.
pub(crate) fn map_report(path: &Path, bytes: &[u8], errors: &MapErrors) -> Report {
    const SHOWN: usize = 20;
    let shown = &errors.listed[..errors.listed.len().min(SHOWN)];
    let count = errors.count();
    let problems = if count == 1 { "problem" } else { "problems" };
    let more = if count > SHOWN { format!("{} more problems are not shown; ", count - SHOWN) } else { String::new() };
    let help = format!("{more}see docs/rules.md, \"The map file\"");
    let headline = format!("`{}` is not a map: {count} {problems}", path.display());
    // An empty file has no place that could be shown.
    if bytes.is_empty() || shown.iter().any(|error| is_near_long_line(bytes, error.place.offset)) {
        let list: Vec<String> = shown.iter().map(ToString::to_string).collect();
        return miette!(help = help, "{headline}\n{}", list.join("\n"));
    }
    let labels = shown.iter().map(|error| {
        let end = error.place.offset.saturating_add(error.place.length);
        LabeledSpan::at(error.place.offset..end, error.kind.to_string())
    });
    miette!(labels = labels.collect::<Vec<_>>(), help = help, "{headline}")
        .with_source_code(NamedSource::new(path.display().to_string(), printable(bytes)))
}

/// Whether a place, or the line above or below, which a snippet shows too, is on a line that is too long to be shown.
fn is_near_long_line(bytes: &[u8], offset: usize) -> bool {
    const LONGEST: usize = 2000;
    let (before, after) = bytes.split_at(offset.min(bytes.len()));
    let is_long = |line: &[u8]| line.len() > LONGEST;
    before.rsplit(|&byte| byte == b'\n').take(2).any(is_long) || after.split(|&byte| byte == b'\n').take(2).any(is_long)
}

/// The text for a snippet, byte by byte, so that places stay where they are; what could upset a terminal becomes `?`,
/// and a carriage return, which moves its cursor, a blank.
fn printable(bytes: &[u8]) -> String {
    let shown = |&byte: &u8| match byte {
        b'\r' => ' ',
        b' ' | b'\t' | b'\n' => byte as char,
        byte if byte.is_ascii_graphic() => byte as char,
        _ => '?',
    };
    bytes.iter().map(shown).collect()
}

/// The error of a record, a position or a course log, shown in place.
pub(crate) fn text_report(path: &Path, bytes: &[u8], error: &TextError) -> Report {
    const HELP: &str = "see docs/record.md";
    // Where a file is cut off there is nothing to point at.
    if is_near_long_line(bytes, error.place.offset) || error.place.offset >= bytes.trim_ascii_end().len() {
        return miette!(help = HELP, "`{}`: {error}", path.display());
    }
    let text = printable(bytes);
    let start = error.place.offset.min(text.len());
    let end = start.saturating_add(error.place.length).min(text.len());
    let label = LabeledSpan::at(start..end, error.kind.to_string());
    let (line, column) = (error.place.line, error.place.column);
    miette!(labels = vec![label], help = HELP, "`{}` is wrong in line {line}, column {column}", path.display())
        .with_source_code(NamedSource::new(path.display().to_string(), text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ply_is_cut_off_where_it_is_a_number() {
        assert_eq!(split_ply("game.rxt@12"), ("game.rxt", Some(12)));
        assert_eq!(split_ply("a@b/game.rxt"), ("a@b/game.rxt", None));
        assert_eq!(split_ply("-@0"), ("-", Some(0)));
        assert_eq!(split_ply("game.rxt@"), ("game.rxt@", None));
        assert_eq!(split_ply("@3"), ("@3", None));
    }
}

//! Reads what the user names: files of bounded size, maps with all their problems shown in place.

use miette::{IntoDiagnostic, LabeledSpan, NamedSource, Report, Result, WrapErr, miette};
use rxt_rules::map::{Map, MapErrors, MapFile, MapWarning};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

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
    outcome.into_diagnostic().wrap_err_with(|| format!("cannot read `{name}`"))?;
    if bytes.len() > limit {
        return Err(miette!("`{name}` is longer than {} MiB, which no such file can be", limit >> 20));
    }
    Ok(bytes)
}

/// Reads a map; its errors become one report that shows each in place.
pub(crate) fn read_map(path: &Path) -> Result<(Map, Vec<MapWarning>)> {
    let bytes = read_bytes(path, MapFile::MAX_BYTES)?;
    Map::parse(&bytes).map_err(|errors| map_report(path, &bytes, &errors))
}

/// All errors of a map as one report.
pub(crate) fn map_report(path: &Path, bytes: &[u8], errors: &MapErrors) -> Report {
    const SHOWN: usize = 20;
    // A byte that is no UTF-8 would shift the places of everything behind it.
    let text: String = bytes.iter().map(|&byte| if byte.is_ascii() { byte as char } else { '?' }).collect();
    let labels = errors.listed.iter().take(SHOWN).map(|error| {
        let Some(end) = error.place.offset.checked_add(error.place.length) else {
            return LabeledSpan::at_offset(0, "");
        };
        LabeledSpan::at(error.place.offset..end, error.kind.to_string())
    });
    let count = errors.count();
    let problems = if count == 1 { "problem" } else { "problems" };
    let more = if count > SHOWN { format!("{} more problems are not shown", count - SHOWN) } else { String::new() };
    let help = format!("{more}{}see docs/rules.md, \"The map file\"", if more.is_empty() { "" } else { "; " });
    miette!(labels = labels.collect::<Vec<_>>(), help = help, "`{}` is not a map: {count} {problems}", path.display())
        .with_source_code(NamedSource::new(path.display().to_string(), text))
}

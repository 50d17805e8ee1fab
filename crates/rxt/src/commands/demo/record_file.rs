//! Where the record of a demonstration goes. A file that is something else is never overwritten.

use super::EVENT;
use miette::{IntoDiagnostic, Result, WrapErr, miette};
use rxt_record::Record;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The tag that tells demonstrations from other records.
pub(super) const EVENT_KEY: &str = "event";
/// Names that are tried in a folder until one is free or ours.
const NAMES: [&str; 4] = ["demo.rxt", "demo-2.rxt", "demo-3.rxt", "demo-4.rxt"];

/// Where the record goes.
#[derive(Clone, Debug)]
pub(super) struct RecordFile(Vec<PathBuf>);

impl RecordFile {
    /// The file that was asked for, or those that come into question. Said early, so that no game is lost.
    pub(super) fn new(asked: Option<&Path>) -> Result<Self> {
        let Some(path) = asked else {
            let files = folders().into_iter().flat_map(|folder| NAMES.map(|name| folder.join(name)));
            return Ok(Self(files.collect()));
        };
        if !is_free_or_ours(path) {
            let help = "name another file, or remove this one first";
            let path = path.display();
            return Err(miette!(help = help, "`{path}` exists and is no demonstration record; it is not overwritten"));
        }
        let folder = parent(path);
        if !folder.is_dir() {
            let help = "make it first, or name a file elsewhere";
            return Err(miette!(help = help, "there is no folder `{}` for the record", folder.display()));
        }
        Ok(Self(vec![path.to_owned()]))
    }

    /// Writes the record and tells where to.
    pub(super) fn save(&self, record: &Record) -> Result<PathBuf> {
        let text = record.to_string();
        let mut failure = None;
        for path in &self.0 {
            if is_free_or_ours(path) {
                match write(path, &text) {
                    Ok(()) => return Ok(path.clone()),
                    Err(error) => failure = Some((path, error)),
                }
            }
        }
        let Some((path, error)) = failure else {
            return Err(miette!(help = "name one with `--record FILE`", "there is no place for the record"));
        };
        let failed = || format!("cannot write the record to `{}`; name another file with `--record`", path.display());
        Err(error).into_diagnostic().wrap_err_with(failed)
    }
}

/// The user's folder for what programs leave behind, or else the system's for what nobody needs for long.
fn folders() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = variable("XDG_STATE_HOME")
        .or_else(|| variable("LOCALAPPDATA"))
        .or_else(|| variable("HOME").map(|home| home.join(".local").join("state")));
    state.into_iter().chain([std::env::temp_dir()]).map(|folder| folder.join("rxt")).collect()
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}

/// Whether nothing is there, or an older demonstration.
fn is_free_or_ours(path: &Path) -> bool {
    match fs::symlink_metadata(path) {
        Err(error) => error.kind() == io::ErrorKind::NotFound || error.kind() == io::ErrorKind::NotADirectory,
        Ok(metadata) => metadata.is_file() && metadata.len() <= Record::MAX_BYTES as u64 && is_ours(path),
    }
}

fn is_ours(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(Record::MAX_BYTES as u64).read_to_end(&mut bytes));
    read.is_ok() && Record::parse(&bytes).is_ok_and(|record| record.tag(EVENT_KEY) == Some(EVENT))
}

/// Writes beside the file first, so that it is replaced as a whole or not at all.
fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(parent(path))?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", std::process::id()));
    let written = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(&beside)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&beside, path));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

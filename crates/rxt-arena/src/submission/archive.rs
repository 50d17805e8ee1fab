//! Unpacks archives of strangers: within bounds, nothing but files, and nowhere but into one folder.

use super::SubmissionError;
use super::manifest::{MANIFEST, Manifest, Runtime};
use flate2::read::GzDecoder;
use std::collections::BTreeMap;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{Cursor, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;
use tar::EntryType;

/// How much an archive may have in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Bytes of the archive.
    pub archive: usize,
    /// Files and folders.
    pub entries: usize,
    /// Bytes of all files.
    pub bytes: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { archive: 16 << 20, entries: 500, bytes: 64 << 20 }
    }
}

/// What was unpacked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unpacked {
    /// What the program says of itself.
    pub manifest: Manifest,
    /// How many files it has.
    pub files: usize,
    /// How many bytes they have.
    pub bytes: u64,
}

/// The longest path in an archive, and the deepest.
const LONGEST_PATH: usize = 200;
const DEEPEST: usize = 10;

/// Unpacks an archive into a folder that is made for it. If that fails, the folder may be left behind, half full.
pub fn unpack(archive: &[u8], folder: &Path, bounds: &Bounds) -> Result<Unpacked, SubmissionError> {
    if archive.len() > bounds.archive {
        return Err(SubmissionError::TooMuch(format!("{} bytes", bounds.archive)));
    }
    let files = match archive {
        [b'P', b'K', 3 | 5, 4 | 6, ..] => read_zip(archive, bounds)?,
        [0x1f, 0x8b, ..] => read_tar(archive, bounds)?,
        _ => return Err(SubmissionError::NoArchive),
    };
    let files = from_the_manifest(files)?;
    let manifest = Manifest::parse(&files[MANIFEST])?;
    let program = files.get(&manifest.file);
    let program = program.ok_or_else(|| SubmissionError::Manifest(format!("there is no file `{}`", manifest.file)))?;
    if manifest.runtime == Runtime::Java && !program.starts_with(b"PK") {
        return Err(SubmissionError::Manifest(format!("`{}` is no jar", manifest.file)));
    }
    write(&files, &manifest, folder)?;
    let bytes = files.values().map(|bytes| bytes.len() as u64).sum();
    Ok(Unpacked { manifest, files: files.len(), bytes })
}

/// Files by their paths.
type Files = BTreeMap<String, Vec<u8>>;

/// Whether a path stays in its folder, and has nothing odd in it.
pub(super) fn is_inside(path: &str) -> bool {
    let fine = |part: &str| !part.is_empty() && part != "." && part != "..";
    let odd = |letter: char| letter.is_control() || letter == '\\';
    (1..=LONGEST_PATH).contains(&path.len())
        && !path.contains(odd)
        && path.split('/').all(fine)
        && path.split('/').count() <= DEEPEST
}

/// What is read of an archive so far.
struct Reading<'a> {
    files: Files,
    entries: usize,
    left: u64,
    bounds: &'a Bounds,
}

impl<'a> Reading<'a> {
    fn new(bounds: &'a Bounds) -> Self {
        Self { files: Files::new(), entries: 0, left: bounds.bytes, bounds }
    }

    fn count(&mut self) -> Result<(), SubmissionError> {
        self.entries += 1;
        let most = self.bounds.entries;
        if self.entries > most { Err(SubmissionError::TooMuch(format!("{most} files and folders"))) } else { Ok(()) }
    }

    /// Reads a file. What an archive says about sizes is not believed.
    fn file(&mut self, path: &str, content: impl Read) -> Result<(), SubmissionError> {
        let path = path.strip_prefix("./").unwrap_or(path);
        if !is_inside(path) {
            return Err(SubmissionError::Name(printable(path)));
        }
        let mut bytes = Vec::new();
        content
            .take(self.left + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| SubmissionError::Broken(error.to_string()))?;
        let length = bytes.len() as u64;
        self.left = self
            .left
            .checked_sub(length)
            .ok_or_else(|| SubmissionError::TooMuch(format!("{} bytes when it is unpacked", self.bounds.bytes)))?;
        if self.files.insert(path.to_owned(), bytes).is_some() {
            return Err(SubmissionError::Twice(path.to_owned()));
        }
        Ok(())
    }
}

fn printable(path: &str) -> String {
    path.chars().take(LONGEST_PATH).map(|letter| if letter.is_control() { '?' } else { letter }).collect()
}

fn read_zip(archive: &[u8], bounds: &Bounds) -> Result<Files, SubmissionError> {
    let broken = |error: zip::result::ZipError| SubmissionError::Broken(error.to_string());
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).map_err(broken)?;
    let mut reading = Reading::new(bounds);
    for index in 0..archive.len() {
        reading.count()?;
        let entry = archive.by_index(index).map_err(broken)?;
        let path = entry.name().map_err(broken)?.into_owned();
        if entry.is_symlink() {
            return Err(SubmissionError::NoFile(printable(&path), "a link"));
        }
        let kind = entry.unix_mode().map_or(0, |mode| mode & 0o170_000);
        if ![0, 0o100_000, 0o040_000].contains(&kind) {
            return Err(SubmissionError::NoFile(printable(&path), "no file"));
        }
        if entry.is_dir() {
            let folder = path.trim_end_matches('/').to_owned();
            if !is_inside(&folder) {
                return Err(SubmissionError::Name(printable(&path)));
            }
            continue;
        }
        reading.file(&path, entry)?;
    }
    Ok(reading.files)
}

fn read_tar(archive: &[u8], bounds: &Bounds) -> Result<Files, SubmissionError> {
    let broken = |error: std::io::Error| SubmissionError::Broken(error.to_string());
    // Headers and padding come on top of what files have; nothing else has a reason to be there.
    let most = bounds.bytes + 2048 * (bounds.entries as u64 + 8);
    let mut archive = tar::Archive::new(GzDecoder::new(archive).take(most + 1));
    let mut reading = Reading::new(bounds);
    for entry in archive.entries().map_err(broken)? {
        let entry = entry.map_err(broken)?;
        reading.count()?;
        let path = String::from_utf8(entry.path_bytes().into_owned());
        let path = path.map_err(|error| SubmissionError::Name(printable(&error.to_string())))?;
        match entry.header().entry_type() {
            EntryType::Regular | EntryType::Continuous => reading.file(&path, entry)?,
            EntryType::Directory => {
                let folder = path.strip_prefix("./").unwrap_or(&path).trim_end_matches('/');
                if !folder.is_empty() && folder != "." && !is_inside(folder) {
                    return Err(SubmissionError::Name(printable(&path)));
                }
            }
            EntryType::XGlobalHeader => {}
            EntryType::Symlink | EntryType::Link => return Err(SubmissionError::NoFile(printable(&path), "a link")),
            EntryType::Char | EntryType::Block => return Err(SubmissionError::NoFile(printable(&path), "a device")),
            _ => return Err(SubmissionError::NoFile(printable(&path), "no file")),
        }
    }
    Ok(reading.files)
}

/// Many archives have one folder in which everything is; the paths are then seen from there.
fn from_the_manifest(files: Files) -> Result<Files, SubmissionError> {
    if files.contains_key(MANIFEST) {
        return Ok(files);
    }
    let top = files.keys().next().and_then(|path| path.split_once('/')).map(|(top, _)| format!("{top}/"));
    let top = top.filter(|top| files.contains_key(&format!("{top}{MANIFEST}"))).ok_or(SubmissionError::NoManifest)?;
    let below = |(path, bytes): (String, Vec<u8>)| Some((path.strip_prefix(&top)?.to_owned(), bytes));
    files.into_iter().map(below).collect::<Option<Files>>().ok_or(SubmissionError::NoManifest)
}

fn write(files: &Files, manifest: &Manifest, folder: &Path) -> Result<(), SubmissionError> {
    DirBuilder::new().mode(0o755).create(folder)?;
    for (path, bytes) in files {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        let mode = if *path == manifest.file && manifest.runtime == Runtime::Native { 0o755 } else { 0o644 };
        OpenOptions::new().write(true).create_new(true).mode(mode).open(&file)?.write_all(bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;

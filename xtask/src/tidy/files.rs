//! Finds the files of the workspace.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The files with an extension and their texts, by path relative to the root, in order.
pub(super) fn read(root: &Path, extension: &str) -> io::Result<Vec<(PathBuf, String)>> {
    let mut files = Vec::new();
    collect(root, extension, &mut files)?;
    files.sort();
    files
        .into_iter()
        .map(|path| {
            let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
            Ok((path.strip_prefix(root).unwrap_or(&path).to_owned(), text))
        })
        .collect()
}

/// All documents, in order.
pub(crate) fn documents(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(root, "md", &mut files)?;
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            if !is_foreign(&entry.file_name().to_string_lossy()) {
                collect(&path, extension, files)?;
            }
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether a folder holds nothing that somebody wrote: builds, what a fuzzer found, hidden folders.
fn is_foreign(name: &str) -> bool {
    name.starts_with('.') || name.starts_with("target") || ["corpus", "artifacts"].contains(&name)
}

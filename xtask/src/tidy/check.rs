//! Runs all checks and lists what they find.

use super::{edges, files, links, maps, sources};
use crate::workspace::Workspace;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Finding {
    /// The file, relative to the root of the workspace.
    pub(super) file: PathBuf,
    /// The line, 0 if it is about the file as a whole.
    pub(super) line: usize,
    pub(super) problem: String,
    /// Whether it is only advice.
    pub(super) advice: bool,
}

impl Finding {
    /// A finding that fails the check.
    pub(super) fn new(file: &Path, line: usize, problem: impl Into<String>) -> Self {
        Self { file: file.to_owned(), line, problem: problem.into(), advice: false }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.advice { "warning: " } else { "" };
        match self.line {
            0 => write!(f, "{}: {kind}{}", self.file.display(), self.problem),
            line => write!(f, "{}:{line}: {kind}{}", self.file.display(), self.problem),
        }
    }
}

/// Checks everything; returns whether all is well.
pub(crate) fn run() -> io::Result<bool> {
    let workspace = Workspace::read()?;
    let root = &workspace.root;
    let mut findings = edges::check(&workspace.packages);
    let sources = files::read(root, "rs")?;
    findings.extend(sources.iter().flat_map(|(file, text)| sources::check(file, text)));
    findings.extend(maps::check(root)?);
    let documents = files::read(root, "md")?;
    findings.extend(links::check(root, &documents));
    for finding in &findings {
        println!("{finding}");
    }
    let problems = findings.iter().filter(|finding| !finding.advice).count();
    println!("{} sources and {} documents, {problems} problems", sources.len(), documents.len());
    Ok(problems == 0)
}

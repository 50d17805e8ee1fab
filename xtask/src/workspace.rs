//! What cargo and git know about the workspace.

use serde::Deserialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The workspace as `cargo metadata` tells it.
#[derive(Deserialize)]
pub(crate) struct Workspace {
    /// The crates of the workspace.
    pub(crate) packages: Vec<Package>,
    /// Where the workspace is.
    #[serde(rename = "workspace_root")]
    pub(crate) root: PathBuf,
    /// Where builds go.
    #[serde(rename = "target_directory")]
    pub(crate) target: PathBuf,
}

/// A crate.
#[derive(Deserialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) dependencies: Vec<Dependency>,
}

/// What a crate depends on.
#[derive(Deserialize)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// `None`, `dev` or `build`.
    pub(crate) kind: Option<String>,
    /// Set for crates of this workspace.
    pub(crate) path: Option<PathBuf>,
}

impl Workspace {
    /// Asks cargo.
    pub(crate) fn read() -> io::Result<Self> {
        let json = output_of(cargo().args(["metadata", "--no-deps", "--format-version", "1"]))?;
        Ok(serde_json::from_str(&json)?)
    }

    /// The program as tests use it.
    pub(crate) fn tested_rxt(&self) -> PathBuf {
        self.target.join("debug").join("rxt")
    }

    /// The release build of `rxt`.
    pub(crate) fn rxt(&self) -> PathBuf {
        self.target.join("release").join("rxt")
    }
}

/// The cargo that runs this task.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The commit that is checked out, with `+` if there are changes to it; `unknown` without git.
pub(crate) fn commit(root: &Path) -> String {
    let git = |args: &[&str]| output_of(Command::new("git").arg("-C").arg(root).args(args));
    let Ok(commit) = git(&["rev-parse", "--short=10", "HEAD"]) else {
        return "unknown".to_owned();
    };
    // The table of proofs grows while they run.
    let changes = git(&["status", "--porcelain", "--", ".", ":!docs/proofs.md"]).unwrap_or_default();
    format!("{}{}", commit.trim(), if changes.is_empty() { "" } else { "+" })
}

/// The commit and, if there are changes to it, a hash of them: equal for equal code.
pub(crate) fn version(root: &Path) -> String {
    let mut hasher = DefaultHasher::new();
    let git = |args: &[&str]| output_of(Command::new("git").arg("-C").arg(root).args(args)).unwrap_or_default();
    git(&["diff", "HEAD", "--", ".", ":!docs/proofs.md"]).hash(&mut hasher);
    for file in git(&["ls-files", "--others", "--exclude-standard"]).lines() {
        file.hash(&mut hasher);
        std::fs::read(root.join(file)).unwrap_or_default().hash(&mut hasher);
    }
    format!("{} {:016x}", commit(root), hasher.finish())
}

/// The standard output of a command that has to succeed.
pub(crate) fn output_of(command: &mut Command) -> io::Result<String> {
    let output = command.output()?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("{command:?} failed ({}): {}", output.status, messages.trim())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

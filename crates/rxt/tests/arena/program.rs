//! Runs the program, and makes the files it is run on.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program itself.
pub(crate) const RXT: &str = env!("CARGO_BIN_EXE_rxt");

/// What the program did.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {} {}", self.out, self.err))
    }
}

/// A command in a folder; nothing of it is a terminal.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(RXT);
    command.args(arguments).current_dir(folder).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs the program in a folder.
pub(crate) fn rxt(folder: &Path, arguments: &[&str]) -> Ran {
    let output = command(folder, arguments).output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// An empty folder of a test's own, with the maps `two.map` and `four.map`.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let maps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../maps");
    fs::copy(maps.join("standard-8x8.map"), folder.join("two.map")).unwrap();
    fs::copy(maps.join("rule-all-at-once.map"), folder.join("tiny.map")).unwrap();
    fs::copy(maps.join("cross-4p-15x15.map"), folder.join("four.map")).unwrap();
    folder
}

/// Writes a tournament: the lines before the bots, and for each bot its name and what it is.
pub(crate) fn tournament(folder: &Path, name: &str, head: &str, bots: &[(&str, &str)]) {
    let bots = bots.iter().map(|(name, what)| format!("\n[[bot]]\nname = \"{name}\"\n{what}\n"));
    let bots = bots.collect::<Vec<_>>().concat();
    fs::write(folder.join(name), format!("{head}\n{bots}")).unwrap();
}

/// A built-in engine.
pub(crate) fn engine(spec: &str) -> String {
    format!("engine = \"{spec}\"")
}

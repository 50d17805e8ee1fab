//! Runs the program, and makes the files it is run on.

use rxt_record::Record;
use rxt_record::conformance::{line, record_failing_game, record_game, write_packed};
use rxt_rules::Map;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What the program did.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The parsed output.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }

    /// Checks that it was refused as wrong use: exit code 2, nothing on standard output, these words on standard error.
    pub(crate) fn assert_refused(&self, words: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        // Long messages are broken into lines with a margin.
        let flat: Vec<&str> = self.err.split_whitespace().filter(|word| *word != "│").collect();
        let flat = flat.join(" ");
        for word in words {
            assert!(flat.contains(word), "`{word}` is missing in: {flat}");
        }
        let tells_what_to_do = flat.contains("help:") || flat.contains("try '--help'");
        assert!(tells_what_to_do, "no word on what to do: {flat}");
    }
}

/// A command in a test's own folder; nothing of it is a terminal.
pub(crate) fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rxt"));
    command.args(arguments).current_dir(folder).env("XDG_STATE_HOME", folder.join("state"));
    command.env_remove("NO_COLOR").env_remove("COLORTERM").stdin(Stdio::null());
    command
}

/// Runs the program in a folder.
pub(crate) fn rxt(folder: &Path, arguments: &[&str]) -> Ran {
    ran(command(folder, arguments).output().unwrap())
}

/// Runs the program with this standard input.
pub(crate) fn rxt_with_input(folder: &Path, arguments: &[&str], input: &[u8]) -> Ran {
    let mut command = command(folder, arguments);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Whoever refuses the arguments does not read, which breaks the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    ran(child.wait_with_output().unwrap())
}

fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// An empty folder of a test's own.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The path of one of our maps.
pub(crate) fn our_map(name: &str) -> String {
    format!("{}/../../maps/{name}.map", env!("CARGO_MANIFEST_DIR"))
}

/// Writes `game.rxt` into a folder: a demonstration of which everything is known.
pub(crate) fn game(folder: &Path) -> Record {
    let ran = rxt(folder, &["demo", "--record", "game.rxt", "--seed", "3"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    Record::parse(&fs::read(folder.join("game.rxt")).unwrap()).unwrap()
}

/// Writes `games.jsonl` and `games.jsonl.gz` with three games, of which the last has disqualified players.
pub(crate) fn vectors(folder: &Path) {
    let map = Map::parse(&fs::read(our_map("band-3p-9x15")).unwrap()).unwrap().0;
    let failing = |seed| record_failing_game("band.map", &map, seed);
    let last = (0..100).map(failing).find(|game| !game.dq.is_empty()).unwrap();
    let games = [record_game("band.map", &map, 1), record_game("band.map", &map, 2), last];
    fs::write(folder.join("games.jsonl"), games.iter().map(line).collect::<String>()).unwrap();
    write_packed(fs::File::create(folder.join("games.jsonl.gz")).unwrap(), games).unwrap();
}

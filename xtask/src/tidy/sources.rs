//! Rust sources: a first line that says what the file is for, a bounded length, nothing unfinished, `unsafe` in one file.

use super::check::Finding;
use super::code::code_only;
use std::path::Path;

/// The only file with `unsafe` code.
const UNSAFE_FILE: &str = "crates/rxt-rules/src/moves/dispatch.rs";
const MAX_LINES: usize = 600;
/// From here on a file should be split.
const MANY_LINES: usize = 500;

/// What must not be left in code.
const UNFINISHED: [&str; 4] = ["todo!(", "unimplemented!(", "dbg!(", "#[ignore"];

/// Checks one file.
pub(super) fn check(file: &Path, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !text.starts_with("//! ") {
        findings.push(Finding::new(file, 1, "the first line has to say after `//!` what the file is for"));
    }
    findings.extend(check_length(file, text.lines().count()));
    for (number, line) in code_only(text).lines().enumerate() {
        let found = UNFINISHED.iter().filter(|word| has_word(line, word));
        findings.extend(found.map(|word| Finding::new(file, number + 1, format!("`{word}` is left over"))));
        if is_unsafe(line) && file != Path::new(UNSAFE_FILE) {
            findings.push(Finding::new(file, number + 1, format!("unsafe code belongs into {UNSAFE_FILE}")));
        }
    }
    findings
}

fn check_length(file: &Path, lines: usize) -> Option<Finding> {
    let problem = format!("{lines} lines; files have at most {MAX_LINES}, and most have 100 to 300");
    let finding = Finding { advice: lines <= MAX_LINES, ..Finding::new(file, 0, problem) };
    (lines > MANY_LINES).then_some(finding)
}

/// Whether a line of code has a word that no letter stands in front of.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_'))
}

/// Whether a line of code opens something unsafe. The lint `unsafe_code` is another word.
fn is_unsafe(line: &str) -> bool {
    line.split(|char: char| !char.is_alphanumeric() && char != '_').any(|word| word == "unsafe")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(file: &str, text: &str) -> Vec<(usize, bool)> {
        check(Path::new(file), text).into_iter().map(|finding| (finding.line, finding.advice)).collect()
    }

    #[test]
    fn a_file_says_what_it_is_for() {
        assert_eq!(problems("a.rs", "use x;\n"), [(1, false)]);
        assert_eq!(problems("a.rs", "//! Says it.\nuse x;\n"), []);
    }

    #[test]
    fn nothing_unfinished_is_left() {
        let text = "//! A.\nfn f() { todo!() }\n#[ignore = \"slow\"]\n// dbg!(x)\nlet x = \"todo!(\";\nmy_dbg!(x)\n";
        assert_eq!(problems("a.rs", text), [(2, false), (3, false)]);
    }

    #[test]
    fn unsafe_code_is_in_one_file() {
        let text = "//! A.\n#![deny(unsafe_code)]\nunsafe { x() } // unsafe\n";
        assert_eq!(problems("a.rs", text), [(3, false)]);
        assert_eq!(problems(UNSAFE_FILE, text), []);
    }

    #[test]
    fn long_files_are_told() {
        assert_eq!(problems("a.rs", &"//! A.\n".repeat(500)), []);
        assert_eq!(problems("a.rs", &"//! A.\n".repeat(501)), [(0, true)]);
        assert_eq!(problems("a.rs", &"//! A.\n".repeat(601)), [(0, false)]);
    }
}

//! Runs the `rxt` commands that the documents show in `console` blocks and compares what they print.
//!
//! Other commands in such blocks are left alone. A line `...` in the documents stands for any number of lines.

use crate::tidy::documents;
use crate::workspace::Workspace;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Runs all commands; returns whether all of them print what the documents say.
pub(crate) fn run(workspace: &Workspace) -> io::Result<bool> {
    let folder = prepare(workspace)?;
    let (mut count, mut wrong) = (0, 0);
    for document in documents(&workspace.root)? {
        let name = document.strip_prefix(&workspace.root).unwrap_or(&document).display().to_string();
        for example in examples(&fs::read_to_string(&document)?) {
            let printed = execute(workspace, &folder, &example.command)?;
            count += 1;
            if !matches(&example.output, &printed.lines().map(str::trim_end).collect::<Vec<_>>()) {
                wrong += 1;
                println!("{name}:{}: `{}` prints\n{printed}", example.line, example.command);
            }
        }
    }
    println!("{count} commands in the documents, {wrong} print something else");
    Ok(wrong == 0)
}

/// A folder with the maps in it, where commands may leave files.
fn prepare(workspace: &Workspace) -> io::Result<PathBuf> {
    let folder = workspace.target.join("documents");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("maps"))?;
    for entry in fs::read_dir(workspace.root.join("maps"))? {
        let entry = entry?;
        // A match that somebody played there has left a folder.
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), folder.join("maps").join(entry.file_name()))?;
        }
    }
    Ok(folder)
}

/// What a command prints on standard output and standard error.
fn execute(workspace: &Workspace, folder: &Path, command: &str) -> io::Result<String> {
    let bin = workspace.tested_rxt();
    let here = bin.parent().into_iter().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(here.chain(std::env::split_paths(&path))).map_err(io::Error::other)?;
    let (mut reader, writer) = io::pipe()?;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).env("NO_COLOR", "1").stdin(Stdio::null());
    let mut child = shell.stdout(writer.try_clone()?).stderr(writer).spawn()?;
    drop(shell); // The reader waits until nobody can write any more.
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes)?;
    child.wait()?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A command and what it is said to print.
#[derive(PartialEq, Eq, Debug)]
struct Example {
    line: usize,
    command: String,
    output: Vec<String>,
}

/// The `rxt` commands of all `console` blocks of a document.
fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let (mut inside, mut ours) = (false, false);
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            (inside, ours) = (line == "```console", false);
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            ours = command.starts_with("rxt ");
            if ours {
                found.push(Example { line: number + 1, command: command.to_owned(), output: Vec::new() });
            }
        } else if ours && let Some(example) = found.last_mut() {
            example.output.push(line.trim_end().to_owned());
        }
    }
    found
}

/// Whether lines are as expected, where `...` stands for any number of lines. Empty lines at the end do not count.
fn matches(expected: &[String], lines: &[&str]) -> bool {
    let expected = &expected[..expected.len() - expected.iter().rev().take_while(|line| line.is_empty()).count()];
    let lines = &lines[..lines.len() - lines.iter().rev().take_while(|line| line.is_empty()).count()];
    match expected.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => (0..=lines.len()).any(|skip| matches(rest, &lines[skip..])),
        Some((first, rest)) => lines.split_first().is_some_and(|(line, lines)| first == line && matches(rest, lines)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_commands_in_console_blocks_are_examples() {
        let text =
            "```sh\n$ rxt no\n```\n```console\n$ cargo no\nx\n$ rxt map check a\nfine\n\n$ rxt b\n```\n$ rxt no\n";
        let expected = [
            Example { line: 7, command: "rxt map check a".into(), output: vec!["fine".into(), String::new()] },
            Example { line: 10, command: "rxt b".into(), output: vec![] },
        ];
        assert_eq!(examples(text), expected);
    }

    #[test]
    fn dots_stand_for_any_lines() {
        let matches = |expected: &[&str], lines: &[&str]| {
            matches(&expected.iter().map(|&line| line.to_owned()).collect::<Vec<_>>(), lines)
        };
        assert!(matches(&["a", "...", "d", ""], &["a", "b", "c", "d"]));
        assert!(matches(&["a", "..."], &["a"]));
        assert!(!matches(&["a", "...", "d"], &["a", "b"]));
        assert!(!matches(&["a"], &["a", "b"]));
        assert!(matches(&[], &[]));
    }
}

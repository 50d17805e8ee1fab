//! `rxt map check`, `info`, `format`, `generate` and `seats` as a user runs them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Runs `rxt map` with these arguments and this standard input.
fn rxt_map(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rxt"))
        .arg("map")
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever refuses the arguments does not read, which breaks the pipe.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// A file of our own in a folder of this test's name.
fn file(test: &str, name: &str, contents: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), contents).unwrap();
    folder.join(name)
}

fn our_map(name: &str) -> String {
    format!("{}/../../maps/{name}.map", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn check_says_what_is_wrong_and_the_exit_code_tells_the_worst() {
    let fine = rxt_map(&["check", "-"], b"2 0 0 0 1 3  0 2 1");
    assert_eq!((code(&fine), stdout(&fine).lines().next()), (0, Some("ok       -")));
    let warned = rxt_map(&["check", "-"], b"2 0 0 0 1 2  1 2");
    assert_eq!(code(&warned), 0);
    assert!(stdout(&warned).starts_with("warning  -: the map is final"), "{}", stdout(&warned));
    assert_eq!(code(&rxt_map(&["check", "--deny-warnings", "-"], b"2 0 0 0 1 2  1 2")), 1);
    let broken = rxt_map(&["check", "-"], b"2 0 0 0 1 3\n0 q 1\n");
    assert_eq!(code(&broken), 1);
    insta::assert_snapshot!("check_broken", stderr(&broken) + &stdout(&broken));
    let missing = rxt_map(&["check", "there-is-no-such-file", "-"], b"2 0 0 0 1 3  0 q 1");
    assert_eq!(code(&missing), 2);
    assert!(stdout(&missing).ends_with("2 files: 0 ok, 0 with warnings, 1 with problems, 1 unreadable\n"));
    assert_eq!(code(&rxt_map(&["check", env!("CARGO_MANIFEST_DIR")], b"")), 2, "a folder");
}

#[test]
fn check_neither_floods_nor_upsets_the_terminal() {
    let one_line = format!("2 0 0 0 1 3 0 2 1 {}", "0 0 0 <-> 0 0 0 ".repeat(100_000));
    let report = rxt_map(&["check", "-"], one_line.as_bytes());
    assert_eq!(code(&report), 1);
    assert!(report.stderr.len() < 5000, "{} bytes", report.stderr.len());
    let escape = rxt_map(&["check", "-"], b"2 0 0 0 1 3\n0 \x1b[31mq 1");
    assert_eq!(code(&escape), 1);
    assert!(!escape.stderr.contains(&0x1b));
    let noise: Vec<u8> = (0..100_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert_eq!(code(&rxt_map(&["check", "-"], &noise)), 1);
}

#[test]
fn check_refuses_a_huge_file_without_reading_it() {
    let path = file("huge", "huge.map", b"");
    fs::File::options().write(true).open(&path).unwrap().set_len(1 << 31).unwrap();
    let refused = rxt_map(&["check", path.to_str().unwrap()], b"");
    fs::remove_file(&path).unwrap();
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("longer than 32 MiB"));
}

#[test]
fn info_describes_a_map_for_people_and_programs() {
    let text = rxt_map(&["info", &our_map("cross-4p-15x15")], b"");
    assert_eq!(code(&text), 0);
    let json = rxt_map(&["info", "--json", &our_map("rule-crossing")], b"");
    insta::assert_snapshot!("info", stdout(&text) + &stdout(&json));
    assert_eq!(code(&rxt_map(&["info", "-"], b"2 0 0 0 1 1 q")), 2);
}

#[test]
fn format_prints_checks_and_rewrites() {
    let messy = b"2 0 0 0\r\n1 3\r\n0 2 1\r\n";
    let tidy = "2\n0\n0 0\n1 3\n0 2 1\n";
    assert_eq!(stdout(&rxt_map(&["format", "-"], messy)), tidy);
    assert_eq!(code(&rxt_map(&["format", "--check", "-"], messy)), 1);
    assert_eq!(code(&rxt_map(&["format", "--check", "-"], tidy.as_bytes())), 0);
    assert_eq!(code(&rxt_map(&["format", "--in-place", "-"], messy)), 2, "standard input cannot be rewritten");
    let path = file("format", "messy.map", messy);
    let name = path.to_str().unwrap();
    assert_eq!(code(&rxt_map(&["format", "--in-place", name], b"")), 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), tidy);
    let other = file("format", "other.map", b"");
    assert_eq!(code(&rxt_map(&["format", name, "-o", other.to_str().unwrap()], b"")), 0);
    assert_eq!(fs::read_to_string(&other).unwrap(), tidy);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2, "no file is left behind");
    assert_eq!(code(&rxt_map(&["format", name, name], b"")), 2, "two files and one output");
}

#[test]
fn a_symmetry_that_makes_only_some_players_equal_is_told() {
    let note = |players: &str, size: &str| {
        stderr(&rxt_map(&["generate", "-p", players, "-s", size, "--symmetry", "rotational"], b""))
    };
    assert_eq!(note("4", "12x16"), "note: not all players are equal on this map, only 1 = 3, 2 = 4\n");
    assert_eq!((note("2", "12x16").as_str(), note("4", "12x12").as_str()), ("", ""));
}

#[test]
fn generate_makes_the_same_valid_map_again_or_says_why_not() {
    let arguments = ["generate", "-p", "4", "-s", "12x12", "--symmetry", "rotational", "--transitions", "30%"];
    let map = rxt_map(&arguments, b"");
    assert_eq!(code(&map), 0);
    assert_eq!(map.stdout, rxt_map(&arguments, b"").stdout);
    assert_eq!(code(&rxt_map(&["check", "--deny-warnings", "-"], &map.stdout)), 0);
    assert_eq!(code(&rxt_map(&["format", "--check", "-"], &map.stdout)), 0);
    assert!(stdout(&rxt_map(&["info", "-"], &map.stdout)).contains("equal players  all, apart from who begins"));
    for refused in [
        &["generate", "-p", "3", "--symmetry", "rotational"][..],
        &["generate", "-p", "9"],
        &["generate", "-s", "1001x1"],
        &["generate", "-s", "8"],
        &["generate", "-s", "300x300"],
        &["generate", "--transitions", "120%"],
        &["generate", "--shapes", "1,2"],
    ] {
        let output = rxt_map(refused, b"");
        assert_eq!(code(&output), 2, "{refused:?}");
        assert!(stderr(&output).contains("expected"), "{}", stderr(&output));
    }
}

#[test]
fn a_reader_who_stops_early_is_no_failure_but_a_full_disk_is() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rxt"))
        .args(["map", "generate", "-s", "250x250"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    if let Ok(full) = fs::File::options().write(true).open("/dev/full") {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rxt"));
        let output = command.args(["map", "generate"]).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("cannot write to standard output"), "{}", stderr(&output));
    }
}

#[test]
fn an_empty_file_is_told_what_was_expected() {
    let empty = rxt_map(&["check", "-"], b"");
    assert_eq!(code(&empty), 1);
    assert!(stderr(&empty).contains("expected the number of players"), "{}", stderr(&empty));
}

#[test]
fn seats_names_the_seat_that_is_better_and_says_the_same_again() {
    // Whoever begins captures the only stone of the other.
    let won = file("seats", "won.map", b"2 0 0 0 1 4  0 2 1 0");
    let found = rxt_map(&["seats", won.to_str().unwrap(), "--games", "8", "--engine", "random"], b"");
    assert_eq!(code(&found), 0, "{}", stderr(&found));
    let line = stdout(&found).lines().last().unwrap().to_owned();
    assert_eq!(line, "won.map      8  1.00 ±0.00  0.00 ±0.00  not fair: seat 1 is better");

    let torus = our_map("torus-3p-15x15");
    let json = |concurrent| {
        let found = rxt_map(
            &["seats", &torus, "--games", "12", "--engine", "random", "--json", "--concurrent", concurrent],
            b"",
        );
        assert_eq!(code(&found), 0, "{}", stderr(&found));
        stdout(&found)
    };
    assert_eq!(json("1"), json("2"));
    assert!(json("1").starts_with(r#"{"map":"torus-3p-15x15.map","games":12,"seats":[{"placement_score":"#));

    let alike = rxt_map(&["seats", &torus, "--opening", "0"], b"");
    assert_eq!(code(&alike), 2);
    assert!(stderr(&alike).contains("--opening 0 makes all games on a map alike"), "{}", stderr(&alike));
}

//! Files that are nothing: each command says which file, what was expected and what to do, and shows no rubbish.

use crate::program::{folder, game, rxt};
use std::fs;

/// The beginnings of all commands that read one file; `render` needs to know where to write as well.
const COMMANDS: [&[&str]; 7] = [
    &["show"],
    &["legal"],
    &["replay"],
    &["map", "show"],
    &["map", "info"],
    &["map", "render", "-o", "x.svg"],
    &["render", "-o", "x.svg"],
];

#[test]
fn a_missing_file_is_named() {
    let folder = folder("bad-missing");
    for command in COMMANDS {
        let ran = rxt(&folder, &[command, &["nowhere"]].concat());
        ran.assert_refused(&["cannot read `nowhere`", "check the name"]);
    }
}

#[test]
fn a_folder_is_no_file() {
    let folder = folder("bad-folder");
    for command in COMMANDS {
        rxt(&folder, &[command, &["."]].concat()).assert_refused(&["cannot read `.`", "name a file in it"]);
    }
}

#[test]
fn an_empty_file_is_called_empty() {
    let folder = folder("bad-empty");
    fs::write(folder.join("empty"), " \n").unwrap();
    for command in COMMANDS {
        rxt(&folder, &[command, &["empty"]].concat()).assert_refused(&["`empty` is empty; expected a"]);
    }
}

#[test]
fn noise_does_not_reach_the_terminal() {
    let folder = folder("bad-noise");
    let noise: Vec<u8> = (0..5000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(noise.contains(&0x1b));
    fs::write(folder.join("noise"), noise).unwrap();
    for command in COMMANDS {
        let ran = rxt(&folder, &[command, &["noise"]].concat());
        ran.assert_refused(&["`noise`"]);
        let rubbish = ran.err.chars().find(|c| c.is_control() && *c != '\n');
        assert_eq!(rubbish, None, "{command:?}: {}", ran.err);
        assert!(ran.err.len() < 10_000, "{command:?}: {} bytes", ran.err.len());
    }
}

#[test]
fn a_packed_file_that_is_cut_off_is_told() {
    let folder = folder("bad-gzip");
    crate::program::vectors(&folder);
    let packed = fs::read(folder.join("games.jsonl.gz")).unwrap();
    fs::write(folder.join("cut.gz"), &packed[..packed.len() / 10]).unwrap();
    for command in COMMANDS {
        let ran = rxt(&folder, &[command, &["cut.gz"]].concat());
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{command:?}");
        assert!(ran.err.contains("`cut.gz`") && ran.err.contains("help:"), "{command:?}: {}", ran.err);
    }
    rxt(&folder, &["replay", "cut.gz", "--game", "3"]).assert_refused(&["cannot read `cut.gz`", "cut off or damaged"]);
    rxt(&folder, &["show", "games.jsonl.gz"]).assert_refused(&["is packed", "gunzip"]);
}

#[test]
fn a_record_with_a_bad_line_is_shown_in_place() {
    let folder = folder("bad-line");
    let text = game(&folder).to_string().replacen("\nmoves\n", "\nmoves\n1 2 three 0\n", 1);
    fs::write(folder.join("bad.rxt"), text).unwrap();
    for command in COMMANDS {
        let ran = rxt(&folder, &[command, &["bad.rxt"]].concat());
        ran.assert_refused(&["`bad.rxt`", "line", "three", "expected", "docs/record.md"]);
    }
}

#[test]
fn a_course_log_that_is_cut_off_inside_its_map_says_so() {
    let folder = folder("cut-log");
    let whole = "Starting game with map x.map\nServer is listening on port 7777\n2\n0\n0 0\n2 4\n0 2 1 0\n0 0 0 0\n";
    let cut = |length: usize| {
        fs::write(folder.join("log.txt"), &whole[..length]).unwrap();
        rxt(&folder, &["show", "log.txt"])
    };
    let map = whole.find("2 4").unwrap();
    for length in [map + 3, map + 6, map + 12, whole.len()] {
        cut(length).assert_refused(&["`log.txt`: line ", "the rest of the map"]);
    }
}

//! `rxt completions`, `rxt man` and `rxt --help` as a user runs them.

use std::fs;
use std::process::{Command, Output};

fn rxt(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rxt")).args(args).output().expect("the binary runs")
}

fn text(args: &[&str]) -> String {
    let output = rxt(args);
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("the output is text")
}

#[test]
fn there_are_completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&["completions", shell]);
        assert!(script.contains("rxt") && script.contains("generate"), "{shell}");
    }
    assert_eq!(rxt(&["completions", "dos"]).status.code(), Some(2));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = std::env::temp_dir().join(format!("rxt-man-{}", std::process::id()));
    let out = folder.join("man1");
    text(&["man", "--out", out.to_str().unwrap()]);
    let mut pages: Vec<String> =
        fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    pages.sort();
    for page in ["rxt.1", "rxt-up.1", "rxt-map.1", "rxt-map-check.1", "rxt-map-generate.1", "rxt-man.1"] {
        assert!(pages.contains(&page.to_owned()), "{page} is not among {pages:?}");
    }
    let page = fs::read_to_string(out.join("rxt-map-check.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("Examples"));
    assert_eq!(text(&["man"]), fs::read_to_string(out.join("rxt.1")).unwrap());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_of_the_user() {
    let output = rxt(&["man", "--out", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml/man")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot write to"));
}

#[test]
fn help_is_a_tour_and_the_same_with_either_option() {
    let help = text(&["--help"]);
    assert_eq!(help, text(&["-h"]));
    assert!(help.contains("For students") && help.contains("rxt up"));
}

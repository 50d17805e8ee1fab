//! Everything that was recorded from the course's server agrees with the rules.

use rxt_record::CourseLog;
use rxt_record::verify::{Summary, verify_reader};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// A folder of shared material, `None` if it is not there.
fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")).join(folder);
    path.exists().then_some(path)
}

/// Verifies a file; the disagreements come as text.
fn verify(path: &Path) -> (Summary, String) {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let mut summary = Summary::default();
    let mut text = String::new();
    for report in verify_reader(&name, BufReader::new(File::open(path).unwrap())).unwrap() {
        let report = report.unwrap();
        for disagreement in &report.disagreements {
            text = format!("{text}{disagreement}\n");
        }
        summary.add(&report);
    }
    (summary, text)
}

#[test]
fn all_shared_vectors_agree_with_the_rules() {
    let Some(folder) = shared("vectors") else {
        println!("SKIPPED: ../shared is absent");
        return;
    };
    let cases = [
        ("edge.jsonl", 185, 4),
        ("games-small.jsonl.gz", 149, 0),
        ("games-extra.jsonl.gz", 132, 0),
        ("games-large.jsonl.gz", 28, 0),
    ];
    for (name, games, network) in cases {
        let (summary, text) = verify(&folder.join(name));
        println!("proof: {summary} ({name})");
        assert_eq!(summary.disagreements, 0, "{text}");
        assert_eq!((summary.games, summary.skipped_network), (games, network), "{name}");
        assert_eq!(summary.skipped_unknown_action, 0, "{name}");
    }
}

#[test]
fn all_shared_logs_are_read_and_agree_with_the_rules() {
    let Some(folder) = shared("logs") else {
        println!("SKIPPED: ../shared is absent");
        return;
    };
    let mut logs = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let (summary, text) = verify(&path);
        assert_eq!(summary.disagreements, 0, "{text}");
        let bytes = fs::read(&path).unwrap();
        let log = CourseLog::parse(&bytes).unwrap();
        assert!(log.ended && log.record.result.is_some(), "{}", path.display());
        let text = log.record.to_string();
        assert_eq!(rxt_record::Record::parse(text.as_bytes()).unwrap(), log.record);
        every_beginning_is_read(&bytes);
        logs += 1;
    }
    assert_eq!(logs, 10);
}

/// A log that broke off anywhere behind its map is a record without a result.
fn every_beginning_is_read(bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap();
    let behind_map = text.find("Player 1 is group").unwrap() + "Player ".len();
    for end in (behind_map..bytes.len()).step_by(7) {
        let log = CourseLog::parse(&bytes[..end]).unwrap_or_else(|error| panic!("cut at {end}: {error}"));
        let report = rxt_record::verify::verify_log("cut", &log);
        assert_eq!(report.disagreements, [], "cut at {end}");
    }
}

//! Everything that was recorded from the course's server agrees with the rules.

use rxt_record::verify::{Lines, Summary};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

fn verify(path: &Path) -> Summary {
    let file = BufReader::new(File::open(path).unwrap());
    let packed = path.extension().is_some_and(|extension| extension == "gz");
    let reader: Box<dyn BufRead> =
        if packed { Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(file))) } else { Box::new(file) };
    let mut summary = Summary::default();
    for report in Lines::new(reader) {
        let report = report.unwrap();
        for disagreement in &report.disagreements {
            println!("{disagreement}");
        }
        summary.add(&report);
    }
    println!("{}: {summary}", path.display());
    summary
}

#[test]
fn all_shared_vectors_agree_with_the_rules() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors"));
    if !folder.exists() {
        println!("SKIPPED: ../shared is absent");
        return;
    }
    for name in ["edge.jsonl", "games-small.jsonl.gz", "games-extra.jsonl.gz", "games-large.jsonl.gz"] {
        let summary = verify(&folder.join(name));
        assert!(summary.games > 0);
        assert_eq!(summary.disagreements, 0, "{name}");
    }
}

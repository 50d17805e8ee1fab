//! Several runs of one experiment as one: what was played on other days, or with one of its limits, counts together.

use crate::experiment::Schema;
use crate::folder::{self, FolderError, RunInfo};
use crate::table::Table;
use std::collections::BTreeSet;
use std::path::Path;
use thiserror::Error;

/// Runs that cannot be joined.
#[derive(Debug, Error)]
pub enum JoinError {
    /// A folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Two runs differ in something that their rows depend on.
    #[error("the runs differ in their {0}; expected runs of one experiment with the same seed, maps and engines")]
    Differ(&'static str),
}

/// Writes the rows of all runs into a new folder, each row once, and what is to be said about all of them together.
/// Rows say themselves which block of which comparison they are, so it does not matter in which order they were made. A block
/// that several runs have counts as the first of them has it: by the clock it does not come out the same twice.
pub fn join(runs: &[&Path], schemas: &[Schema], out: &Path) -> Result<RunInfo, JoinError> {
    let infos = runs.iter().map(|run| RunInfo::read(run)).collect::<Result<Vec<RunInfo>, FolderError>>()?;
    let mut joined = infos.first().cloned().unwrap_or_default();
    for info in &infos {
        let differences = [
            ("experiment", info.what != joined.what),
            ("seed", info.seed != joined.seed),
            ("maps", info.maps != joined.maps),
            ("engines", info.fingerprint != joined.fingerprint),
        ];
        if let Some((what, _)) = differences.into_iter().find(|(_, differs)| *differs) {
            return Err(JoinError::Differ(what));
        }
    }
    let mut rows = 0;
    for (index, schema) in schemas.iter().enumerate() {
        let mut table = Table::new(schema.columns);
        let block = schema.columns.iter().position(|column| *column == "block");
        let key = ..block.map_or(schema.columns.len(), |block| block + 1);
        let mut seen = BTreeSet::new();
        for run in runs {
            let data = folder::data(run, schemas)?;
            for row in data.tables[index].1.rows().filter(|row| seen.insert(row.cells()[key].to_vec())) {
                table.push(row.cells().to_vec());
            }
        }
        rows += table.len();
        folder::write(&out.join(format!("{}.csv", schema.name)), table.to_string())?;
    }
    joined.commit = distinct(infos.iter().map(|info| &info.commit), "` and `");
    joined.began = distinct(infos.iter().map(|info| &info.began), " and ");
    joined.command = distinct(infos.iter().map(|info| &info.command), "\n");
    joined.jobs = infos.iter().map(|info| info.jobs).sum::<u32>().min(rows as u32);
    joined.seconds = infos.iter().map(|info| info.seconds).sum();
    joined.limit = None;
    joined.write(out)?;
    Ok(joined)
}

fn distinct<'a>(texts: impl Iterator<Item = &'a String>, between: &str) -> String {
    let mut found: Vec<&str> = Vec::new();
    for text in texts {
        if !found.contains(&text.as_str()) {
            found.push(text);
        }
    }
    found.join(between)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const SCHEMA: [Schema; 1] = [Schema { name: "scores", columns: &["block", "score"] }];

    fn run(name: &str, fingerprint: u64, csv: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("rxt-lab-join-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("scores.csv"), csv).unwrap();
        let info = RunInfo {
            commit: name.to_owned(),
            command: format!("run {name}"),
            jobs: csv.lines().count() as u32 - 1,
            seconds: 2.0,
            fingerprint,
            ..RunInfo::default()
        };
        info.write(&folder).unwrap();
        folder
    }

    #[test]
    fn rows_of_two_runs_count_once_each() {
        // One as it was published, one as a run leaves it.
        let one = run("one", 7, "block,score\n0,0.5\n1,1\n");
        let two = run("two", 7, "job,block,score\n0,1,0.5\n1,2,0\n");
        let out = std::env::temp_dir().join(format!("rxt-lab-join-{}", std::process::id()));
        let info = join(&[&one, &two], &SCHEMA, &out).unwrap();
        assert_eq!((info.jobs, info.seconds as u32), (3, 4));
        assert_eq!((info.commit.as_str(), info.command.as_str()), ("one` and `two", "run one\nrun two"));
        assert_eq!(fs::read_to_string(out.join("scores.csv")).unwrap(), "block,score\n0,0.5\n1,1\n2,0\n");
        for folder in [one, two, out] {
            fs::remove_dir_all(folder).unwrap();
        }
    }

    #[test]
    fn runs_with_other_engines_are_not_joined() {
        let (one, two) = (run("older", 7, "block,score\n"), run("newer", 8, "block,score\n"));
        let error = join(&[&one, &two], &SCHEMA, &one.join("out")).unwrap_err();
        assert!(error.to_string().starts_with("the runs differ in their engines"));
        fs::remove_dir_all(one).unwrap();
        fs::remove_dir_all(two).unwrap();
    }
}

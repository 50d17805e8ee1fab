//! The folder of a run: what it was made with, and its tables, row by row as they come.

use crate::experiment::{Data, Lines, Schema};
use crate::machine::{Machine, Noise};
use crate::table::{Table, TableError, line};
use serde::{Deserialize, Serialize};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

/// All about a run but its rows: `run.json`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RunInfo {
    /// The experiment, or what was measured.
    pub what: String,
    /// When it began, in UTC.
    pub began: String,
    /// The version of the program.
    pub version: String,
    /// The commit that it was built from.
    pub commit: String,
    /// Positions that all searches visit in fixed cases: the same number means the same engines.
    pub fingerprint: u64,
    /// The seed.
    pub seed: u64,
    /// The command.
    pub command: String,
    /// Maps in place of the experiment's own.
    pub maps: Vec<String>,
    /// The only limit that was played with, if not all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
    /// Jobs that are done.
    pub jobs: u32,
    /// Jobs of a full run.
    pub jobs_of: u32,
    /// Seconds spent on them.
    pub seconds: f64,
    /// The machine.
    pub machine: Machine,
    /// What else went on there.
    pub noise: Noise,
}

/// A folder that cannot be used.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("`{}`: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A table is damaged.
    #[error("`{}`: {source}", path.display())]
    Table {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        source: TableError,
    },
    /// `run.json` is damaged.
    #[error("`{}` is no description of a run: {source}", path.display())]
    Info {
        /// Which.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
}

/// The time as part of a file's name, e.g. `20261116-040800`.
pub fn stamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days as i64);
    format!("{year:04}{month:02}{day:02}-{:02}{:02}{:02}", rest / 3600, rest / 60 % 60, rest % 60)
}

/// The date of a day since 1970, by the usual reckoning in eras of 400 years that begin in March.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

pub(crate) fn read(path: &Path) -> Result<String, FolderError> {
    fs::read_to_string(path).map_err(|source| FolderError::File { path: path.to_owned(), source })
}

/// Writes a file that is whole or as before; its folder is made.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), FolderError> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| fs::write(&beside, contents))
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|source| FolderError::File { path: path.to_owned(), source })
}

impl RunInfo {
    /// Reads `run.json` of a folder.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let path = folder.join("run.json");
        serde_json::from_str(&read(&path)?).map_err(|source| FolderError::Info { path, source })
    }

    /// Writes it.
    pub fn write(&self, folder: &Path) -> Result<(), FolderError> {
        let path = folder.join("run.json");
        let text =
            serde_json::to_string_pretty(self).map_err(|source| FolderError::Info { path: path.clone(), source })?;
        write(&path, text + "\n")
    }
}

/// Reads the tables of a folder. The first column, if it is the number of the job, does not count.
pub(crate) fn data(folder: &Path, schemas: &[Schema]) -> Result<Data, FolderError> {
    let mut tables = Vec::new();
    for schema in schemas {
        let path = folder.join(format!("{}.csv", schema.name));
        let table = if path.exists() {
            Table::parse(&read(&path)?).map_err(|source| FolderError::Table { path, source })?
        } else {
            Table::new(schema.columns)
        };
        let numbered = table.columns().first().is_some_and(|column| column == "job");
        tables.push((schema.name.to_owned(), if numbered { table.without_first() } else { table }));
    }
    Ok(Data { tables })
}

/// Prepares the tables for job number `done`: rows of later jobs, which were not finished, go.
pub(crate) fn begin(folder: &Path, schemas: &[Schema], done: u32) -> Result<(), FolderError> {
    for schema in schemas {
        let path = folder.join(format!("{}.csv", schema.name));
        let mut columns = vec!["job"];
        columns.extend(schema.columns);
        let text = if path.exists() { read(&path)? } else { String::new() };
        // The last line may have been cut off.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let found = Table::parse(whole).map_err(|source| FolderError::Table { path: path.clone(), source })?;
        let mut table = Table::new(&columns);
        for row in found.rows().filter(|row| row.number("job") < f64::from(done)) {
            table.push(row.cells().to_vec());
        }
        write(&path, table.to_string())?;
    }
    Ok(())
}

/// Adds the rows of a job.
pub(crate) fn add(folder: &Path, schemas: &[Schema], job: u32, lines: &Lines) -> Result<(), FolderError> {
    for (index, schema) in schemas.iter().enumerate() {
        let path = folder.join(format!("{}.csv", schema.name));
        let mut text = String::new();
        for (_, cells) in lines.iter().filter(|(table, _)| *table == index) {
            assert_eq!(cells.len(), schema.columns.len(), "a row has a cell for each of {:?}", schema.columns);
            let mut row = vec![job.to_string()];
            row.extend(cells.iter().cloned());
            text.push_str(&line(&row));
            text.push('\n');
        }
        let file = OpenOptions::new().append(true).open(&path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|source| FolderError::File { path, source })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn stamps_are_dates() {
        for (seconds, expected) in
            [(0, "19700101-000000"), (951_782_400, "20000229-000000"), (1_794_801_600, "20261116-040000")]
        {
            assert_eq!(stamp(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        }
    }
}

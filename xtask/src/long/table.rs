//! The table of proofs in `docs/proofs.md`.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// A row.
pub(super) struct Row<'a> {
    pub(super) commit: &'a str,
    pub(super) command: &'a str,
    pub(super) count: &'a str,
    pub(super) result: &'a str,
}

/// Appends a row with today's date; the table is the last thing in the document.
pub(super) fn append(root: &Path, row: &Row<'_>) -> io::Result<()> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_err(io::Error::other)?.as_secs();
    let mut file = OpenOptions::new().append(true).open(root.join("docs/proofs.md"))?;
    writeln!(file, "{}", line(&date(seconds), row))
}

fn line(date: &str, row: &Row<'_>) -> String {
    let cell = |text: &str| text.replace('|', "/").replace('\n', " ");
    let Row { commit, command, count, result } = row;
    format!("| {date} | {commit} | `{}` | {} | {} |", cell(command), cell(count), cell(result))
}

/// The date of a moment, counted in seconds since 1970, as `YYYY-MM-DD` in UTC.
fn date(seconds: u64) -> String {
    let mut day = seconds / 86_400;
    let mut year = 1970;
    while day >= days(year) {
        day -= days(year);
        year += 1;
    }
    let february = if days(year) == 366 { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if day < length {
            break;
        }
        day -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

fn days(year: u64) -> u64 {
    let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    if leap { 366 } else { 365 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_the_calendar() {
        let known = [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_251_199, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (4_107_542_400, "2100-03-01"),
        ];
        for (seconds, expected) in known {
            assert_eq!(date(seconds), expected);
        }
    }

    #[test]
    fn a_row_stays_a_row() {
        let row = Row { commit: "abc", command: "a | b", count: "3 games", result: "passed" };
        assert_eq!(line("2000-01-01", &row), "| 2000-01-01 | abc | `a / b` | 3 games | passed |");
    }
}

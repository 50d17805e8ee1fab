//! Tidy tables: one row for each observation, as CSV.

use std::fmt;
use thiserror::Error;

/// A table with named columns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Text that is no table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {found} cells; expected {expected}, as in the first line")]
pub struct TableError {
    /// Where.
    pub line: usize,
    /// How many cells there are.
    pub found: usize,
    /// How many there should be.
    pub expected: usize,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    table: &'a Table,
    cells: &'a [String],
}

impl Table {
    /// An empty table.
    pub fn new(columns: &[&str]) -> Self {
        Self { columns: columns.iter().map(|&column| column.to_owned()).collect(), rows: Vec::new() }
    }

    /// Reads CSV; cells may be quoted.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let mut lines = records(text).into_iter();
        let columns = lines.next().unwrap_or_default();
        let mut table = Self { columns, rows: Vec::new() };
        for (index, cells) in lines.enumerate() {
            if cells.len() != table.columns.len() {
                return Err(TableError { line: index + 2, found: cells.len(), expected: table.columns.len() });
            }
            table.rows.push(cells);
        }
        Ok(table)
    }

    /// Adds a row. It has to have a cell for each column.
    pub fn push(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.columns.len(), "a row has a cell for each of {:?}", self.columns);
        self.rows.push(cells);
    }

    /// The names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        self.rows.iter().map(|cells| Row { table: self, cells })
    }

    /// The rows that have the same texts in some columns, in the order in which they first occur.
    pub fn groups(&self, by: &[&str]) -> Vec<(Vec<&str>, Vec<Row<'_>>)> {
        group(self.rows(), by)
    }

    /// The different texts of a column, in the order in which they first occur.
    pub fn distinct(&self, column: &str) -> Vec<&str> {
        self.groups(&[column]).into_iter().map(|(keys, _)| keys[0]).collect()
    }

    /// Only the rows that a condition holds for.
    #[must_use]
    pub fn only(&self, condition: impl Fn(&Row<'_>) -> bool) -> Self {
        let rows = self.rows().filter(condition).map(|row| row.cells.to_vec()).collect();
        Self { columns: self.columns.clone(), rows }
    }

    /// Without the first column.
    #[must_use]
    pub(crate) fn without_first(&self) -> Self {
        Self { columns: self.columns[1..].to_vec(), rows: self.rows.iter().map(|cells| cells[1..].to_vec()).collect() }
    }
}

/// Groups rows by the texts of some columns, in the order in which they first occur.
pub(crate) fn group<'a>(rows: impl Iterator<Item = Row<'a>>, by: &[&str]) -> Vec<(Vec<&'a str>, Vec<Row<'a>>)> {
    let mut groups: Vec<(Vec<&str>, Vec<Row<'_>>)> = Vec::new();
    let mut places = std::collections::BTreeMap::new();
    for row in rows {
        let keys: Vec<&str> = by.iter().map(|column| row.text(column)).collect();
        let place = *places.entry(keys.clone()).or_insert_with(|| {
            groups.push((keys, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(row);
    }
    groups
}

impl<'a> Row<'a> {
    /// The text in a column; nothing if there is no such column.
    pub fn text(&self, column: &str) -> &'a str {
        let place = self.table.columns.iter().position(|name| name == column);
        place.map_or("", |place| self.cells[place].as_str())
    }

    /// The number in a column; not a number where there is none.
    pub fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap_or(f64::NAN)
    }

    /// All cells.
    pub fn cells(&self) -> &'a [String] {
        self.cells
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", line(&self.columns))?;
        self.rows.iter().try_for_each(|cells| writeln!(f, "{}", line(cells)))
    }
}

/// A line of CSV without its end.
pub fn line(cells: &[String]) -> String {
    let quoted = |cell: &String| {
        if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(",")
}

/// The cells of all lines; empty lines do not count.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut records = Vec::new();
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(letter) = chars.next() {
        let cell = cells.last_mut().expect("there is always a cell");
        match letter {
            '"' if quoted && chars.peek() == Some(&'"') => {
                cell.push('"');
                chars.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            '\r' if !quoted => {}
            '\n' if !quoted => records.push(std::mem::replace(&mut cells, vec![String::new()])),
            letter => cell.push(letter),
        }
    }
    records.push(cells);
    records.retain(|cells| cells.len() > 1 || !cells[0].is_empty());
    records
}

/// A number as it is kept: six significant digits at most, so that files stay small and the same everywhere.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let size = value.abs();
    let decimals = match size {
        _ if size < 1e-12 => 0,
        _ => (5 - size.log10().floor() as i32).clamp(0, 9),
    };
    let text = format!("{value:.0$}", decimals as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut table = Table::new(&["map", "value"]);
        table.push(vec!["a, \"b\"\nc".to_owned(), number(1.25)]);
        table.push(vec![String::new(), number(1e9 / 3.0)]);
        assert_eq!(Table::parse(&table.to_string()).unwrap(), table);
        assert_eq!(table.rows().next().unwrap().text("map"), "a, \"b\"\nc");
        assert!((table.rows().next().unwrap().number("value") - 1.25).abs() < 1e-12);
        assert!(table.rows().next().unwrap().number("none").is_nan());
    }

    #[test]
    fn a_line_that_was_cut_off_is_told() {
        let error = Table::parse("a,b\n1,2\n3").unwrap_err();
        assert_eq!(error.to_string(), "line 3: 1 cells; expected 2, as in the first line");
    }

    #[test]
    fn rows_are_grouped_in_the_order_of_their_first_occurrence() {
        let table = Table::parse("k,v\nb,1\na,2\nb,3\n").unwrap();
        let groups = table.groups(&["k"]);
        assert_eq!(groups.iter().map(|(keys, rows)| (keys[0], rows.len())).collect::<Vec<_>>(), [("b", 2), ("a", 1)]);
        assert_eq!(table.distinct("v"), ["1", "2", "3"]);
        assert_eq!(table.only(|row| row.text("k") == "a").len(), 1);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 1.0, 0.123_456_789, 123_456.789, 1e-4, -2.5, 12_345_678.0].map(number);
        assert_eq!(texts, ["0", "1", "0.123457", "123457", "0.0001", "-2.5", "12345678"]);
        assert_eq!(number(f64::NAN), "");
    }
}

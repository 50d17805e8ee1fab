//! What an experiment is.

use crate::maps::Flavour;
use crate::plots::Plot;
use crate::table::Table;
use rxt_arena::matches::Field;
use rxt_arena::remote::Contests;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What an experiment asks, for its page.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its name, as in commands and files.
    pub name: &'static str,
    /// The question in one line.
    pub question: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What the report claimed.
    pub claim: &'static str,
    /// What is done here.
    pub method: &'static str,
    /// Whether time is measured, so that a busy machine matters.
    pub timed: bool,
}

/// The columns of one table of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct Schema {
    /// The name of its file, without `.csv`.
    pub name: &'static str,
    /// Its columns.
    pub columns: &'static [&'static str],
}

/// What a job leaves: rows of the tables, by the place of the table in [`Experiment::tables`].
pub type Lines = Vec<(usize, Vec<String>)>;

/// An experiment. Adding one is one file.
pub trait Experiment: Sync {
    /// What it asks.
    fn about(&self) -> About;

    /// Its tables.
    fn tables(&self) -> &'static [Schema];

    /// How many jobs a full run has. They are ordered so that any number of them is a smaller version of the whole.
    fn jobs(&self, lab: &Lab) -> u32;

    /// Does one job. It depends on nothing but the lab and the number.
    fn job(&self, lab: &Lab, number: u32) -> Lines;

    /// The limits of its games, where a run can be confined to one of them.
    fn limits(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// Whether time is measured in a job, so that nothing else may run beside it.
    fn measures_time(&self, _lab: &Lab, _number: u32) -> bool {
        self.about().timed
    }

    /// What the rows say.
    fn findings(&self, data: &Data) -> Findings;
}

/// Maps for each number of players where several share a comparison.
const SHARED_CARDS: usize = 40;

/// What all jobs are done with.
#[derive(Clone, Debug)]
pub struct Lab {
    /// Seed of everything random.
    pub seed: u64,
    /// Maps in place of the experiment's own; empty for those.
    pub maps: Vec<Field>,
    /// The only limit to play with, of experiments that have several; all if `None`.
    pub limit: Option<String>,
    /// Whether everything is as small as it can be, for tests.
    pub tiny: bool,
    /// A folder of further maps, if there is one.
    pub more_maps: Option<PathBuf>,
    /// Set by whoever wants it to end.
    pub interrupt: Arc<AtomicBool>,
    /// Plays games without a clock on other machines; without it, they are played here.
    pub elsewhere: Option<Arc<Contests>>,
}

impl Lab {
    /// A lab with a seed, and nothing else out of the ordinary.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            maps: Vec::new(),
            limit: None,
            tiny: false,
            more_maps: None,
            interrupt: Arc::default(),
            elsewhere: None,
        }
    }

    /// The maps to use: those given, or the experiment's own by name.
    pub(crate) fn fields(&self, own: &[&str]) -> Vec<Field> {
        if self.maps.is_empty() { own.iter().map(|name| crate::maps::field(name)).collect() } else { self.maps.clone() }
    }

    /// The maps to use: those given for these numbers of players, or generated ones, the players in turn.
    pub(crate) fn deck(&self, players: &[u8], flavour: Flavour) -> Vec<Field> {
        if !self.maps.is_empty() {
            return self.maps.iter().filter(|field| players.contains(&field.map.players())).cloned().collect();
        }
        let decks: Vec<Vec<Field>> = players.iter().map(|&players| crate::maps::deck(players, flavour)).collect();
        let cards = self.size(if players.len() == 1 { decks[0].len() } else { SHARED_CARDS }, 1);
        (0..cards).flat_map(|card| decks.iter().map(move |deck| deck[card].clone())).collect()
    }

    /// A smaller number for tests.
    pub(crate) fn size<T>(&self, full: T, tiny: T) -> T {
        if self.tiny { tiny } else { full }
    }
}

/// The tables that jobs have filled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    /// By name, in the order of [`Experiment::tables`].
    pub tables: Vec<(String, Table)>,
}

impl Data {
    /// A table by its name; an empty one if there is none.
    pub fn table(&self, name: &str) -> Table {
        self.tables.iter().find(|(found, _)| found == name).map(|(_, table)| table.clone()).unwrap_or_default()
    }
}

/// What rows say, for the page.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// The answer, in a few sentences made of figures.
    pub found: Vec<String>,
    /// How sure it is.
    pub sure: Vec<String>,
    /// Tables for people.
    pub tables: Vec<MarkdownTable>,
    /// Plots by name; the name is that of the file.
    pub plots: Vec<(&'static str, Plot)>,
}

/// A table for people.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MarkdownTable {
    /// What it shows.
    pub caption: String,
    /// Heads of the columns.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl MarkdownTable {
    /// An empty table.
    pub fn new(caption: &str, head: &[&str]) -> Self {
        let head = head.iter().map(|&cell| cell.to_owned()).collect();
        Self { caption: caption.to_owned(), head, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("{}:\n\n", self.caption);
        let line = |cells: &[String]| format!("| {} |", cells.join(" | "));
        let _ = writeln!(text, "{}", line(&self.head));
        let _ = writeln!(text, "|{}", " --- |".repeat(self.head.len()));
        for row in &self.rows {
            let _ = writeln!(text, "{}", line(row));
        }
        text
    }
}

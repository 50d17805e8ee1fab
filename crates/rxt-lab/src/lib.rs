//! The laboratory: experiments on engines, their data, plots and pages.
//!
//! An experiment is one file in [`experiments`] that implements [`Experiment`]: it says what is asked, does one job after
//! the other, and makes findings of the rows that the jobs have left. Everything else is the same for all of them: the
//! folder of a run ([`run`]), the page ([`page`]), and the proof that a page says what its data say ([`check`]).

pub mod check;
mod contest;
mod experiment;
pub mod experiments;
mod folder;
mod join;
mod machine;
mod maps;
pub mod page;
pub mod plots;
pub mod run;
pub mod series;
mod shadow;
mod strength;
mod table;
mod timing;

pub use experiment::{About, Data, Experiment, Findings, Lab, Lines, MarkdownTable, Schema};
pub use folder::{FolderError, RunInfo, stamp};
pub use join::{JoinError, join};
pub use machine::{Machine, Moment, Noise};
pub use maps::field;
pub use table::{Row, Table, TableError, line, number};

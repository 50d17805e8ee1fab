//! The long proofs: counts that take minutes to hours, in parts, so that an interrupted run goes on where it stopped.

mod fuzz;
mod part;
mod proofs;
mod run;
mod state;
mod table;
mod tally;

pub(crate) use run::{Options, run};

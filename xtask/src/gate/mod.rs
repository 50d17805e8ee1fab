//! The gate: everything that has to pass before a change is merged, here and in CI.

mod run;
mod skips;
mod steps;
mod test_log;
mod up;

pub(crate) use run::{Options, run};
pub(crate) use test_log::{PROOF, TestLog};

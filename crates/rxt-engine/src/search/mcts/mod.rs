//! Monte Carlo tree search: the tree grows where it looks best, and what has been searched to its ends is known for sure.

mod grow;
mod impress;
mod nodes;
mod run;
#[cfg(test)]
mod tests;

pub(crate) use nodes::Nodes;
pub(crate) use run::MonteCarlo;

//! The bombing phase: first the best bomb at first sight, then what the others do, with more and more bombs considered,
//! until everything is known.

mod balls;
mod run;
#[cfg(test)]
mod tests;
mod utility;

pub(crate) use run::Bombing;

//! Tests of the crate as its users see it, in one binary because that links faster.

#[cfg(test)]
mod common;
#[cfg(test)]
mod conformance;
#[cfg(test)]
mod corruptions;
#[cfg(test)]
mod docs;
#[cfg(test)]
mod edges;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod logs;
#[cfg(test)]
mod positions;
#[cfg(test)]
mod records;
#[cfg(test)]
mod shared;

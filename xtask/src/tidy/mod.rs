//! What the compiler does not check: dependencies, sources, the list of maps, and links between documents.

mod check;
mod code;
mod edges;
mod files;
mod links;
mod maps;
mod sources;

pub(crate) use check::run;
pub(crate) use files::documents;

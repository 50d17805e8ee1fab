//! Programs that strangers hand in: an archive with a manifest, never a command line.
//!
//! What is in an archive is data until a sandbox runs it. It is unpacked within bounds into a folder of its own, and how
//! the program is started follows from the manifest and a fixed list of runtimes.

mod archive;
mod manifest;
mod trial;

pub use archive::{Bounds, Unpacked, unpack};
pub use manifest::{MANIFEST, Manifest, Runtime};
pub use trial::{Step, StepKind, bot_limits, steps};

use std::io;
use thiserror::Error;

/// Why something cannot be handed in.
#[derive(Debug, Error)]
pub enum SubmissionError {
    /// It is no archive that we know.
    #[error("this is no archive; expected a .zip or a .tar.gz")]
    NoArchive,
    /// The archive is broken, or has something in it that we do not take.
    #[error("the archive cannot be read: {0}")]
    Broken(String),
    /// A file in it has a name that leads elsewhere.
    #[error("`{0}` in the archive has no name that we take; expected a path below the archive, without `..`")]
    Name(String),
    /// Something in it is no file.
    #[error("`{0}` in the archive is {1}; expected files and folders only")]
    NoFile(String, &'static str),
    /// Two files of the same name.
    #[error("`{0}` is in the archive twice")]
    Twice(String),
    /// It is too large.
    #[error("the archive has more than {0}")]
    TooMuch(String),
    /// There is no manifest.
    #[error("there is no `{MANIFEST}` in the archive; expected one at its top, or in its only folder")]
    NoManifest,
    /// The manifest is not as it should be.
    #[error("`{MANIFEST}`: {0}")]
    Manifest(String),
    /// A file cannot be written.
    #[error("the archive cannot be unpacked: {0}")]
    Write(#[from] io::Error),
}

//! A folder for what a measurement writes.

use miette::{IntoDiagnostic, Result, WrapErr};
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is gone in the end.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new(what: &str) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("rxt-bench-{what}-{}", std::process::id()));
        let made = fs::create_dir_all(&folder).into_diagnostic();
        made.wrap_err_with(|| format!("cannot make `{}`", folder.display()))?;
        Ok(Self(folder))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

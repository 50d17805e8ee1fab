//! Proves that pages say what their tables say, by making them again.

use crate::experiment::Experiment;
use crate::folder::{FolderError, RunInfo, read};
use crate::page;
use std::path::Path;

/// What came of the check of one page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    /// The page is what its tables say.
    Right,
    /// The same, but the engines have changed, and the page does not say so yet.
    Stale,
    /// There is no page yet.
    Missing,
    /// The page or a plot differs from what the tables say: the first line that does.
    Differs(String),
}

/// Checks the page of an experiment in a folder of pages.
pub fn check(experiment: &dyn Experiment, docs: &Path, fingerprint: u64) -> Result<Checked, FolderError> {
    let name = experiment.about().name;
    let file = docs.join(format!("{name}.md"));
    if !file.exists() {
        return Ok(Checked::Missing);
    }
    let built = page::built(experiment, docs, fingerprint)?;
    for (plot, svg) in &built.plots {
        if read(&docs.join(name).join(plot)).ok().as_ref() != Some(svg) {
            return Ok(Checked::Differs(format!("{name}/{plot} is not the plot of the tables")));
        }
    }
    let found = read(&file)?;
    if found == built.markdown {
        return Ok(Checked::Right);
    }
    let info = RunInfo::read(&docs.join(name))?;
    let as_made = page::built(experiment, docs, info.fingerprint)?;
    if found == as_made.markdown {
        return Ok(Checked::Stale);
    }
    let line = found.lines().zip(built.markdown.lines()).position(|(one, other)| one != other);
    let line = line.unwrap_or_else(|| found.lines().count().min(built.markdown.lines().count())) + 1;
    let expected = built.markdown.lines().nth(line - 1).unwrap_or("the end of the page");
    Ok(Checked::Differs(format!("{name}.md:{line}: the tables say `{expected}`")))
}

//! Which tests may skip themselves where the gate runs.

use std::io;
use std::path::Path;

/// Beginnings of the lines that may appear; see `.ci/expected-skips`.
#[derive(Default, Debug)]
pub(crate) struct ExpectedSkips(Vec<String>);

impl ExpectedSkips {
    /// Reads the list: a beginning per line, empty lines and lines that begin with `#` aside.
    pub(crate) fn read(path: &Path) -> io::Result<Self> {
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
        Ok(Self::parse(&text))
    }

    fn parse(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self(lines.map(str::to_owned).collect())
    }

    /// Whether a line was expected.
    pub(crate) fn contains(&self, line: &str) -> bool {
        self.0.iter().any(|beginning| line.starts_with(beginning.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_listed_is_expected() {
        let skips = ExpectedSkips::parse("# comment\n\nSKIPPED: no nightly\n");
        assert!(skips.contains("SKIPPED: no nightly toolchain"));
        assert!(!skips.contains("SKIPPED: ../shared is absent"));
        assert!(!ExpectedSkips::parse("#\n").contains("SKIPPED: anything"));
    }
}

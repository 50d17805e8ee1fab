//! Where output goes: data to standard output, messages to standard error, colour only for people.

use indicatif::{ProgressBar, ProgressStyle};
use miette::IntoDiagnostic;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;

/// Whether standard output may be coloured: a terminal, and `NO_COLOR` is not set.
pub(crate) fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Standard output, buffered.
pub(crate) fn stdout() -> impl Write {
    Output(BufWriter::new(io::stdout().lock()))
}

/// Writes text to standard output.
pub(crate) fn print(text: &str) -> miette::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).into_diagnostic()
}

/// Writes a file so that a reader finds the old or the new content, never half of it: into a new file beside it, which
/// then takes its place. The file behind a symbolic link is replaced, not the link; what is no ordinary file, such as a
/// pipe, is written to directly.
pub(crate) fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return fs::write(path, content);
    }
    let target = if old.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let fresh = target.with_file_name(name);
    let replaced = fs::write(&fresh, content)
        .and_then(|()| old.map_or(Ok(()), |old| fs::set_permissions(&fresh, old.permissions())))
        .and_then(|()| fs::rename(&fresh, &target));
    if replaced.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    replaced
}

/// Tells the user something that is not part of the output.
pub(crate) fn note(message: &str) {
    let _ = writeln!(io::stderr(), "{message}");
}

/// A bar on standard error if that is a terminal: how many of `all` are done, and of what.
pub(crate) fn progress(all: u64, what: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}, {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(all).with_style(style).with_message(what.to_owned())
}

/// Prints why a command could not be carried out.
pub(crate) fn error(report: &miette::Report) {
    let _ = writeln!(io::stderr(), "{report:?}");
}

/// Prints that we made a mistake; the panic message stands above.
pub(crate) fn bug() {
    let _ = writeln!(io::stderr(), "\nThis is a bug in rxt. Please report it with the message above and the command.");
}

struct Output(BufWriter<StdoutLock<'static>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(explain)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(explain)
    }
}

/// Says what could not be written. `miette` hides the outermost error that it is given; with this layer around it, `main`
/// still finds the kind of the error below, and a reader who went away is no failure.
fn explain(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), OutputError(error))
}

#[derive(Debug)]
struct OutputError(io::Error);

impl fmt::Display for OutputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cannot write to standard output")
    }
}

impl Error for OutputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

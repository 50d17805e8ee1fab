//! Where output goes: data to standard output, messages to standard error, colour only for people.

use std::io::{self, IsTerminal, Write};

/// Whether standard output may be coloured: a terminal, and `NO_COLOR` is not set.
pub(crate) fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Standard output, buffered.
pub(crate) fn stdout() -> impl Write {
    io::BufWriter::new(io::stdout().lock())
}

/// Prints why a command could not be carried out.
pub(crate) fn error(report: &miette::Report) {
    let _ = writeln!(io::stderr(), "{report:?}");
}

/// Prints that we made a mistake; the panic message stands above.
pub(crate) fn bug() {
    let _ = writeln!(io::stderr(), "\nThis is a bug in rxt. Please report it with the message above and the command.");
}

//! What the program asks of the machine: how many cores there are, and to be told when it is to end.

use miette::{IntoDiagnostic, Result};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

/// What a shell reports of a program that was interrupted.
pub(crate) const EXIT_INTERRUPTED: u8 = 130;

/// Set by the first signal to end, so that nothing is lost; the second one ends the program even if something is stuck.
pub(crate) fn interrupt() -> Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, EXIT_INTERRUPTED.into(), Arc::clone(&interrupt))
            .into_diagnostic()?;
        signal_hook::flag::register(signal, Arc::clone(&interrupt)).into_diagnostic()?;
    }
    Ok(interrupt)
}

/// How many threads work at the same time here.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

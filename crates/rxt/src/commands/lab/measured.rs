//! `--measure DIR`: the series of real games, written when they end, however they end.

use crate::output;
use miette::{IntoDiagnostic, Result};
use rxt_lab::series::{self, Unit};
use rxt_lab::{Machine, Moment, RunInfo, run as lab_run, stamp};
use rxt_measure::Clocks;
use std::path::PathBuf;
use std::time::{Instant, SystemTime};

/// Options of commands that can be measured.
#[derive(clap::Args, Debug)]
pub(crate) struct MeasureArgs {
    /// Measure what happens inside, into a new folder in this one
    #[arg(long, value_name = "DIR")]
    measure: Option<PathBuf>,
    /// Unit of measured times: ns, us or ms
    #[arg(long, value_name = "UNIT", default_value = "us", requires = "measure", value_parser = unit)]
    unit: Unit,
}

/// Measuring under way.
pub(crate) struct Measuring {
    folder: PathBuf,
    unit: Unit,
    info: RunInfo,
    start: Instant,
    before: Moment,
}

impl MeasureArgs {
    /// Begins to measure, if that is wanted.
    pub(crate) fn start(&self, what: &str, seed: u64) -> Option<Measuring> {
        let folder = self.measure.as_ref()?;
        let began = stamp(SystemTime::now());
        let command = std::env::args().collect::<Vec<_>>().join(" ");
        let info = RunInfo {
            what: what.to_owned(),
            began: began.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: lab_run::commit(),
            seed,
            command,
            machine: Machine::this(),
            ..RunInfo::default()
        };
        rxt_measure::start(Clocks::Both);
        let folder = folder.join(format!("{began}-{what}"));
        Some(Measuring { folder, unit: self.unit, info, start: Instant::now(), before: Moment::now() })
    }
}

impl Measuring {
    /// Ends it and writes the folder.
    pub(crate) fn finish(mut self) -> Result<()> {
        let samples = rxt_measure::stop();
        self.info.seconds = (self.start.elapsed().as_secs_f64() * 10.0).round() / 10.0;
        self.info.noise = self.before.until(Moment::now());
        self.info.fingerprint = lab_run::engine_fingerprint();
        let folder = series::write(&self.folder, &samples, self.unit, &self.info).into_diagnostic()?;
        output::note(&format!("measured: {} samples, {}", samples.len(), folder.display()));
        Ok(())
    }
}

fn unit(text: &str) -> Result<Unit, String> {
    Unit::parse(text).ok_or_else(|| format!("`{text}` is no unit; expected ns, us or ms"))
}

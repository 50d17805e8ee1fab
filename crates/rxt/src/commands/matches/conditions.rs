//! Under which conditions engines play: what a move may cost, how games begin, how many at once.

use crate::process::cores;
use miette::{Result, miette};
use rxt_rules::agent::Budget;
use std::time::Duration;

/// More than anybody waits for, in seconds.
const LONGEST: f64 = 1e6;

/// Options of all commands in which engines play each other.
#[derive(clap::Args, Debug)]
pub(crate) struct Conditions {
    /// Positions per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Seconds per move
    #[arg(long, value_name = "SECONDS")]
    pub(crate) time: Option<f64>,
    /// Plies per move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255))]
    pub(crate) depth: Option<u32>,
    /// Random moves at the beginning
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(..=200))]
    pub(crate) opening: u32,
    /// Seed of openings and engines
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games at once; without it, one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrent: Option<u16>,
}

impl Conditions {
    /// What a move may cost; so many positions if nothing is said.
    pub(crate) fn budget(&self, otherwise: u64) -> Result<Budget> {
        let time = match self.time {
            Some(seconds) if !(0.001..=LONGEST).contains(&seconds) => {
                let help = "for example: --time 0.1";
                return Err(miette!(
                    help = help,
                    "--time {seconds} is no time per move; expected 0.001 seconds or more"
                ));
            }
            seconds => seconds.map(Duration::from_secs_f64),
        };
        let unlimited = time.is_none() && self.depth.is_none();
        Ok(Budget { time, depth: self.depth, nodes: self.nodes.or_else(|| unlimited.then_some(otherwise)) })
    }

    /// How many games are played at once.
    pub(crate) fn workers(&self) -> usize {
        self.concurrent.map_or_else(cores, usize::from)
    }
}

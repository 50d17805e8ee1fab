//! What a warden is told to start.

use crate::tournament::ProgramLimits;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// What is started, and what it may do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    /// A command of the shell.
    pub command: String,
    /// Where it is started.
    pub directory: PathBuf,
    /// What it may read.
    pub readable: Vec<PathBuf>,
    /// A folder of its own for temporary files.
    pub temporary: PathBuf,
    /// The only port that it may connect to.
    pub port: u16,
    /// What it may use.
    pub limits: ProgramLimits,
    /// How it is kept in.
    pub cage: CageKind,
    /// Whether to check the cage instead of starting the command: what must not be reachable from within.
    pub probe: Option<ProbeTargets>,
    /// Folders of control groups that it is put into.
    pub cgroups: Vec<PathBuf>,
}

/// What must not be reachable from within a cage.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProbeTargets {
    /// A file that is not the program's.
    pub file: PathBuf,
    /// A port on which somebody listens who is not the game.
    pub port: u16,
    /// The process of somebody else.
    pub pid: u32,
}

/// How programs are kept in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CageKind {
    /// By Landlock and a filter of system calls.
    Landlock,
    /// Not at all.
    Open,
}

impl CageKind {
    /// In words, as every report says it.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Landlock => "Landlock and a filter of system calls",
            Self::Open => "NO SANDBOX: programs could reach files, the network and each other",
        }
    }
}

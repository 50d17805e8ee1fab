//! The file that describes a tournament.

use crate::registry::Registry;
use crate::stats::Sprt;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A tournament as its file describes it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// What it is called.
    pub name: String,
    /// Who meets whom.
    pub format: Format,
    /// Maps or folders of maps, seen from the folder of the file.
    pub maps: Vec<PathBuf>,
    /// Seconds credited for each move.
    pub time: Option<f64>,
    /// Positions that a built-in engine may visit for a move.
    pub nodes: Option<u64>,
    /// Plies that a built-in engine may search.
    pub depth: Option<u32>,
    /// Blocks for every line-up on every map; for tests and ladders, the most of all.
    #[serde(default = "one")]
    pub blocks: u32,
    /// Seed of all that is random.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Random moves before anybody thinks.
    #[serde(default)]
    pub opening: u32,
    /// How a line-up is seated in the games of a block.
    #[serde(default)]
    pub seating: Seating,
    /// Rounds of a Swiss tournament, of a ladder or of adaptive pairing.
    pub rounds: Option<u32>,
    /// Points for the first, the second and so on; without it, the placement score counts.
    pub points: Option<Vec<f64>>,
    /// How many of `bot`, from the first, are the challengers of a gauntlet.
    #[serde(default = "one")]
    pub challengers: u32,
    /// What programs do while others think.
    #[serde(default)]
    pub cpu: CpuPolicy,
    /// When a test stops.
    pub test: Option<TestConfig>,
    /// What a program may use.
    #[serde(default)]
    pub limits: ProgramLimits,
    /// Who plays.
    #[serde(rename = "bot")]
    pub bots: Vec<BotConfig>,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every line-up.
    RoundRobin,
    /// The challengers against everybody else.
    Gauntlet,
    /// Those who are level meet, nobody the same again if it can be helped.
    Swiss,
    /// Whoever loses is out.
    Knockout,
    /// Neighbours on the ladder meet.
    Ladder,
    /// The first two are compared until it is clear which is better; the others fill seats.
    Sprt,
    /// Those whose order is least clear meet, and nobody waits for long.
    Adaptive,
}

/// How a line-up is seated in the games of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// Each sits everywhere once, in the same circle.
    #[default]
    Rotations,
    /// Every order, for up to four players.
    Permutations,
}

/// What programs do while others think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CpuPolicy {
    /// What they like.
    #[default]
    Free,
    /// Nothing: they are stopped.
    Stopped,
}

impl CpuPolicy {
    /// The name in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Stopped => "stopped",
        }
    }
}

/// When a sequential test stops: which difference of the mean placement score matters, and how sure one wants to be.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TestConfig {
    /// Score of the first bot that means no gain.
    #[serde(default = "half")]
    pub score0: f64,
    /// Score of the first bot that is worth having.
    #[serde(default = "a_little_more")]
    pub score1: f64,
    /// Probability to accept what is no gain.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// Probability to refuse what is a gain.
    #[serde(default = "five_percent")]
    pub beta: f64,
    /// Blocks between two looks.
    #[serde(default = "few")]
    pub batch: u32,
}

impl Default for TestConfig {
    fn default() -> Self {
        Self { score0: half(), score1: a_little_more(), alpha: five_percent(), beta: five_percent(), batch: few() }
    }
}

/// What a program may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ProgramLimits {
    /// Seconds from its start to its hello; apart from the clock of the game.
    pub startup_seconds: u64,
    /// Resident memory of all its processes.
    pub memory_mb: u64,
    /// Processes and threads.
    pub processes: u32,
    /// CPU seconds of all its processes in one game.
    pub cpu_seconds: u64,
    /// What it has on the disk: its temporary folder, with all files in it.
    pub disk_mb: u64,
    /// Output that is kept; what is beyond is read and thrown away.
    pub output_kb: u64,
    /// Output with which it is ended.
    pub flood_mb: u64,
    /// The longest that a move may take where there is no clock.
    pub patience_seconds: u64,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        Self {
            startup_seconds: 30,
            memory_mb: 1024,
            processes: 256,
            cpu_seconds: 3600,
            disk_mb: 512,
            output_kb: 64,
            flood_mb: 64,
            patience_seconds: 60,
        }
    }
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotConfig {
    /// What it is called.
    pub name: String,
    /// A built-in engine.
    pub engine: Option<String>,
    /// How to start a program, with `{host}` and `{port}`.
    pub command: Option<String>,
    /// The folder that the program may read, seen from the folder of the file; without it, only the files that the
    /// command names.
    pub folder: Option<PathBuf>,
}

fn one() -> u32 {
    1
}

fn default_seed() -> u64 {
    1
}

fn few() -> u32 {
    4
}

fn half() -> f64 {
    0.5
}

fn a_little_more() -> f64 {
    0.55
}

fn five_percent() -> f64 {
    0.05
}

/// Why a file describes no tournament.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is no TOML, or has something else in it.
    #[error("`{}`: {message}", path.display())]
    Toml {
        /// Which.
        path: PathBuf,
        /// Where and what.
        message: String,
    },
    /// It asks for something that cannot be.
    #[error("{0}")]
    Impossible(String),
}

/// The most bytes of a file.
const LONGEST: u64 = 4 << 20;
/// The shortest and longest time for a move.
const TIMES: std::ops::RangeInclusive<f64> = 0.001..=1e6;

impl Config {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let failed = |source| ConfigError::Read { path: path.to_owned(), source };
        let length = fs::metadata(path).map_err(failed)?.len();
        if length > LONGEST {
            return Err(failed(io::Error::other("it is too long for a tournament")));
        }
        let text = fs::read_to_string(path).map_err(failed)?;
        let message = |error: toml::de::Error| error.to_string().trim_end().to_owned();
        let mut config: Self = toml::from_str(&text)
            .map_err(|error| ConfigError::Toml { path: path.to_owned(), message: message(error) })?;
        config.look_up()?;
        config.check()?;
        Ok(config)
    }

    /// Fills in how known bots are started.
    fn look_up(&mut self) -> Result<(), ConfigError> {
        if self.bots.iter().all(|bot| bot.engine.is_some() || bot.command.is_some()) {
            return Ok(());
        }
        let registry = Registry::open(&Registry::default_path());
        let registry = registry.map_err(|error| ConfigError::Impossible(error.to_string()))?;
        for bot in self.bots.iter_mut().filter(|bot| bot.engine.is_none() && bot.command.is_none()) {
            if let Some(known) = registry.find(&bot.name) {
                *bot = known.clone();
            }
        }
        Ok(())
    }

    /// Refuses what cannot be.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.problem().map_or(Ok(()), |problem| Err(ConfigError::Impossible(problem)))
    }

    fn problem(&self) -> Option<String> {
        if self.name.trim().is_empty() {
            return Some("`name` is empty; expected what the tournament is called".to_owned());
        }
        if self.maps.is_empty() {
            return Some("`maps` is empty; expected at least one map or folder of maps".to_owned());
        }
        if self.bots.len() < 2 {
            return Some(format!("{} [[bot]]; expected at least two", self.bots.len()));
        }
        if self.blocks == 0 || self.rounds == Some(0) {
            return Some("`blocks` and `rounds` are at least 1".to_owned());
        }
        if let Some(time) = self.time.filter(|time| !TIMES.contains(time)) {
            return Some(format!("`time = {time}` is no time for a move; expected 0.001 seconds or more"));
        }
        if self.time.is_none() && self.nodes.is_none() && self.depth.is_none() {
            return Some("there is no limit; expected `time`, `nodes` or `depth`".to_owned());
        }
        if self.format == Format::Gauntlet && !(1..self.bots.len() as u32).contains(&self.challengers) {
            return Some(format!("`challengers = {}`; expected fewer than there are bots", self.challengers));
        }
        self.test.and_then(TestConfig::problem).or_else(|| self.bot_problem())
    }

    fn bot_problem(&self) -> Option<String> {
        let mut names = BTreeSet::new();
        for bot in &self.bots {
            if bot.name.trim().is_empty() || bot.name.contains(char::is_control) {
                return Some("a bot has no name on one line; expected `name = \"...\"`".to_owned());
            }
            if !names.insert(&bot.name) {
                return Some(format!("two bots are called `{}`; expected a name for each", bot.name));
            }
            match (&bot.engine, &bot.command) {
                (Some(_), None) => {}
                (None, Some(command)) if command.contains("{port}") => {}
                (None, Some(command)) => {
                    return Some(format!("the command `{command}` of `{}` has no {{port}}", bot.name));
                }
                (None, None) => {
                    let problem =
                        "is not known (`rxt bot list`); expected `engine`, `command` or the name of a known bot";
                    return Some(format!("bot `{}` {problem}", bot.name));
                }
                _ => return Some(format!("bot `{}`: expected either `engine` or `command`", bot.name)),
            }
        }
        None
    }
}

impl From<TestConfig> for Sprt {
    fn from(test: TestConfig) -> Self {
        Self { score0: test.score0, score1: test.score1, alpha: test.alpha, beta: test.beta }
    }
}

impl TestConfig {
    fn problem(self) -> Option<String> {
        let Self { score0, score1, alpha, beta, batch } = self;
        let is_part = |value: f64| value > 0.0 && value < 1.0;
        if !is_part(score0) || !is_part(score1) || score0 >= score1 {
            return Some(format!("a test between scores {score0} and {score1}; expected 0 < score0 < score1 < 1"));
        }
        if !is_part(alpha) || !is_part(beta) || alpha + beta >= 1.0 || batch == 0 {
            return Some("`alpha` and `beta` are probabilities below a half, and `batch` is at least 1".to_owned());
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALLEST: &str = r#"
name = "cup"
format = "round-robin"
maps = ["a.map"]
time = 0.05
blocks = 5
seed = 1

[[bot]]
name = "one"
engine = "greedy"

[[bot]]
name = "two"
command = "./mybot {host} {port}"
"#;

    fn parse(text: &str) -> Result<Config, String> {
        let config: Config = toml::from_str(text).map_err(|error| error.to_string())?;
        config.check().map_err(|error| error.to_string())?;
        Ok(config)
    }

    #[test]
    fn the_smallest_file_is_a_tournament() {
        let config = parse(SMALLEST).unwrap();
        assert_eq!((config.name.as_str(), config.blocks, config.seed, config.opening), ("cup", 5, 1, 0));
        assert_eq!(config.bots[1].command.as_deref(), Some("./mybot {host} {port}"));
    }

    #[test]
    fn what_cannot_be_is_refused_in_words() {
        for (from, to, expected) in [
            ("blocks = 5", "block = 5", "unknown field `block`"),
            ("time = 0.05", "", "there is no limit"),
            ("time = 0.05", "time = 0", "is no time for a move"),
            ("name = \"two\"", "name = \"one\"", "two bots are called `one`"),
            (" {port}", "", "has no {port}"),
            ("engine = \"greedy\"", "", "bot `one` is not known"),
            (
                "engine = \"greedy\"",
                "engine = \"greedy\"\ncommand = \"x {port}\"",
                "expected either `engine` or `command`",
            ),
            ("round-robin", "league", "unknown variant `league`"),
            ("[\"a.map\"]", "[]", "`maps` is empty"),
        ] {
            let error = parse(&SMALLEST.replace(from, to)).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}

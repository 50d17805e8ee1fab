//! A tournament with everything at hand: bots with their hashes, maps with their bytes.

use super::config::{BotConfig, Config, ConfigError};
use super::decision::{Block, Game};
use super::opening::opened_map;
use rxt_engine::Spec;
use rxt_rules::agent::Budget;
use rxt_rules::{Map, MapFile, Phase, Position};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A tournament that can be played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What its file says.
    pub config: Config,
    /// Who plays.
    pub bots: Vec<Entrant>,
    /// Where.
    pub grounds: Vec<Ground>,
}

/// A map with the bytes that players are sent.
#[derive(Clone, Debug)]
pub struct Ground {
    /// What it is called.
    pub name: String,
    /// The bytes of its file.
    pub bytes: Vec<u8>,
    /// Their hash.
    pub hash: String,
    /// The map.
    pub map: Arc<Map>,
}

/// Who plays.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    /// Who thinks.
    pub mind: Mind,
    /// Hash of all that decides how it plays.
    pub hash: String,
}

/// Who thinks.
#[derive(Clone, Debug)]
pub enum Mind {
    /// An engine of this process.
    Engine(Box<Spec>),
    /// A program.
    Program(Program),
}

/// A program that speaks the course's protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// How to start it, with `{host}` and `{port}`.
    pub command: String,
    /// Where it is started.
    pub directory: PathBuf,
    /// What it may read: its folder, or the files that its command names.
    pub readable: Vec<PathBuf>,
}

impl Entrant {
    /// The engine, if it is one.
    pub fn engine(&self) -> Option<&Spec> {
        match &self.mind {
            Mind::Engine(spec) => Some(spec),
            Mind::Program(_) => None,
        }
    }

    /// Which engine or which command.
    pub fn description(&self) -> String {
        match &self.mind {
            Mind::Engine(spec) => spec.to_string(),
            Mind::Program(program) => program.command.clone(),
        }
    }
}

impl Setup {
    /// Reads a tournament and all that it names.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let config = Config::read(path)?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Self::new(config, folder)
    }

    /// Gathers all that a tournament names, seen from a folder.
    pub fn new(config: Config, folder: &Path) -> Result<Self, ConfigError> {
        let folder = folder.canonicalize().map_err(|source| ConfigError::Read { path: folder.to_owned(), source })?;
        let bots = config.bots.iter().map(|bot| entrant(bot, &folder)).collect::<Result<_, _>>()?;
        let grounds = grounds(&config.maps, &folder)?;
        let setup = Self { config, bots, grounds };
        setup.check()?;
        Ok(setup)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let programs = self.bots.iter().any(|bot| bot.engine().is_none());
        if programs && self.config.time.is_none() && self.config.depth.is_none() && self.config.nodes.is_none() {
            return Err(ConfigError::Impossible("programs need a `time`".to_owned()));
        }
        let most = self.grounds.iter().map(|ground| ground.map.players()).max().unwrap_or(2);
        if self.config.seating == super::Seating::Permutations && most > 4 {
            let problem = format!("`seating = \"permutations\"` on a map for {most}; expected maps for up to four");
            return Err(ConfigError::Impossible(problem));
        }
        Ok(())
    }

    /// What a built-in engine may spend on a move.
    pub fn budget(&self) -> Budget {
        let Config { time, nodes, depth, .. } = self.config;
        Budget { time: time.map(Duration::from_secs_f64), nodes, depth }
    }

    /// The bytes of the map that the record of a game has to begin with.
    pub(crate) fn map_bytes(&self, game: &Game, block: &Block) -> Vec<u8> {
        if game.seats.iter().all(|&bot| self.bots[bot].engine().is_some()) {
            return self.grounds[game.ground].bytes.clone();
        }
        opened_map(self, block).1
    }

    /// A hash of all that decides what the games are. Where the database has another, it belongs to another tournament.
    pub fn fingerprint(&self) -> String {
        let mut config = self.config.clone();
        // Paths may change when everything is moved; what they lead to is hashed below.
        config.maps.clear();
        for bot in &mut config.bots {
            bot.folder = None;
        }
        let mut hash = Sha256::new();
        hash.update(serde_json::to_vec(&config).expect("a tournament has only string keys"));
        for text in self.grounds.iter().flat_map(|ground| [&ground.name, &ground.hash]) {
            hash.update(text);
        }
        for text in self.bots.iter().flat_map(|bot| [&bot.name, &bot.hash]) {
            hash.update(text);
        }
        hex(&hash.finalize())
    }
}

/// The hash of bytes, in hexadecimal digits.
pub fn hash_of(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn entrant(bot: &BotConfig, folder: &Path) -> Result<Entrant, ConfigError> {
    let name = bot.name.clone();
    if let Some(text) = &bot.engine {
        let problem = |error| format!("bot `{name}`: engine `{text}`: {error}; `rxt engines` lists what there is");
        let spec = Spec::parse(text).map_err(|error| ConfigError::Impossible(problem(error)))?;
        let hash = hash_of(format!("engine {spec}").as_bytes());
        return Ok(Entrant { name, mind: Mind::Engine(Box::new(spec)), hash });
    }
    let command = bot.command.clone().unwrap_or_default();
    let program = program(&command, bot.folder.as_deref(), folder)?;
    let hash = program.hash().map_err(|(path, source)| ConfigError::Read { path, source })?;
    Ok(Entrant { name, mind: Mind::Program(program), hash })
}

/// A program as its command describes it, seen from a folder.
pub fn program(command: &str, own: Option<&Path>, folder: &Path) -> Result<Program, ConfigError> {
    if let Some(own) = own {
        let path = folder.join(own);
        let path = path.canonicalize().map_err(|source| ConfigError::Read { path, source })?;
        return Ok(Program { command: command.to_owned(), directory: path.clone(), readable: vec![path] });
    }
    let mut readable = Vec::new();
    for word in command.split_whitespace().map(|word| word.trim_matches(['"', '\''])) {
        if let Ok(path) = folder.join(word).canonicalize()
            && path.is_file()
            && !readable.contains(&path)
        {
            readable.push(path);
        }
    }
    Ok(Program { command: command.to_owned(), directory: folder.to_owned(), readable })
}

/// How deep the folder of a program may be, and how many files it may have.
const DEEPEST: usize = 16;
const MOST_FILES: usize = 20_000;

impl Program {
    /// All files that belong to the program.
    pub fn files(&self) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
        let mut files = Vec::new();
        self.readable.iter().try_for_each(|root| list(root, 0, &mut files))?;
        files.sort();
        Ok(files)
    }

    /// Hash of the command and of all files that belong to the program.
    pub fn hash(&self) -> Result<String, (PathBuf, io::Error)> {
        let mut hash = Sha256::new();
        hash.update(&self.command);
        for root in &self.readable {
            let mut files = Vec::new();
            list(root, 0, &mut files)?;
            files.sort();
            for file in files {
                let bytes = fs::read(&file).map_err(|error| (file.clone(), error))?;
                hash.update(file.strip_prefix(root).unwrap_or(&file).to_string_lossy().as_bytes());
                hash.update(Sha256::digest(&bytes));
            }
        }
        Ok(hex(&hash.finalize()))
    }
}

fn list(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (path.to_owned(), error);
    let kind = fs::symlink_metadata(path).map_err(failed)?;
    if kind.is_file() {
        files.push(path.to_owned());
    }
    if !kind.is_dir() {
        return Ok(());
    }
    if depth == DEEPEST || files.len() > MOST_FILES {
        return Err(failed(io::Error::other("too many files for the folder of a bot")));
    }
    for entry in fs::read_dir(path).map_err(failed)? {
        list(&entry.map_err(failed)?.path(), depth + 1, files)?;
    }
    Ok(())
}

fn grounds(paths: &[PathBuf], folder: &Path) -> Result<Vec<Ground>, ConfigError> {
    let mut files = Vec::new();
    for path in paths {
        let path = folder.join(path);
        if path.is_dir() {
            let failed = |source| ConfigError::Read { path: path.clone(), source };
            let entries = fs::read_dir(&path).map_err(failed)?;
            let mut maps: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
            maps.retain(|path| path.extension().is_some_and(|extension| extension == "map"));
            maps.sort();
            files.extend(maps.into_iter().map(|path| (path, true)));
        } else {
            files.push((path, false));
        }
    }
    let mut grounds = Vec::new();
    for (path, of_folder) in files {
        grounds.extend(ground(&path, of_folder)?);
    }
    if grounds.is_empty() {
        return Err(ConfigError::Impossible("there is no map on which anybody can move".to_owned()));
    }
    Ok(grounds)
}

/// A map to play on. One without a move is left out if it was found in a folder.
fn ground(path: &Path, of_folder: bool) -> Result<Option<Ground>, ConfigError> {
    let bytes = fs::read(path).map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
    let problem = |problem: String| ConfigError::Impossible(format!("the map `{}`: {problem}", path.display()));
    if bytes.len() > MapFile::MAX_BYTES {
        return Err(problem("it is too long".to_owned()));
    }
    let (map, _) = Map::parse(&bytes).map_err(|errors| problem(errors.to_string()))?;
    let map = Arc::new(map);
    if Position::new(Arc::clone(&map)).phase() == Phase::Over {
        return if of_folder { Ok(None) } else { Err(problem("nobody can move on it".to_owned())) };
    }
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(Some(Ground { name, hash: hash_of(&bytes), bytes, map }))
}

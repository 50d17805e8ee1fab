//! All that a worker has to know of one game, and nothing of the others.

use crate::queue::{Queue, QueueError};
use crate::tournament::{Block, Config, Entrant, Game, Ground, Mind, Program, Setup, TablePlan, hash_of};
use rxt_engine::Spec;
use rxt_rules::{Map, MapFile};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// One game. Files travel beside it, by their hashes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Parcel {
    config: Config,
    bots: Vec<Bot>,
    map_name: String,
    map_hash: String,
    id: u64,
    block: u32,
    rotation: u32,
    seats: Vec<usize>,
    seed: u64,
    block_seed: u64,
    key: String,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Bot {
    name: String,
    hash: String,
    /// An engine, or else a program.
    engine: Option<String>,
    command: String,
    files: Vec<BotFile>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct BotFile {
    /// Seen from the folder of the program.
    path: PathBuf,
    hash: String,
    executable: bool,
}

/// Why a game does not arrive.
#[derive(Debug, Error)]
pub(super) enum ParcelError {
    #[error(transparent)]
    Queue(#[from] QueueError),
    #[error("cannot read or write `{}`: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("what came over the queue is no game: {0}")]
    Content(String),
}

/// Files that the queue has already.
#[derive(Debug, Default)]
pub(super) struct Sent(BTreeSet<String>);

impl Sent {
    pub(super) fn keep(&mut self, queue: &dyn Queue, bytes: &[u8]) -> Result<String, QueueError> {
        let hash = hash_of(bytes);
        if !self.0.contains(&hash) {
            queue.keep_file(&hash, bytes)?;
            self.0.insert(hash.clone());
        }
        Ok(hash)
    }
}

impl Parcel {
    /// Packs a game, and leaves its files with the queue.
    pub(super) fn pack(
        setup: &Setup,
        game: &Game,
        block: &Block,
        queue: &dyn Queue,
        sent: &mut Sent,
    ) -> Result<Self, ParcelError> {
        let mut present: Vec<usize> = game.seats.clone();
        present.sort_unstable();
        present.dedup();
        let local = |bot: &usize| present.binary_search(bot).expect("everybody on a seat is present");
        let bots = present.iter().map(|&bot| Bot::pack(&setup.bots[bot], queue, sent)).collect::<Result<_, _>>()?;
        let ground = &setup.grounds[game.ground];
        let config = Config { maps: Vec::new(), bots: Vec::new(), ..setup.config.clone() };
        Ok(Self {
            config,
            bots,
            map_name: ground.name.clone(),
            map_hash: sent.keep(queue, &ground.bytes)?,
            id: game.id,
            block: game.block,
            rotation: game.rotation,
            seats: game.seats.iter().map(local).collect(),
            seed: game.seed,
            block_seed: block.seed,
            key: game.key.clone(),
        })
    }

    /// The game with its files, the programs in a folder below `cache`.
    pub(super) fn unpack(self, queue: &dyn Queue, cache: &Path) -> Result<(Setup, Game, Block), ParcelError> {
        let (map, bytes) = map_of(queue, &self.map_hash)?;
        let ground = Ground { name: self.map_name, hash: self.map_hash, bytes, map };
        let bots = self.bots.into_iter().map(|bot| bot.unpack(queue, cache)).collect::<Result<Vec<_>, _>>()?;
        if self.seats.iter().any(|&seat| seat >= bots.len()) || self.seats.len() != usize::from(ground.map.players()) {
            return Err(ParcelError::Content("its seats do not fit".to_owned()));
        }
        let table = TablePlan { ground: 0, lineup: (0..bots.len()).collect() };
        let game = Game {
            id: self.id,
            block: self.block,
            rotation: self.rotation,
            ground: 0,
            seats: self.seats,
            seed: self.seed,
            key: self.key,
        };
        let block = Block { number: self.block, decision: 0, table, seed: self.block_seed };
        Ok((Setup { config: self.config, bots, grounds: vec![ground] }, game, block))
    }
}

impl Bot {
    fn pack(bot: &Entrant, queue: &dyn Queue, sent: &mut Sent) -> Result<Self, ParcelError> {
        let (name, hash) = (bot.name.clone(), bot.hash.clone());
        let program = match &bot.mind {
            Mind::Engine(spec) => {
                let engine = Some(spec.to_string());
                return Ok(Self { name, hash, engine, command: String::new(), files: Vec::new() });
            }
            Mind::Program(program) => program,
        };
        let mut files = Vec::new();
        for path in program.files().map_err(|(path, source)| ParcelError::File { path, source })? {
            // What is not in the folder, such as a language runtime, has to be there on every machine.
            let Ok(inside) = path.strip_prefix(&program.directory) else { continue };
            let failed = |source| ParcelError::File { path: path.clone(), source };
            let bytes = fs::read(&path).map_err(failed)?;
            let executable = fs::metadata(&path).map_err(failed)?.permissions().mode() & 0o111 != 0;
            files.push(BotFile { path: inside.to_owned(), hash: sent.keep(queue, &bytes)?, executable });
        }
        Ok(Self { name, hash, engine: None, command: program.command.clone(), files })
    }

    fn unpack(self, queue: &dyn Queue, cache: &Path) -> Result<Entrant, ParcelError> {
        if let Some(text) = &self.engine {
            let spec = Spec::parse(text).map_err(|error| ParcelError::Content(error.to_string()))?;
            return Ok(Entrant { name: self.name, mind: Mind::Engine(Box::new(spec)), hash: self.hash });
        }
        if !self.hash.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ParcelError::Content("the hash of a bot is none".to_owned()));
        }
        let folder = cache.join(&self.hash);
        if !folder.is_dir() {
            self.fill(queue, &folder)?;
        }
        let program = Program { command: self.command, directory: folder.clone(), readable: vec![folder] };
        Ok(Entrant { name: self.name, mind: Mind::Program(program), hash: self.hash })
    }

    /// Writes all files into a folder, which appears only when it is complete.
    fn fill(&self, queue: &dyn Queue, folder: &Path) -> Result<(), ParcelError> {
        let thread = std::thread::current().id();
        let fresh = folder.with_extension(format!("{}-{thread:?}", std::process::id()));
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| ParcelError::File { path, source }
        };
        for file in &self.files {
            if !file.path.components().all(|part| matches!(part, Component::Normal(_))) {
                return Err(ParcelError::Content(format!("`{}` is no file of a bot", file.path.display())));
            }
            let path = fresh.join(&file.path);
            let parent = path.parent().unwrap_or(&fresh);
            fs::create_dir_all(parent).map_err(failed(parent))?;
            fs::write(&path, checked(queue, &file.hash)?).map_err(failed(&path))?;
            let mode = if file.executable { 0o755 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).map_err(failed(&path))?;
        }
        fs::create_dir_all(&fresh).map_err(failed(&fresh))?;
        if let Err(error) = fs::rename(&fresh, folder) {
            let _ = fs::remove_dir_all(&fresh);
            // Another slot may have been faster.
            return if folder.is_dir() { Ok(()) } else { Err(failed(folder)(error)) };
        }
        Ok(())
    }
}

/// A map and its bytes.
pub(super) fn map_of(queue: &dyn Queue, hash: &str) -> Result<(Arc<Map>, Vec<u8>), ParcelError> {
    let bytes = checked(queue, hash)?;
    if bytes.len() > MapFile::MAX_BYTES {
        return Err(ParcelError::Content("its map is too long".to_owned()));
    }
    let (map, _) = Map::parse(&bytes).map_err(|errors| ParcelError::Content(errors.to_string()))?;
    Ok((Arc::new(map), bytes))
}

/// A file whose bytes are what its hash says.
fn checked(queue: &dyn Queue, hash: &str) -> Result<Vec<u8>, ParcelError> {
    let bytes = queue.file(hash)?;
    if hash_of(&bytes) == hash {
        return Ok(bytes);
    }
    Err(ParcelError::Content(format!("the file {hash} has other bytes than it should")))
}

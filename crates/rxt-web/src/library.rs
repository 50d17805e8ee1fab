//! Games that were played or uploaded: a record in a file each, written so that a crash loses none that is finished.

use crate::failure::{Failure, Outcome};
use crate::frames;
use rxt_record::record::Tag;
use rxt_record::{Record, Source};
use rxt_rules::Player;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};
use std::time::SystemTime;

/// Games that are kept.
const MOST_GAMES: usize = 20_000;
/// Squares of all boards of a game, so that no upload takes the machine's memory.
const MOST_SQUARES: usize = 100_000_000;
/// Games whose frames are kept in memory.
const KEPT: usize = 12;

/// All games.
pub(crate) struct Library {
    folder: PathBuf,
    shelf: RwLock<BTreeMap<String, Arc<Summary>>>,
    kept: Mutex<Vec<(String, Arc<str>)>>,
}

/// What a list says of a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) map: String,
    pub(crate) event: Option<String>,
    pub(crate) players: Vec<String>,
    /// Points, `None` of the disqualified; no list if the game has no result.
    pub(crate) points: Option<Vec<Option<u32>>>,
    pub(crate) moves: usize,
    /// Seconds since 1970.
    pub(crate) time: u64,
}

impl Library {
    /// Opens a folder of games; what is no game is left alone.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut shelf = BTreeMap::new();
        for entry in fs::read_dir(folder)?.take(MOST_GAMES) {
            let entry = entry?;
            let path = entry.path();
            let is_ours = path.extension().is_some_and(|extension| extension == "rxt");
            let Some(id) = path.file_stem().and_then(|stem| stem.to_str()).filter(|id| is_ours && is_id(id)) else {
                continue;
            };
            let time = entry.metadata().and_then(|metadata| metadata.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
            if let Some(record) = fs::read(&path).ok().and_then(|text| Record::parse(&text).ok()) {
                shelf.insert(id.to_owned(), Arc::new(Summary::new(id, &record, time)));
            }
        }
        Ok(Self { folder: folder.to_owned(), shelf: RwLock::new(shelf), kept: Mutex::default() })
    }

    /// The newest games first.
    pub(crate) fn newest(&self, most: usize) -> Vec<Arc<Summary>> {
        let all = self.shelf.read().expect("nobody panics while reading");
        let mut games: Vec<Arc<Summary>> = all.values().cloned().collect();
        drop(all);
        games.sort_by(|one, two| two.time.cmp(&one.time).then_with(|| one.id.cmp(&two.id)));
        games.truncate(most);
        games
    }

    /// What is known of a game.
    pub(crate) fn summary(&self, id: &str) -> Option<Arc<Summary>> {
        self.shelf.read().expect("nobody panics while reading").get(id).cloned()
    }

    /// A game.
    pub(crate) fn record(&self, id: &str) -> Outcome<Record> {
        self.summary(id).ok_or_else(|| Failure::missing(format_args!("game `{id}`")))?;
        let text = fs::read(self.path(id)).map_err(|error| Failure::missing(format_args!("game `{id}`: {error}")))?;
        Record::parse(&text).map_err(|error| Failure::unusable(format_args!("game `{id}`: {error}")))
    }

    /// A game for a page: board, frames, and what is known of it.
    pub(crate) fn game_json(&self, id: &str) -> Outcome<Arc<str>> {
        let mut kept = self.kept.lock().expect("nobody panics while looking");
        if let Some((_, text)) = kept.iter().find(|(known, _)| known == id) {
            return Ok(Arc::clone(text));
        }
        drop(kept);
        let record = self.record(id)?;
        let (start, frames) = frames::of_record(&record).map_err(Failure::unusable)?;
        let summary = serde_json::to_string(&Summary::new(id, &record, SystemTime::UNIX_EPOCH));
        let summary = summary.expect("a summary has only string keys");
        let tags: Vec<(&str, &str)> = record.tags.iter().map(|tag| (tag.key(), tag.value())).collect();
        let tags = serde_json::to_string(&tags).expect("pairs of text are JSON");
        let game = rxt_view::game_json(&start, &frames);
        let text: Arc<str> = format!("{{\"info\":{summary},\"tags\":{tags},\"game\":{game}}}").into();
        kept = self.kept.lock().expect("nobody panics while looking");
        kept.insert(0, (id.to_owned(), Arc::clone(&text)));
        kept.truncate(KEPT);
        Ok(text)
    }

    /// Keeps a game that was uploaded, in any form that has moves. The same game has the same name.
    pub(crate) fn upload(&self, bytes: &[u8]) -> Outcome<Arc<Summary>> {
        if bytes.is_empty() {
            return Err(Failure::unusable("the file is empty; expected a record or a course log"));
        }
        let record = match Source::parse(bytes).map_err(Failure::unusable)? {
            Source::Record(record) => record,
            Source::Map(_) => return Err(Failure::unusable("this is a map, not a game; draw it in the editor")),
            Source::Position(_) => return Err(Failure::unusable("this is a position, not a game; analyse it instead")),
        };
        let squares = usize::from(record.map.width()) * usize::from(record.map.height()) * (record.entries.len() + 1);
        if squares > MOST_SQUARES {
            let message = format_args!("the game is too long to be shown: its boards have {squares} squares in all");
            return Err(Failure::unusable(message));
        }
        frames::of_record(&record)
            .map_err(|error| Failure::unusable(format_args!("the game breaks the rules {error}")))?;
        let digest = Sha256::digest(record.to_string().as_bytes());
        let id = short_hex(&digest);
        if let Some(known) = self.summary(&id) {
            return Ok(known);
        }
        self.keep(&id, &record).map_err(|error| Failure::conflict(format_args!("the game cannot be kept: {error}")))
    }

    /// Writes a game to its file: all of it or nothing, and on the disk before this returns.
    pub(crate) fn keep(&self, id: &str, record: &Record) -> io::Result<Arc<Summary>> {
        let is_new = self.summary(id).is_none();
        if is_new && self.shelf.read().expect("nobody panics while reading").len() >= MOST_GAMES {
            return Err(io::Error::other(format!("{MOST_GAMES} games are kept; the organiser has to remove some")));
        }
        let unfinished = self.folder.join(format!(".{id}.part"));
        let mut file = File::create(&unfinished)?;
        file.write_all(record.to_string().as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, self.path(id))?;
        File::open(&self.folder)?.sync_all()?;
        let summary = Arc::new(Summary::new(id, record, SystemTime::now()));
        self.kept.lock().expect("nobody panics while looking").retain(|(known, _)| known != id);
        self.shelf.write().expect("nobody panics while writing").insert(id.to_owned(), Arc::clone(&summary));
        Ok(summary)
    }

    fn path(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.rxt"))
    }
}

impl Summary {
    fn new(id: &str, record: &Record, time: SystemTime) -> Self {
        let map = record.tag(Tag::MAP_NAME).unwrap_or("a map without a name").trim_end_matches(".map").to_owned();
        let name = |player: Player| {
            record.tag(&Tag::player_key(player)).map_or_else(|| format!("player {player}"), str::to_owned)
        };
        let players: Vec<String> = Player::all(record.map.players()).map(name).collect();
        Self {
            id: id.to_owned(),
            title: map.clone(),
            map,
            event: record.tag("event").map(str::to_owned),
            players,
            points: record.result.clone(),
            moves: record.plies(),
            time: time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        }
    }

    /// Who won, as far as there is one winner.
    pub(crate) fn winner(&self) -> Option<&str> {
        let points = self.points.as_ref()?;
        let best = points.iter().flatten().max()?;
        let mut winners = points.iter().zip(&self.players).filter(|(points, _)| points.as_ref() == Some(best));
        let (_, winner) = winners.next()?;
        winners.next().is_none().then_some(winner)
    }
}

/// The first bytes of a hash, enough to tell files apart.
pub(crate) fn short_hex(digest: &[u8]) -> String {
    digest.iter().take(8).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Whether this is the name of a game; such a name is a file's name too.
pub(crate) fn is_id(id: &str) -> bool {
    (1..=40).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("rxt-web-library-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    const GAME: &str = "rxt-record 1\nmap-name tiny\nplayer-1 <b>me</b>\n\nmap\n2\n0\n0 0\n1 4\n0 2 1 0\n\nmoves\n1 0 0 0\n\nresult\n1 3\n2 0\n";

    #[test]
    fn a_game_is_there_again_after_a_restart() {
        let folder = folder("restart");
        let library = Library::open(&folder).unwrap();
        let one = library.upload(GAME.as_bytes()).unwrap();
        let two = library.upload(GAME.as_bytes()).unwrap();
        assert_eq!(one.id, two.id, "the same game is kept once");
        assert_eq!(one.winner(), Some("<b>me</b>"));
        let again = Library::open(&folder).unwrap();
        assert_eq!(again.record(&one.id).unwrap().to_string(), GAME);
        assert_eq!(again.newest(10).len(), 1);
        assert!(again.game_json(&one.id).unwrap().contains("\"frames\""));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_game_is_refused_in_words() {
        let folder = folder("refused");
        let library = Library::open(&folder).unwrap();
        let told = |bytes: &[u8]| library.upload(bytes).unwrap_err().message;
        assert!(told(b"").contains("empty"));
        assert!(told(b"2 0 0 0 1 4  0 2 1 0").contains("this is a map"));
        assert!(told(&[0xff, 0xfe, 0, 1]).contains("line 1"));
        assert!(told(GAME.replace("1 0 0 0\n", "2 0 0 0\n").as_bytes()).contains("breaks the rules"));
        assert!(told(GAME.replace("moves", "mowes").as_bytes()).contains("expected"));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn no_id_leads_out_of_the_folder() {
        for id in ["", "..", "a/b", ".a", "A", &"a".repeat(41)] {
            assert!(!is_id(id), "{id}");
        }
    }
}

//! Games that were played or uploaded, in the site's database, so that a crash loses none that is finished.

use crate::failure::{Failure, Outcome};
use crate::frames;
use rxt_arena::db::DbError;
use rxt_arena::site_db::{GameRow, OutputRow, SiteDb};
use rxt_record::record::{Entry, Tag};
use rxt_record::{Record, Source};
use rxt_rules::Player;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, RwLock};
use thiserror::Error;

/// Games that are kept.
const MOST_GAMES: usize = 20_000;
/// Squares of all boards of a game, so that no upload takes the machine's memory.
const MOST_SQUARES: usize = 100_000_000;
/// Games whose frames are kept in memory.
const KEPT: usize = 12;

/// All games.
pub(crate) struct Library {
    db: Arc<SiteDb>,
    /// Games that lists have.
    shelf: RwLock<BTreeMap<String, Arc<Summary>>>,
    kept: Mutex<Vec<(String, Arc<str>)>>,
}

/// What a list says of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
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

/// Why a game cannot be kept.
#[derive(Debug, Error)]
pub(crate) enum KeepError {
    #[error("{MOST_GAMES} games are kept, and no more; start the site on another folder")]
    Full,
    #[error(transparent)]
    Db(#[from] DbError),
}

impl Library {
    /// Opens the games of a site.
    pub(crate) fn open(db: Arc<SiteDb>) -> Result<Self, DbError> {
        let mut shelf = BTreeMap::new();
        for row in db.games(MOST_GAMES)? {
            if let Some(summary) = Summary::read(&row) {
                shelf.insert(row.id, summary);
            }
        }
        Ok(Self { db, shelf: RwLock::new(shelf), kept: Mutex::default() })
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
        let listed = self.shelf.read().expect("nobody panics while reading").get(id).cloned();
        listed.or_else(|| Summary::read(&self.db.game(id).ok()??))
    }

    /// A game.
    pub(crate) fn record(&self, id: &str) -> Outcome<Record> {
        self.summary(id).ok_or_else(|| Failure::missing(format_args!("game `{id}`")))?;
        let text = self.db.game_record(id).map_err(|error| Failure::conflict(format_args!("game `{id}`: {error}")))?;
        let text = text.ok_or_else(|| Failure::missing(format_args!("game `{id}`")))?;
        Record::parse(text.as_bytes()).map_err(|error| Failure::unusable(format_args!("game `{id}`: {error}")))
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
        let summary = serde_json::to_string(&Summary::new(id, &record, 0));
        let summary = summary.expect("a summary has only string keys");
        let tags: Vec<(&str, &str)> = record.tags.iter().map(|tag| (tag.key(), tag.value())).collect();
        let tags = serde_json::to_string(&tags).expect("pairs of text are JSON");
        let game = rxt_view::game_json(&start, &frames);
        let printed =
            self.db.game_outputs(id).map_err(|error| Failure::conflict(format_args!("game `{id}`: {error}")))?;
        let printed = serde_json::to_string(&beside_moves(&record, &printed)).expect("texts are JSON");
        let text = format!("{{\"info\":{summary},\"tags\":{tags},\"printed\":{printed},\"game\":{game}}}");
        let text: Arc<str> = text.into();
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

    /// Keeps a game: all of it or nothing, and on the disk before this returns.
    pub(crate) fn keep(&self, id: &str, record: &Record) -> Result<Arc<Summary>, KeepError> {
        self.keep_with(id, record, true, &[])
    }

    /// The same with what programs printed; a game that is not listed is found by whoever knows its name.
    pub(crate) fn keep_with(
        &self,
        id: &str,
        record: &Record,
        listed: bool,
        printed: &[OutputRow],
    ) -> Result<Arc<Summary>, KeepError> {
        if listed && !self.has_room_for(id) {
            return Err(KeepError::Full);
        }
        let summary = Summary::new(id, record, SiteDb::time());
        let written = serde_json::to_string(&summary).expect("a summary has only string keys");
        let row = GameRow { id: id.to_owned(), ended_at: summary.time, listed, summary: written };
        self.db.keep_game(&row, &record.to_string(), printed)?;
        let summary = Arc::new(summary);
        self.kept.lock().expect("nobody panics while looking").retain(|(known, _)| known != id);
        if listed {
            self.shelf.write().expect("nobody panics while writing").insert(id.to_owned(), Arc::clone(&summary));
        }
        Ok(summary)
    }

    fn has_room_for(&self, id: &str) -> bool {
        let all = self.shelf.read().expect("nobody panics while reading");
        all.contains_key(id) || all.len() < MOST_GAMES
    }

    /// Forgets games that were removed from the database and were in no list, all whose name begins like this.
    pub(crate) fn forget(&self, prefix: &str) {
        self.kept.lock().expect("nobody panics while looking").retain(|(id, _)| !id.starts_with(prefix));
    }
}

/// What programs printed, frame by frame: what came after a request belongs to the move that answered it, and what came
/// before the first one to the start. Nothing at all if nothing was printed.
fn beside_moves(record: &Record, printed: &[OutputRow]) -> Vec<String> {
    let mover = |entry: &Entry| match entry {
        Entry::Move(mv) => Some(mv.player),
        Entry::Disqualified(player, _) => Some(*player),
        Entry::PhaseTwo(_) => None,
    };
    let movers: Vec<Player> = record.entries.iter().filter_map(mover).collect();
    let mut frames = vec![String::new(); movers.len() + 1];
    for OutputRow { player, printed } in printed {
        let own = movers.iter().enumerate().filter(|(_, mover)| mover.number() == *player).map(|(index, _)| index + 1);
        let mut from = 0;
        let mut frame = 0;
        for (&cut, next) in printed.cuts.iter().zip(own) {
            frames[frame] += printed.text.get(from..cut).unwrap_or_default();
            (from, frame) = (cut, next);
        }
        frames[frame] += printed.text.get(from..).unwrap_or_default();
    }
    if frames.iter().all(String::is_empty) { Vec::new() } else { frames }
}

impl Summary {
    fn new(id: &str, record: &Record, time: u64) -> Self {
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
            time,
        }
    }

    fn read(row: &GameRow) -> Option<Arc<Self>> {
        serde_json::from_str(&row.summary).ok().map(Arc::new)
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
    use rxt_arena::sandbox::Printed;
    use std::path::{Path, PathBuf};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("rxt-web-library-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn open(folder: &Path) -> Library {
        Library::open(Arc::new(SiteDb::open(&folder.join("site.sqlite")).unwrap())).unwrap()
    }

    const GAME: &str = "rxt-record 1\nmap-name tiny\nplayer-1 <b>me</b>\n\nmap\n2\n0\n0 0\n1 4\n0 2 1 0\n\nmoves\n1 0 0 0\n\nresult\n1 3\n2 0\n";

    #[test]
    fn a_game_is_there_again_after_a_restart() {
        let folder = folder("restart");
        let library = open(&folder);
        let one = library.upload(GAME.as_bytes()).unwrap();
        let two = library.upload(GAME.as_bytes()).unwrap();
        assert_eq!(one.id, two.id, "the same game is kept once");
        assert_eq!(one.winner(), Some("<b>me</b>"));
        drop(library);
        let again = open(&folder);
        assert_eq!(again.record(&one.id).unwrap().to_string(), GAME);
        assert_eq!(again.newest(10).len(), 1);
        assert!(again.game_json(&one.id).unwrap().contains("\"frames\""));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_program_printed_stands_beside_its_moves_and_only_whoever_knows_the_name_finds_it() {
        let folder = folder("printed");
        let library = open(&folder);
        let record = Record::parse(GAME.as_bytes()).unwrap();
        let printed = Printed { text: "hello\nthinking\nbye".to_owned(), cuts: vec![6] };
        library.keep_with("trial-1", &record, false, &[OutputRow { player: 1, printed }]).unwrap();
        assert!(library.newest(10).is_empty());
        let json: serde_json::Value = serde_json::from_str(&library.game_json("trial-1").unwrap()).unwrap();
        assert_eq!(json["printed"], serde_json::json!(["hello\n", "thinking\nbye"]));
        assert!(library.summary("trial-1").is_some() && library.summary("trial-2").is_none());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_game_is_refused_in_words() {
        let folder = folder("refused");
        let library = open(&folder);
        let told = |bytes: &[u8]| library.upload(bytes).unwrap_err().message;
        assert!(told(b"").contains("empty"));
        assert!(told(b"2 0 0 0 1 4  0 2 1 0").contains("this is a map"));
        assert!(told(&[0xff, 0xfe, 0, 1]).contains("line 1"));
        assert!(told(GAME.replace("1 0 0 0\n", "2 0 0 0\n").as_bytes()).contains("breaks the rules"));
        assert!(told(GAME.replace("moves", "mowes").as_bytes()).contains("expected"));
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn no_id_leads_out_of_the_folder() {
        for id in ["", "..", "a/b", ".a", "A", &"a".repeat(41)] {
            assert!(!is_id(id), "{id}");
        }
    }
}

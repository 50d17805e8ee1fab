//! Reads a course log line by line.

use super::line::{self, LogLine};
use crate::record::{Entry, MoveEntry, Points, Record, Tag};
use crate::text::{Line, Lines, TextError, TextErrorKind};
use rxt_rules::{ByPlayer, Map, Phase, Player};
use std::sync::Arc;

/// A log as a record, and what it says beyond that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CourseLog {
    /// The game. It has no result if it broke off.
    pub record: Record,
    /// The boards that the log shows.
    pub checkpoints: Vec<Checkpoint>,
    /// Whether the log says that the game ended.
    pub ended: bool,
}

/// A board in the log, shown after a disqualification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkpoint {
    /// How many entries of the record come before it; the last of them is the disqualification.
    pub entries: usize,
    /// Override stones of all eight columns; the disqualified player's are those he lost.
    pub overrides: Vec<u8>,
    /// Bombs of all eight columns.
    pub bombs: Vec<u8>,
    /// Rows without blanks.
    pub board: Vec<String>,
}

impl CourseLog {
    /// How every log begins.
    pub const FIRST_WORDS: &str = "Starting game with map ";

    /// Reads a log. It may stop anywhere behind the map, even within a line.
    pub fn parse(text: &[u8]) -> Result<Self, TextError> {
        let mut lines = Lines::new(text, Record::MAX_BYTES)?;
        let expected = format!("`{}` and its name", Self::FIRST_WORDS.trim_end());
        let first = lines.expect(&expected)?;
        let name = first.text()?.trim().strip_prefix(Self::FIRST_WORDS.trim_end());
        let name = name.ok_or_else(|| first.unexpected(&expected))?.trim().to_owned();
        let port = lines.expect("`Server is listening on port`")?;
        if !port.bytes.starts_with(b"Server is listening on port") {
            return Err(port.unexpected("`Server is listening on port`"));
        }
        let behind = |line: &[u8]| line.starts_with(b"Player") || line.starts_with(b"timelimit");
        let (file, next) = lines.map(behind, "the rest of the map, and `Player 1 is group`")?;
        let map = Map::new(file).map_err(|errors| crate::record::unplayable(errors, next.place))?;
        let mut reader = Reader::new(Arc::new(map));
        reader.log.record.set_tag(Tag::MAP_NAME, name.rsplit(['/', '\\']).next().unwrap_or_default());
        let mut next = Some(next);
        while let Some(line) = next {
            reader.line(line, &mut lines)?;
            next = lines.next_filled();
        }
        Ok(reader.finish())
    }
}

struct Reader {
    log: CourseLog,
    time_limit_ms: Option<i64>,
    /// What is left of each player's time.
    left_ms: ByPlayer<i64>,
    scores: Vec<Option<u32>>,
}

impl Reader {
    fn new(map: Arc<Map>) -> Self {
        let log = CourseLog { record: Record::new(map), checkpoints: Vec::new(), ended: false };
        Self { log, time_limit_ms: None, left_ms: ByPlayer::all(0), scores: Vec::new() }
    }

    fn line(&mut self, line: Line, lines: &mut Lines) -> Result<(), TextError> {
        const EXPECTED: &str = "a line of a game log, such as a move, a disqualification or points";
        let text = line.text()?.trim();
        let Some(read) = line::read(text) else {
            // The log broke off within this line.
            return if line.complete { Err(line.unexpected(EXPECTED)) } else { Ok(()) };
        };
        match read {
            LogLine::Group(number, group) => {
                let player = self.player(line, number)?;
                self.log.record.set_tag(&Tag::player_key(player), &format!("group {group}"));
            }
            LogLine::Limits(seconds, depth) => self.limits(seconds, depth),
            LogLine::Move(number, answer, left_ms) => {
                let player = self.player(line, number)?;
                let time_ms = self.time_used(player, left_ms);
                self.push(line, Entry::Move(MoveEntry { time_ms, ..MoveEntry::new(player, answer) }))?;
            }
            LogLine::Disqualified(number, cause) => {
                let player = self.player(line, number)?;
                self.push(line, Entry::Disqualified(player, cause))?;
            }
            LogLine::CurrentMap => self.checkpoint(lines)?,
            LogLine::TerminalPhase => {
                self.push(line, Entry::PhaseTwo(None))?;
                self.scores.clear();
            }
            LogLine::FinalPhase => {
                self.log.ended = true;
                self.scores.clear();
            }
            LogLine::Scores => self.scores.clear(),
            LogLine::Points(number, points) => self.points(line, number, points)?,
        }
        Ok(())
    }

    fn limits(&mut self, seconds: f64, depth: &str) {
        let record = &mut self.log.record;
        if seconds > 0.0 {
            let limit = (seconds * 1000.0).round() as i64;
            self.time_limit_ms = Some(limit);
            record.set_tag(Tag::TIME_LIMIT_MS, &limit.to_string());
        }
        record.set_tag(Tag::DEPTH_LIMIT, depth);
    }

    fn player(&self, line: Line, number: u8) -> Result<Player, TextError> {
        let players = self.log.record.map.players();
        let player = Player::new(number).filter(|player| player.number() <= players);
        player.ok_or_else(|| line.unexpected(&format!("a player from 1 to {players}")))
    }

    /// The account is credited with the limit at each request, and what was used is taken off.
    fn time_used(&mut self, player: Player, left_ms: Option<i64>) -> Option<u64> {
        let (limit, left) = (self.time_limit_ms?, left_ms?);
        let before = std::mem::replace(&mut self.left_ms[player], left);
        u64::try_from(before.checked_add(limit)?.checked_sub(left)?).ok()
    }

    fn push(&mut self, line: Line, entry: Entry) -> Result<(), TextError> {
        if self.log.record.entries.len() == Record::MAX_ENTRIES {
            let kind = TextErrorKind::TooMany { what: "moves", limit: Record::MAX_ENTRIES };
            return Err(TextError { place: line.place, kind });
        }
        self.log.record.entries.push(entry);
        Ok(())
    }

    fn points(&mut self, line: Line, number: u8, points: Option<u32>) -> Result<(), TextError> {
        let next = self.scores.len() + 1;
        if usize::from(number) != next || next > usize::from(self.log.record.map.players()) {
            return Err(line.unexpected(&format!("the points of player {next}, or no more points")));
        }
        self.scores.push(points);
        if next < usize::from(self.log.record.map.players()) {
            return Ok(());
        }
        let scores: Points = self.scores.clone();
        match self.log.record.entries.last_mut() {
            _ if self.log.ended => self.log.record.result = Some(scores),
            Some(Entry::PhaseTwo(points)) => *points = Some(scores),
            _ => return Err(line.unexpected("points only at the end of a phase")),
        }
        Ok(())
    }

    /// Reads the stocks and the board behind `Current map:`. A block that breaks off is left out.
    fn checkpoint(&mut self, lines: &mut Lines) -> Result<(), TextError> {
        let mut checkpoint = Checkpoint {
            entries: self.log.record.entries.len(),
            overrides: Vec::new(),
            bombs: Vec::new(),
            board: Vec::new(),
        };
        for (name, stock) in [("overrides:", &mut checkpoint.overrides), ("bombs:", &mut checkpoint.bombs)] {
            let Some(line) = lines.next_filled() else { return Ok(()) };
            let mut words = line.words()?;
            match words.word(name) {
                Err(_) if !line.complete => return Ok(()),
                outcome => outcome?,
            }
            stock.extend(words.rest().split_whitespace().map_while(|word| word.parse::<u8>().ok()).take(Player::MAX));
            if stock.len() < usize::from(self.log.record.map.players()) && line.complete {
                return Err(line.unexpected("a number for each player"));
            }
        }
        for _ in 0..self.log.record.map.height() {
            let Some(line) = lines.next().filter(|line| line.complete) else { return Ok(()) };
            checkpoint.board.push(line.text()?.split_whitespace().collect());
        }
        self.log.checkpoints.push(checkpoint);
        skip_transitions(lines);
        Ok(())
    }

    fn finish(mut self) -> CourseLog {
        let record = &mut self.log.record;
        // Where a sole remaining player won, the log has no points.
        if self.log.ended
            && record.result.is_none()
            && let Ok(position) = record.position_at(None)
            && position.phase() == Phase::Over
        {
            record.result = Some(crate::record::points(&position));
        }
        self.log
    }
}

/// Skips lines `x y r <-> x y r`; they repeat those of the map.
fn skip_transitions(lines: &mut Lines) {
    loop {
        let mut ahead = lines.clone();
        match ahead.next() {
            Some(line) if line.bytes.windows(3).any(|bytes| bytes == b"<->") => *lines = ahead,
            _ => return,
        }
    }
}

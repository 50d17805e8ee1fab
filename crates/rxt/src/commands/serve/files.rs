//! What a game leaves behind: the result file, the course's log, the record, and what a disqualification was about.

use crate::output;
use miette::{IntoDiagnostic, Result, WrapErr};
use rxt_net::server::{Clock, Disqualification, GameNumber, Happening, Sheet};
use rxt_record::course_log::{LogReason, LogWriter, ResultLine, result_file};
use rxt_rules::referee::Reason;
use rxt_rules::{Player, Position};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where the files of all games go.
pub(super) struct Files {
    pub(super) result: Option<PathBuf>,
    pub(super) record: Option<PathBuf>,
    pub(super) log_dir: Option<PathBuf>,
    pub(super) several: bool,
    pub(super) map_name: String,
    pub(super) port: u16,
    pub(super) time_limit: Option<Duration>,
    pub(super) depth: u8,
}

/// The files of one game.
pub(super) struct GameFiles {
    result: Option<PathBuf>,
    record: Option<PathBuf>,
    log: Option<(File, LogWriter, PathBuf)>,
    map_name: String,
    timed: bool,
}

impl Files {
    /// Opens the files of a game that begins.
    pub(super) fn open(&self, game: GameNumber, sheet: &Sheet) -> Result<GameFiles> {
        let numbered = |path: &PathBuf| if self.several { numbered(path, game) } else { path.clone() };
        let files = GameFiles {
            result: self.result.as_ref().map(numbered),
            record: self.record.as_ref().map(numbered),
            log: self.log_dir.as_deref().map(|folder| self.open_log(folder, sheet)).transpose()?,
            map_name: self.map_name.clone(),
            timed: self.time_limit.is_some(),
        };
        files.write_result(sheet)?;
        Ok(files)
    }

    fn open_log(&self, folder: &Path, sheet: &Sheet) -> Result<(File, LogWriter, PathBuf)> {
        let (mut file, path) = create_log(folder).into_diagnostic().wrap_err_with(|| {
            format!("cannot write a game log in `{}`; --log-dir names another folder, --no-log none", folder.display())
        })?;
        let groups: Vec<u8> = sheet.guests.iter().map(|guest| guest.group).collect();
        let start = Position::new(Arc::clone(sheet.position().map()));
        let seconds = self.time_limit.map_or(0.0, |limit| limit.as_secs_f64());
        let (log, text) = LogWriter::begin(&self.map_name, self.port, &start, &groups, seconds, u32::from(self.depth));
        file.write_all(text.as_bytes()).into_diagnostic().wrap_err_with(|| unwritable(&path))?;
        Ok((file, log, path))
    }
}

impl GameFiles {
    /// Where the log is.
    pub(super) fn log_path(&self) -> Option<&Path> {
        self.log.as_ref().map(|(_, _, path)| path.as_path())
    }

    /// Where the record is going to be.
    pub(super) fn record_path(&self) -> Option<&Path> {
        self.record.as_deref()
    }

    /// Writes what happened.
    pub(super) fn on(&mut self, happening: &Happening, sheet: &Sheet) -> Result<()> {
        if let Some((file, log, path)) = &mut self.log {
            let text = log_text(log, happening, sheet);
            file.write_all(text.as_bytes()).into_diagnostic().wrap_err_with(|| unwritable(path))?;
        }
        match happening {
            Happening::Moved(..) | Happening::Disqualified(_) | Happening::PhaseTwo(_) => self.write_result(sheet),
            Happening::Ended(_) => self.write_result(sheet).and_then(|()| self.write_record(sheet)),
            Happening::Started | Happening::Asked(..) => Ok(()),
        }
    }

    fn write_result(&self, sheet: &Sheet) -> Result<()> {
        let Some(path) = &self.result else { return Ok(()) };
        let line = |(player, points): (Player, Option<u32>)| ResultLine {
            group: sheet.guests[player.index()].group,
            points,
            // A player who was never asked has nothing on the account.
            left_ms: self.timed.then(|| sheet.left[player].map(whole_ms).unwrap_or_default()),
        };
        let players = Player::all(sheet.position().players());
        let lines: Vec<ResultLine> = players.zip(sheet.points()).map(line).collect();
        output::replace(path, result_file(&self.map_name, &lines).as_bytes())
            .into_diagnostic()
            .wrap_err_with(|| unwritable(path))
    }

    fn write_record(&self, sheet: &Sheet) -> Result<()> {
        let Some(path) = &self.record else { return Ok(()) };
        output::replace(path, sheet.record().to_string().as_bytes())
            .into_diagnostic()
            .wrap_err_with(|| unwritable(path))
    }

    /// Saves the game up to a disqualification, for `rxt show` and `rxt replay`. Returns where.
    pub(super) fn save_repro(&self, game: GameNumber, player: Player, sheet: &Sheet) -> Result<Option<PathBuf>> {
        let Some(log) = self.log_path() else { return Ok(None) };
        let stem = log.file_stem().map(|stem| stem.to_string_lossy().replace("log_game", "disqualified"));
        let name = format!("{}_game{game}_player{player}.rxt", stem.unwrap_or_default());
        let path = log.with_file_name(name);
        output::replace(&path, sheet.record().to_string().as_bytes())
            .into_diagnostic()
            .wrap_err_with(|| unwritable(&path))?;
        Ok(Some(path))
    }
}

fn log_text(log: &mut LogWriter, happening: &Happening, sheet: &Sheet) -> String {
    match happening {
        Happening::Moved(player, answer, clock) => log.moved(*player, *answer, left_ms(*clock)),
        Happening::Disqualified(out) => log.disqualified(out.player, log_reason(out), &out.before),
        Happening::PhaseTwo(points) => log.terminal_phase(points),
        Happening::Ended(Some(points)) => {
            let alone = sheet.position().players() - sheet.position().disqualified().len() <= 1;
            LogWriter::final_phase((!alone).then_some(points))
        }
        Happening::Started | Happening::Asked(..) | Happening::Ended(None) => String::new(),
    }
}

fn log_reason(out: &Disqualification) -> LogReason {
    match out.reason {
        Reason::Illegal(answer, _) => LogReason::Illegal { answer, left_ms: left_ms(out.clock) },
        Reason::Timeout => LogReason::Timeout,
        Reason::Gone if out.on_turn => LogReason::ReceiveFailed,
        Reason::Gone => LogReason::SendFailed,
        Reason::Message => LogReason::InvalidMessage,
    }
}

fn left_ms(clock: Clock) -> u64 {
    clock.left.map(whole_ms).unwrap_or_default()
}

fn whole_ms(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// A log named after the time, as the course's server names it; no other log is overwritten.
fn create_log(folder: &Path) -> io::Result<(File, PathBuf)> {
    const TRIES: u32 = 1000;
    let mut now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    for _ in 0..TRIES {
        let path = folder.join(format!("log_game_{}.{:06}.txt", now.as_secs(), now.subsec_micros()));
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => now += Duration::from_micros(1),
            created => return created.map(|file| (file, path)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// `game.rxt` becomes `game.3.rxt`.
fn numbered(path: &Path, game: GameNumber) -> PathBuf {
    let ending =
        path.extension().map_or_else(|| game.to_string(), |ending| format!("{game}.{}", ending.to_string_lossy()));
    path.with_extension(ending)
}

fn unwritable(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_games_have_numbered_files() {
        assert_eq!(numbered(Path::new("out/game.rxt"), 3), Path::new("out/game.3.rxt"));
        assert_eq!(numbered(Path::new("result"), 12), Path::new("result.12"));
    }
}

//! Where the notices of the server arrive: they are printed, written down and passed on to spectators.

use super::files::{Files, GameFiles};
use super::talk::{Saved, Talk};
use crate::output;
use miette::Result;
use rxt_net::server::{Feed, GameNumber, Happening, Notice};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use tokio::sync::mpsc;

/// Writes and prints until the server is done. After an error that keeps it from writing, games are still followed,
/// and the first error is returned at the end.
pub(super) fn attend(
    mut notices: mpsc::Receiver<Notice>,
    feed: &Arc<Mutex<Feed>>,
    files: &Files,
    mut talk: Talk,
    players: u8,
) -> Result<()> {
    let mut open = BTreeMap::new();
    let mut outcome = Ok(());
    while let Some(notice) = notices.blocking_recv() {
        match &notice {
            Notice::Arrived { peer, group, waiting } => talk.arrived(*peer, *group, *waiting, players),
            Notice::TurnedAway(peer, why) => talk.turned_away(*peer, why),
            _ => {}
        }
        let mut feed = lock(feed);
        for told in feed.on(&notice) {
            let written = one(told.game, &told.happening, &feed, files, &mut open, &mut talk);
            let printed = if talk.is_json() { output::print(&told.line) } else { Ok(()) };
            outcome = outcome.and(written).and(printed);
            if let Happening::Ended(_) = told.happening {
                open.remove(&told.game);
                feed.close(told.game);
            }
        }
    }
    outcome
}

fn one(
    game: GameNumber,
    happening: &Happening,
    feed: &Feed,
    files: &Files,
    open: &mut BTreeMap<GameNumber, GameFiles>,
    talk: &mut Talk,
) -> Result<()> {
    let Some(sheet) = feed.ledger().sheet(game) else { return Ok(()) };
    if let Happening::Started = happening {
        open.insert(game, files.open(game, sheet)?);
    }
    let Some(game_files) = open.get_mut(&game) else { return Ok(()) };
    game_files.on(happening, sheet)?;
    let repro = match happening {
        Happening::Disqualified(out) => game_files.save_repro(game, out.player, sheet)?,
        _ => None,
    };
    let saved = Saved { record: game_files.record_path(), log: game_files.log_path(), repro: repro.as_deref() };
    talk.on(game, happening, sheet, saved)
}

fn lock(feed: &Arc<Mutex<Feed>>) -> MutexGuard<'_, Feed> {
    feed.lock().expect("nobody panics while holding the feed")
}

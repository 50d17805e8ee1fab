//! The standing game server: programs of the course connect to one port, and their games are live games of the site.

use crate::frames;
use crate::guard::random_name;
use crate::live::{Info, LiveGame, SeatInfo, SeatKind, Status};
use crate::shared::Shared;
use bytes::Bytes;
use rxt_net::server::{GameNumber, Happening, Ledger, Limits, Notice, Settings, Stop, serve};
use rxt_record::record::{Entry, Tag};
use rxt_rules::{Player, Position};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

/// The map of the standing server.
const MAP: &str = "standard-8x8";
/// Time credited per move.
const TIME: Duration = Duration::from_secs(2);
/// Games at the same time.
const CONCURRENT: usize = 16;
/// Notices that may wait to be shown.
const NOTICES: usize = 1024;

/// Runs games for whoever connects, for ever.
pub(crate) async fn run(shared: Arc<Shared>, listener: TcpListener) {
    let Some(sheet) = shared.atlas.find(MAP) else { return };
    let settings = Settings {
        map: Arc::clone(&sheet.map),
        map_bytes: Bytes::copy_from_slice(&sheet.text),
        time: Some(TIME),
        depth: 0,
        games: u32::MAX,
        concurrent: CONCURRENT,
        limits: Limits { waiting: 64, ..Limits::default() },
        like_course: false,
    };
    let (sender, mut notices) = mpsc::channel(NOTICES);
    // Kept, so that the server does not think that it is to stop.
    let (_stop, stopped) = watch::channel(Stop::Not);
    tokio::spawn(serve(listener, settings, sender, stopped));
    let tags = vec![
        ("event".to_owned(), "programs of the course".to_owned()),
        (Tag::MAP_NAME.to_owned(), MAP.to_owned()),
        (Tag::TIME_LIMIT_MS.to_owned(), TIME.as_millis().to_string()),
    ];
    let mut board = Board { shared, ledger: Ledger::new(Arc::clone(&sheet.map), tags), games: BTreeMap::new() };
    while let Some(notice) = notices.recv().await {
        board.on(&notice).await;
    }
}

/// The live games of the server.
struct Board {
    shared: Arc<Shared>,
    ledger: Ledger,
    games: BTreeMap<GameNumber, Arc<LiveGame>>,
}

impl Board {
    async fn on(&mut self, notice: &Notice) {
        let Some((game, happened)) = self.ledger.on(notice) else { return };
        for happening in happened {
            match happening {
                Happening::Started => self.open(game),
                Happening::Asked(player, _) => {
                    if let Some(live) = self.games.get(&game) {
                        live.ask(player, None, None);
                    }
                }
                Happening::Moved(..) | Happening::Disqualified(_) => self.show(game),
                Happening::PhaseTwo(_) => {}
                Happening::Ended(points) => self.close(game, points).await,
            }
        }
    }

    fn open(&mut self, game: GameNumber) {
        let Some(sheet) = self.ledger.sheet(game) else { return };
        let seat = |guest: &rxt_net::server::Guest| SeatInfo {
            kind: SeatKind::Client,
            name: format!("program of group {}", guest.group),
            taken: true,
        };
        let info = Info {
            id: format!("server-{}", random_name(8)),
            title: MAP.to_owned(),
            map: MAP.to_owned(),
            status: Status::Running,
            casual: false,
            clock_ms: Some(TIME.as_millis() as u64),
            seats: sheet.guests.iter().map(seat).collect(),
            port: None,
            points: None,
            recorded: false,
        };
        let live = Arc::new(LiveGame::new(info, Position::new(Arc::clone(sheet.position().map())), None));
        self.shared.hall.open(Arc::clone(&live));
        self.games.insert(game, live);
    }

    fn show(&self, game: GameNumber) {
        let (Some(live), Some(sheet)) = (self.games.get(&game), self.ledger.sheet(game)) else { return };
        let (before, _) = live.position();
        let entries = sheet.record().entries.iter().rev();
        let last = entries.into_iter().find(|entry| !matches!(entry, Entry::PhaseTwo(_)));
        let Some(frame) = last.and_then(|entry| frames::after(&before, sheet.position(), entry)) else { return };
        let left = |player: Player| sheet.left[player].map_or(0, |left| left.as_millis() as u64);
        let clocks: Vec<u64> = Player::all(sheet.position().players()).map(left).collect();
        live.add(sheet.position(), frame, Some(&clocks), None);
    }

    async fn close(&mut self, game: GameNumber, points: Option<Vec<Option<u32>>>) {
        let (Some(live), Some(record)) = (self.games.remove(&game), self.ledger.close(game)) else { return };
        let (shared, id) = (Arc::clone(&self.shared), live.id.clone());
        let complete = points.is_some();
        let kept = if complete {
            tokio::task::spawn_blocking(move || shared.library.keep(&id, &record).is_ok()).await
        } else {
            Ok(false)
        };
        live.update(|info| {
            info.status = if complete { Status::Over } else { Status::Aborted };
            info.points = points;
            info.recorded = kept.unwrap_or(false);
        });
    }
}

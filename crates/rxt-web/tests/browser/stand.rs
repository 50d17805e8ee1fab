//! What every test begins with: a site of its own and a browser.

use crate::driver::{Driver, request, send};
use rxt_engine::Spec;
use rxt_record::record::{Details, Recorder};
use rxt_rules::agent::{Agent, Budget};
use rxt_rules::referee::play_match;
use rxt_rules::{Map, Player};
use rxt_web::{Limits, Settings, Site};
use serde_json::Value;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, mpsc};

/// What a visitor finds without a game.
pub(crate) const PAGES: [&str; 12] = [
    "/",
    "/play",
    "/watch",
    "/replay",
    "/analyse",
    "/maps",
    "/maps/islands-4p-19x19",
    "/maps/editor",
    "/tournaments",
    "/lab",
    "/organiser",
    "/submit",
];

/// One test at a time has browsers, so that a small machine is enough.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A site and a driver.
pub(crate) struct Stand {
    pub(crate) driver: Driver,
    pub(crate) port: u16,
    folder: PathBuf,
    _runtime: tokio::runtime::Runtime,
    _turn: MutexGuard<'static, ()>,
}

/// What site a test wants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Demo {
    On,
    Off,
}

impl Stand {
    /// A site on a fresh folder; `None`, after saying so, where there is no browser.
    pub(crate) fn new(name: &str, demo: Demo) -> Option<Self> {
        let turn = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let Some(driver) = Driver::start() else {
            println!("SKIPPED: chromium and chromedriver are not installed (Debian: chromium, chromium-driver)");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("rxt-site-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let settings = Settings {
            bind: [127, 0, 0, 1].into(),
            port: 0,
            or_next: false,
            clients: None,
            data: folder.clone(),
            demo: demo == Demo::On,
            limits: Limits::default(),
            keeper: None,
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (sender, receiver) = mpsc::channel();
        runtime.spawn(async move {
            let site = Site::open(settings).await.unwrap();
            sender.send(site.address().port()).unwrap();
            site.run(std::future::pending()).await.unwrap();
        });
        let port = receiver.recv().unwrap();
        Some(Self { driver, port, folder, _runtime: runtime, _turn: turn })
    }

    /// The whole address of a page.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.port)
    }

    /// Asks the JSON interface.
    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, text) = request(self.port, "GET", path, None).unwrap();
        assert_eq!(status, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Sends something to the JSON interface.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let (status, text) = request(self.port, "POST", path, Some(body)).unwrap();
        assert!(status < 300, "{path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Sends bytes to the JSON interface.
    pub(crate) fn upload(&self, text: &str) -> String {
        let (status, answer) = send(self.port, "POST", "/api/games", text).unwrap();
        assert_eq!(status, 201, "{answer}");
        let answer: Value = serde_json::from_str(&answer).unwrap();
        answer["id"].as_str().unwrap().to_owned()
    }
}

/// A game of engines as text, with times and expectations.
pub(crate) fn game_of_engines(map: &[u8], engines: &[&str]) -> String {
    let map = Arc::new(Map::parse(map).unwrap().0);
    let mut agents: Vec<Box<dyn Agent>> = engines.iter().map(|name| Spec::parse(name).unwrap().agent(7) as _).collect();
    let mut recorder = Recorder::new(Arc::clone(&map));
    recorder.record_mut().set_tag("map-name", "cross-4p-15x15");
    for (player, name) in Player::all(map.players()).zip(engines) {
        recorder.record_mut().set_tag(&format!("player-{player}"), name);
    }
    let budget = Budget { nodes: Some(200), ..Budget::default() };
    let mut made = 0;
    let (_, stopped) = play_match(map, &mut agents, &budget, |referee, command, choice| {
        made += 1;
        let details = Details { time_ms: Some(made * 37 % 900), ..choice.map(Details::from).unwrap_or_default() };
        recorder.on(referee, command, details);
        ControlFlow::<()>::Continue(())
    });
    assert!(stopped.is_none());
    recorder.finish().to_string()
}

impl Drop for Stand {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

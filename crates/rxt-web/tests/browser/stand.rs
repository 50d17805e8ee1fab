//! What every test begins with: a site of its own and a browser.

use crate::driver::{Driver, request};
use rxt_web::{Limits, Settings, Site};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, mpsc};

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

    /// A finished game of engines; its name.
    pub(crate) fn finished_game(&self, map: &str, seats: &[&str]) -> String {
        let wanted = serde_json::json!({ "map": map, "seats": seats, "think_ms": 10 });
        let id = self.post("/api/live", &wanted)["id"].as_str().unwrap().to_owned();
        for _ in 0..3000 {
            if self.get(&format!("/api/live/{id}"))["info"]["recorded"] == true {
                return id;
            }
            std::thread::sleep(std::time::Duration::from_millis(40));
        }
        panic!("the game of engines does not end");
    }
}

impl Drop for Stand {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

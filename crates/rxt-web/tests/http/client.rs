//! A site on a fresh folder, and requests to it.

use rxt_web::{Limits, Settings, Site};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A site that runs.
pub(crate) struct Served {
    pub(crate) port: u16,
    /// The organiser's key.
    pub(crate) key: String,
    folder: PathBuf,
    site: tokio::task::JoinHandle<()>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

static NUMBER: AtomicU32 = AtomicU32::new(0);

impl Served {
    pub(crate) async fn start(limits: Limits) -> Self {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("rxt-http-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let settings = Settings {
            bind: [127, 0, 0, 1].into(),
            port: 0,
            or_next: false,
            clients: None,
            data: folder.clone(),
            demo: false,
            limits,
            keeper: None,
        };
        let site = Site::open(settings).await.unwrap();
        let port = site.address().port();
        let key = site.new_key().unwrap().to_owned();
        let site = tokio::spawn(async move { site.run(std::future::pending()).await.unwrap() });
        Self { port, key, folder, site }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.request("GET", path, &[], b"").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, &[], body.to_string().as_bytes()).await
    }

    pub(crate) async fn post_as(&self, path: &str, key: &str, body: &Value) -> Answer {
        let key = format!("Bearer {key}");
        self.request("POST", path, &[("authorization", &key)], body.to_string().as_bytes()).await
    }

    /// One request over a connection of its own.
    pub(crate) async fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut reader = BufReader::new(self.open(method, path, headers, body).await);
        let (status, headers) = head(&mut reader).await;
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await.unwrap();
        Answer { status, headers, body: String::from_utf8_lossy(&bytes).into_owned() }
    }

    /// Sends a request.
    pub(crate) async fn open(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        let host = headers
            .iter()
            .find(|(name, _)| *name == "host")
            .map_or_else(|| format!("127.0.0.1:{}", self.port), |(_, host)| (*host).to_owned());
        let mut text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {}\r\n",
            body.len()
        );
        for (name, value) in headers.iter().filter(|(name, _)| *name != "host") {
            text += &[name, ": ", value, "\r\n"].concat();
        }
        stream.write_all((text + "\r\n").as_bytes()).await.unwrap();
        // The site may refuse a long body before it has read it.
        let _ = stream.write_all(body).await;
        stream
    }
}

/// Status and headers of an answer.
pub(crate) async fn head(reader: &mut BufReader<TcpStream>) -> (u16, BTreeMap<String, String>) {
    let mut line = String::new();
    reader.read_line(&mut line).await.unwrap();
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut headers = BTreeMap::new();
    loop {
        line.clear();
        reader.read_line(&mut line).await.unwrap();
        match line.trim_end().split_once(": ") {
            Some((name, value)) => drop(headers.insert(name.to_ascii_lowercase(), value.to_owned())),
            None => return (status, headers),
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.site.abort();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

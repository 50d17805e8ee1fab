//! A small client of the protocol `WebDriver`: enough to use Chromium as a person would.

use serde_json::{Value, json};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long anything may take to come about.
const PATIENCE: Duration = Duration::from_secs(30);
const FLAGS: [&str; 8] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A running driver; it ends when this is dropped.
pub(crate) struct Driver {
    process: Child,
    port: u16,
    folder: PathBuf,
}

/// A browser window of its own.
pub(crate) struct Browser<'a> {
    driver: &'a Driver,
    session: String,
}

impl Driver {
    /// Starts the driver; `None` if it or the browser is not installed.
    pub(crate) fn start() -> Option<Self> {
        Command::new("chromium").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
        let mut command = Command::new("chromedriver");
        let mut process = command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
        let mut lines = BufReader::new(process.stdout.take()?).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
            line.rsplit_once("successfully on port ").and_then(|(_, port)| port.trim_end_matches('.').parse().ok())
        })?;
        std::thread::spawn(move || lines.for_each(drop));
        let folder = std::env::temp_dir().join(format!("rxt-browser-{}", std::process::id()));
        Some(Self { process, port, folder })
    }

    /// Opens a window.
    pub(crate) fn browser(&self, name: &str, width: u32, height: u32) -> Browser<'_> {
        let profile = self.folder.join(name);
        let own = [format!("--user-data-dir={}", profile.display()), format!("--window-size={width},{height}")];
        let args: Vec<String> = FLAGS.iter().map(|&flag| flag.to_owned()).chain(own).collect();
        let options = json!({ "args": args, "binary": "/usr/bin/chromium" });
        let wanted = json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } });
        let body = json!({ "capabilities": { "alwaysMatch": wanted } });
        let session = self.ask("POST", "/session", Some(&body))["sessionId"].as_str().unwrap().to_owned();
        Browser { driver: self, session }
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let (status, text) = request(self.port, method, path, body).unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert!(status == 200, "{method} {path}: {}", answer["value"]["message"]);
        answer["value"].clone()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// One request over a connection of its own: status and body.
pub(crate) fn request(port: u16, method: &str, path: &str, body: Option<&Value>) -> io::Result<(u16, String)> {
    send(port, method, path, &body.map(Value::to_string).unwrap_or_default())
}

/// The same with any text.
pub(crate) fn send(port: u16, method: &str, path: &str, body: &str) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE * 2))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut length = None;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        let header = line.trim_end().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        length = header.strip_prefix("content-length:").and_then(|length| length.trim().parse().ok()).or(length);
    }
    let mut bytes = Vec::new();
    match length {
        Some(length) => drop(reader.take(length).read_to_end(&mut bytes)?),
        None => drop(reader.read_to_end(&mut bytes)?),
    }
    Ok((status, String::from_utf8_lossy(&bytes).into_owned()))
}

impl Browser<'_> {
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        self.driver.ask(method, &format!("/session/{}{path}", self.session), body)
    }

    /// Opens an address.
    pub(crate) fn open(&self, url: &str) {
        self.ask("POST", "/url", Some(&json!({ "url": url })));
    }

    /// The address now.
    pub(crate) fn url(&self) -> String {
        self.ask("GET", "/url", None).as_str().unwrap().to_owned()
    }

    /// The value of an expression.
    pub(crate) fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.ask("POST", "/execute/sync", Some(&json!({ "script": script, "args": [] })))
    }

    /// The text that an element shows.
    pub(crate) fn text(&self, selector: &str) -> String {
        self.value(&format!("document.querySelector({selector:?})?.innerText ?? ''")).as_str().unwrap_or("").to_owned()
    }

    /// Waits until an expression holds.
    pub(crate) fn wait(&self, expression: &str) {
        let start = Instant::now();
        while !is_true(&self.value(expression)) {
            if start.elapsed() > PATIENCE {
                let place = self.url();
                self.shoot(Path::new("failed.png"));
                panic!("{expression} does not hold at {place}; now: {}; logs: {:?}", self.text("#now"), self.logs());
            }
            std::thread::sleep(Duration::from_millis(40));
        }
    }

    /// Waits until the module of a page has done its work.
    pub(crate) fn ready(&self) {
        self.wait("document.body?.dataset.ready === 'true'");
    }

    /// Waits until another page is there and its module has done its work. The page that was left stays ready for a
    /// while after a click, so [`ready`](Self::ready) alone may still see that one.
    pub(crate) fn arrive(&self, path: &str) {
        self.wait(&format!("location.pathname.startsWith({path:?}) && document.body?.dataset.ready === 'true'"));
    }

    fn element(&self, selector: &str) -> String {
        let found = self.ask("POST", "/element", Some(&json!({ "using": "css selector", "value": selector })));
        let id = found.as_object().and_then(|object| object.values().next());
        id.and_then(Value::as_str).unwrap_or_else(|| panic!("no element {selector}")).to_owned()
    }

    /// Clicks an element with the mouse.
    pub(crate) fn click(&self, selector: &str) {
        let element = self.element(selector);
        self.ask("POST", &format!("/element/{element}/click"), Some(&json!({})));
    }

    /// Types into an element.
    pub(crate) fn type_into(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        self.ask("POST", &format!("/element/{element}/value"), Some(&json!({ "text": text })));
    }

    /// Chooses an option of a list.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.value(&format!(
            "(() => {{ const list = document.querySelector({selector:?}); list.value = {value:?}; \
             list.dispatchEvent(new Event('change', {{ bubbles: true }})); return list.value; }})()"
        ));
    }

    /// Presses keys wherever the focus is.
    pub(crate) fn press(&self, keys: &[char]) {
        let actions: Vec<Value> = keys
            .iter()
            .flat_map(|key| [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })])
            .collect();
        let body = json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] });
        self.ask("POST", "/actions", Some(&body));
    }

    /// Clicks a place of the window.
    pub(crate) fn click_at(&self, x: i64, y: i64) {
        let actions = json!([
            { "type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport" },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let pointer =
            json!({ "type": "pointer", "id": "mouse", "parameters": { "pointerType": "mouse" }, "actions": actions });
        self.ask("POST", "/actions", Some(&json!({ "actions": [pointer] })));
    }

    /// Clicks a square of the board, off its middle by shares of a tile.
    pub(crate) fn click_square(&self, square: usize, off: (f64, f64)) {
        let (dx, dy) = off;
        let place = self.value(&format!(
            "(() => {{ const svg = document.querySelector('#stage svg'); svg.scrollIntoView({{ block: 'nearest' }}); \
             const {{ columns, left, top }} = document.querySelector('#stage').dataset; \
             const x = Number(left) + ({square} % columns + .5 + {dx}) * 40; \
             const y = Number(top) + (Math.floor({square} / columns) + .5 + {dy}) * 40; \
             const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); \
             return [Math.round(point.x), Math.round(point.y)]; }})()"
        ));
        self.click_at(place[0].as_i64().unwrap(), place[1].as_i64().unwrap());
    }

    /// Sends a command of Chromium's own.
    pub(crate) fn emulate(&self, command: &str, parameters: &Value) {
        self.ask("POST", "/goog/cdp/execute", Some(&json!({ "cmd": command, "params": parameters })));
    }

    /// Makes the window prefer dark colours, or light ones.
    pub(crate) fn prefer(&self, scheme: &str) {
        let feature = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.emulate("Emulation.setEmulatedMedia", &feature);
    }

    /// Makes the window that of a phone.
    pub(crate) fn become_phone(&self) {
        let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
        self.emulate("Emulation.setDeviceMetricsOverride", &phone);
    }

    /// What the page complained about.
    pub(crate) fn logs(&self) -> Vec<String> {
        let logs = self.ask("POST", "/se/log", Some(&json!({ "type": "browser" })));
        let severe = logs.as_array().unwrap().iter().filter(|entry| entry["level"] == "SEVERE");
        severe.map(|entry| entry["message"].as_str().unwrap().to_owned()).collect()
    }

    /// Keeps a picture of the window.
    pub(crate) fn shoot(&self, name: &Path) {
        let picture = self.ask("GET", "/screenshot", None);
        let folder = screens();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), base64(picture.as_str().unwrap())).unwrap();
    }
}

impl Drop for Browser<'_> {
    fn drop(&mut self) {
        let _ = request(self.driver.port, "DELETE", &format!("/session/{}", self.session), None);
    }
}

fn is_true(value: &Value) -> bool {
    value.as_bool() == Some(true)
}

/// Where pictures are kept.
fn screens() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"), PathBuf::from);
    target.join("screens")
}

/// Reads base64.
fn base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits: Vec<u32> =
        text.bytes().filter_map(|byte| LETTERS.iter().position(|&letter| letter == byte).map(|at| at as u32)).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let word = group.iter().fold(0, |word, digit| word << 6 | digit) << (6 * (4 - group.len()));
        bytes.extend(&word.to_be_bytes()[1..group.len()]);
    }
    bytes
}

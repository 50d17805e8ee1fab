//! Programs are handed in with a token, tried in the sandbox, and play in tournaments; all of it survives SIGKILL.

use crate::program::folder;
use crate::up::{PATIENCE, Site};
use nix::sys::signal::Signal;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A bot that says hello well before it connects, prints something at the request, and answers what is on no board.
const BAD: &str = r#"#!/bin/bash
echo "hello from $(basename "$0")"; sleep 0.3
exec 3<>/dev/tcp/$1/$2; printf '\x01\x00\x00\x00\x01\x07' >&3
head -c 5 <&3 >/dev/null
sleep 0.2; echo "I think <b>hard</b>"
printf '\x05\x00\x00\x00\x05\xff\xff\xff\xff\x00' >&3; sleep 5
"#;

/// An archive of a bot that does not know the rules.
pub(crate) fn archive(folder: &Path) -> Vec<u8> {
    let bot = folder.join("bot");
    fs::create_dir_all(&bot).unwrap();
    fs::write(bot.join("bad.sh"), BAD).unwrap();
    let manifest = "name = \"<i>bad</i>\"\nruntime = \"native\"\nfile = \"bad.sh\"\n";
    fs::write(bot.join("rxt-bot.toml"), manifest).unwrap();
    let file = folder.join("bot.tar.gz");
    let tar = Command::new("tar").arg("czf").arg(&file).arg("-C").arg(folder).arg("bot").status().unwrap();
    assert!(tar.success());
    fs::read(file).unwrap()
}

/// Waits until a submission was tried.
fn tried(site: &Site, id: &str) -> Value {
    let began = Instant::now();
    loop {
        let row = site.json("GET", &format!("/api/submissions/{id}"), "", &json!(null));
        if row["state"] == "done" || row["state"] == "failed" {
            return row;
        }
        assert!(began.elapsed() < PATIENCE, "{row}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_program_is_handed_in_tried_in_the_sandbox_and_plays_in_a_tournament() {
    let folder = folder("submissions");
    let site = Site::start(&folder);
    let key = site.said["organiser_key"].as_str().unwrap().to_owned();
    let desk = site.json("GET", "/api/submission", "", &json!(null));
    if desk["possible"] == false {
        assert_eq!(site.send("POST", "/api/submission", &key, br#"{"open":true}"#).0, 409);
        println!("SKIPPED: {}", desk["why_not"]);
        return;
    }
    assert_eq!(desk["open"], false, "off until the organiser turns it on");
    let made = site.json("POST", "/api/tokens", &key, &json!({ "name": "team <7>" }));
    let token = made["token"].as_str().unwrap();
    let archive = archive(&folder);
    assert_eq!(site.send("POST", "/api/submissions", token, &archive).0, 409, "not taken yet");
    site.json("POST", "/api/submission", &key, &json!({ "open": true }));
    assert_eq!(site.send("POST", "/api/submissions", "guess", &archive).0, 403);
    assert_eq!(site.send("POST", "/api/submissions", token, b"#!/bin/sh").0, 422);
    let (status, told) = site.send("POST", "/api/submissions", token, &archive);
    assert_eq!(status, 201, "{told}");
    let id = serde_json::from_str::<Value>(&told).unwrap()["id"].as_str().unwrap().to_owned();
    // A crash in the middle of a trial costs nothing but time.
    assert_eq!(site.end(Signal::SIGKILL), None);
    let site = Site::start(&folder);
    let row = tried(&site, &id);
    assert_eq!((row["state"].as_str(), row["passed"].as_bool()), (Some("done"), Some(false)), "{row}");
    let step = &row["steps"][0];
    assert!(step["what"].as_str().unwrap().starts_with("illegal move"), "{step}");
    let game = step["game"].as_str().unwrap();
    let frames = site.json("GET", &format!("/api/games/{game}/frames"), "", &json!(null));
    let printed: Vec<&str> = frames["printed"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert!(printed[0].contains("hello from bad.sh"), "{printed:?}");
    assert!(printed.last().unwrap().contains("<b>hard</b>"), "{printed:?}");
    let page = site.send("GET", &format!("/submissions/{id}"), "", b"").1;
    assert!(page.contains("&lt;i&gt;bad") && !page.contains("<i>bad") && page.contains("Not passed"), "{page}");
    assert!(!site.send("GET", "/replay", "", b"").1.contains(game), "trials are in no list");
    tournament(&site, &key, &id);
    let tokens = site.json("GET", "/api/tokens", &key, &json!(null));
    assert!(!tokens.to_string().contains(token), "only the hash is kept");
    let stored = fs::read(folder.join("data/site.sqlite")).unwrap();
    let wal = fs::read(folder.join("data/site.sqlite-wal")).unwrap_or_default();
    let has = |bytes: &[u8]| bytes.windows(token.len()).any(|window| window == token.as_bytes());
    assert!(!has(&stored) && !has(&wal), "the token is not in the database");
    site.json("POST", &format!("/api/tokens/{}/revoke", made["id"]), &key, &json!({}));
    assert_eq!(site.send("POST", "/api/submissions", token, &archive).0, 403, "revoked");
    assert_eq!(site.end(Signal::SIGTERM), Some(0));
    println!("proof: 1 program was handed in, tried across a SIGKILL, and played in a tournament");
}

/// The program plays against an engine in a tournament that goes on after a crash.
fn tournament(site: &Site, key: &str, id: &str) {
    let wanted = json!({
        "name": "cup", "format": "round-robin", "maps": ["rule-directions"], "nodes": 20, "time": 0.5,
        "bots": ["random", { "submission": id }],
    });
    site.json("POST", "/api/tournaments", key, &wanted);
    let began = Instant::now();
    let results = loop {
        let (status, text) = site.send("GET", "/api/results/cup", "", b"");
        let results: Value = serde_json::from_str(&text).unwrap_or_default();
        if status == 200 && results["over"] == true {
            break results;
        }
        assert!(began.elapsed() < PATIENCE, "{text}");
        std::thread::sleep(Duration::from_millis(100));
    };
    let standings = results["standings"].as_array().unwrap();
    let own = standings.iter().find(|bot| bot["name"] == "<i>bad</i> of team <7>").unwrap();
    // On this map only the first player can move.
    assert_eq!((own["games"].as_u64(), own["disqualified"].as_u64()), (Some(2), Some(1)), "{results}");
}

//! Viewers: whoever comes late or comes back misses nothing.

use crate::client::{Served, head};
use rxt_web::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;

/// Reads events until `enough` says so: their ids and contents.
async fn events(stream: TcpStream, mut enough: impl FnMut(&Value) -> bool) -> Vec<(String, Value)> {
    let mut reader = BufReader::new(stream);
    assert_eq!(head(&mut reader).await.0, 200);
    let (mut found, mut id, mut line) = (Vec::new(), String::new(), String::new());
    loop {
        line.clear();
        if reader.read_line(&mut line).await.unwrap() == 0 {
            return found;
        }
        let text = line.trim_end();
        if let Some(number) = text.strip_prefix("id: ") {
            number.clone_into(&mut id);
        } else if let Some(data) = text.strip_prefix("data: ") {
            let value: Value = serde_json::from_str(data).unwrap();
            let done = enough(&value);
            found.push((id.clone(), value));
            if done {
                return found;
            }
        }
    }
}

fn board(events: &[(String, Value)]) -> Vec<Value> {
    let mut frames: Vec<Value> = Vec::new();
    for (_, event) in events {
        match event["type"].as_str().unwrap() {
            "snapshot" => frames.clone_from(event["frames"].as_array().unwrap()),
            "frame" => frames.push(event["frame"].clone()),
            "cut" => frames.truncate(event["at"].as_u64().unwrap() as usize),
            _ => {}
        }
    }
    frames
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_viewer_who_comes_late_or_comes_back_misses_nothing() {
    let site = Served::start(Limits::default()).await;
    let text = "2\n0\n0 0\n4 4\n0 0 0 0\n0 1 2 0\n0 2 1 0\n0 0 0 0\n";
    let wanted = json!({ "map_text": text, "seats": ["random", "random"], "think_ms": 10 });
    let id = site.post("/api/live", &wanted).await.json()["id"].as_str().unwrap().to_owned();
    let path = format!("/api/live/{id}/events");
    let over = |event: &Value| event["type"] == "info" && event["info"]["status"] == "over";
    let first = tokio::spawn(events(site.open("GET", &path, &[], b"").await, over));
    // A second viewer leaves after four frames, stays away for a while, and says what it saw last.
    let mut seen = 0;
    let before = events(site.open("GET", &path, &[], b"").await, |event| {
        seen += usize::from(event["type"] == "frame");
        seen == 4
    });
    let mut before = before.await;
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    let last = before.last().unwrap().0.clone();
    let after = events(site.open("GET", &path, &[("last-event-id", &last)], b"").await, over).await;
    assert_ne!(after[0].1["type"], "snapshot", "nothing is sent twice");
    before.extend(after);
    // A third comes when it is all over.
    let late = events(site.open("GET", &path, &[], b"").await, |_| true).await;
    let first = first.await.unwrap();
    let frames = board(&first);
    assert!(frames.len() >= 8, "{}", frames.len());
    assert_eq!(board(&before), frames);
    assert_eq!(board(&late), frames);
    let number = |id: &str| id.rsplit('@').next().unwrap().parse::<usize>().unwrap();
    let numbers: Vec<usize> = before.iter().map(|(id, _)| number(id)).collect();
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1), "{numbers:?}");
    let record = site.get(&format!("/api/games/{id}")).await;
    assert_eq!(
        record.json()["moves"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "move").count(),
        frames.len()
    );
    println!(
        "proof: {} events of a live game, none lost by a viewer who was away and none by one who came late",
        numbers.len()
    );
}

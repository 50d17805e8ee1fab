//! The description of the interface is true: every address is there, and no request makes the site fail.

use crate::client::Served;
use rxt_rules::rng::Rng;
use rxt_web::Limits;
use serde_json::{Value, json};
use std::time::Duration;

/// Requests for each operation.
const TRIES: u64 = 24;

/// A value that fits a schema more or less, as those who try everything send it.
fn any(rng: &mut Rng, schema: &Value, schemas: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return any(rng, &schemas[name], schemas);
    }
    if rng.below(12) == 0 {
        return [
            json!(null),
            json!(-1),
            json!(1e99),
            json!("\u{0}\u{fffd}<b>"),
            json!([]),
            json!({}),
            json!("a".repeat(5000)),
        ][rng.below(7)]
        .clone();
    }
    match schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("string") {
        "integer" => {
            let low = schema["minimum"].as_u64().unwrap_or(0);
            let high = schema["maximum"].as_u64().unwrap_or(low + 40).min(low + 3000);
            json!(low + rng.below((high - low + 2) as usize) as u64)
        }
        "boolean" => json!(rng.below(2) == 0),
        "array" => (0..rng.below(4)).map(|_| any(rng, &schema["items"], schemas)).collect(),
        "object" => {
            let properties = schema["properties"].as_object().cloned().unwrap_or_default();
            let chosen: Vec<_> = properties.iter().filter(|_| rng.below(3) > 0).collect();
            chosen
                .into_iter()
                .map(|(name, schema)| (name.clone(), any(rng, schema, schemas)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        _ => {
            let words = [
                "standard-8x8",
                "random",
                "person",
                "2\n0\n0 0\n1 4\n0 2 1 0\n",
                "mcts,nodes=50",
                "..",
                "%00",
                "rxt-record 1",
                "",
            ];
            json!(words[rng.below(words.len())])
        }
    }
}

/// The query of an operation, with values for all its parameters.
fn query(rng: &mut Rng, operation: &Value, schemas: &Value) -> String {
    let parameters = operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "query");
    let pairs: Vec<String> = parameters
        .map(|parameter| {
            let value = any(rng, &parameter["schema"], schemas).to_string();
            let value: Vec<String> =
                value.trim_matches('"').bytes().take(60).map(|byte| format!("%{byte:02x}")).collect();
            format!("{}={}", parameter["name"].as_str().unwrap(), value.concat())
        })
        .collect();
    if pairs.is_empty() { String::new() } else { format!("?{}", pairs.join("&")) }
}

/// The body of an operation. Long thoughts are bounded elsewhere, so none are asked for.
fn body(rng: &mut Rng, operation: &Value, schemas: &Value) -> String {
    let content = operation["requestBody"]["content"].as_object().and_then(|content| content.values().next());
    let mut body = content.map(|kind| any(rng, &kind["schema"], schemas)).unwrap_or_default();
    if body["think_ms"].is_u64() {
        body["think_ms"] = json!(10 + rng.below(20));
    }
    if let Some(engines) = body["engines"].as_array() {
        body["engines"] = engines.iter().take(2).cloned().collect();
    }
    body.to_string()
}

/// Sends a request; false if it has no end, as a stream of events.
async fn holds(site: &Served, method: &str, address: &str, key: &str, body: &str) -> bool {
    let (method, bearer) = (method.to_uppercase(), format!("Bearer {key}"));
    let headers = [("authorization", bearer.as_str())];
    let patience = Duration::from_millis(if address.contains("/events") { 60 } else { 30_000 });
    let request = site.request(&method, address, &headers, body.as_bytes());
    let Ok(answer) = tokio::time::timeout(patience, request).await else { return false };
    let told = format!("{method} {address} {body}: {} {}", answer.status, answer.body);
    assert!((1..500).contains(&answer.status) && answer.status != 405, "{told}");
    assert!(!answer.body.contains("such address"), "{told}");
    if answer.status >= 400 && answer.headers.get("content-type").is_some_and(|kind| kind.contains("json")) {
        assert!(answer.json()["error"].is_string(), "{told}");
    }
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_request_of_the_described_interface_makes_the_site_fail() {
    let limits = Limits { changes: 1_000_000, analyses: 1_000_000, games: 1000, ..Limits::default() };
    let site = Served::start(limits).await;
    let description = site.get("/api/openapi.json").await.json();
    let schemas = &description["components"]["schemas"];
    let wanted = json!({ "map": "standard-8x8", "seats": ["person", "random"], "casual": true });
    let opened = site.post("/api/live", &wanted).await.json();
    let (id, key) = (opened["id"].as_str().unwrap(), opened["seats"][0].as_str().unwrap());
    let names = [id, "standard-8x8", "demo", "a", "%2e%2e", "%00", "%c3%a4"];
    let mut rng = Rng::new(1);
    let (mut sent, mut operations) = (0, 0);
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations += 1;
            for _ in 0..TRIES {
                let name = rng.pick(&names).unwrap();
                let address = path.replace("{id}", name).replace("{name}", name) + &query(&mut rng, operation, schemas);
                let body = body(&mut rng, operation, schemas);
                sent += usize::from(holds(&site, method, &address, key, &body).await);
            }
        }
    }
    println!("proof: {sent} requests to {operations} operations of the described interface, none failed");
}

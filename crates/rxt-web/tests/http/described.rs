//! The description of the interface is true: every address is there, and no request makes the site fail.

use crate::client::Served;
use rxt_rules::rng::Rng;
use rxt_web::Limits;
use serde_json::{Value, json};

/// Requests for each operation.
const TRIES: u64 = 24;

/// A value that fits a schema more or less, as those who try everything send it.
fn any(rng: &mut Rng, schema: &Value, schemas: &Value) -> Value {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return any(rng, &schemas[name], schemas);
    }
    if rng.below(12) == 0 {
        return [json!(null), json!(-1), json!(1e99), json!("\u{0}\u{fffd}<b>"), json!([]), json!({}), json!("a".repeat(5000))]
            [rng.below(7)]
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
            chosen.into_iter().map(|(name, schema)| (name.clone(), any(rng, schema, schemas))).collect::<serde_json::Map<_, _>>().into()
        }
        _ => {
            let words = ["standard-8x8", "random", "person", "2\n0\n0 0\n1 4\n0 2 1 0\n", "mcts,nodes=50", "..", "%00", "rxt-record 1", ""];
            json!(words[rng.below(words.len())])
        }
    }
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
    let mut rng = Rng::new(1);
    let (mut sent, mut operations) = (0, 0);
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            operations += 1;
            for _ in 0..TRIES {
                let names = [id, "standard-8x8", "demo", "a", "%2e%2e", "%00", "ä"];
                let name = names[rng.below(names.len())];
                let mut address = path.replace("{id}", name).replace("{name}", name);
                for parameter in operation["parameters"].as_array().into_iter().flatten().filter(|one| one["in"] == "query") {
                    let value = any(&mut rng, &parameter["schema"], schemas).to_string();
                    let value: String = value.trim_matches('"').bytes().take(60).map(|byte| format!("%{byte:02x}")).collect();
                    let mark = if address.contains('?') { '&' } else { '?' };
                    address += &format!("{mark}{}={value}", parameter["name"].as_str().unwrap());
                }
                let content = operation["requestBody"]["content"].as_object();
                let schema = content.and_then(|content| content.values().next()).map(|kind| &kind["schema"]);
                let mut body = schema.map(|schema| any(&mut rng, schema, schemas).to_string()).unwrap_or_default();
                // Long thoughts are bounded elsewhere.
                body = body.replace("\"think_ms\":", "\"think_ms\":1").replace("\"think_ms\":1-", "\"think_ms\":-");
                let key = format!("Bearer {key}");
                let headers = [("authorization", key.as_str())];
                let request = site.request(&method.to_uppercase(), &address, &headers, body.as_bytes());
                // A stream of events has no end.
                let Ok(answer) = tokio::time::timeout(std::time::Duration::from_millis(if path.ends_with("events") { 60 } else { 30_000 }), request).await else { continue };
                sent += 1;
                assert!(answer.status < 500 && answer.status > 0, "{method} {address} {body}: {} {}", answer.status, answer.body);
                assert!(answer.status != 405, "{method} {address} is described");
                if answer.status >= 400 && answer.headers.get("content-type").is_some_and(|kind| kind.contains("json")) {
                    assert!(answer.json()["error"].is_string(), "{}", answer.body);
                }
                if answer.status == 404 {
                    assert!(!answer.body.contains("such address"), "{method} {address} is described");
                }
            }
        }
    }
    println!("proof: {sent} requests to {operations} operations of the described interface, none failed");
}

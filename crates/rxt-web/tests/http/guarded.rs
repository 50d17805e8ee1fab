//! What the site refuses, and what it says to browsers.

use crate::client::Served;
use rxt_web::Limits;
use serde_json::json;

#[tokio::test]
async fn every_answer_keeps_pages_to_themselves() {
    let site = Served::start(Limits::default()).await;
    for path in ["/", "/play", "/maps", "/nowhere", "/api/maps", "/api/nowhere", "/assets/site.css", "/assets/game.js"]
    {
        let answer = site.get(path).await;
        let policy = &answer.headers["content-security-policy"];
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(answer.headers["referrer-policy"], "no-referrer", "{path}");
        assert!(!answer.headers.contains_key("set-cookie"), "{path}");
        if answer.headers["content-type"].starts_with("text/html") {
            let inline =
                answer.body.contains("style=") || answer.body.contains("<style") || answer.body.contains("onclick");
            assert!(!inline, "{path}");
        }
    }
    let missing = site.get("/nowhere").await;
    assert_eq!((missing.status, missing.body.contains("<h1>")), (404, true), "a page, not JSON");
    assert_eq!(
        site.get("/api/nowhere").await.json()["error"].as_str().map(|text| text.contains("there is no")),
        Some(true)
    );
}

#[tokio::test]
async fn pages_of_other_sites_reach_nothing() {
    let site = Served::start(Limits::default()).await;
    let game = json!({ "map": "standard-8x8", "seats": ["random", "random"] }).to_string();
    let own = format!("http://127.0.0.1:{}", site.port);
    for (origin, expected) in [("https://evil.example", 403), ("null", 403), (own.as_str(), 201)] {
        let answer = site.request("POST", "/api/live", &[("origin", origin)], game.as_bytes()).await;
        assert_eq!(answer.status, expected, "{origin}: {}", answer.body);
    }
    let rebound = site.request("GET", "/api/live", &[("host", "evil.example")], b"").await;
    assert_eq!(rebound.status, 403, "a name that leads here is not ours");
}

#[tokio::test]
async fn a_visitor_has_bounds() {
    let limits = Limits { changes: 6, games: 2, upload: 1000, streams: 1, ..Limits::default() };
    let site = Served::start(limits).await;
    let waiting = json!({ "map": "standard-8x8", "seats": ["person", "random"] });
    assert_eq!(site.post("/api/live", &waiting).await.status, 201);
    let second = site.post("/api/live", &waiting).await;
    assert_eq!(second.status, 201);
    let third = site.post("/api/live", &waiting).await;
    assert_eq!((third.status, third.json()["error"].as_str().unwrap().contains("2 games")), (429, true));
    let large = site.request("POST", "/api/games", &[], &[b'#'; 2000]).await;
    assert_eq!(large.status, 413, "{}", large.body);
    let id = second.json()["id"].as_str().unwrap().to_owned();
    let stream = site.open("GET", &format!("/api/live/{id}/events"), &[], b"").await;
    let mut reader = tokio::io::BufReader::new(stream);
    assert_eq!(crate::client::head(&mut reader).await.0, 200);
    assert_eq!(site.get(&format!("/api/live/{id}/events")).await.status, 429);
    assert_eq!(site.post("/api/live", &json!({})).await.status, 400);
    assert_eq!(site.post("/api/live", &json!({})).await.status, 400);
    assert_eq!(site.post("/api/live", &json!({})).await.status, 429, "six changes a minute");
}

#[tokio::test]
async fn keys_open_their_own_seats_alone() {
    let site = Served::start(Limits::default()).await;
    let wanted = json!({ "map": "standard-8x8", "seats": ["person", "person"], "casual": true });
    let opened = site.post("/api/live", &wanted).await.json();
    let id = opened["id"].as_str().unwrap();
    let (one, two) = (opened["seats"][0].as_str().unwrap(), opened["seats"][1].as_str().unwrap());
    let path = |what: &str| format!("/api/live/{id}/{what}");
    let mv = json!({ "x": 2, "y": 3, "special": 0 });
    assert_eq!(site.post(&path("move"), &mv).await.status, 401);
    assert_eq!(site.post_as(&path("move"), "guess", &mv).await.status, 403);
    assert_eq!(site.post_as(&path("move"), one, &mv).await.status, 409, "the game has not begun");
    for key in [one, two] {
        assert_eq!(site.post_as(&path("join"), key, &json!({ "name": "<i>Ada</i>" })).await.status, 200);
    }
    assert_eq!(site.post_as(&path("move"), two, &mv).await.status, 409, "not their turn");
    let illegal = site.post_as(&path("move"), one, &json!({ "x": 0, "y": 0 })).await;
    assert_eq!((illegal.status, illegal.body.contains("captures nothing")), (409, true), "{}", illegal.body);
    assert_eq!(site.post_as(&path("end"), one, &json!({})).await.status, 403, "a seat is not the owner's key");
    assert_eq!(site.post_as(&path("end"), opened["owner"].as_str().unwrap(), &json!({})).await.status, 200);
    let page = site.get(&format!("/watch/{id}")).await;
    assert!(page.body.contains("&lt;i&gt;Ada") && !page.body.contains("<i>Ada"));
}

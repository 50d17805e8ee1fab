//! A tournament is started by the organiser, played, and looked at down to its games.

use crate::client::Served;
use rxt_web::Limits;
use serde_json::json;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_organiser_starts_a_tournament_and_everybody_sees_its_games() {
    let site = Served::start(Limits::default()).await;
    let wanted = json!({
        "name": "spring-cup", "format": "round-robin", "maps": ["rule-bonus-bomb", "rule-directions"],
        "bots": ["greedy", "random", "first"], "blocks": 1, "nodes": 50,
    });
    assert_eq!(site.post("/api/tournaments", &wanted).await.status, 401);
    assert_eq!(site.post_as("/api/tournaments", "guess", &wanted).await.status, 403);
    let started = site.post_as("/api/tournaments", &site.key, &wanted).await;
    assert_eq!(started.status, 201, "{}", started.body);
    assert_eq!(site.post_as("/api/tournaments", &site.key, &wanted).await.status, 409, "there is one already");
    let mut tries = 0;
    let results = loop {
        let results = site.get("/api/results/spring-cup").await;
        if results.status == 200 && results.json()["over"] == true {
            break results.json();
        }
        tries += 1;
        assert!(tries < 600, "the tournament does not end: {}", results.body);
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    let games = results["games"].as_array().unwrap();
    assert!(games.len() >= 6 && results["standings"].as_array().unwrap().len() == 3, "{results}");
    assert_eq!(site.post_as("/api/tournaments/spring-cup/pause", &site.key, &json!({})).await.status, 409);
    assert_eq!(
        site.post_as("/api/tournaments/spring-cup/resume", &site.key, &json!({})).await.status,
        409,
        "it is over"
    );
    for path in ["/tournaments", "/tournaments/spring-cup", "/tournaments/spring-cup/bots/1"] {
        let page = site.get(path).await;
        assert!(page.status == 200 && page.body.contains("greedy"), "{path}: {}", page.status);
    }
    let game = site.get(&format!("/tournaments/spring-cup/games/{}", games[0]["id"])).await;
    assert_eq!(game.status, 303);
    assert_eq!(site.get(&game.headers["location"]).await.status, 200, "it can be replayed");
    assert_eq!(site.get("/tournaments/nowhere").await.status, 404);
    println!("proof: {} games of a tournament that the site played, with pages for all of it", games.len());
}

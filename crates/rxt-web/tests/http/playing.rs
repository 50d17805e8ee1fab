//! A person, an engine and a program play one game together.

use crate::client::Served;
use rxt_net::bot;
use rxt_rules::Player;
use rxt_web::Limits;
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_an_engine_and_a_program_play_together() {
    let site = Served::start(Limits::default()).await;
    let map = include_str!("../../../../maps/band-3p-9x15.map");
    let small: String = "3\n1\n1 1\n3 5\n0 1 2 3 0\n0 2 3 1 b\n0 3 1 2 0\n".to_owned();
    assert!(map.starts_with('3'));
    let wanted =
        json!({ "map_text": small, "seats": ["person", "client", "greedy"], "think_ms": 10, "clock_ms": 20_000 });
    let opened = site.post("/api/live", &wanted).await.json();
    let (id, key) = (opened["id"].as_str().unwrap(), opened["seats"][0].as_str().unwrap());
    let port = opened["port"].as_u64().unwrap() as u16;
    let program = tokio::spawn(bot::play(([127, 0, 0, 1], port).into(), 7, |position| position.legal_moves()[0]));
    assert_eq!(site.post_as(&format!("/api/live/{id}/join"), key, &json!({ "name": "Ada" })).await.status, 200);
    let mut moves = 0;
    let last = loop {
        let now = site.get(&format!("/api/live/{id}")).await.json();
        if now["info"]["recorded"] == true {
            break now;
        }
        if now["turn"] == 1
            && let Some(square) = now["legal"][0].as_u64()
        {
            let cell = |square: u64| {
                let mut cell = now["game"]["start"].as_str().unwrap().as_bytes()[square as usize] as char;
                for change in
                    now["frames"].as_array().unwrap().iter().flat_map(|frame| frame["changes"].as_array().unwrap())
                {
                    if change[0] == square {
                        cell = change[1].as_str().unwrap().chars().next().unwrap();
                    }
                }
                cell
            };
            let special = if cell(square) == 'b' { 20 } else { 0 };
            let mv = json!({ "x": square % 5, "y": square / 5, "special": special });
            let answer = site.post_as(&format!("/api/live/{id}/move"), key, &mv).await;
            moves += usize::from(answer.status == 200);
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    let ending = program.await.unwrap().unwrap();
    assert!(ending.complete && ending.player == Player::new(2).unwrap() && ending.answers > 0);
    assert!(moves > 0);
    let names: Vec<&str> =
        last["info"]["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Ada", "program of group 7", "greedy"]);
    println!("proof: {moves} moves of a person, {} of a program and an engine's in one game", ending.answers);
}

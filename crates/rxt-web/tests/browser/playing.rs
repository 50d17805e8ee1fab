//! People play: a whole game with everything in it, and two people against each other while a third watches.

use crate::driver::Browser;
use crate::stand::{Demo, Stand};
use serde_json::{Value, json};
use std::path::Path;

const ENTER: char = '\u{e007}';

/// Small, but with a choice, a bonus, an inversion, override stones and bombs.
const EVERYTHING: &str = "2\n1\n1 1\n5 6\n\
                          0 0 b 0 0 0\n0 c 0 0 i 0\n0 0 1 2 0 0\n0 0 2 1 0 0\n0 0 0 0 b 0\n";

/// How long a whole game may take.
const LONGEST_GAME: std::time::Duration = std::time::Duration::from_mins(3);

/// What a person sees of a game, from the JSON interface.
fn snapshot(stand: &Stand, id: &str) -> Value {
    stand.get(&format!("/api/live/{id}"))
}

fn cells(snapshot: &Value) -> Vec<char> {
    let mut cells: Vec<char> = snapshot["game"]["start"].as_str().unwrap().chars().collect();
    for frame in snapshot["frames"].as_array().unwrap() {
        for change in frame["changes"].as_array().unwrap() {
            let square = change[0].as_u64().unwrap() as usize;
            cells[square] = change[1].as_str().unwrap().chars().next().unwrap();
        }
    }
    cells
}

/// What a person did in a game.
#[derive(Default)]
struct Done {
    moves: usize,
    choices: usize,
    bonuses: usize,
    bombs: usize,
    by_key: usize,
}

impl Done {
    /// Makes one move in the browser: special tiles first, every third one by keyboard.
    fn make_move(&mut self, browser: &Browser<'_>, snapshot: &Value) {
        let cells = cells(snapshot);
        let legal: Vec<usize> =
            snapshot["legal"].as_array().unwrap().iter().map(|square| square.as_u64().unwrap() as usize).collect();
        let phase =
            snapshot["frames"].as_array().unwrap().last().map(|frame| frame["phase"].as_str().unwrap().to_owned());
        let bombing = phase.as_deref() == Some("phase 2");
        let rank = |square: &usize| match cells[*square] {
            _ if bombing => 0,
            'c' => 0,
            'b' => 1,
            _ => 2,
        };
        let square = *legal.iter().min_by_key(|square| rank(square)).unwrap();
        browser.wait("document.querySelector('#stage').classList.contains('my-turn')");
        if self.moves % 3 == 2 && !bombing {
            browser.value("document.querySelector('#stage').focus()");
            let at = || browser.value("document.querySelector('#stage').dataset.cursor ?? ''");
            let steps = legal.iter().take_while(|_| {
                browser.press(&['n']);
                at() != square.to_string().as_str()
            });
            assert!(steps.count() < legal.len(), "the cursor comes to every legal tile");
            browser.press(&[ENTER]);
            self.by_key += 1;
        } else {
            browser.click_square(square, (0.0, 0.0));
        }
        self.moves += 1;
        match cells[square] {
            _ if bombing => self.bombs += 1,
            'c' => {
                browser.wait("!document.querySelector('#ask').hidden");
                if self.choices == 0 {
                    browser.shoot(Path::new("play-choice.png"));
                }
                browser.click("#ask button:nth-of-type(2)");
                self.choices += 1;
            }
            'b' => {
                browser.wait("!document.querySelector('#ask').hidden");
                if self.bonuses == 0 {
                    browser.shoot(Path::new("play-bonus.png"));
                }
                browser.click("#ask button:nth-of-type(1)");
                self.bonuses += 1;
            }
            _ => {}
        }
    }
}

#[test]
fn a_person_plays_a_whole_game_with_choice_bonus_and_bombs() {
    let Some(stand) = Stand::new("person", Demo::Off) else { return };
    let browser = stand.driver.browser("person", 1360, 900);
    let wanted =
        json!({ "map_text": EVERYTHING, "seats": ["person", "random"], "casual": true, "think_ms": 10, "seed": 4 });
    let opened = stand.post("/api/live", &wanted);
    let (id, key) = (opened["id"].as_str().unwrap(), opened["seats"][0].as_str().unwrap());
    browser.open(&stand.url(&format!("/play/{id}#seat={key}")));
    browser.ready();
    let mut done = Done::default();
    let began = std::time::Instant::now();
    let mut seen = usize::MAX;
    loop {
        let now = snapshot(&stand, id);
        assert!(began.elapsed() < LONGEST_GAME, "the game does not end");
        if now["info"]["status"] == "over" {
            break;
        }
        let count = now["frames"].as_array().unwrap().len();
        if now["turn"] == 1 && now["legal"].is_array() && count != seen {
            if done.moves == 1 {
                take_back_and_ask(&browser, &stand, id);
                done.moves += 1;
                seen = usize::MAX;
                continue;
            }
            if done.moves == 4 {
                browser.shoot(Path::new("play.png"));
            }
            done.make_move(&browser, &now);
            seen = count;
        }
        std::thread::sleep(std::time::Duration::from_millis(30));
    }
    browser.wait("document.querySelector('#status').innerText.includes('over')");
    browser.wait("!document.querySelector('#replay-here').hidden");
    browser.shoot(Path::new("play-over.png"));
    let Done { moves, choices, bonuses, bombs, by_key } = done;
    assert!(choices > 0 && bonuses > 0 && bombs > 0 && by_key > 0, "{choices} {bonuses} {bombs} {by_key}");
    assert_eq!(browser.logs(), Vec::<String>::new());
    browser.click("#replay-here");
    browser.arrive("/replay/");
    println!("proof: {moves} moves by mouse and keyboard, {choices} choices, {bonuses} bonuses, {bombs} bombs");
}

/// The first move is taken back, and a hint asked for.
fn take_back_and_ask(browser: &Browser<'_>, stand: &Stand, id: &str) {
    browser.wait("document.querySelector('#stage').classList.contains('my-turn')");
    browser.click("#undo");
    browser.wait("document.querySelector('#slider').max === '0'");
    assert_eq!(snapshot(stand, id)["frames"].as_array().unwrap().len(), 0);
    browser.wait("document.querySelector('#stage').classList.contains('my-turn')");
    browser.click("#hint");
    browser.wait("document.querySelector('#now').innerText.includes('An engine would choose')");
    browser.shoot(Path::new("play-hint.png"));
}

/// Moves of two people; the third is away for some of them.
const MOVES: usize = 12;

#[test]
fn two_people_play_each_other_while_a_third_watches() {
    let Some(stand) = Stand::new("three", Demo::Off) else { return };
    let one = stand.driver.browser("one", 1100, 800);
    let two = stand.driver.browser("two", 1100, 800);
    let third = stand.driver.browser("third", 1100, 800);
    one.open(&stand.url("/play?map=rule-directions"));
    one.wait("document.querySelector('#seat-2') !== null");
    one.choose("#map", "standard-8x8");
    one.choose("#seat-2", "person");
    one.shoot(Path::new("play-setup.png"));
    one.click("#start");
    one.arrive("/play/");
    one.wait("document.querySelector('.invite input') !== null");
    one.shoot(Path::new("play-invite.png"));
    let link = one.value("document.querySelector('.invite input').value").as_str().unwrap().to_owned();
    let id = one.value("document.querySelector('.game').dataset.id").as_str().unwrap().to_owned();
    two.open(&link);
    two.ready();
    for made in 0..MOVES {
        let browser = if made % 2 == 0 { &one } else { &two };
        browser.wait(&format!("document.querySelector('#slider').max === '{made}'"));
        browser.wait("document.querySelector('#stage').classList.contains('my-turn')");
        let now = snapshot(&stand, &id);
        let square = now["legal"][made % now["legal"].as_array().unwrap().len()].as_u64().unwrap() as usize;
        browser.click_square(square, (0.1, -0.1));
        browser.wait(&format!("Number(document.querySelector('#slider').max) > {made}"));
        if made == 5 {
            third.open(&stand.url(&format!("/watch/{id}")));
            third.ready();
            third.wait("Number(document.querySelector('#slider').max) >= 6");
            // Away for a while, and back by itself.
            third.emulate("Network.enable", &json!({}));
            third.emulate(
                "Network.emulateNetworkConditions",
                &json!({ "offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 }),
            );
        }
        if made == 9 {
            third.emulate(
                "Network.emulateNetworkConditions",
                &json!({ "offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 }),
            );
        }
    }
    for browser in [&one, &two, &third] {
        browser.wait(&format!("document.querySelector('#slider').value === '{MOVES}'"));
        browser.click("#text-view summary");
    }
    let boards = [&one, &two, &third].map(|browser| browser.text("#text"));
    assert!(boards[0].len() > 64 && boards.iter().all(|board| *board == boards[0]), "{boards:?}");
    third.shoot(Path::new("watch.png"));
    assert_eq!((one.logs(), two.logs()), (Vec::new(), Vec::new()));
    println!("proof: {MOVES} moves of two browsers, and a third that was away for four of them shows the same board");
}

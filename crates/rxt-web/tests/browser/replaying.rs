//! A game is replayed by keyboard, mouse and address.

use crate::driver::Browser;
use crate::stand::{Demo, Stand, game_of_engines};
use std::path::Path;

const LEFT: char = '\u{e012}';
const RIGHT: char = '\u{e014}';
const HOME: char = '\u{e011}';
const END: char = '\u{e010}';
const PAGE_DOWN: char = '\u{e00f}';

fn at(browser: &Browser<'_>) -> u64 {
    browser.value("Number(document.querySelector('#slider').value)").as_u64().unwrap()
}

#[test]
fn a_game_is_replayed_by_keyboard_mouse_and_address() {
    let Some(stand) = Stand::new("replay", Demo::Off) else { return };
    let long = upload_long_game(&stand);
    let browser = stand.driver.browser("replay", 1360, 900);
    browser.open(&stand.url(&format!("/replay/{long}?ply=7")));
    browser.ready();
    assert_eq!(at(&browser), 7, "the address names the move");
    let last = browser.value("Number(document.querySelector('#slider').max)").as_u64().unwrap();
    for (keys, expected) in [
        (vec![RIGHT], 8),
        (vec![RIGHT, RIGHT, LEFT], 9),
        (vec![PAGE_DOWN], 19),
        (vec![END], last),
        (vec![LEFT], last - 1),
        (vec![HOME], 0),
    ] {
        browser.press(&keys);
        assert_eq!(at(&browser), expected, "{keys:?}");
        assert!(browser.url().contains(&format!("ply={expected}")), "{}", browser.url());
    }
    browser.choose("#speed", "40");
    browser.press(&[' ']);
    browser.wait(&format!("document.querySelector('#slider').value === '{last}'"));
    for tab in ["place", "time", "stones"] {
        browser.click(&format!("#tab-{tab}"));
        browser.wait(&format!("document.querySelector('#tab-{tab}').getAttribute('aria-selected') === 'true'"));
        if tab == "place" {
            assert!(browser.value("document.querySelectorAll('#chart .curve').length").as_u64().unwrap() > 1);
        }
    }
    // The middle of the curves is about the middle of the game.
    browser.click("#chart");
    assert!(at(&browser).abs_diff(last / 2) < last / 10 + 2, "{} of {last}", at(&browser));
    browser.shoot(Path::new("replay.png"));
    assert_eq!(browser.logs(), Vec::<String>::new());
    println!("proof: {last} moves of a game replayed by keyboard, slider, curves and address");
}

/// A game with expectations, times and bombs.
pub(crate) fn upload_long_game(stand: &Stand) -> String {
    let map = include_bytes!("../../../../maps/cross-4p-15x15.map");
    let text = game_of_engines(map, &["mcts", "brs+", "greedy", "random"]);
    assert!(text.contains("phase 2") && text.contains("scores"), "there are bombs and expectations");
    stand.upload(&text)
}

//! A position is analysed, changed and played on, and a whole game is taken apart.

use crate::replaying::upload_long_game;
use crate::stand::{Demo, Stand};
use std::path::Path;

#[test]
fn a_position_and_a_game_are_analysed() {
    let Some(stand) = Stand::new("analyse", Demo::Off) else { return };
    let id = upload_long_game(&stand);
    let browser = stand.driver.browser("analyse", 1360, 950);
    browser.open(&stand.url(&format!("/analyse?game={id}&ply=20")));
    browser.ready();
    browser.value("document.querySelector('#think').value = '100'");
    browser.click("#ask-engines");
    browser.wait("document.querySelectorAll('#answers .opinion').length === 5 && !document.body.dataset.thinking");
    assert!(browser.text("#answers").contains("Why") && browser.text("#answers").contains("assumes of the others"));
    assert!(browser.value("document.querySelectorAll('.heat').length").as_u64().unwrap() > 3);
    browser.shoot(Path::new("analyse-lines.png"));
    // Another player to move, and a tile that is taken away.
    let turn = browser.text("#now");
    browser.value("document.querySelector('#what-if').open = true");
    browser.click(".turn-button[aria-pressed=false]");
    browser.wait(&format!("!document.body.dataset.thinking && document.querySelector('#now').innerText !== {turn:?}"));
    browser.click(".palette [data-tool='8']");
    browser.click_square(5, (0.0, 0.0));
    browser.wait("!document.body.dataset.thinking && document.querySelector('#now').innerText === ''|| document.querySelector('#answers').innerText.includes('8')");
    browser.click("#reset");
    browser.wait(&format!("!document.body.dataset.thinking && document.querySelector('#now').innerText === {turn:?}"));
    browser.click("#whole-game");
    browser.wait("document.querySelector('#answers').innerText.includes('Where it was lost')");
    browser.shoot(Path::new("analyse-game.png"));
    assert_eq!(browser.logs().iter().filter(|line| !line.contains("422")).count(), 0);
    println!("proof: 3 lines, 2 opinions, a heat map, reasons, a position that was changed, and a whole game");
}

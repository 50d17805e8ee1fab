//! The editor: a map is painted, joined by a transition, checked, undone, kept and played on.

use crate::stand::{Demo, Stand};
use std::path::Path;

#[test]
fn a_map_is_drawn_joined_checked_and_played_on() {
    let Some(stand) = Stand::new("editor", Demo::Off) else { return };
    let browser = stand.driver.browser("editor", 1360, 950);
    browser.open(&stand.url("/maps/editor"));
    browser.ready();
    let text = || browser.value("document.querySelector('#text').value").as_str().unwrap().to_owned();
    let start = text();
    // A choice, and its image under the symmetry.
    browser.choose("#symmetry", "half");
    browser.click("[data-tool=c]");
    browser.click_square(0, (0.0, 0.0));
    assert_eq!(text().matches('c').count(), 2);
    // By keyboard: the cursor starts at the first tile.
    browser.choose("#symmetry", "none");
    browser.value("document.querySelector('#stage').focus()");
    browser.press(&['\u{e014}', '\u{e014}', '\u{e014}', 'b']);
    assert!(text().contains('b'));
    browser.click("#undo");
    browser.click("#undo");
    assert_eq!(text(), start, "everything is undone");
    browser.click("#redo");
    // A transition from the left edge of the fourth row to the right edge.
    browser.click("[data-tool=join]");
    browser.click_square(3 * 8, (-0.4, 0.0));
    browser.click_square(3 * 8 + 7, (0.4, 0.0));
    assert!(text().contains("0 3 6 <-> 7 3 2"), "{}", text());
    browser.wait("document.querySelector('#problems').className === 'good'");
    browser.shoot(Path::new("editor.png"));
    // What the parser says of a map that cannot be: a transition where a tile is.
    browser.value("document.querySelector('#text-view').open = true");
    let broken = text().replace("0 3 6 <-> 7 3 2", "0 3 2 <-> 7 3 2");
    browser.value(&format!("document.querySelector('#text').value = {broken:?}"));
    browser.click("#read-text");
    browser.wait("document.querySelector('#problems').className === 'wrong'");
    let told = browser.text("#problems");
    assert!(told.contains("line") && told.contains("transition"), "{told}");
    browser.shoot(Path::new("editor-problem.png"));
    browser.value("document.querySelector('#text-view').open = false");
    browser.click("#undo");
    browser.wait("document.querySelector('#problems').className === 'good'");
    browser.click("#test-game");
    browser.arrive("/play/");
    browser.wait("document.querySelector('#stage').classList.contains('my-turn')");
    let id = browser.value("document.querySelector('.game').dataset.id").as_str().unwrap().to_owned();
    let square = stand.get(&format!("/api/live/{id}"))["legal"][0].as_u64().unwrap() as usize;
    browser.click_square(square, (0.0, 0.0));
    browser.wait("Number(document.querySelector('#slider').max) >= 2");
    assert_eq!(browser.logs(), Vec::<String>::new());
    println!("proof: 1 map drawn with a symmetry and a transition, checked, undone and played on");
}

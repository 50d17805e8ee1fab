//! The same in a real browser: the organiser takes programs and makes a token, a student hands one in and looks at a game.

use crate::driver::{Browser, Driver};
use crate::program::folder;
use crate::submissions::archive;
use crate::up::Site;
use nix::sys::signal::Signal;
use serde_json::json;
use std::path::Path;

/// Pictures of a page in light, dark and on a phone; it is never wider than the window.
fn shoot(browser: &Browser<'_>, name: &str) {
    for look in ["light", "dark"] {
        browser.prefer(look);
        browser.shoot(Path::new(&format!("{name}-{look}.png")));
    }
    browser.prefer("light");
    let wide = browser.value("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1");
    assert_eq!(wide, false, "{name} is wider than the window");
}

/// The organiser's part; returns the token of a team.
fn organise(browser: &Browser<'_>, url: &str, key: &str) -> String {
    browser.open(&format!("{url}/organiser"));
    browser.type_into("#key", key);
    browser.click("#key-form button");
    browser.wait("!document.querySelector('#organiser-tools').hidden");
    browser.wait("document.querySelector('#desk-switch').textContent === 'Take programs'");
    browser.click("#desk-switch");
    browser.wait("document.querySelector('#desk-state').textContent === 'programs are taken'");
    browser.type_into("#token-name", "Night Owls");
    browser.click("#token-form button");
    browser.wait(
        "document.querySelector('#token-new .secret') !== null && document.querySelectorAll('#tokens tr').length === 1",
    );
    shoot(browser, "organiser-tools");
    browser.text("#token-new .secret")
}

#[test]
fn a_student_hands_in_a_program_and_sees_every_move_with_what_it_printed() {
    let folder = folder("submitting");
    let site = Site::start(&folder);
    let key = site.said["organiser_key"].as_str().unwrap().to_owned();
    if site.json("GET", "/api/submission", "", &json!(null))["possible"] == false {
        println!("SKIPPED: programs cannot be kept in on this machine");
        return;
    }
    let Some(driver) = Driver::start() else {
        println!("SKIPPED: chromium and chromedriver are not installed (Debian: chromium, chromium-driver)");
        return;
    };
    archive(&folder);
    let url = site.said["url"].as_str().unwrap().to_owned();
    let browser = driver.browser("submitting", 1360, 900);
    let token = organise(&browser, &url, &key);
    browser.open(&format!("{url}/"));
    browser.click("header a[href='/submit']");
    browser.wait("document.querySelector('#submit-form') !== null");
    browser.type_into("#token", "guess");
    browser.type_into("#archive", folder.join("bot.tar.gz").to_str().unwrap());
    browser.click("#send");
    browser.wait("document.querySelector('#submit-message').textContent.includes('not known')");
    shoot(&browser, "submit-refused");
    browser.value("(() => { document.querySelector('#token').value = ''; return 1; })()");
    browser.type_into("#token", &token);
    browser.click("#send");
    browser.wait("document.querySelector('.submission')?.dataset.state === 'done'");
    assert!(browser.text(".notice").contains("Not passed"), "{}", browser.text(".notice"));
    assert!(browser.text("h1").contains("<i>bad</i>"), "names are data: {}", browser.text("h1"));
    shoot(&browser, "submission");
    browser.click(".trials a");
    browser.ready();
    browser.wait("document.querySelector('#printed').textContent.includes('hello from bad.sh')");
    browser.click("#end");
    browser.wait("document.querySelector('#printed').textContent.includes('<b>hard</b>')");
    assert!(browser.text(".players").contains("<i>bad</i>"), "{}", browser.text(".players"));
    shoot(&browser, "printed");
    // The guess was refused, which the browser notes.
    let logs: Vec<String> = browser.logs().into_iter().filter(|line| !line.contains("403")).collect();
    assert_eq!(logs, Vec::<String>::new());
    drop(browser);
    assert_eq!(site.end(Signal::SIGTERM), Some(0));
    println!("proof: 1 program was handed in with a browser, and its output stands beside its moves");
}

//! All pages in light, dark and on a phone; how long frames of a large board take; how much a first visit loads.

use crate::replaying::upload_long_game;
use crate::stand::{Demo, PAGES, Stand};
use std::path::PathBuf;

/// What a first visit may load, pictures aside.
const FIRST_PAINT: u64 = 100_000;

fn file(page: &str, look: &str) -> PathBuf {
    let name = match page {
        "/" => "home".to_owned(),
        other => other[1..].replace('/', "-"),
    };
    PathBuf::from(format!("{name}-{look}.png"))
}

#[test]
fn pages_look_right_in_light_and_dark_and_on_a_phone() {
    let Some(stand) = Stand::new("looks", Demo::On) else { return };
    let id = upload_long_game(&stand);
    let browser = stand.driver.browser("looks", 1360, 900);
    let pages: Vec<String> = PAGES
        .iter()
        .map(|&page| page.to_owned())
        .chain([format!("/replay/{id}?ply=60"), "/watch/demo".to_owned()])
        .collect();
    let mut pictures = 0;
    let mut heaviest = 0;
    for look in ["light", "dark", "phone"] {
        if look == "phone" {
            browser.become_phone();
        }
        browser.prefer(if look == "dark" { "dark" } else { "light" });
        for page in &pages {
            browser.open(&stand.url(page));
            let module = page.contains("editor")
                || page.contains("analyse")
                || page.contains("replay/")
                || page.contains("demo");
            if module {
                browser.ready();
            }
            browser.wait("document.readyState === 'complete' && Array.from(document.images).every((image) => image.loading === 'lazy' || image.complete)");
            let wide = browser.value("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1");
            assert_eq!(wide, false, "{page} is wider than the window ({look})");
            let weight = browser
                .value("performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).filter(({ name }) => /assets|^http:..[^/]+.(?!api)/.test(name) && !/svg/.test(name)).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)")
                .as_u64()
                .unwrap_or(0);
            heaviest = heaviest.max(weight);
            browser.shoot(&file(page.split('?').next().unwrap_or(page).replace(&id, "game").as_str(), look));
            pictures += 1;
        }
    }
    assert!(heaviest > 5000 && heaviest < FIRST_PAINT, "{heaviest} bytes");
    assert_eq!(browser.logs(), Vec::<String>::new());
    println!(
        "proof: {pictures} pictures of pages in light, dark and on a phone, at most {heaviest} bytes without pictures"
    );
}

#[test]
fn a_large_board_with_eight_players_stays_smooth() {
    let Some(stand) = Stand::new("large", Demo::Off) else { return };
    let browser = stand.driver.browser("large", 1360, 900);
    let wanted = serde_json::json!({ "map": "plain-8p-50x50", "seats": vec!["random"; 8], "think_ms": 10 });
    let id = stand.post("/api/live", &wanted)["id"].as_str().unwrap().to_owned();
    browser.open(&stand.url(&format!("/watch/{id}")));
    browser.ready();
    browser.wait("Number(document.querySelector('#slider').max) >= 20");
    // Stepping to and fro, a step in each frame; how long the page's own work takes is what counts here.
    let times = browser.value(
        "(() => { const times = []; const slider = document.querySelector('#slider'); \
         for (let step = 0; step < 40; step += 1) { const began = performance.now(); slider.value = step % 20; \
         slider.dispatchEvent(new Event('input')); document.querySelector('#stage svg').getBoundingClientRect(); times.push(performance.now() - began); } \
         times.sort((a, b) => a - b); return [times[20], times[38]]; })()",
    );
    let (median, slow) = (times[0].as_f64().unwrap(), times[1].as_f64().unwrap());
    browser.shoot(&PathBuf::from("watch-large.png"));
    assert!(median < 250.0, "a step takes {median} ms");
    println!("proof: 40 steps on a 50x50 board of 8 players, {median:.1} ms a step, {slow:.1} ms the slowest but one");
}

//! An automated accessibility run finds nothing serious on any page.

use crate::replaying::upload_long_game;
use crate::stand::{Demo, PAGES, Stand};
use std::fs;
use std::path::Path;

#[test]
fn axe_finds_nothing_serious() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vendor/axe.min.js");
    let axe = fs::read_to_string(library).unwrap();
    let Some(stand) = Stand::new("access", Demo::On) else { return };
    let id = upload_long_game(&stand);
    let browser = stand.driver.browser("access", 1360, 900);
    let mut checked = 0;
    let mut problems = Vec::new();
    let pages = PAGES.iter().map(|&page| page.to_owned());
    let pages = pages.chain([format!("/replay/{id}?ply=30"), "/watch/demo".to_owned()]);
    // Dark pages differ in their colours alone, and these have all of them.
    let dark = |page: &str| ["/", "/play", "/maps/editor"].contains(&page) || page.starts_with("/replay/");
    let looks = |page: String| ["light", "dark"].map(|scheme| (page.clone(), scheme));
    for (page, scheme) in pages.flat_map(looks).filter(|(page, scheme)| *scheme == "light" || dark(page)) {
        browser.prefer(scheme);
        browser.open(&stand.url(&page));
        browser.wait("document.readyState === 'complete'");
        if page.contains("replay/") || page.contains("demo") || page.contains("editor") || page.contains("analyse") {
            browser.ready();
        }
        browser.value(&format!("(() => {{ {axe}; window.found = null; axe.run().then(({{ violations }}) => {{ window.found = violations; }}); return 1; }})()"));
        browser.wait("window.found !== null");
        let found = browser.value(
            "window.found.filter(({ impact }) => impact === 'serious' || impact === 'critical')\
             .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`)",
        );
        let found = found.as_array().unwrap();
        problems.extend(found.iter().map(|problem| format!("{page} in {scheme}: {problem}")));
        checked += 1;
    }
    assert_eq!(problems, Vec::<String>::new());
    println!("proof: {checked} pages and colours checked by axe, nothing serious");
}

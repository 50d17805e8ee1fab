//! `rxt render` and `rxt map render`.

use crate::program::{folder, game, our_map, rxt, vectors};
use std::fs;
use std::path::Path;

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_game_becomes_a_page_that_loads_nothing() {
    let folder = folder("render-page");
    let record = game(&folder);
    let ran = rxt(&folder, &["render", "game.rxt", "-o", "game.html", "--title", "Fish & <chips>"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let page = text(&folder, "game.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("<title>Fish &amp; &lt;chips&gt;</title>"));
    assert!(!page.replace("http://www.w3.org/2000/svg", "").contains("://"));
    assert!(page.contains(&format!("max=\"{}\"", record.plies())));
    assert!(page.contains("class=\"pair\""), "each transition can vanish");
    assert!(page.contains("destroys"), "what happened is told");
}

#[test]
fn a_position_becomes_a_picture() {
    let folder = folder("render-picture");
    game(&folder);
    for (source, output) in [("game.rxt@30", "a.svg"), ("game.rxt", "b.SVG")] {
        assert_eq!(rxt(&folder, &["render", source, "-o", output]).code, 0);
        assert!(text(&folder, output).starts_with("<svg "));
    }
    assert_ne!(text(&folder, "a.svg"), text(&folder, "b.SVG"));
    let png = rxt(&folder, &["render", "game.rxt@30", "-o", "c.png", "--width", "300", "--theme", "dark"]);
    assert_eq!(png.code, 0, "{}", png.err);
    assert!(fs::read(folder.join("c.png")).unwrap().starts_with(b"\x89PNG\r\n"));
    let piped = rxt(&folder, &["render", "game.rxt@30", "-o", "-"]);
    assert_eq!(piped.out, text(&folder, "a.svg"));
    let map = our_map("standard-8x8");
    assert_eq!(rxt(&folder, &["render", &map, "-o", "map.svg"]).code, 0);
    assert_eq!(rxt(&folder, &["map", "render", &map, "-o", "same.svg"]).code, 0);
    assert_eq!(text(&folder, "map.svg"), text(&folder, "same.svg"));
}

#[test]
fn a_game_of_a_conformance_file_becomes_a_page() {
    let folder = folder("render-vectors");
    vectors(&folder);
    assert_eq!(rxt(&folder, &["render", "games.jsonl.gz", "--game", "3", "-o", "game.html"]).code, 0);
    assert!(text(&folder, "game.html").contains("<title>band.map</title>"));
    rxt(&folder, &["render", "games.jsonl", "--game", "7", "-o", "x.html"]).assert_refused(&["no game 7"]);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let folder = folder("render-refused");
    let mut record = game(&folder);
    let refused = |arguments: &[&str], words: &[&str]| rxt(&folder, arguments).assert_refused(words);
    refused(&["render", "game.rxt", "-o", "x.jpg"], &["cannot tell from `x.jpg` what to draw", ".html, .svg or .png"]);
    refused(&["render", "game.rxt@3", "-o", "x.html"], &["the whole game", "leave `@3` out"]);
    refused(&["render", "game.rxt", "-o", "no/such/x.svg"], &["cannot write `no/such/x.svg`", "a folder that exists"]);
    refused(&["render", "nowhere.rxt", "-o", "x.html"], &["cannot read `nowhere.rxt`"]);
    let map = our_map("standard-8x8");
    refused(&["render", &map, "-o", "x.html"], &["is a map; expected a record"]);
    refused(&["map", "render", &map, "-o", "x.gif"], &["cannot tell from `x.gif`", ".svg or .png"]);
    record.entries.remove(5);
    fs::write(folder.join("broken.rxt"), record.to_string()).unwrap();
    refused(&["render", "broken.rxt", "-o", "x.html"], &["`broken.rxt` breaks the rules at ply 5", "rxt verify"]);
    assert!(!folder.join("x.html").exists());
}

//! Uploads: what is no game is refused in words, what is one can be replayed.

use crate::stand::{Demo, Stand};
use std::fs;
use std::path::Path;

const GOOD: &str = "rxt-record 1\nmap-name <script>alert(1)</script>\nplayer-1 <img src=x onerror=alert(1)>\n\nmap\n2\n0\n0 0\n1 4\n0 2 1 0\n\nmoves\n1 0 0 0\n\nresult\n1 3\n2 0\n";

#[test]
fn bad_uploads_are_refused_in_words_and_names_are_only_names() {
    let Some(stand) = Stand::new("upload", Demo::Off) else { return };
    let folder = std::env::temp_dir().join(format!("rxt-uploads-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let browser = stand.driver.browser("upload", 1200, 800);
    let bad: [(&str, Vec<u8>, &str); 8] = [
        ("empty.rxt", Vec::new(), "empty"),
        ("map.map", b"2 0 0 0 1 4  0 2 1 0".to_vec(), "this is a map"),
        ("binary.rxt", vec![0xff, 0xfe, 0, 1, 2, 3], "line 1"),
        ("syntax.rxt", GOOD.replace("moves", "mowes").into_bytes(), "expected"),
        ("illegal.rxt", GOOD.replace("1 0 0 0\n", "1 3 0 0\n").into_bytes(), "breaks the rules"),
        ("turn.rxt", GOOD.replace("1 0 0 0\n", "2 0 0 0\n").into_bytes(), "breaks the rules"),
        ("half.json", b"{\"rxt-record\": 1, \"tags\": [".to_vec(), "not the JSON of a record"),
        ("large.rxt", vec![b'#'; 5 << 20], "large"),
    ];
    for (name, bytes, expected) in &bad {
        browser.open(&stand.url("/replay"));
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        browser.type_into("#file", path.to_str().unwrap());
        browser.wait("document.querySelector('#upload-message').className === 'bad'");
        let told = browser.text("#upload-message");
        assert!(told.contains(expected), "{name}: {told}");
    }
    browser.shoot(Path::new("upload-bad.png"));
    browser.open(&stand.url("/replay"));
    let path = folder.join("good.rxt");
    fs::write(&path, GOOD).unwrap();
    browser.type_into("#file", path.to_str().unwrap());
    browser.arrive("/replay/");
    assert_eq!(browser.text("h1"), "<script>alert(1)</script>");
    assert!(browser.text("#players").contains("<img src=x"));
    browser.open(&stand.url("/replay"));
    assert!(browser.text("table.list").contains("<script>"));
    fs::remove_dir_all(folder).unwrap();
    println!("proof: {} bad uploads refused in words, and names stay names", bad.len());
}

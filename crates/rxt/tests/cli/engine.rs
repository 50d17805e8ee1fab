//! `rxt engine` driven through pipes, as another program would.

use crate::program::{command, folder, our_map, rxt_with_input};
use rxt_rules::rng::Rng;
use rxt_rules::{Map, Position};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Arc;

/// An engine that is running.
struct Driven {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Driven {
    fn start(arguments: &[&str]) -> Self {
        let mut command = command(&folder("engine"), &[&["engine"], arguments].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// The next line that begins with one of these words.
    fn hear(&mut self, words: &[&str]) -> String {
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "no line with {words:?} came");
            if words.iter().any(|word| line.starts_with(word)) {
                return line.trim_end().to_owned();
            }
        }
    }

    fn quit(mut self) {
        self.say("quit");
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

/// Reads `X,Y` or `X,Y,SPECIAL` of whoever is to move.
fn read(position: &Position, word: &str) -> rxt_rules::Move {
    let numbers: Vec<u16> = word.split(',').map(|number| number.parse().unwrap()).collect();
    let special = numbers.get(2).copied().unwrap_or(0) as u8;
    position.read(rxt_rules::Answer { x: numbers[0], y: numbers[1], special }).unwrap()
}

#[test]
fn two_processes_play_a_whole_game() {
    let path = our_map("standard-8x8");
    let mut position = Position::new(Arc::new(Map::parse(&fs::read(&path).unwrap()).unwrap().0));
    let mut players = [Driven::start(&["--engine", "pvs"]), Driven::start(&["--engine", "mcts"])];
    for player in &mut players {
        player.say("hello");
        assert!(player.hear(&["id name"]).starts_with("id name rxt "));
        player.hear(&["ok"]);
        player.say(&format!("position file {path}"));
    }
    let mut count = 0;
    while let Some(player) = position.to_move() {
        let mover = &mut players[player.index()];
        mover.say("go nodes 300");
        let info = mover.hear(&["info depth", "error"]);
        let best = mover.hear(&["bestmove", "error"]);
        let word = best.strip_prefix("bestmove ").unwrap_or_else(|| panic!("{info} {best}"));
        position.play(read(&position, word));
        for player in &mut players {
            player.say(&format!("moves {word}"));
        }
        count += 1;
    }
    for player in &mut players {
        player.say("legal");
        assert_eq!(player.hear(&["legal", "error"]), "legal over");
        player.say("go");
        assert_eq!(player.hear(&["error", "bestmove"]), "error the game is over, nobody is to move");
    }
    players.into_iter().for_each(Driven::quit);
    assert!(count > 30, "{count} moves");
    println!("proof: {count} moves played by two engines through pipes");
}

#[test]
fn stop_ends_an_endless_search_and_the_lines_are_all_there() {
    let mut engine = Driven::start(&["--engine", "pvs"]);
    engine.say("option lines 2");
    engine.say("position text moves 2,3");
    for line in fs::read_to_string(our_map("standard-8x8")).unwrap().lines() {
        engine.say(line);
    }
    engine.say("end");
    engine.say("go infinite");
    assert!(engine.hear(&["info", "error"]).starts_with("info "));
    engine.say("position file nowhere");
    assert!(engine.hear(&["error"]).contains("a search is under way"));
    engine.say("ready");
    engine.hear(&["ready"]);
    engine.say("stop");
    let best = engine.hear(&["bestmove", "error"]);
    assert!(best.starts_with("bestmove "), "{best}");
    engine.say("go depth 3");
    let lines = [1, 2].map(|number| {
        let line = engine.hear(&["bestmove", "error", "info depth 3"]);
        if line.contains(&format!(" line {number} ")) { line } else { engine.hear(&["info depth 3 nodes"]) }
    });
    assert!(lines.iter().all(|line| line.contains(" placement ") && line.contains(" pv 2:")), "{lines:?}");
    engine.hear(&["bestmove"]);
    engine.quit();
}

#[test]
fn a_search_goes_on_to_its_end_when_no_more_lines_come() {
    let folder = folder("engine-piped");
    let input = format!("position file {}\ngo nodes 500\n", our_map("standard-8x8"));
    let ran = rxt_with_input(&folder, &["engine", "--engine", "alphabeta"], input.as_bytes());
    let last = ran.out.lines().last().unwrap_or_default();
    assert!(ran.code == 0 && last.starts_with("bestmove "), "{}{}", ran.out, ran.err);
    let endless = format!("position file {}\ngo infinite\n", our_map("standard-8x8"));
    let ran = rxt_with_input(&folder, &["engine"], endless.as_bytes());
    assert!(ran.out.lines().last().unwrap_or_default().starts_with("bestmove "), "{}", ran.out);
}

#[test]
fn what_is_wrong_is_answered_by_an_error_and_changes_nothing() {
    let folder = folder("engine-wrong");
    let answers = |input: &str| rxt_with_input(&folder, &["engine"], input.as_bytes()).out;
    assert!(answers("go\n").starts_with("error there is no position yet"));
    assert!(answers("position file nowhere.map\n").starts_with("error cannot read `nowhere.map`"));
    assert!(answers("option engine nonsense\n").starts_with("error `nonsense` is no engine"));
    assert!(answers("option colour red\n").starts_with("error there is no option `colour`"));
    assert!(answers("position text\n2 0 0\n").contains("without a line `end`"));
    assert!(answers("position text\n2 0 0 0\nend\n").starts_with("error `text` is not a map"));
    let line = "position text\n2 0 0 0 1 3  0 2 1\nend\n";
    assert!(answers(&format!("{line}moves 1,0\nlegal\n")).ends_with("\nlegal player 1 0,0\n"));
    assert!(answers(&format!("{line}disqualify 3\n")).starts_with("error player 3 does not play"));
    let shown = answers(&format!("{line}show\n"));
    assert!(shown.starts_with("rxt-position") && shown.ends_with("\nend\n"), "{shown}");
}

#[test]
fn no_line_whatsoever_breaks_it() {
    const LINES: usize = 4000;
    let words = [
        "hello",
        "ready",
        "new",
        "option",
        "position",
        "moves",
        "disqualify",
        "show",
        "legal",
        "go",
        "stop",
        "text",
        "file",
        "end",
        "engine",
        "lines",
        "seed",
        "depth",
        "nodes",
        "movetime",
        "infinite",
        "1",
        "2",
        "0,0",
        "3,4,20",
        "-1",
        "999999",
        "99999999999999999999",
        "pvs",
        "mcts",
        "maxn",
        "\u{1}\u{7f}",
        "ü",
        ",,",
        "2 0 0 0 1 3  0 2 1",
        "",
        "nowhere.map",
    ];
    let mut rng = Rng::new(11);
    let mut input = Vec::new();
    for _ in 0..LINES {
        let line: Vec<&str> = (0..=rng.below(4)).map(|_| *rng.pick(&words).unwrap()).collect();
        let line = line.join(" ");
        // Searches without an end, or with a long one, would only take time.
        if line.starts_with("go") && !line.contains("infinite") {
            input.extend_from_slice(b"go nodes 20\n");
        } else {
            input.extend_from_slice(line.as_bytes());
            input.push(b'\n');
        }
        if rng.percent(3) {
            input.extend((0..rng.below(60)).map(|_| rng.below(256) as u8).filter(|&byte| byte != b'\n'));
            input.push(b'\n');
        }
        if rng.percent(10) {
            input.extend_from_slice(b"end\nposition text\n2 0 0 0 1 3  0 2 1\nend\n");
        }
    }
    input.extend_from_slice(b"\nend\nstop\n");
    let ran = rxt_with_input(&folder("engine-fuzz"), &["engine"], &input);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let known = ["id ", "protocol", "option", "ok", "ready", "error ", "info ", "bestmove", "legal", "rxt-position"];
    let told = ran.out.lines().filter(|line| known.iter().any(|word| line.starts_with(word))).count();
    assert!(told > 500 && ran.out.contains("bestmove 0,0"), "{told}");
    println!("proof: {LINES} random lines answered");
}

//! `rxt client` against our server and against scripted ones, and a few games of `rxt soak`.

use crate::program::{command, folder, our_map, rxt};
use rxt_net::wire::{Decoder, Message, Side};
use rxt_record::Record;
use rxt_record::verify::verify_record;
use rxt_rules::Player;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdout, Stdio};
use std::thread;
use std::time::Duration;

/// A server of ours, its port, and what it says besides.
fn serve(folder: &Path, arguments: &[&str]) -> (Child, String, BufReader<ChildStdout>) {
    let mut server = command(folder, &[&["serve", "-p", "0", "-q", "--no-log", "-z", "60"], arguments].concat());
    let mut child = server.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut line).unwrap();
    let port = line.trim().rsplit(' ').next().unwrap().to_owned();
    (child, port, out)
}

#[test]
fn two_clients_play_a_game_on_our_server() {
    let folder = folder("client-game");
    // A depth makes the game the same on every machine, and a long time lets the validator catch up on a busy one.
    let (mut server, port, mut said) = serve(&folder, &["-m", &our_map("standard-8x8"), "-t", "20", "-d", "2"]);
    let address = format!("127.0.0.1:{port}");
    let other = ["client", "-q", "-s", &address, "--obey-depth"];
    let other = command(&folder, &other).stdout(Stdio::piped()).spawn().unwrap();
    let arguments = ["client", "-s", "127.0.0.1", "-p", &port, "-v", "--json", "--record", "game.rxt", "--obey-depth"];
    let ran = rxt(&folder, &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (result, moves) = lines.split_last().unwrap();
    assert!(moves.len() > 5, "{}", ran.out);
    assert!(moves.iter().all(|line| line["event"] == "move" && line["checked"] == true), "{}", ran.out);
    assert_eq!((&result["event"], &result["complete"]), (&"result".into(), &true.into()), "{result}");
    assert_eq!(result["moves"], moves.len());
    assert!(ran.err.contains("we are player ") && ran.err.contains(" left  margin "), "{}", ran.err);
    let record = Record::parse(&fs::read(folder.join("game.rxt")).unwrap()).unwrap();
    assert!(verify_record("game", &record).disagreements.is_empty());
    let other = other.wait_with_output().unwrap();
    let text = String::from_utf8(other.stdout).unwrap();
    assert_eq!(other.status.code(), Some(0));
    assert!(text.starts_with("player ") && text.contains(" of 2: place ") && text.lines().count() == 1, "{text}");
    let mut results = String::new();
    said.read_to_string(&mut results).unwrap();
    assert_eq!(server.wait().unwrap().code(), Some(0), "{results}");
    assert!(results.contains("game over"), "{results}");
}

/// Runs a client with these arguments against a script.
fn scripted(test: &str, arguments: &[&str], script: impl FnOnce(TcpStream) + Send + 'static) -> crate::program::Ran {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        script(stream);
    });
    let ran = rxt(&folder(test), &[&["client", "-s", &address], arguments].concat());
    server.join().unwrap();
    ran
}

fn hear(stream: &mut TcpStream, decoder: &mut Decoder) -> Message {
    let mut chunk = [0; 64];
    loop {
        if let Some(message) = decoder.next_message().unwrap() {
            return message;
        }
        let length = stream.read(&mut chunk).unwrap();
        assert!(length > 0, "the client hung up");
        decoder.feed(&chunk[..length]);
    }
}

const MAP: &[u8] = b"2 0 0 0 1 9  0 2 1 0 0 0 1 2 0";

#[test]
fn a_disqualification_is_explained_and_no_success() {
    let ran = scripted("client-out", &["--json", "-q"], |mut stream| {
        let mut decoder = Decoder::new(Side::Client);
        assert_eq!(hear(&mut stream, &mut decoder), Message::Hello { group: 1 });
        let one = Player::new(1).unwrap();
        for message in [Message::Map(MAP.to_vec()), Message::You(one), Message::Request { time_ms: 5000, depth: 0 }] {
            stream.write_all(&message.to_bytes()).unwrap();
        }
        assert!(matches!(hear(&mut stream, &mut decoder), Message::Answer(_)));
        stream.write_all(&Message::Disqualified(one).to_bytes()).unwrap();
    });
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("we (player 1) were disqualified: ("), "{}", ran.err);
    let last: serde_json::Value = serde_json::from_str(ran.out.lines().last().unwrap()).unwrap();
    assert_eq!((&last["complete"], &last["place"]), (&false.into(), &serde_json::Value::Null));
    assert!(last["error"].as_str().unwrap().contains("was refused"), "{last}");
}

#[test]
fn a_server_that_vanishes_is_no_success() {
    let ran = scripted("client-gone", &[], |mut stream| {
        let mut decoder = Decoder::new(Side::Client);
        hear(&mut stream, &mut decoder);
        stream.write_all(&Message::Map(MAP.to_vec()).to_bytes()).unwrap();
    });
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    let words = "a map for 2 players, 1x9\nthe game was not played to its end: the server closed the connection while we \
                 waited for our player number\n";
    assert_eq!(ran.err, words);
}

#[test]
fn what_cannot_be_done_is_told_before_the_game() {
    let folder = folder("client-wrong");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let nobody = ["client", "-s", "127.0.0.1", "-p", &port, "--patience", "0.1"];
    rxt(&folder, &nobody).assert_refused(&["nobody listens at 127.0.0.1:", "start the server first"]);
    let twice = ["client", "-s", "127.0.0.1:2000", "-p", "2001"];
    rxt(&folder, &twice).assert_refused(&["port 2000 in `--server`, but 2001 in `--port`"]);
    rxt(&folder, &["client", "--engine", "nonsense"]).assert_refused(&["`--engine nonsense`"]);
    rxt(&folder, &["client", "--record", "no/such/game.rxt"]).assert_refused(&["there is no folder `no/such`"]);
    for wrong in [["client", "-g", "100"], ["client", "-s", "host:port"]] {
        assert_eq!(rxt(&folder, &wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn options_that_an_engine_does_not_have_are_named() {
    let folder = folder("client-options");
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let arguments =
        ["client", "-p", &port, "--patience", "0", "--engine", "random", "--threads", "3", "--memory", "64"];
    let ran = rxt(&folder, &arguments);
    assert!(ran.err.contains("note: `random` has no option `threads`, so --threads 3 has no effect"), "{}", ran.err);
    assert!(ran.err.contains("note: `random` has no option `memory`, so --memory 64 has no effect"), "{}", ran.err);
}

#[test]
fn a_soak_goes_on_where_it_stopped() {
    // The first game of this seed is a short one.
    let folder = folder("soak");
    let soak = |games: &str, more: &[&str]| {
        let arguments = ["soak", "--games", games, "--seed", "7", "--out", "out"];
        rxt(&folder, &[&arguments[..], more].concat())
    };
    let one = soak("1", &[]);
    let lines = || fs::read_to_string(folder.join("out/games.jsonl")).unwrap().lines().count();
    assert_eq!((one.code, lines()), (0, 1), "{}{}", one.out, one.err);
    assert!(one.out.lines().last().unwrap().starts_with("1 games, "), "{}", one.out);
    let again = soak("1", &["--json"]);
    assert_eq!((again.code, lines()), (0, 1), "finished games are not played again: {}", again.err);
    assert_eq!(again.json()["all"]["games"], 1);
    rxt(&folder, &["soak", "--seed", "6", "--out", "out"]).assert_refused(&["has games of seed 7"]);
}

/// A game of two players of which the first compares what it does with minimax.
fn compared(test: &str, engine: &str, limits: [&str; 2], json: bool) -> crate::program::Ran {
    let folder = folder(test);
    let (mut server, port, _said) = serve(&folder, &["-m", &our_map("standard-8x8"), limits[0], limits[1]]);
    let address = format!("127.0.0.1:{port}");
    let arguments = ["client", "-s", &address, "-q", "-c", "--engine", engine];
    let other = command(&folder, &["client", "-q", "-s", &address, "--engine", "greedy"]).spawn().unwrap();
    let ran = rxt(&folder, &[&arguments[..], if json { &["--json"] } else { &[] }].concat());
    assert!(other.wait_with_output().unwrap().status.success());
    assert_eq!(server.wait().unwrap().code(), Some(0));
    ran
}

#[test]
fn a_search_that_must_equal_minimax_is_compared_with_it_after_the_game() {
    let ran = compared("client-compare", "report-2025-pruning", ["-d", "3"], false);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let last = ran.out.lines().last().unwrap();
    assert!(last.contains(" moves compared with minimax: 0 differences; "), "{}", ran.out);
    let ran = compared("client-compare-timed", "pvs,depth=4", ["-t", "5"], true);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let summary = lines.last().unwrap();
    let compared = lines.iter().filter(|line| line["event"] == "compare").count();
    assert!(compared > 10, "{summary}");
    assert_eq!((&summary["event"], &summary["differences"]), (&"compared".into(), &0.into()));
    assert_eq!(summary["moves"], compared);
    println!("proof: {compared} moves of a timed game compared with minimax");
}

#[test]
fn what_need_not_equal_minimax_is_refused_by_name() {
    let folder = folder("client-compare-refused");
    let refused = |engine: &str, words: &str| {
        rxt(&folder, &["client", "-c", "--engine", engine]).assert_refused(&[words]);
    };
    refused("mcts", "`mcts` looks for something else than minimax does");
    refused("report-2019", "`brs` looks for something else than minimax does");
    refused("alphabeta,order=eval,beam=5", "with `beam=5` the search `alphabeta` need not find the value of minimax");
    refused("pvs,table=deeper", "with `table=deeper` the search `pvs`");
}

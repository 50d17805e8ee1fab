//! Every message about maps, and every quirk of the format (`docs/rules.md`, "The map file").

use rxt_rules::map::{EndProblem, MapErrorKind, MapErrors, MapWarningKind};
use rxt_rules::rng::Rng;
use rxt_rules::{Direction, Map, MapFile, Player};

/// Reads a map that must be refused and compares all its messages, a line each.
#[track_caller]
fn check_map_error(text: impl AsRef<[u8]>, expected: &str) {
    assert_eq!(refused(text).to_string(), expected);
}

/// Reads a map that must be accepted and compares all its warnings, a line each.
#[track_caller]
fn check_map_warnings(text: impl AsRef<[u8]>, expected: &str) -> Map {
    let (map, warnings) = Map::parse(text.as_ref()).expect("the map must be accepted");
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.join("\n"), expected);
    map
}

#[track_caller]
fn accepted(text: impl AsRef<[u8]>) -> Map {
    check_map_warnings(text, "")
}

#[track_caller]
fn refused(text: impl AsRef<[u8]>) -> MapErrors {
    Map::parse(text.as_ref()).expect_err("the map must be refused")
}

/// One text for each way to be wrong; the snapshot shows what users read.
#[test]
fn every_message_reads_well() {
    let texts: [(&str, &[u8]); 28] = [
        ("empty", b""),
        ("only blanks", b" \n\t\r\n "),
        ("no overrides", b"2"),
        ("no bombs", b"2 0"),
        ("no strength", b"2 0 0"),
        ("no height", b"2 0 0 0"),
        ("no width", b"2 0 0 0 3"),
        ("one player", b"1 0 0 0 1 1 0"),
        ("nine players", b"9 0 0 0 1 1 0"),
        ("257 players", b"257 0 0 0 1 1 0"),
        ("players in words", b"two 0 0 0 1 1 0"),
        ("byte order mark", b"\xef\xbb\xbf2 0 0 0 1 1 0"),
        ("height 1001", b"2 0 0 0 1001 1 0"),
        ("width -1", b"2 0 0 0 1 -1 0"),
        ("no tile", b"2 0 0 0 2 2\n0 0\n0 q"),
        ("upper case", b"2 0 0 0 1 1 C"),
        ("the hole of printed listings", b"2 0 0 0 1 1 ="),
        ("no blanks", b"2 0 0 0 1 4\n0000"),
        ("stranger", b"2 0 0 0 1 2\n0 3"),
        ("board ends", b"2 0 0 0 2 2\n0 0\n0"),
        ("delimiter", b"2 0 0 0 1 2\n1 2\n0 0 0 <=> 1 0 0"),
        ("delimiter without blanks", b"2 0 0 0 1 2\n1 2\n0 0 0<->1 0 0 0 0"),
        ("transition ends", b"2 0 0 0 1 2\n1 2\n0 0 0 <-> 1 0"),
        ("coordinates", b"2 0 0 0 1 2\n1 2\n2 0 0 <-> 0 -1 0\n0 0 8 <-> 1 0 0"),
        ("hole", b"2 0 0 0 1 2\n1 -\n1 0 0 <-> 0 0 0"),
        ("neighbour", b"2 0 0 0 1 2\n1 2\n0 0 2 <-> 1 0 0"),
        ("used", b"2 0 0 0 1 2\n1 2\n0 0 0 <-> 1 0 0\n1 0 0 <-> 0 0 4"),
        ("comment", b"2 0 0 0 1 2\n1 2\n# my map"),
    ];
    let report: Vec<String> = texts.iter().map(|(name, text)| format!("{name}: {}", refused(text))).collect();
    insta::assert_snapshot!("messages", report.join("\n"));
}

#[test]
fn every_kind_of_error_has_a_text_that_causes_it() {
    let too_long = vec![b' '; MapFile::MAX_BYTES + 1];
    let too_many = format!("2 0 0 0 66 1000 {}", "0 ".repeat(66_000));
    let texts: [&[u8]; 13] = [
        &too_long,
        b"2",
        b"9",
        b"2 0 0 0 1001",
        b"2 0 0 0 1 1 q",
        b"2 0 0 0 1 1 3",
        b"2 0 0 0 1 1",
        too_many.as_bytes(),
        b"2 0 0 0 1 1 0  0 0 0 to 0 0 0",
        b"2 0 0 0 1 1 0  0",
        b"2 0 0 0 1 1 0  9 0 0 <-> 0 0 0",
        b"2 0 0 0 1 1 -  0 0 0 <-> 0 0 0",
        b"2 0 0 0 1 2 0 0  0 0 2 <-> 0 0 0  0 0 0 <-> 0 0 4  0 0 0 <-> 0 0 4",
    ];
    let mut seen = [false; 14];
    for error in texts.into_iter().flat_map(|text| refused(text).listed) {
        seen[kind_number(&error.kind)] = true;
    }
    assert_eq!(seen, [true; 14]);
}

/// Without a wildcard: whoever adds a kind of error has to add it here, and a text that causes it.
fn kind_number(kind: &MapErrorKind) -> usize {
    match kind {
        MapErrorKind::TooLong { .. } => 0,
        MapErrorKind::HeaderEnds { .. } => 1,
        MapErrorKind::Players { .. } => 2,
        MapErrorKind::Dimension { .. } => 3,
        MapErrorKind::Tile { .. } => 4,
        MapErrorKind::Stranger { .. } => 5,
        MapErrorKind::BoardEnds { .. } => 6,
        MapErrorKind::TooManyTiles { .. } => 7,
        MapErrorKind::Delimiter { .. } => 8,
        MapErrorKind::TransitionEnds { .. } => 9,
        MapErrorKind::Coordinate { .. } => 10,
        MapErrorKind::Transition { problem, .. } => match problem {
            EndProblem::Hole => 11,
            EndProblem::Neighbour { .. } => 12,
            EndProblem::Used { .. } => 13,
        },
    }
}

#[test]
fn every_warning_reads_well() {
    let text = b"258 1e3 0 0 1 2 1 2  00x 0 0 <-> 1 0 0 \0 \0";
    let (_, warnings) = Map::parse(text).expect("the map must be accepted");
    for warning in &warnings {
        match warning.kind {
            MapWarningKind::ReadAs { .. } | MapWarningKind::Nul { .. } => {}
        }
    }
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!("warnings", warnings.join("\n"));
}

#[test]
fn all_errors_in_transitions_are_listed_in_the_order_of_the_text() {
    check_map_error(
        "2 0 0 0 2 2\n1 2\n- 0\n0 1 0 <-> 0 0 0\n0 0 2 <-> 5 0 0\n1 0 0 -> 1 1 4\n1 0 0 <-> 1 1 0\n1 0 0 <-> 1 1 4 7",
        "line 4, column 1: first end (0,1,0) of transition 0 cannot be used: the tile is a hole; expected a tile\n\
         line 5, column 11: second end (5,0,0) of transition 1 does not exist; expected a column below 2, a row below 2 and a direction from 0 to 7\n\
         line 6, column 7: `->` in transition 2; expected `<->` between the two ends, with blanks around it\n\
         line 7, column 1: second end (1,1,0) of transition 3 cannot be used: (1,0) is an ordinary neighbour in that direction; expected a hole or the edge of the board there\n\
         line 8, column 17: the file ends after 1 tokens of transition 5; expected 7: `x1 y1 r1 <-> x2 y2 r2`",
    );
}

#[test]
fn a_refused_transition_does_not_use_up_its_ends() {
    let errors = refused("2 0 0 0 1 2\n1 2\n0 0 0 <-> 1 0 6\n0 0 0 <-> 1 0 0");
    assert_eq!(errors.count(), 1);
}

#[test]
fn duplicates_are_refused_as_written_and_reversed() {
    let used = "cannot be used: transition 0 uses this end already; expected each end once";
    let twice = |second: &str| format!("2 0 0 0 1 2\n1 2\n0 0 0 <-> 1 0 4\n{second}");
    let first = |end: &str| format!("line 4, column 1: first end {end} of transition 1 {used}");
    let second = |end: &str| format!("line 4, column 1: second end {end} of transition 1 {used}");
    check_map_error(twice("0 0 0 <-> 1 0 4"), &[first("(0,0,0)"), second("(1,0,4)")].join("\n"));
    check_map_error(twice("1 0 4 <-> 0 0 0"), &[first("(1,0,4)"), second("(0,0,0)")].join("\n"));
    check_map_error(twice("0 0 0 <-> 0 0 0"), &first("(0,0,0)"));
    check_map_error(twice("1 0 0 <-> 1 0 4"), &second("(1,0,4)"));
}

#[test]
fn a_transition_that_repeats_the_ordinary_neighbourhood_is_refused() {
    let why = "is an ordinary neighbour in that direction; expected a hole or the edge of the board there";
    let first = format!("line 3, column 1: first end (0,0,2) of transition 0 cannot be used: (1,0) {why}");
    let second = format!("line 3, column 1: second end (1,0,6) of transition 0 cannot be used: (0,0) {why}");
    check_map_error("2 0 0 0 1 2\n1 2\n0 0 2 <-> 1 0 6", &[first, second].join("\n"));
}

#[test]
fn an_end_towards_a_hole_or_the_edge_is_free_and_a_mirror_or_loop_is_allowed() {
    let map = accepted("2 0 0 0 1 3\n1 - 2\n0 0 2 <-> 2 0 6\n0 0 0 <-> 0 0 0\n2 0 1 <-> 2 0 5");
    let [left, right] = [(0, 0), (2, 0)].map(|(x, y)| map.tile_at(x, y).unwrap());
    assert_eq!(map.step(left, Direction::Right), Some((right, Direction::Right)));
    assert_eq!(map.step(left, Direction::Up), Some((left, Direction::Down)), "a mirror turns the walk round");
    assert_eq!(map.step(right, Direction::UpRight), Some((right, Direction::UpRight)), "a ring of one tile");
}

#[test]
fn lines_do_not_matter() {
    let usual = accepted("2\n3\n4 5\n1 2\n1 2\n0 0 0 <-> 1 0 0\n");
    for text in [
        "2 3 4 5 1 2 1 2 0 0 0 <-> 1 0 0",
        "\n\n 2\t3 \n\n4\n5 1\n2\n1\n2 0\n0 0\n<->\n1 0 0\n\n\n",
        "2\r\n3\r\n4 5\r\n1 2\r\n1 2\r\n0 0 0 <-> 1 0 0\r\n",
        "2 3 4 5\r1 2\r1 2\r0 0 0 <->\r1 0 0",
    ] {
        assert_eq!(accepted(text), usual, "{text:?}");
    }
    let two = accepted("2 0 0 0 1 2 1 2  0 0 0 <-> 1 0 0  0 0 4 <-> 1 0 4");
    assert_eq!(two.file().transitions.len(), 2);
}

#[test]
fn a_lone_carriage_return_does_not_end_the_first_number() {
    check_map_error("2\r0\r0\r0\r1\r1\r0\r", "line 1, column 15: the file ends here; expected the override stones");
}

#[test]
fn vertical_tab_and_form_feed_are_no_separators() {
    check_map_error(
        "2 0 0 0 1 2\n1\u{b}2",
        "line 2, column 1: `1\\u{b}2` at (0,0) is not a tile; expected one of `-`, `0` to `8`, `b`, `c`, `i`, `x`, with blanks between tiles",
    );
    let ends = "line 1, column 16: the file ends before the tile at (1,0); expected 1 rows of 2 tiles";
    check_map_error("2 0 0 0 1\u{c}1 2 0", ends);
}

#[test]
fn a_nul_byte_ends_the_file() {
    let map = check_map_warnings(
        b"2 0 0 0 1 2\n1 2\0rubbish",
        "line 2, column 4: a NUL byte ends the map here; 7 bytes behind it are ignored",
    );
    assert_eq!(map.tile_count(), 2);
    let ends = "line 2, column 3: the file ends before the tile at (1,0); expected 1 rows of 2 tiles";
    check_map_error(b"2 0 0 0 1 2\n1 \x002", ends);
}

#[test]
fn numbers_are_read_as_far_as_they_are_numbers() {
    let map = check_map_warnings(
        "2x 2.5 abc 0x2 +1 02  1 2  0 0 a <-> 1y 0 0",
        "line 1, column 1: `2x` is read as number of players 2\n\
         line 1, column 4: `2.5` is read as override stones 2\n\
         line 1, column 8: `abc` is read as bombs 0\n\
         line 1, column 12: `0x2` is read as bomb strength 0\n\
         line 1, column 32: `a` is read as direction 0\n\
         line 1, column 38: `1y` is read as column 1",
    );
    let MapFile { players, overrides, bombs, strength, height, width, .. } = *map.file();
    assert_eq!((players, overrides, bombs, strength, height, width), (2, 2, 0, 0, 1, 2));
}

#[test]
fn players_and_stocks_are_kept_in_eight_bits() {
    let map = check_map_warnings(
        "258 256 300 -1 1 1 0",
        "line 1, column 1: `258` is read as number of players 2\n\
         line 1, column 5: `256` is read as override stones 0\n\
         line 1, column 9: `300` is read as bombs 44\n\
         line 1, column 13: `-1` is read as bomb strength 255",
    );
    let MapFile { players, overrides, bombs, strength, .. } = *map.file();
    assert_eq!((players, overrides, bombs, strength), (2, 0, 44, 255));
    accepted("8 255 255 255 1 1 8");
}

#[test]
fn sides_go_from_zero_to_a_thousand() {
    for (text, tiles) in [("2 0 0 0 0 5", 0), ("2 0 0 0 5 0", 0), ("2 0 0 0 1 1 0", 1)] {
        assert_eq!(accepted(text).tile_count(), tiles);
    }
    let text = format!("2 0 0 0 1000 1000 {}", "- ".repeat(1_000_000));
    assert_eq!(accepted(text).tile_count(), 0);
    check_map_error("2 0 0 0 1001 1", "line 1, column 9: `1001` is read as a height of 1001; expected 0 to 1000");
    check_map_error("2 0 0 0 1 -1", "line 1, column 11: `-1` is read as a width of -1; expected 0 to 1000");
}

#[test]
fn the_most_tiles_are_65535() {
    let text = |tiles: usize| format!("2 0 0 0 66 1000 {}{}", "0 ".repeat(tiles), "- ".repeat(66_000 - tiles));
    assert_eq!(accepted(text(65_535)).tile_count(), 65_535);
    check_map_error(text(65_536), "line 1, column 1: the map has 65536 playable tiles; expected at most 65535");
}

#[test]
fn a_hostile_file_yields_a_bounded_number_of_messages() {
    let board = "2 0 0 0 1 2 1 2 ";
    let errors = refused(format!("{board}{}", "0 0 0 <-> 1 0 0 ".repeat(200_000)));
    assert_eq!((errors.listed.len(), errors.count()), (MapErrors::MAX_LISTED, 2 * 199_999));
    let long_token = refused(format!("2 0 0 0 1 1 {}", "q".repeat(1 << 20)));
    assert!(long_token.to_string().len() < 300);
    let board = format!("2 0 0 0 1 99 {}- ", "- 1 ".repeat(49));
    let odd: Vec<String> = (0..49).map(|x| format!("{0}z 0z 0z <-> {0}z 0z 4z", 2 * x + 1)).collect();
    let (_, warnings) = Map::parse(format!("{board}{}", odd.join(" ")).as_bytes()).unwrap();
    assert_eq!(warnings.len(), 100, "of 294");
}

#[test]
fn a_text_longer_than_any_map_is_refused_unread() {
    let text = vec![b'0'; MapFile::MAX_BYTES + 1];
    check_map_error(text, "line 1, column 1: the text has 33554433 bytes; expected at most 33554432");
}

#[test]
fn no_bytes_make_the_parser_fail_in_another_way() {
    let mut rng = Rng::new(5);
    let alphabet = b"0123456789 -\n\r\tcibx<>\0\x0b\xff";
    for _ in 0..20_000 {
        let length = rng.below(120);
        let mut text = if rng.percent(70) { b"2 0 0 0 2 2 ".to_vec() } else { Vec::new() };
        text.extend((0..length).map(|_| *rng.pick(alphabet).unwrap()));
        if let Ok((map, _)) = Map::parse(&text) {
            assert_eq!(accepted(map.file().to_string()), map);
        }
    }
}

#[test]
fn the_usual_form_is_read_back_unchanged() {
    let text = "3\n1\n2 3\n2 3\n1 2 3\nx - b\n0 0 0 <-> 2 1 4\n";
    let map = accepted(text);
    assert_eq!(map.file().to_string(), text);
    assert_eq!(map.initial(map.tile_at(2, 0).unwrap()).owner(), Player::new(3));
}

//! Pictures of small boards: well-formed, always the same, complete, and of bounded size.

use resvg::usvg::roxmltree::Document;
use rxt_rules::{Map, Move, Position, Special};
use rxt_view::png::{MAX_PIXELS, MAX_SIDE};
use rxt_view::{Marks, Overlay, PngSize, Role, SvgOptions, Theme, TransitionStyle, board_svg, render_png};
use std::sync::Arc;

/// Every kind of cell, holes inside and at the edge, and transitions in all directions.
const EVERYTHING: &str = "8\n2\n1 1\n5 7\n\
    - 1 2 3 4 5 -\n0 6 7 8 x 0 0\n0 c - i 0 b 0\n0 0 0 0 0 0 0\n- 0 0 0 0 0 -\n\
    1 0 0 <-> 5 0 1\n0 1 6 <-> 6 1 2\n1 0 7 <-> 5 4 3\n1 1 3 <-> 3 1 5\n";

fn position(text: &str) -> Position {
    Position::new(Arc::new(Map::parse(text.as_bytes()).expect("the tests' maps are playable").0))
}

fn styles() -> [TransitionStyle; 4] {
    [TransitionStyle::Auto, TransitionStyle::Arcs, TransitionStyle::Ports, TransitionStyle::None]
}

/// The ids of the elements of a picture that is drawn without marks.
fn ids(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).expect("pictures are well-formed");
    document.descendants().filter_map(|node| node.attribute("id")).map(str::to_owned).collect()
}

#[test]
fn pictures_are_well_formed_and_always_the_same() {
    let position = position(EVERYTHING);
    let overlay = Some(Overlay { values: vec![((0, 1), 1.0), ((0, 2), -2.5), ((0, 3), f64::NAN)] });
    let marks = Marks { last: Some((2, 0)), changed: vec![(3, 0)], overlay, ..Marks::default() }.with_legal(&position);
    for theme in Theme::ALL {
        for transitions in styles() {
            let title = Some("A & B <c> \"d\" \u{0} ü".to_owned());
            let options = SvgOptions { theme, transitions, title, ..SvgOptions::default() };
            let svg = board_svg(&position, &marks, &options);
            Document::parse(&svg).unwrap();
            assert_eq!(svg, board_svg(&position, &marks, &options));
        }
    }
}

#[test]
fn every_kind_of_cell_is_drawn() {
    let mut position = position(EVERYTHING);
    let drawn = ids(&board_svg(&position, &Marks::default(), &SvgOptions::default()));
    for player in 1..=8 {
        assert!(drawn.contains(&format!("stones-{player}")));
        assert!(drawn.contains(&format!("digits-{player}")));
    }
    for layer in ["tiles", "choices", "swaps", "inversions", "turns", "bonuses", "stars", "expansions", "crosses"] {
        assert!(drawn.contains(&layer.to_owned()), "{layer}");
    }
    assert!(!drawn.contains(&"craters".to_owned()));
    while position.phase() == rxt_rules::Phase::Build {
        position.play(position.legal_moves()[0]);
    }
    let tile = position.map().tile_at(3, 3).unwrap();
    position.play(Move { tile, special: Special::None });
    let drawn = ids(&board_svg(&position, &Marks::default(), &SvgOptions::default()));
    assert!(drawn.contains(&"craters".to_owned()));
}

#[test]
fn a_picture_has_colours_of_its_theme_only() {
    let position = position(EVERYTHING);
    for theme in Theme::ALL {
        let svg = board_svg(&position, &Marks::default(), &SvgOptions { theme, ..SvgOptions::default() });
        let known: Vec<String> = Role::all().map(|role| theme.colour(role).to_string()).collect();
        let document = Document::parse(&svg).unwrap();
        let colours = document.descendants().flat_map(|node| [node.attribute("fill"), node.attribute("stroke")]);
        for colour in colours.flatten().filter(|colour| *colour != "none") {
            assert!(known.contains(&colour.to_owned()), "{colour}");
        }
    }
}

#[test]
fn a_png_is_as_wide_as_asked_for() {
    let svg = board_svg(&position(EVERYTHING), &Marks::default(), &SvgOptions::default());
    let png = render_png(&svg, PngSize::Width(333)).unwrap();
    let decoded = resvg::tiny_skia::Pixmap::decode_png(&png.bytes).unwrap();
    assert_eq!((decoded.width(), decoded.height()), (png.width, png.height));
    assert_eq!(png.width, 333);
    assert_eq!(png.reduced_from, None);
}

#[test]
fn stones_are_seen_in_the_png() {
    let svg = board_svg(&position(EVERYTHING), &Marks::default(), &SvgOptions::default());
    let png = render_png(&svg, PngSize::Scale(1.0)).unwrap();
    let decoded = resvg::tiny_skia::Pixmap::decode_png(&png.bytes).unwrap();
    for player in rxt_rules::Player::all(8) {
        let wanted = Theme::Light.colour(Role::Stone(player));
        let same = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
            (pixel.red(), pixel.green(), pixel.blue()) == (wanted.0, wanted.1, wanted.2)
        };
        let found = decoded.pixels().iter().filter(|pixel| same(pixel)).count();
        assert!(found > 300, "player {player}: {found} pixels");
    }
}

#[test]
fn a_png_that_would_be_too_large_is_reduced_and_says_so() {
    let row = "0 ".repeat(200);
    let svg =
        board_svg(&position(&format!("2 0 0 0 3 200 {}", row.repeat(3))), &Marks::default(), &SvgOptions::default());
    let png = render_png(&svg, PngSize::Width(1_000_000)).unwrap();
    assert!(png.width <= MAX_SIDE && u64::from(png.width) * u64::from(png.height) <= MAX_PIXELS + u64::from(MAX_SIDE));
    assert_eq!(png.reduced_from.map(|(width, _)| width), Some(1_000_000));
}

#[test]
fn the_largest_map_is_drawn_in_bounded_space() {
    let mut row = "0 ".repeat(65);
    row.push_str(&"- ".repeat(935));
    let position = position(&format!("2 0 0 0 1000 1000 {}", row.repeat(1000)));
    let svg = board_svg(&position, &Marks::default(), &SvgOptions::default());
    assert!(svg.len() < 8 << 20, "{} bytes", svg.len());
    let png = render_png(&svg, PngSize::Width(500)).unwrap();
    assert_eq!(png.width, 500);
}

#[test]
fn boards_without_tiles_or_rows_have_pictures() {
    for text in ["2 0 0 0 2 2  - -  - -", "2 0 0 0 0 0", "2 0 0 0 0 5", "2 0 0 0 1 1  0"] {
        let svg = board_svg(&position(text), &Marks::default(), &SvgOptions::default());
        Document::parse(&svg).unwrap();
        assert!(render_png(&svg, PngSize::Width(100)).is_ok());
    }
}

#[test]
fn sizes_that_make_no_sense_are_refused() {
    let svg = board_svg(&position("2 0 0 0 1 1  0"), &Marks::default(), &SvgOptions::default());
    for size in [PngSize::Width(0), PngSize::Scale(f32::NAN), PngSize::Scale(-1.0)] {
        assert!(render_png(&svg, size).is_err());
    }
    assert!(render_png("<svg", PngSize::Width(10)).is_err());
}

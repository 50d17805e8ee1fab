//! A small stroke font, so that pictures need no font: capitals, digits and some punctuation.
//!
//! Lower case is written in small capitals. Each glyph is drawn with a round pen on a grid twelve units high.

use std::fmt::Write;

/// The height of capitals and digits on the glyphs' own grid.
const GRID: f64 = 12.0;
/// Lower case letters are this much smaller.
const SMALL: f64 = 0.8;
/// The gap between two glyphs, on the grid.
const GAP: f64 = 3.4;
/// The width of a blank, on the grid.
const BLANK: f64 = 4.0;

/// The width of the pen for text of this height.
pub fn pen(height: f64) -> f64 {
    height * 0.145
}

/// How wide a line of text is.
pub fn text_width(text: &str, height: f64) -> f64 {
    let grid: f64 = text.chars().map(advance).sum();
    (grid - GAP).max(0.0) * height / GRID
}

/// Where text stands relative to its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// The path of a line of text; `y` is the middle of the capitals.
pub fn text_path(text: &str, x: f64, y: f64, height: f64, align: Align) -> String {
    let shift = match align {
        Align::Start => 0.0,
        Align::Middle => 0.5,
        Align::End => 1.0,
    };
    let mut path = String::new();
    let mut left = x - shift * text_width(text, height);
    for letter in text.chars() {
        let scale = height / GRID * size(letter);
        let top = y + height / 2.0 - GRID * scale;
        for (start, rest) in strokes(letter, scale) {
            let (dx, dy) = start;
            write!(path, "M{} {}{rest}", number(left + dx), number(top + dy)).expect("a string takes everything");
        }
        left += advance(letter) * height / GRID;
    }
    path
}

/// The strokes of a glyph at a scale: where each starts, and the relative path from there.
pub(crate) fn strokes(letter: char, scale: f64) -> Vec<((f64, f64), String)> {
    let mut strokes: Vec<((f64, f64), String)> = Vec::new();
    let mut point = (0.0, 0.0);
    let mut tokens = glyph(letter).0.split_ascii_whitespace();
    while let Some(command) = tokens.next() {
        let pairs = if command == "Q" { 2 } else { 1 };
        let mut pair = || {
            let mut coordinate = || tokens.next().and_then(|token| token.parse::<f64>().ok()).unwrap_or(0.0) * scale;
            (coordinate(), coordinate())
        };
        let targets: Vec<(f64, f64)> = (0..pairs).map(|_| pair()).collect();
        let end = targets[pairs - 1];
        match strokes.last_mut() {
            Some((_, path)) if command != "M" => {
                path.push_str(&command.to_lowercase());
                for (nth, (x, y)) in targets.into_iter().enumerate() {
                    let blank = if nth == 0 { "" } else { " " };
                    write!(path, "{blank}{} {}", number(x - point.0), number(y - point.1))
                        .expect("a string takes everything");
                }
            }
            _ => strokes.push((end, String::new())),
        }
        point = end;
    }
    strokes
}

/// A number with at most two decimals and no more digits than it needs.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn advance(letter: char) -> f64 {
    (glyph(letter).1 + GAP) * size(letter)
}

fn size(letter: char) -> f64 {
    if letter.is_lowercase() { SMALL } else { 1.0 }
}

/// The strokes of a character on the grid, and its width. What has no glyph is an empty box.
fn glyph(letter: char) -> (&'static str, f64) {
    let capital = letter.to_ascii_uppercase();
    let found = GLYPHS.iter().find(|&&(known, _, _)| known == capital);
    match found {
        Some(&(_, strokes, width)) => (strokes, width),
        None if letter.is_whitespace() => ("", BLANK),
        None => ("M 0 2 L 6 2 L 6 12 L 0 12 L 0 2", 6.0),
    }
}

const GLYPHS: [(char, &str, f64); 58] = [
    ('0', "M 4 0 Q 8 0 8 6 Q 8 12 4 12 Q 0 12 0 6 Q 0 0 4 0", 8.0),
    ('1', "M 0 2.6 L 3.4 0 L 3.4 12", 4.6),
    ('2', "M 0.4 3.4 Q 0.4 0 4 0 Q 7.6 0 7.6 3.4 Q 7.6 5.8 0.4 12 L 8 12", 8.0),
    ('3', "M 0.6 1.8 Q 1.8 0 4 0 Q 7.4 0 7.4 3 Q 7.4 5.8 3.2 5.8 Q 8 5.8 8 9 Q 8 12 4 12 Q 1.2 12 0.2 9.8", 8.0),
    ('4', "M 6 12 L 6 0 L 0 8.6 L 8.2 8.6", 8.2),
    ('5', "M 7.2 0 L 1.4 0 L 0.8 5.6 Q 2.2 4.6 4 4.6 Q 8 4.6 8 8.2 Q 8 12 4 12 Q 1.4 12 0.2 10", 8.0),
    ('6', "M 7.2 1.2 Q 6.2 0 4.6 0 Q 0 0 0 7.6 Q 0 12 4 12 Q 8 12 8 8.4 Q 8 5 4.2 5 Q 0.8 5 0 8.2", 8.0),
    ('7', "M 0 0 L 8 0 L 3 12", 8.0),
    (
        '8',
        "M 4 0 Q 7.4 0 7.4 2.9 Q 7.4 5.6 4 5.6 Q 0.6 5.6 0.6 2.9 Q 0.6 0 4 0 \
         M 4 5.6 Q 8 5.6 8 8.8 Q 8 12 4 12 Q 0 12 0 8.8 Q 0 5.6 4 5.6",
        8.0,
    ),
    ('9', "M 0.8 10.8 Q 1.8 12 3.4 12 Q 8 12 8 4.4 Q 8 0 4 0 Q 0 0 0 3.6 Q 0 7 3.8 7 Q 7.2 7 8 3.8", 8.0),
    ('A', "M 0 12 L 4.3 0 L 8.6 12 M 1.5 8 L 7.1 8", 8.6),
    (
        'B',
        "M 4.4 5.7 L 0 5.7 M 0 12 L 0 0 L 4.4 0 Q 7.4 0 7.4 2.9 Q 7.4 5.7 4.4 5.7 Q 8 5.7 8 8.9 Q 8 12 4.4 12 L 0 12",
        8.0,
    ),
    ('C', "M 8 2.6 Q 7 0 4.4 0 Q 0 0 0 6 Q 0 12 4.4 12 Q 7 12 8 9.4", 8.0),
    ('D', "M 0 0 L 3.6 0 Q 8.4 0 8.4 6 Q 8.4 12 3.6 12 L 0 12 L 0 0", 8.4),
    ('E', "M 6.8 0 L 0 0 L 0 12 L 6.8 12 M 0 5.8 L 5.8 5.8", 6.8),
    ('F', "M 6.8 0 L 0 0 L 0 12 M 0 5.8 L 5.8 5.8", 6.8),
    ('G', "M 8 2.6 Q 7 0 4.4 0 Q 0 0 0 6 Q 0 12 4.4 12 Q 8.2 12 8.2 7 L 4.8 7", 8.2),
    ('H', "M 0 0 L 0 12 M 8 0 L 8 12 M 0 5.8 L 8 5.8", 8.0),
    ('I', "M 0.8 0 L 0.8 12", 1.6),
    ('J', "M 5.8 0 L 5.8 8.5 Q 5.8 12 2.9 12 Q 0.3 12 0 9", 5.8),
    ('K', "M 0 0 L 0 12 M 7.4 0 L 0 7 M 2.6 4.6 L 8 12", 8.0),
    ('L', "M 0 0 L 0 12 L 6.4 12", 6.4),
    ('M', "M 0 12 L 0 0 L 4.8 7.6 L 9.6 0 L 9.6 12", 9.6),
    ('N', "M 0 12 L 0 0 L 8 12 L 8 0", 8.0),
    ('O', "M 4.6 0 Q 9.2 0 9.2 6 Q 9.2 12 4.6 12 Q 0 12 0 6 Q 0 0 4.6 0", 9.2),
    ('P', "M 0 12 L 0 0 L 4.4 0 Q 7.8 0 7.8 3.3 Q 7.8 6.6 4.4 6.6 L 0 6.6", 7.8),
    ('Q', "M 4.6 0 Q 9.2 0 9.2 6 Q 9.2 12 4.6 12 Q 0 12 0 6 Q 0 0 4.6 0 M 5.6 8.6 L 9.2 12.8", 9.2),
    ('R', "M 0 12 L 0 0 L 4.4 0 Q 7.8 0 7.8 3.2 Q 7.8 6.4 4.4 6.4 L 0 6.4 M 4.4 6.4 L 8.2 12", 8.2),
    ('S', "M 7.4 2.4 Q 6.6 0 4 0 Q 0.5 0 0.5 3 Q 0.5 5.3 4 5.9 Q 8 6.6 8 9 Q 8 12 4 12 Q 0.8 12 0 9.4", 8.0),
    ('T', "M 0 0 L 8 0 M 4 0 L 4 12", 8.0),
    ('U', "M 0 0 L 0 7.6 Q 0 12 4 12 Q 8 12 8 7.6 L 8 0", 8.0),
    ('V', "M 0 0 L 4.2 12 L 8.4 0", 8.4),
    ('W', "M 0 0 L 2.8 12 L 5.8 2 L 8.8 12 L 11.6 0", 11.6),
    ('X', "M 0 0 L 8 12 M 8 0 L 0 12", 8.0),
    ('Y', "M 0 0 L 4 6 L 8 0 M 4 6 L 4 12", 8.0),
    ('Z', "M 0 0 L 7.8 0 L 0 12 L 8 12", 8.0),
    ('-', "M 0.5 7 L 4.5 7", 5.0),
    ('_', "M 0 13 L 7 13", 7.0),
    ('.', "M 0.6 11.6 L 0.6 12", 1.2),
    (',', "M 1 11.4 L 0.2 13.8", 1.2),
    (':', "M 0.6 4.4 L 0.6 4.8 M 0.6 11.6 L 0.6 12", 1.2),
    (';', "M 1 4.4 L 1 4.8 M 1 11.4 L 0.2 13.8", 1.2),
    ('/', "M 0 13 L 5.4 -1", 5.4),
    ('(', "M 2.8 -1 Q 0 2 0 6 Q 0 10 2.8 13", 2.8),
    (')', "M 0 -1 Q 2.8 2 2.8 6 Q 2.8 10 0 13", 2.8),
    ('[', "M 2.6 -1 L 0 -1 L 0 13 L 2.6 13", 2.6),
    (']', "M 0 -1 L 2.6 -1 L 2.6 13 L 0 13", 2.6),
    ('+', "M 3.5 3.5 L 3.5 10.5 M 0 7 L 7 7", 7.0),
    ('=', "M 0 5 L 6.5 5 M 0 9 L 6.5 9", 6.5),
    ('\'', "M 0.6 0 L 0.6 3", 1.2),
    ('!', "M 0.6 0 L 0.6 7.6 M 0.6 11.6 L 0.6 12", 1.2),
    ('?', "M 0 2.8 Q 0.4 0 3.4 0 Q 6.8 0 6.8 3 Q 6.8 5.4 3.6 6.6 L 3.6 8.2 M 3.6 11.6 L 3.6 12", 6.8),
    (
        '%',
        "M 1.6 0.4 L 1.4 0.4 Q 0 0.4 0 2.2 Q 0 4 1.5 4 Q 3 4 3 2.2 Q 3 0.4 1.5 0.4 M 8 0 L 1 12 M 7.5 8 Q 6 8 6 9.9 Q 6 11.8 7.5 11.8 Q 9 11.8 9 9.9 Q 9 8 7.5 8",
        9.0,
    ),
    ('<', "M 6 3 L 0 7 L 6 11", 6.0),
    ('>', "M 0 3 L 6 7 L 0 11", 6.0),
    ('*', "M 3 1 L 3 7 M 0.4 2.5 L 5.6 5.5 M 5.6 2.5 L 0.4 5.5", 6.0),
    ('|', "M 0.6 -1 L 0.6 13", 1.2),
    ('#', "M 2.6 0.5 L 1.4 12 M 6.8 0.5 L 5.6 12 M 0.4 4 L 8 4 M 0 8.4 L 7.6 8.4", 8.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_needless_digits() {
        assert_eq!(number(1.0), "1");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(2.5), "2.5");
        assert_eq!(number(-10.254), "-10.25");
    }

    #[test]
    fn every_glyph_is_readable_data() {
        for (letter, strokes, width) in GLYPHS {
            assert!(strokes.starts_with("M "), "{letter}");
            for token in strokes.split_ascii_whitespace() {
                assert!(matches!(token, "M" | "L" | "Q") || token.parse::<f64>().is_ok(), "{letter}: {token}");
            }
            assert!(width > 0.0, "{letter}");
        }
    }

    #[test]
    fn text_is_as_wide_as_its_glyphs() {
        assert!(text_width("", 12.0).abs() < 1e-9);
        assert!((text_width("00", 12.0) - (8.0 + GAP + 8.0)).abs() < 1e-9);
        assert_eq!(text_path("L", 10.0, 6.0, 12.0, Align::Start), "M10 0l0 12l6.4 0");
        assert_eq!(text_path("L", 10.0, 6.0, 12.0, Align::End), "M3.6 0l0 12l6.4 0");
    }

    #[test]
    fn what_has_no_glyph_is_a_box() {
        assert_eq!(strokes('\u{fe}', 1.0), strokes('\u{df}', 1.0));
        assert!(strokes(' ', 1.0).is_empty());
    }
}

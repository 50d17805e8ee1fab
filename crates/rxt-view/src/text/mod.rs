//! A board as terminal text: two columns per tile, coordinates on the edges, a table of the players below.
//!
//! Colour never changes a character: without its escape sequences the coloured text is the plain text, but for blanks at
//! the ends of lines, which have a background.

mod grid;
mod legend;
mod style;
mod tiles;

use crate::marks::Marks;
use crate::theme::Theme;
use rxt_rules::Position;
use style::Painter;
pub use style::{Colours, Style};
pub use tiles::{Glyph, Tiles};

/// How a board is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextOptions {
    /// Which colours the terminal has.
    pub colours: Colours,
    /// The colours of the board; backgrounds are always set, so either theme reads on any terminal.
    pub theme: Theme,
    /// Whether the table of players and the key of symbols follow.
    pub legend: bool,
}

impl Default for TextOptions {
    fn default() -> Self {
        Self { colours: Colours::Plain, theme: Theme::Dark, legend: true }
    }
}

/// The board, and below it who has what. Every line ends with a line break.
pub fn board_text(position: &Position, marks: &Marks, options: &TextOptions) -> String {
    let mut painter = Painter::new(options.colours, options.theme);
    grid::write(&mut painter, position, marks);
    if let Some(overlay) = &marks.overlay {
        legend::scale(&mut painter, overlay);
    }
    if options.legend {
        painter.end_line();
        legend::players(&mut painter, position);
        painter.end_line();
        legend::state(&mut painter, position, marks);
        legend::symbols(&mut painter, position, marks);
    }
    painter.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marks::Overlay;
    use rxt_rules::{Map, Move, Special};
    use std::sync::Arc;

    fn position(text: &str) -> Position {
        Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    fn plain(position: &Position, marks: &Marks) -> String {
        board_text(position, marks, &TextOptions::default())
    }

    fn without_escapes(text: &str) -> String {
        let mut parts = text.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        let text = parts.fold(first, |plain, part| plain + part.split_once('m').map_or("", |(_, rest)| rest));
        text.lines().fold(String::new(), |lines, line| lines + line.trim_end() + "\n")
    }

    const SMALL: &str = "3\n2\n1 1\n5 6\n\
        - 0 0 0 0 -\n0 0 1 2 0 b\n0 x 3 1 0 c\n0 i 2 3 0 0\n- 0 0 0 0 -\n1 0 0 <-> 4 0 1\n";

    #[test]
    fn a_small_board_with_every_kind_of_tile() {
        let position = position(SMALL);
        let marks = Marks::default().with_legal(&position);
        insta::assert_snapshot!(plain(&position, &marks));
    }

    #[test]
    fn a_move_is_marked_with_what_it_changed() {
        let before = position(SMALL);
        let tile = before.map().tile_at(4, 1).unwrap();
        let mut after = before.clone();
        after.play(Move { tile, special: Special::None });
        let marks = Marks::default().with_move(&before, &after, (4, 1)).with_legal(&after);
        insta::assert_snapshot!(plain(&after, &marks));
    }

    #[test]
    fn craters_and_disqualified_players_are_told() {
        let mut position = position("3 0 2 1  3 7  0 1 0 2 0 3 -  0 0 0 0 0 0 0  0 0 0 0 0 0 0");
        let tile = position.map().tile_at(4, 1).unwrap();
        position.play(Move { tile, special: Special::None });
        position.disqualify(rxt_rules::Player::ONE);
        insta::assert_snapshot!(plain(&position, &Marks::default()));
    }

    #[test]
    fn colour_changes_no_character() {
        let position = position(SMALL);
        let overlay = Some(Overlay { values: vec![((1, 0), 0.5)] });
        let marks =
            Marks { last: Some((2, 1)), changed: vec![(3, 1)], overlay, ..Marks::default() }.with_legal(&position);
        for colours in [Colours::Ansi256, Colours::True] {
            for theme in Theme::ALL {
                let text = board_text(&position, &marks, &TextOptions { colours, theme, legend: true });
                assert!(text.contains('\u{1b}'));
                assert_eq!(without_escapes(&text), plain(&position, &marks));
            }
        }
    }

    #[test]
    fn a_heat_map_is_read_without_colours_too() {
        let position = position(SMALL);
        let overlay = Some(Overlay { values: vec![((1, 0), 0.25), ((2, 0), 0.5), ((4, 1), 0.75)] });
        let marks = Marks { overlay, ..Marks::default() };
        insta::assert_snapshot!(board_text(
            &position,
            &marks,
            &TextOptions { legend: false, ..TextOptions::default() }
        ));
    }

    #[test]
    fn fifty_columns_fit_in_a_hundred_and_ten() {
        let row = "0 ".repeat(50);
        let position = position(&format!("2 0 0 0 50 50\n{}", row.repeat(50)));
        let text = plain(&position, &Marks::default());
        assert!(text.lines().all(|line| line.len() <= 110));
        let header: Vec<&str> = text.lines().take(3).collect();
        insta::assert_snapshot!(header.join("\n"));
    }

    #[test]
    fn no_line_ends_with_blanks() {
        let position = position(SMALL);
        assert!(plain(&position, &Marks::default()).lines().all(|line| line.trim_end() == line));
    }
}

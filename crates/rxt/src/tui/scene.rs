//! A whole screen: a title, the board, the players with their stocks, what happened, and which keys there are.

use super::window::{Extent, Window};
use super::{board, paint};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use rxt_rules::{Player, Position};
use rxt_view::{Colours, Marks};

/// What is on the screen.
pub(crate) struct Scene<'a> {
    /// The first line.
    pub(crate) title: String,
    /// The board.
    pub(crate) position: &'a Position,
    /// What is marked on it.
    pub(crate) marks: &'a Marks,
    /// The part of it in sight.
    pub(crate) window: Window,
    /// Who the players are; may be empty.
    pub(crate) names: &'a [String],
    /// What happened, a paragraph each.
    pub(crate) notes: Vec<String>,
    /// The last line.
    pub(crate) help: &'a str,
    /// The colours of the terminal.
    pub(crate) colours: Colours,
}

/// Width of the table of players.
const SIDE: u16 = 35;
/// The board is not made narrower than this to make room for the table beside it.
const NARROWEST: u16 = 24;
/// Lines below the table for what happened.
const NOTES: u16 = 4;

/// How many columns and rows of tiles are in sight on a screen.
pub(crate) fn in_sight(position: &Position, screen: Rect) -> Extent {
    board::in_sight(position, areas(position, screen).board)
}

/// Draws the scene.
pub(crate) fn draw(frame: &mut Frame, scene: &Scene) {
    let areas = areas(scene.position, frame.area());
    let bold = Style::new().add_modifier(Modifier::BOLD);
    frame.render_widget(Line::styled(scene.title.as_str(), bold), areas.title);
    let Scene { position, marks, window, colours, .. } = *scene;
    board::draw(frame.buffer_mut(), areas.board, position, marks, window, colours);
    let table = players(scene);
    let [above, below] =
        Layout::vertical([Constraint::Length(table.len() as u16), Constraint::Fill(1)]).areas(areas.side);
    frame.render_widget(Paragraph::new(table), above);
    let notes = scene.notes.iter().flat_map(|note| [Line::default(), Line::raw(note.as_str())]);
    frame.render_widget(Paragraph::new(notes.collect::<Vec<_>>()).wrap(Wrap { trim: false }), below);
    let mut help = scene.help.to_owned();
    let (width, height) = (position.map().width(), position.map().height());
    let (columns, rows) = board::in_sight(position, areas.board);
    if (columns, rows) != (width, height) {
        let (right, bottom) = ((window.left + columns).max(1) - 1, (window.top + rows).max(1) - 1);
        help = format!("{help} · shown {}-{right}, {}-{bottom}", window.left, window.top);
    }
    frame.render_widget(Line::styled(help, paint::muted(colours)), areas.help);
}

struct Areas {
    title: Rect,
    board: Rect,
    side: Rect,
    help: Rect,
}

/// The table stands beside the board, or below it if the terminal is too narrow for both.
fn areas(position: &Position, screen: Rect) -> Areas {
    let [title, main, help] =
        Layout::vertical([Constraint::Length(1), Constraint::Fill(1), Constraint::Length(1)]).areas(screen);
    let full = board::full_width(position);
    let wanted = full.min(NARROWEST);
    let [board, _, side] = if main.width >= wanted + SIDE + 2 {
        let width = full.min(main.width - SIDE - 2);
        Layout::horizontal([Constraint::Length(width), Constraint::Length(2), Constraint::Fill(1)]).areas(main)
    } else {
        let below = (u16::from(position.players()) + 2 + NOTES).min(main.height / 2);
        Layout::vertical([Constraint::Fill(1), Constraint::Length(0), Constraint::Length(below)]).areas(main)
    };
    Areas { title, board, side, help }
}

/// A line per player: stones, stocks, whose turn it is, who is out.
fn players<'a>(scene: &Scene<'a>) -> Vec<Line<'a>> {
    let position = scene.position;
    let mut lines = vec![Line::raw("  player  stones  overrides  bombs")];
    for player in Player::all(position.players()) {
        let turn = if position.to_move() == Some(player) { "> " } else { "  " };
        let (stones, overrides) = (position.stones(player), position.overrides(player));
        let numbers = format!("{stones:>12}{overrides:>11}{:>7}", position.bombs(player));
        let name = scene.names.get(player.index()).filter(|name| !name.is_empty());
        let mut spans = vec![
            Span::raw(turn),
            Span::styled(format!("{player} "), paint::stone(player, scene.colours)),
            Span::raw(numbers),
        ];
        spans.extend(name.map(|name| Span::styled(format!("  {name}"), paint::muted(scene.colours))));
        if !position.is_active(player) {
            spans.push(Span::styled("  disqualified", Style::new().add_modifier(Modifier::BOLD)));
        }
        lines.push(Line::from(spans));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use rxt_rules::Map;
    use std::sync::Arc;

    fn position(text: &str) -> Position {
        Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    fn screen(position: &Position, window: Window, width: u16, height: u16) -> String {
        let marks = Marks { last: Some((1, 0)), changed: vec![(2, 0)], ..Marks::default() };
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let scene = Scene {
            title: "a title".to_owned(),
            position,
            marks: &marks,
            window,
            names: &["Ada".to_owned()],
            notes: vec!["player 1 sets (1,0), captures 1 stone; and more that goes on in the next line".to_owned()],
            help: "q quits",
            colours: Colours::Plain,
        };
        terminal.draw(|frame| draw(frame, &scene)).unwrap();
        let buffer = terminal.backend().buffer();
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn the_table_stands_beside_the_board() {
        let position = position("2 1 2 0 2 5  0 1 2 b 0  - 0 0 x c");
        insta::assert_snapshot!(screen(&position, Window::default(), 64, 9));
    }

    #[test]
    fn the_table_stands_below_where_it_is_narrow() {
        let position = position("2 1 2 0 2 5  0 1 2 b 0  - 0 0 x c");
        insta::assert_snapshot!(screen(&position, Window::default(), 36, 14));
    }

    #[test]
    fn a_part_of_a_large_board_is_in_sight() {
        let position = position(&format!("2 0 0 0 50 50 {}", "0 1 2 b 0 ".repeat(500)));
        assert_eq!(in_sight(&position, Rect::new(0, 0, 80, 24)), (20, 20));
        let text = screen(&position, Window { left: 28, top: 30 }, 80, 24);
        insta::assert_snapshot!(text.lines().take(5).chain(text.lines().last()).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn no_size_is_too_small() {
        let position = position(&format!("8 0 0 0 50 50 {}", "0 1 2 b 0 ".repeat(500)));
        for (width, height) in [(1, 1), (2, 1), (1, 3), (5, 2), (10, 4), (35, 6), (300, 100)] {
            screen(&position, Window::default(), width, height);
        }
    }
}

//! Below the board: a line per player, a line on the state of the game, a line of symbols.

use super::style::Painter;
use super::tiles::{CHANGED, CRATER, FREE, LAST, LEGAL, heat_style};
use crate::marks::{Marks, Overlay};
use crate::theme::Role;
use rxt_rules::{Cell, Phase, Player, Position};

/// A line per player: stones, stocks, whose turn it is, who is out.
pub(super) fn players(painter: &mut Painter, position: &Position) {
    painter.plain("  player  stones  overrides  bombs");
    painter.end_line();
    for player in Player::all(position.players()) {
        let turn = if position.to_move() == Some(player) { ">" } else { " " };
        painter.bold(turn);
        painter.plain(" ");
        let mut style = painter.style(Role::Digit(player), Role::Stone(player));
        style.bold = true;
        painter.paint(&format!("{player} "), style);
        let (stones, overrides) = (position.stones(player), position.overrides(player));
        painter.plain(&format!("{stones:>12}{overrides:>11}{:>7}", position.bombs(player)));
        if !position.is_active(player) {
            painter.bold("  disqualified");
        }
        painter.end_line();
    }
}

/// The phase, who is to move, and how many tiles are legal.
pub(super) fn state(painter: &mut Painter, position: &Position, marks: &Marks) {
    let line = match (position.phase(), position.to_move()) {
        (Phase::Build, Some(player)) => format!("phase 1 (stones), player {player} to move{}", legal(marks)),
        (Phase::Bomb, Some(player)) => format!("phase 2 (bombs), player {player} to throw"),
        _ => "game over".to_owned(),
    };
    painter.bold(&line);
    painter.end_line();
}

fn legal(marks: &Marks) -> String {
    match marks.legal.len() {
        0 => String::new(),
        1 => ", 1 legal tile".to_owned(),
        count => format!(", {count} legal tiles"),
    }
}

/// What the digits behind tiles mean, each on its colour.
pub(super) fn scale(painter: &mut Painter, overlay: &Overlay) {
    let Some((low, high)) = overlay.range() else { return };
    painter.plain(&format!("{} ", overlay.text(low)));
    for digit in 0..10_u8 {
        let style = heat_style(painter.theme(), f64::from(digit) / 9.0);
        painter.paint(&digit.to_string(), style);
    }
    painter.plain(&format!(" {}", overlay.text(high)));
    painter.end_line();
}

/// What the symbols on this board mean; those that do not occur are left out.
pub(super) fn symbols(painter: &mut Painter, position: &Position, marks: &Marks) {
    let cells = [
        (FREE, "free", Cell::EMPTY),
        ('x', "expansion stone", Cell::EXPANSION),
        ('c', "choice", Cell::CHOICE),
        ('i', "inversion", Cell::INVERSION),
        ('b', "bonus", Cell::BONUS),
        (CRATER, "destroyed", Cell::HOLE),
    ];
    let cells = cells.map(|(symbol, name, cell)| (symbol, name, position.count(cell) > 0));
    let marks = [
        (LEGAL, "legal", !marks.legal.is_empty()),
        (LAST, "last move", marks.last.is_some()),
        (CHANGED, "changed by it", !marks.changed.is_empty()),
    ];
    let shown = cells.into_iter().chain(marks).filter(|&(_, _, occurs)| occurs);
    let key: Vec<String> = shown.map(|(symbol, name, _)| format!("{symbol} {name}")).collect();
    painter.plain(&key.join("   "));
    painter.end_line();
}

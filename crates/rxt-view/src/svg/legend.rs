//! Below the board: the state of the game, and for each player stones, override stones and bombs.

use super::layout::Layout;
use super::paint::{Svg, circle, escape};
use crate::glyph::{Align, number};
use crate::theme::Role;
use rxt_rules::{Phase, Player, Position};
use std::fmt::Write;

/// Writes the title above the board, as large as fits.
pub(crate) fn title(svg: &mut Svg, layout: &Layout, title: &str) {
    const MOST: usize = 60;
    let shown: String = title.chars().take(MOST).collect();
    let room = layout.width - 30.0 * layout.unit;
    let height = (room / crate::glyph::text_width(&shown, 1.0).max(1.0)).min(17.0 * layout.unit);
    svg.write(&shown, layout.title_middle(), height, Align::Middle, Role::Text);
}

/// Draws the legend.
pub(crate) fn draw(svg: &mut Svg, position: &Position, layout: &Layout) {
    let middle = (layout.width / 2.0, layout.legend_top + 8.0 * layout.unit);
    svg.write(&state(position), middle, 10.0 * layout.unit, Align::Middle, Role::Muted);
    for player in Player::all(position.players()) {
        chip(svg, position, layout, player);
    }
}

/// One line on the game, also the description for those who hear the picture.
pub(crate) fn state(position: &Position) -> String {
    match (position.phase(), position.to_move()) {
        (Phase::Build, Some(player)) => format!("Phase 1 - Player {player} to move"),
        (Phase::Bomb, Some(player)) => format!("Phase 2 - Player {player} to throw"),
        _ => "Game over".to_owned(),
    }
}

/// The position in words.
pub(crate) fn description(position: &Position) -> String {
    let mut words = format!("{}x{} board. {}.", position.map().width(), position.map().height(), state(position));
    for player in Player::all(position.players()) {
        let (stones, overrides, bombs) = (position.stones(player), position.overrides(player), position.bombs(player));
        let out = if position.is_active(player) { "" } else { ", disqualified" };
        write!(words, " Player {player}: {stones} stones, {overrides} overrides, {bombs} bombs{out}.")
            .expect("a string takes everything");
    }
    escape(&words)
}

fn chip(svg: &mut Svg, position: &Position, layout: &Layout, player: Player) {
    let (x, y) = layout.chip(player.index());
    let fade = if position.is_active(player) { "1" } else { "0.5" };
    let place = format!("translate({} {}) scale({})", number(x), number(y), number(layout.unit));
    svg.raw(&format!("<g transform=\"{place}\" opacity=\"{fade}\">\n"));
    let panel = "M12 2h148q8 0 8 8v20q0 8 -8 8h-148q-8 0 -8 -8v-20q0 -8 8 -8z";
    svg.fill(panel, Role::Panel, "");
    if position.to_move() == Some(player) {
        svg.stroke(panel, Role::Text, 2.0, "");
    }
    svg.fill(&circle(23.0, 20.0, 11.0), Role::Stone(player), "");
    svg.write(&player.to_string(), (23.0, 20.0), 11.5, Align::Middle, Role::Digit(player));
    svg.write(&position.stones(player).to_string(), (41.0, 20.0), 12.0, Align::Start, Role::Text);
    svg.stroke(&circle(93.0, 20.0, 4.2), Role::Muted, 1.6, "");
    svg.stroke("M93 12.4v3.4M93 24.2v3.4M85.4 20h3.4M97.2 20h3.4", Role::Muted, 1.6, "");
    svg.write(&position.overrides(player).to_string(), (105.0, 20.0), 9.0, Align::Start, Role::Text);
    svg.fill(&circle(133.0, 21.6, 4.8), Role::Muted, "");
    svg.stroke("M136.4 18.2q1.6 -3.4 4.4 -2.6", Role::Muted, 1.6, "");
    svg.write(&position.bombs(player).to_string(), (144.0, 20.0), 9.0, Align::Start, Role::Text);
    if !position.is_active(player) {
        svg.stroke("M10 20h152", Role::Text, 2.2, "");
    }
    svg.raw("</g>\n");
}

//! The colours of the board's views as the terminal library has them.

use ratatui::style::{Color, Modifier, Style};
use rxt_rules::Player;
use rxt_view::text::Style as TileStyle;
use rxt_view::{Colours, Rgb, Role, Theme};

/// The colours for terminals; backgrounds are always set, so they read on any.
pub(super) const THEME: Theme = Theme::Dark;

/// A style of the views.
pub(super) fn style(style: TileStyle, colours: Colours) -> Style {
    let mut painted = Style { fg: colour(style.text, colours), bg: colour(style.under, colours), ..Style::default() };
    if style.bold {
        painted = painted.add_modifier(Modifier::BOLD);
    }
    if style.underline {
        painted = painted.add_modifier(Modifier::UNDERLINED);
    }
    painted
}

/// The style of a player's stones.
pub(super) fn stone(player: Player, colours: Colours) -> Style {
    let (text, under) = (THEME.colour(Role::Digit(player)), THEME.colour(Role::Stone(player)));
    style(TileStyle { text: Some(text), under: Some(under), bold: true, underline: false }, colours)
}

/// The style of coordinates and help.
pub(super) fn muted(colours: Colours) -> Style {
    style(TileStyle { text: Some(THEME.colour(Role::Muted)), ..TileStyle::default() }, colours)
}

fn colour(colour: Option<Rgb>, colours: Colours) -> Option<Color> {
    let Rgb(red, green, blue) = colour?;
    match colours {
        Colours::Plain => None,
        Colours::Ansi256 => Some(Color::Indexed(Rgb(red, green, blue).ansi256())),
        Colours::True => Some(Color::Rgb(red, green, blue)),
    }
}

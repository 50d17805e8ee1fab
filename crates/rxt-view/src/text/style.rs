//! Escape sequences: colours in as many shades as the terminal has, written only where they change.

use crate::colour::Rgb;
use crate::theme::{Role, Theme};
use std::fmt::Write;

/// Which colours a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// None: text only.
    #[default]
    Plain,
    /// The 256 colours that nearly every terminal has.
    Ansi256,
    /// All of them.
    True,
}

impl Colours {
    /// The best a coloured terminal can do, from its `COLORTERM`.
    pub fn from_colorterm(value: Option<&str>) -> Self {
        match value {
            Some("truecolor" | "24bit") => Self::True,
            _ => Self::Ansi256,
        }
    }
}

/// How a piece of text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Colour of the letters; the terminal's own without.
    pub text: Option<Rgb>,
    /// Colour of the background; the terminal's own without.
    pub under: Option<Rgb>,
    /// Whether the letters are bold.
    pub bold: bool,
    /// Whether the letters are underlined.
    pub underline: bool,
}

/// Text that is being written.
pub(super) struct Painter {
    colours: Colours,
    theme: Theme,
    written: String,
    current: Style,
    /// Blanks without background that are only written if something follows.
    pending: usize,
}

impl Painter {
    pub(super) fn new(colours: Colours, theme: Theme) -> Self {
        Self { colours, theme, written: String::new(), current: Style::default(), pending: 0 }
    }

    pub(super) fn theme(&self) -> Theme {
        self.theme
    }

    pub(super) fn colour(&self, role: Role) -> Rgb {
        self.theme.colour(role)
    }

    /// A style with the colours of two roles.
    pub(super) fn style(&self, text: Role, under: Role) -> Style {
        Style { text: Some(self.colour(text)), under: Some(self.colour(under)), ..Style::default() }
    }

    /// Writes text as it is.
    pub(super) fn plain(&mut self, text: &str) {
        self.paint(text, Style::default());
    }

    /// Writes text in bold.
    pub(super) fn bold(&mut self, text: &str) {
        self.paint(text, Style { bold: true, ..Style::default() });
    }

    /// Writes text in a style.
    pub(super) fn paint(&mut self, text: &str, style: Style) {
        let visible = text.trim_end_matches(' ');
        // A coloured blank is visible on a coloured terminal, and the plain text must have the same blanks.
        let kept = if style.under.is_some() { text } else { visible };
        if !kept.is_empty() {
            let pending = " ".repeat(std::mem::take(&mut self.pending));
            if !pending.is_empty() {
                self.change(Style::default());
                self.written.push_str(&pending);
            }
            self.change(style);
            self.written.push_str(kept);
        }
        self.pending += text.len() - kept.len();
    }

    /// Ends the line and everything that colours it.
    pub(super) fn end_line(&mut self) {
        self.pending = 0;
        self.change(Style::default());
        let kept = self.written.trim_end_matches(' ').len();
        if self.colours == Colours::Plain {
            self.written.truncate(kept);
        }
        self.written.push('\n');
    }

    pub(super) fn finish(self) -> String {
        self.written
    }

    fn change(&mut self, style: Style) {
        if self.colours == Colours::Plain || style == self.current {
            return;
        }
        self.current = style;
        self.written.push_str("\u{1b}[0");
        if style.bold {
            self.written.push_str(";1");
        }
        if style.underline {
            self.written.push_str(";4");
        }
        self.shade(38, style.text);
        self.shade(48, style.under);
        self.written.push('m');
    }

    fn shade(&mut self, layer: u8, colour: Option<Rgb>) {
        let Some(colour) = colour else { return };
        let Rgb(red, green, blue) = colour;
        let outcome = match self.colours {
            Colours::True => write!(self.written, ";{layer};2;{red};{green};{blue}"),
            _ => write!(self.written, ";{layer};5;{}", colour.ansi256()),
        };
        outcome.expect("a string takes everything");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_written_once_and_ends_with_the_line() {
        let mut painter = Painter::new(Colours::Ansi256, Theme::Dark);
        painter.bold("a");
        painter.bold("b");
        painter.plain("c   ");
        painter.end_line();
        assert_eq!(painter.finish(), "\u{1b}[0;1mab\u{1b}[0mc\n");
    }

    #[test]
    fn plain_text_has_no_escapes() {
        let mut painter = Painter::new(Colours::Plain, Theme::Light);
        let style = painter.style(Role::Text, Role::Tile);
        painter.paint("x ", style);
        painter.end_line();
        assert_eq!(painter.finish(), "x\n");
    }
}

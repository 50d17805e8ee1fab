//! The SVG text that is being written, and what its colours are: those of a theme, or variables of a style sheet.

use crate::glyph::{Align, number, pen, text_path};
use crate::theme::{Role, Theme};
use std::fmt::Write;

/// Where colours come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    /// Fixed colours, for files that stand alone.
    Theme(Theme),
    /// Variables, for pages that can change their theme.
    Variables,
}

impl Paint {
    /// The colour of a role as an attribute's value.
    pub(crate) fn of(self, role: Role) -> String {
        match self {
            Self::Theme(theme) => theme.colour(role).to_string(),
            Self::Variables => format!("var(--{})", role.name()),
        }
    }
}

/// SVG text.
pub(crate) struct Svg {
    pub(crate) paint: Paint,
    text: String,
}

impl Svg {
    pub(crate) fn new(paint: Paint) -> Self {
        Self { paint, text: String::new() }
    }

    /// Adds text as it is.
    pub(crate) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a filled path, unless it is empty.
    pub(crate) fn fill(&mut self, path: &str, role: Role, more: &str) {
        self.element(path, &format!("fill=\"{}\"{}{more}", self.paint.of(role), blank(more)));
    }

    /// Adds a line along a path, unless it is empty.
    pub(crate) fn stroke(&mut self, path: &str, role: Role, width: f64, more: &str) {
        let (colour, width) = (self.paint.of(role), number(width));
        let line = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{}{more}", blank(more));
        self.element(path, &line);
    }

    /// Adds a line of text; `y` is the middle of its capitals.
    pub(crate) fn write(&mut self, text: &str, (x, y): (f64, f64), height: f64, align: Align, role: Role) {
        self.stroke(&text_path(text, x, y, height, align), role, pen(height), "");
    }

    /// Adds a path with these attributes, unless it is empty.
    pub(crate) fn element(&mut self, path: &str, attributes: &str) {
        if !path.is_empty() {
            writeln!(self.text, "<path {attributes} d=\"{path}\"/>").expect("a string takes everything");
        }
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}

fn blank(more: &str) -> &str {
    if more.is_empty() { "" } else { " " }
}

/// The path of a circle.
pub(crate) fn circle(x: f64, y: f64, radius: f64) -> String {
    format!("M{} {}{}", number(x - radius), number(y), circle_from_left(radius))
}

/// A circle from its leftmost point, relative.
pub(crate) fn circle_from_left(radius: f64) -> String {
    let (r, d) = (number(radius), number(2.0 * radius));
    format!("a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1 -{d} 0z")
}

/// Text for element content and attributes, with everything that means something to XML or HTML escaped; control
/// characters, which XML forbids, become replacement characters.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            control if control.is_control() => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_means_something_to_xml_is_left() {
        assert_eq!(escape("<a href=\"x\">&'"), "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(escape("a\u{0}b\u{7f}\nc"), "a\u{fffd}b\u{fffd} c");
    }

    #[test]
    fn colours_are_fixed_or_variables() {
        assert_eq!(Paint::Theme(Theme::Light).of(Role::PortText), "#ffffff");
        assert_eq!(Paint::Variables.of(Role::PortText), "var(--port-text)");
    }
}

//! A game as one HTML file: no request leaves it, and it works from a disk.
//!
//! Everything that comes from outside (titles, tags, notes) is untrusted: it is escaped here, the page's program only ever
//! writes it as text, and the page's policy forbids it to load anything.

mod data;
mod frame;

use crate::svg::layout::Layout;
use crate::svg::paint::escape;
use crate::svg::{TransitionStyle, page_board};
use crate::theme::{Role, Theme};
pub use data::{frame_json, game_json};
pub use frame::{Frame, Mark, Stock};
use rxt_rules::Position;

/// A game to be shown.
#[derive(Clone, Copy, Debug)]
pub struct ReplayPage<'a> {
    /// The heading.
    pub title: &'a str,
    /// What is known of the game: name and value, in this order.
    pub tags: &'a [(String, String)],
    /// The start of the game; it gives the shape of the board and the transitions.
    pub start: &'a Position,
    /// The frames, the start itself first.
    pub frames: &'a [Frame],
    /// How transitions are drawn.
    pub transitions: TransitionStyle,
}

/// Writes the page.
pub fn replay_page(page: &ReplayPage<'_>) -> String {
    let style = page.transitions.resolve(page.start);
    let layout = Layout::new(page.start, style, false, false);
    let tag =
        |(name, value): &(String, String)| format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escape(name), escape(value));
    let values = [
        ("title", escape(page.title)),
        ("colours", colours()),
        ("style", include_str!("page.css").to_owned()),
        ("tags", page.tags.iter().map(tag).collect()),
        ("board", page_board(page.start, &layout, style)),
        ("last_frame", page.frames.len().saturating_sub(1).to_string()),
        ("data", data::json(page.start, &layout, page.frames)),
        ("script", include_str!("page.js").to_owned()),
    ];
    fill(include_str!("page.html"), &values)
}

/// Replaces each `{{name}}` of the template once, so that values are never searched for names.
fn fill(template: &str, values: &[(&str, String)]) -> String {
    let mut parts = template.split("{{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or((part, ""));
        let value = values.iter().find(|(known, _)| *known == name);
        filled.push_str(value.map_or("", |(_, value)| value));
        filled.push_str(rest);
    }
    filled
}

/// Both themes as style sheet variables: light, dark if the system is, and whichever was chosen.
pub fn colours() -> String {
    let variables = |theme: Theme| -> String {
        let entry = |role: Role| format!("--{}:{};", role.name(), theme.colour(role));
        Role::all().map(entry).collect()
    };
    let (light, dark) = (variables(Theme::Light), variables(Theme::Dark));
    format!(
        ":root{{color-scheme:light;{light}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n\
         :root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_rules::{Map, Move, Special};
    use std::sync::Arc;

    fn position(text: &str) -> Position {
        Position::new(Arc::new(Map::parse(text.as_bytes()).unwrap().0))
    }

    fn page(title: &str, tags: &[(String, String)], note: &str) -> String {
        let start = position("2 0 1 0 1 5  0 2 1 - 0");
        let mut after = start.clone();
        let target = start.map().tile_at(0, 0).unwrap();
        let stone = Move { tile: target, special: Special::None };
        after.play(stone);
        let second = Frame::new(&after, start.to_move(), Some(stone.answer(start.map()))).with_note(note);
        let mut bombed = after.clone();
        bombed.play(stone);
        let frames = [
            Frame::new(&start, None, None),
            second,
            Frame::new(&bombed, after.to_move(), None).with_scores(vec![1, -1]),
        ];
        replay_page(&ReplayPage { title, tags, start: &start, frames: &frames, transitions: TransitionStyle::Auto })
    }

    fn data(html: &str) -> serde_json::Value {
        let begin = html.find("id=\"data\">").unwrap() + "id=\"data\">".len();
        let end = begin + html[begin..].find("</script>").unwrap();
        serde_json::from_str(&html[begin..end]).unwrap()
    }

    #[test]
    fn nothing_untrusted_becomes_markup() {
        let evil = "</script><script>alert(1)</script>\"'{{data}}";
        let tags = [(evil.to_owned(), evil.to_owned())];
        let html = page(evil, &tags, evil);
        assert_eq!(html.matches("<script").count(), page("a", &[], "").matches("<script").count());
        assert!(!html.contains("alert(1)</script>"));
        assert_eq!(data(&html)["frames"][1]["note"], evil);
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        let html = page("a", &[], "");
        assert!(html.contains("default-src 'none'"));
        assert!(!html.replace("http://www.w3.org/2000/svg", "").contains("://"));
        assert!(!html.contains(" src="));
    }

    #[test]
    fn frames_hold_only_what_changed_and_craters_are_told_from_holes() {
        let data = data(&page("a", &[], ""));
        assert_eq!(data["start"], "021-0");
        assert_eq!(data["frames"][0]["changes"], serde_json::json!([]));
        assert_eq!(data["frames"][1]["changes"], serde_json::json!([[0, "1"], [1, "1"]]));
        assert_eq!(data["frames"][1]["answer"], serde_json::json!([0, 0, 0]));
        assert_eq!(data["frames"][2]["changes"], serde_json::json!([[0, "_"]]));
        assert_eq!(data["frames"][2]["scores"], serde_json::json!([1, -1]));
    }

    #[test]
    fn each_transition_can_be_hidden_on_its_own() {
        let start = position("2 0 1 0 2 3  0 2 1  0 0 0  0 0 0 <-> 0 1 4  2 0 2 <-> 0 1 6");
        for transitions in [TransitionStyle::Arcs, TransitionStyle::Ports] {
            let page = ReplayPage { title: "", tags: &[], start: &start, frames: &[], transitions };
            let html = replay_page(&page);
            assert!(html.contains("data-ends=\"0 3\"") && html.contains("data-ends=\"2 3\""));
        }
    }

    #[test]
    fn a_page_without_frames_shows_the_start() {
        let start = position("2 0 0 0 1 3  1 0 2");
        let page = ReplayPage { title: "", tags: &[], start: &start, frames: &[], transitions: TransitionStyle::None };
        assert_eq!(data(&replay_page(&page))["start"], "102");
    }

    #[test]
    fn frames_of_another_size_do_no_harm() {
        let start = position("2 0 0 0 2 2  1 0 2 0");
        let mut frame = Frame::new(&start, None, None);
        frame.rows = vec!["1é<0000".to_owned()];
        let frames = [frame];
        let page =
            ReplayPage { title: "", tags: &[], start: &start, frames: &frames, transitions: TransitionStyle::None };
        assert_eq!(data(&replay_page(&page))["start"], "1___");
    }
}

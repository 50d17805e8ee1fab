//! What a game looks like line by line, for people or for programs.

use super::printer::Line;
use rxt_net::client::{Event, Outcome, Reply};
use rxt_rules::rank::placements;
use rxt_rules::{Player, Position};
use serde_json::json;
use std::time::Duration;

/// Turns events into lines.
pub(super) struct Lines {
    quiet: bool,
    verbose: bool,
    json: bool,
    player: Option<Player>,
}

impl Lines {
    pub(super) fn new(quiet: bool, verbose: bool, json: bool) -> Self {
        Self { quiet, verbose, json, player: None }
    }

    /// The lines of an event.
    pub(super) fn on(&mut self, event: &Event<'_>) -> Vec<Line> {
        let note = |wanted: bool, text: String| if wanted { vec![Line::Note(text)] } else { Vec::new() };
        match event {
            Event::Map(map) => {
                let (players, height, width) = (map.players(), map.height(), map.width());
                note(!self.quiet, format!("a map for {players} players, {height}x{width}"))
            }
            Event::You(player) => {
                self.player = Some(*player);
                note(!self.quiet, format!("we are player {player}"))
            }
            Event::Replied(reply) => self.reply(reply),
            Event::Moved(player, answer, _) if Some(*player) != self.player => {
                note(self.verbose, format!("player {player} moved {answer}"))
            }
            Event::Moved(..) => Vec::new(),
            Event::Disqualified(player) => note(!self.quiet, format!("player {player} is disqualified")),
            Event::EndBuilding => note(!self.quiet, "phase 1 is over".to_owned()),
            Event::Trouble(trouble) => note(true, format!("trouble: {trouble}")),
        }
    }

    fn reply(&self, reply: &Reply) -> Vec<Line> {
        let mut lines = Vec::new();
        if !self.quiet {
            lines.push(Line::Note(self.reply_text(reply)));
        }
        if self.json {
            lines.push(Line::Out(reply_json(reply).to_string()));
        }
        lines
    }

    fn reply_text(&self, reply: &Reply) -> String {
        let Reply { number, answer, choice, source, account, used, margin, .. } = reply;
        let mut parts = vec![format!("{:>4}  {:<11}", number + 1, answer.to_string())];
        parts.push(choice.depth.map_or_else(String::new, |depth| format!("depth {depth}")));
        parts.push(choice.nodes.map_or_else(String::new, |nodes| format!("{} nodes", short(nodes))));
        let score = self.player.and_then(|player| choice.scores.get(player.index()));
        parts.push(score.map_or_else(String::new, |score| format!("score {score:+}")));
        for (part, width) in parts.iter_mut().skip(1).zip([8, 11, 12]) {
            *part = format!("{part:<width$}");
        }
        parts.push(match account {
            Some(account) => {
                format!("{:>5} of {} ms, {} left", ms(*used), ms(*account), ms(account.saturating_sub(*used)))
            }
            None => format!("{:>5} ms", ms(*used)),
        });
        if self.verbose {
            parts.push(format!("margin {} ms, {} moves, by {}", ms(*margin), reply.moves, source.word()));
        }
        parts.join("  ").trim_end().to_owned()
    }

    /// The lines at the end: the result on standard output, and what was wrong on standard error.
    pub(super) fn result(&self, outcome: &Outcome) -> Vec<Line> {
        let mut lines = Vec::new();
        if let Some(error) = &outcome.error {
            lines.push(Line::Note(format!("the game was not played to its end: {error}")));
        }
        if self.json {
            lines.push(Line::Out(result_json(outcome).to_string()));
        } else if let (Some(player), Some(position), None) = (outcome.player, &outcome.position, &outcome.error) {
            lines.push(Line::Out(result_text(player, position)));
        }
        let unchecked = outcome.replies.iter().filter(|reply| !reply.checked).count();
        if unchecked > 0 && !self.quiet {
            lines.push(Line::Note(format!("{unchecked} moves were sent before the validator had caught up")));
        }
        lines
    }
}

fn result_text(player: Player, position: &Position) -> String {
    let points = points(position);
    let place = placements(&points)[player.index()].place;
    let shown: Vec<String> =
        points.iter().map(|points| points.map_or_else(|| "-".to_owned(), |points| points.to_string())).collect();
    let own = position.stones(player);
    let (players, all) = (position.players(), shown.join(" "));
    format!("player {player} of {players}: place {place} with {own} points; points of all: {all}")
}

fn points(position: &Position) -> Vec<Option<u32>> {
    Player::all(position.players()).map(|player| position.points(player)).collect()
}

fn reply_json(reply: &Reply) -> serde_json::Value {
    let Reply { number, answer, choice, source, account, used, margin, moves, checked } = reply;
    json!({
        "event": "move",
        "number": number + 1,
        "x": answer.x, "y": answer.y, "special": answer.special,
        "depth": choice.depth, "nodes": choice.nodes, "scores": choice.scores,
        "source": source.word(), "moves": moves, "checked": checked,
        "account_ms": account.map(ms), "used_ms": ms(*used), "margin_ms": ms(*margin),
        "left_ms": account.map(|account| ms(account.saturating_sub(*used))),
    })
}

fn result_json(outcome: &Outcome) -> serde_json::Value {
    let points = outcome.position.as_ref().map(points);
    let place = points.as_ref().zip(outcome.player).map(|(points, player)| placements(points)[player.index()].place);
    let complete = outcome.error.is_none();
    json!({
        "event": "result",
        "complete": complete,
        "player": outcome.player.map(Player::number),
        "points": points,
        "place": place.filter(|_| complete),
        "moves": outcome.replies.len(),
        "unchecked": outcome.replies.iter().filter(|reply| !reply.checked).count(),
        "troubles": outcome.troubles.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "error": outcome.error.as_ref().map(ToString::to_string),
    })
}

fn ms(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// A large number in few characters.
fn short(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} k", number / 1000),
        _ => format!("{} M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rxt_net::client::Source;
    use rxt_rules::agent::Choice;
    use rxt_rules::{Answer, Map};
    use std::sync::Arc;

    fn reply() -> Reply {
        let position = Position::new(Arc::new(Map::parse(b"2 0 0 0 1 4  0 2 1 0").unwrap().0));
        let mv = position.legal_moves()[0];
        Reply {
            number: 11,
            answer: Answer { x: 13, y: 4, special: 20 },
            choice: Choice { mv, depth: Some(6), nodes: Some(1_234_567), scores: vec![-3, 3] },
            source: Source::Agent,
            moves: 9,
            account: Some(Duration::from_millis(1250)),
            used: Duration::from_micros(980_400),
            margin: Duration::from_millis(43),
            checked: true,
        }
    }

    #[test]
    fn a_move_is_one_line() {
        let mut lines = Lines::new(false, false, false);
        lines.on(&Event::You(Player::new(2).unwrap()));
        let text = "  12  (13,4,20)    depth 6   1234 k nodes  score +3        980 of 1250 ms, 269 left";
        assert_eq!(lines.on(&Event::Replied(&reply())), [Line::Note(text.to_owned())]);
        lines.verbose = true;
        let Line::Note(more) = &lines.on(&Event::Replied(&reply()))[0] else { panic!("a note") };
        assert_eq!(more, &format!("{text}  margin 43 ms, 9 moves, by agent"));
        assert!(Lines::new(true, false, false).on(&Event::Replied(&reply())).is_empty());
    }

    #[test]
    fn a_move_is_one_json_object() {
        let lines = Lines::new(true, false, true).on(&Event::Replied(&reply()));
        let [Line::Out(line)] = &lines[..] else { panic!("{lines:?}") };
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!((value["number"].as_u64(), value["left_ms"].as_u64()), (Some(12), Some(269)));
        assert_eq!((value["depth"].as_u64(), value["source"].as_str()), (Some(6), Some("agent")));
    }

    #[test]
    fn the_result_names_place_and_points() {
        let position = Position::new(Arc::new(Map::parse(b"3 0 0 0 1 6  2 2 1 3 3 3").unwrap().0));
        let text = result_text(Player::new(2).unwrap(), &position);
        assert_eq!(text, "player 2 of 3: place 2 with 2 points; points of all: 1 2 3");
    }
}

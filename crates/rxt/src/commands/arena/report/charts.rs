//! Charts as SVG, in the colours of the page.

use rxt_arena::report::Summary;
use std::fmt::Write;

const ROW: f64 = 26.0;
const LEFT: f64 = 150.0;
const WIDTH: f64 = 720.0;

/// Text that cannot be mistaken for markup.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A whole number with its sign, as it is printed in books; nothing is neither more nor less.
pub(super) fn signed(number: f64) -> String {
    match number.round() {
        number if number > 0.0 => format!("+{number:.0}"),
        number if number < 0.0 => format!("\u{2212}{:.0}", -number),
        _ => "0".to_owned(),
    }
}

/// Strengths with their intervals, one line for each bot.
pub(super) fn strengths(summary: &Summary) -> String {
    let rated = summary.order.iter().map(|&bot| &summary.bots[bot]);
    let low = rated.clone().map(|bot| bot.rating.interval.low).fold(f64::INFINITY, f64::min);
    let high = rated.clone().map(|bot| bot.rating.interval.high).fold(f64::NEG_INFINITY, f64::max);
    let (low, high) = (low.min(-50.0), high.max(50.0));
    let step = round_step((high - low) / 6.0);
    let x = |elo: f64| LEFT + 10.0 + (elo - low) / (high - low) * (WIDTH - LEFT - 30.0);
    let height = ROW * summary.order.len() as f64 + 30.0;
    let mut svg = open(height, "Strength of each bot with its interval");
    let mut tick = (low / step).ceil() * step;
    while tick <= high {
        let at = x(tick);
        let _ = write!(
            svg,
            "<line class=grid x1={at:.1} x2={at:.1} y1=0 y2={:.1} /><text class=tick x={at:.1} y={:.1} text-anchor=middle>{}</text>",
            height - 24.0,
            height - 8.0,
            signed(tick)
        );
        tick += step;
    }
    for (row, bot) in rated.enumerate() {
        let y = ROW * row as f64 + ROW / 2.0;
        let (from, to, at) = (x(bot.rating.interval.low), x(bot.rating.interval.high), x(bot.rating.elo));
        let _ = write!(
            svg,
            "<text class=name x={:.1} y={:.1} text-anchor=end>{}</text>\
             <line class=bar x1={from:.1} x2={to:.1} y1={y:.1} y2={y:.1} /><circle class=dot cx={at:.1} cy={y:.1} r=5 />",
            LEFT - 4.0,
            y + 4.0,
            escape(&shortened(&bot.name, 20))
        );
    }
    svg + "</svg>"
}

/// Points of a line.
const SAMPLES: usize = 160;

/// The live rating of every bot, game by game.
pub(super) fn history(summary: &Summary) -> String {
    let games = summary.history.len();
    if games < 2 {
        return String::new();
    }
    let height = 300.0;
    let values = || summary.history.iter().flatten().copied();
    let (low, high) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = (low - 0.5, high + 0.5);
    let right = WIDTH - LEFT;
    let x = |game: usize| 40.0 + game as f64 / (games - 1) as f64 * (right - 40.0);
    let y = |value: f64| 8.0 + (high - value) / (high - low) * (height - 40.0);
    let mut svg = open(height, "Live rating of each bot after each game");
    let step = round_step((high - low) / 5.0);
    let mut tick = (low / step).ceil() * step;
    while tick <= high {
        let at = y(tick);
        let _ = write!(
            svg,
            "<line class=grid x1=40 x2={right:.1} y1={at:.1} y2={at:.1} /><text class=tick x=34 y={:.1} text-anchor=end>{tick:.0}</text>",
            at + 4.0
        );
        tick += step;
    }
    let mut labels: Vec<(f64, usize)> = Vec::new();
    for (rank, &bot) in summary.order.iter().enumerate() {
        let stride = games.div_ceil(SAMPLES);
        let shown = (0..games).filter(|game| game % stride == 0 || game + 1 == games);
        let points: Vec<String> =
            shown.map(|game| format!("{:.1},{:.1}", x(game), y(summary.history[game][bot]))).collect();
        let _ = write!(svg, "<polyline class=\"line c{}\" points=\"{}\" />", rank % 8, points.join(" "));
        labels.push((y(summary.history[games - 1][bot]), rank));
    }
    labels.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut next = 0.0_f64;
    for (at, rank) in labels {
        next = next.max(at);
        let name = escape(&shortened(&summary.bots[summary.order[rank]].name, 20));
        let _ =
            write!(svg, "<text class=\"label t{}\" x={:.1} y={:.1}>{name}</text>", rank % 8, right + 6.0, next + 4.0);
        next += 15.0;
    }
    let _ =
        write!(svg, "<text class=tick x={right:.1} y={:.1} text-anchor=end>{} games</text>", height - 8.0, games - 1);
    svg + "</svg>"
}

fn open(height: f64, title: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH:.0} {height:.0}\" role=img aria-label=\"{title}\"><title>{title}</title>")
}

/// A round number not below this one.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.max(1e-9).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= least).unwrap_or(power)
}

pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (least, step) in [(0.7, 1.0), (1.2, 2.0), (23.0, 50.0), (60.0, 100.0), (0.013, 0.02)] {
            assert!((round_step(least) - step).abs() < 1e-12, "{least}");
        }
    }

    #[test]
    fn signs_are_those_of_books() {
        assert_eq!([-12.6, -0.4, 0.0, 0.4, 3.0].map(signed), ["\u{2212}13", "0", "0", "0", "+3"]);
    }

    #[test]
    fn names_are_kept_short_and_harmless() {
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(escape("<b a=\"1\">&"), "&lt;b a=&quot;1&quot;&gt;&amp;");
    }
}

//! The tables of the page.

use super::charts::{escape, shortened, signed};
use rxt_arena::report::Summary;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The standings.
pub(super) fn standings(summary: &Summary) -> String {
    let with_points = summary.config.points.is_some();
    let points = if with_points { "<th>points</th>" } else { "" };
    let mut html = format!(
        "<table><thead><tr><th></th><th class=left>bot</th>{points}<th>rating</th><th>95&nbsp;%</th><th>place</th>\
         <th>score</th><th>95&nbsp;%</th><th>games</th><th>wins</th><th>disq.</th></tr></thead><tbody>"
    );
    for (rank, &bot) in (1..).zip(&summary.order) {
        let bot = &summary.bots[bot];
        let (low, high) = (bot.rating.interval.low, bot.rating.interval.high);
        let score = bot.standing.score.map_or_else(|| "–".to_owned(), |score| format!("{:.3}", score.mean));
        let interval = bot.standing.score.and_then(|score| score.interval);
        let interval = interval.map_or_else(String::new, |i| format!("{:.3} … {:.3}", i.low.max(0.0), i.high.min(1.0)));
        let places = match bot.rating.places {
            (best, worst) if best == worst => best.to_string(),
            (best, worst) => format!("{best}–{worst}"),
        };
        let points = if with_points { format!("<td><b>{:.1}</b></td>", bot.points) } else { String::new() };
        let _ = write!(
            html,
            "<tr><td>{rank}</td><td class=left><b title=\"{}\">{}</b></td>{points}<td><b>{}</b></td>\
             <td class=soft>{} … {}</td><td class=soft>{places}</td><td>{score}</td>\
             <td class=soft>{interval}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&bot.description),
            escape(&bot.name),
            signed(bot.rating.elo),
            signed(low),
            signed(high),
            bot.standing.games,
            bot.standing.wins,
            dash(bot.standing.disqualified)
        );
    }
    html + "</tbody></table>"
}

/// A number, or a dash for none.
fn dash(number: u32) -> String {
    if number == 0 { "–".to_owned() } else { number.to_string() }
}

/// A table of everybody against everybody; `cell` gives the text and how much it is of the most, from -1 to 1.
fn square(summary: &Summary, cell: impl Fn(usize, usize) -> Option<(String, f64, String)>) -> String {
    let head = summary.order.iter().map(|&bot| {
        let name = &summary.bots[bot].name;
        format!("<th class=up title=\"{}\"><span>{}</span></th>", escape(name), escape(&shortened(name, 14)))
    });
    let mut html = format!("<table class=square><thead><tr><th></th>{}</tr></thead><tbody>", head.collect::<String>());
    for &one in &summary.order {
        let _ = write!(html, "<tr><th class=left>{}</th>", escape(&shortened(&summary.bots[one].name, 20)));
        for &other in &summary.order {
            match cell(one, other) {
                Some((text, weight, title)) => html += &shaded(&text, weight, &title),
                None => html.push_str("<td class=none></td>"),
            }
        }
        html.push_str("</tr>");
    }
    html + "</tbody></table>"
}

/// A cell whose ground shows how much it is; the number says the same.
fn shaded(text: &str, weight: f64, title: &str) -> String {
    let percent = (weight.abs().min(1.0) * 55.0).round();
    let colour = if weight >= 0.0 { "--good" } else { "--bad" };
    let title = escape(title);
    format!(
        "<td style=\"background:color-mix(in srgb,var({colour}) {percent}%,transparent)\" title=\"{title}\">{text}</td>"
    )
}

/// Who beats whom.
pub(super) fn meetings(summary: &Summary) -> String {
    square(summary, |one, other| {
        let meeting = &summary.meetings[one][other];
        (meeting.games > 0).then(|| {
            let part = meeting.ahead / f64::from(meeting.games);
            let title = format!(
                "{} was ahead of {} in {} of {} games",
                summary.bots[one].name, summary.bots[other].name, meeting.ahead, meeting.games
            );
            (format!("{:.0}", part * 100.0), 2.0 * part - 1.0, title)
        })
    })
}

/// Whom each bot harms.
pub(super) fn harm(summary: &Summary) -> String {
    let all = |one: usize| (0..summary.bots.len()).filter_map(move |other| summary.harm.per_game(one, other));
    let most = (0..summary.bots.len()).flat_map(all).fold(1e-9, f64::max);
    square(summary, |one, other| {
        let taken = summary.harm.per_game(one, other).filter(|_| one != other)?;
        let title =
            format!("{} took {taken:.1} stones from {} in a game", summary.bots[one].name, summary.bots[other].name);
        Some((format!("{taken:.1}"), -taken / most, title))
    })
}

/// Scores on each map.
pub(super) fn maps(summary: &Summary) -> String {
    let head = summary.order.iter().map(|&bot| {
        let name = &summary.bots[bot].name;
        format!("<th class=up title=\"{}\"><span>{}</span></th>", escape(name), escape(&shortened(name, 14)))
    });
    let mut html = format!("<table class=square><thead><tr><th></th>{}</tr></thead><tbody>", head.collect::<String>());
    for (map, scores) in &summary.maps {
        let _ = write!(html, "<tr><th class=left>{}</th>", escape(map));
        for &bot in &summary.order {
            match scores[bot] {
                Some(score) => {
                    html += &shaded(&format!("{:.0}", score * 100.0), 2.0 * score - 1.0, "mean placement score");
                }
                None => html.push_str("<td class=none></td>"),
            }
        }
        html.push_str("</tr>");
    }
    html + "</tbody></table>"
}

/// How much each seat helps.
pub(super) fn seats(summary: &Summary) -> String {
    let mut html = "<table><thead><tr><th class=left>map</th><th class=left>advantage of players 1 to n in Elo, with 95 % interval</th>\
                    <th></th></tr></thead><tbody>"
        .to_owned();
    for (map, seats) in &summary.seats {
        let unfair = seats.iter().any(|seat| seat.unfair);
        let cells = seats.iter().enumerate().map(|(seat, own)| {
            let class = if own.unfair { "seat unfair" } else { "seat" };
            let (low, high) = (own.interval.low, own.interval.high);
            format!(
                "<span class=\"{class}\"><b>{}</b> {} <small>{} … {}</small></span> ",
                seat + 1,
                signed(own.elo),
                signed(low),
                signed(high)
            )
        });
        let verdict = if unfair { "<span class=flag>unfair</span>" } else { "<span class=soft>no sign of it</span>" };
        let _ = write!(
            html,
            "<tr><td class=left>{}</td><td class=left>{}</td><td>{verdict}</td></tr>",
            escape(map),
            cells.collect::<String>()
        );
    }
    html + "</tbody></table>"
}

/// Who came where, for each number of players.
pub(super) fn places(summary: &Summary) -> String {
    let mut html = "<div class=beside>".to_owned();
    let mut counts: Vec<usize> = summary.places.iter().map(|row| row.players).collect();
    counts.dedup();
    for players in counts {
        let head = (1..=players).map(|place| format!("<th>{place}.</th>")).collect::<Vec<_>>().concat();
        let _ = write!(
            html,
            "<div><h3>{players} players</h3><table><thead><tr><th class=left>bot</th>{head}<th>disq.</th></tr></thead><tbody>"
        );
        for &bot in &summary.order {
            let Some(row) = summary.places.iter().find(|row| row.players == players && row.competitor == bot) else {
                continue;
            };
            let cell = |times: &f64| {
                let text = format!("{times:.1}");
                format!("<td>{}</td>", text.strip_suffix(".0").unwrap_or(&text))
            };
            let cells: String = row.places.iter().map(cell).collect();
            let name = escape(&summary.bots[bot].name);
            let _ = write!(html, "<tr><td class=left>{name}</td>{cells}<td>{}</td></tr>", dash(row.disqualified));
        }
        html.push_str("</tbody></table></div>");
    }
    html + "</div>"
}

/// How long bots think.
pub(super) fn times(summary: &Summary) -> String {
    let mut html = "<table><thead><tr><th class=left>bot</th><th>moves</th><th>mean</th><th>median</th><th>99 %</th>\
                    <th>longest</th></tr></thead><tbody>"
        .to_owned();
    for &bot in &summary.order {
        let (name, time) = (escape(&summary.bots[bot].name), summary.bots[bot].time);
        let ms = |ms: f64| if ms < 10.0 { format!("{ms:.1} ms") } else { format!("{ms:.0} ms") };
        let cells = [time.mean_ms, time.median_ms, time.slow_ms, time.longest_ms].map(ms);
        let cells = cells.map(|cell| format!("<td>{cell}</td>")).concat();
        let _ = write!(html, "<tr><td class=left>{name}</td><td>{}</td>{cells}</tr>", time.moves);
    }
    html + "</tbody></table>"
}

/// A game, with a link where it has a page.
fn game(id: u64, linked: &BTreeSet<u64>) -> String {
    if linked.contains(&id) { format!("<a href=\"games/{id}.html\">game {id}</a>") } else { format!("game {id}") }
}

/// Why bots were disqualified.
pub(super) fn causes(summary: &Summary, linked: &BTreeSet<u64>) -> String {
    if summary.causes.is_empty() {
        return "<p>Nobody was disqualified.</p>".to_owned();
    }
    let mut html =
        "<table><thead><tr><th class=left>bot</th><th class=left>cause</th><th>times</th><th class=left>fault</th>\
                    <th class=left>for example</th></tr></thead><tbody>"
            .to_owned();
    for cause in &summary.causes {
        let _ = write!(
            html,
            "<tr><td class=left>{}</td><td class=left>{}</td><td>{}</td><td class=left>{}</td><td class=left>{}: {}</td></tr>",
            escape(&summary.bots[cause.bot].name),
            escape(&cause.reason),
            cause.times,
            cause.fault,
            game(cause.game, linked),
            escape(&cause.detail)
        );
    }
    html + "</tbody></table>"
}

/// Games that the page lists.
const LISTED: usize = 400;

/// The last games.
pub(super) fn games(summary: &Summary, linked: &BTreeSet<u64>) -> String {
    let mut html = "<table><thead><tr><th class=left>game</th><th class=left>map</th><th class=left>players 1 to n with their points</th>\
                    </tr></thead><tbody>"
        .to_owned();
    for row in summary.rows.iter().rev().take(LISTED) {
        let seats = row.line.seats.iter().zip(&row.line.points).map(|(&bot, points)| {
            let name = escape(&summary.bots[bot].name);
            points.map_or_else(|| format!("{name} <s>disq.</s>"), |points| format!("{name} <b>{points}</b>"))
        });
        let flag =
            row.suspect.as_ref().map_or_else(String::new, |why| format!(" <span class=flag>{}</span>", escape(why)));
        let seats = seats.collect::<Vec<_>>().join(", ");
        let map = escape(&row.line.map);
        let _ = write!(
            html,
            "<tr><td class=left>{}</td><td class=left>{map}</td><td class=left>{seats}{flag}</td></tr>",
            game(row.id, linked)
        );
    }
    html + "</tbody></table>"
}

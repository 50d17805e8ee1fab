//! Tournaments: standings, who beat whom, who came where, and every game.

use super::Written;
use super::layout::{Page, counted, shell};
use crate::api::blocking;
use crate::failure::{Failure, Outcome};
use crate::shared::State;
use axum::extract::Path;
use axum::response::Redirect;
use maud::{Markup, html};
use rxt_arena::report::Summary;

/// Games that a page lists.
const LISTED: usize = 300;

pub(super) async fn list(shared: State) -> Outcome<Written> {
    let cups = blocking(&shared, |shared| {
        let cup = |name: String| shared.cups.summary(&name).ok().map(|summary| (name, summary));
        Ok(shared.cups.names().into_iter().filter_map(cup).collect::<Vec<_>>())
    })
    .await?;
    let content = html! {
        div.wide {
            h1 { "Tournaments" }
            p.lead { "Standings and every game. The organiser starts tournaments of engines and of programs that were handed in." }
            @if cups.is_empty() { p.empty { "No tournament was played here yet." } }
            ul.cards {
                @for (name, summary) in &cups {
                    li.card { a href=(format!("/tournaments/{name}")) {
                        div.row { h2 { (summary.name) } span.badge { (state(summary, shared.cups.is_running(name))) } }
                        p.muted { (summary.rows.len()) " of " (counted(summary.planned as usize, "game")) }
                        ol.who-list { @for &bot in summary.order.iter().take(4) { li { span.name { (summary.bots[bot].name) } span.number { (elo(summary.bots[bot].rating.elo)) } } } }
                    } }
                }
            }
        }
    };
    Ok(shell(&shared, &Page { title: "Tournaments", here: "/tournaments", module: None }, &content))
}

fn state(summary: &Summary, running: bool) -> &'static str {
    match (summary.over, running) {
        (true, _) => "over",
        (false, true) => "being played",
        (false, false) => "paused",
    }
}

fn elo(elo: f64) -> String {
    if elo.abs() < 0.5 { "0".to_owned() } else { format!("{elo:+.0}") }
}

pub(super) async fn cup(shared: State, Path(name): Path<String>) -> Outcome<Written> {
    let wanted = name.clone();
    let summary = blocking(&shared, move |shared| shared.cups.summary(&wanted)).await?;
    let content = html! {
        div.wide {
            h1 { (summary.name) }
            p.lead { (state(&summary, shared.cups.is_running(&name))) ", " (summary.rows.len()) " of " (counted(summary.planned as usize, "game")) " played" }
            h2 { "Standings" } (standings(&name, &summary))
            h2 { "Who beat whom" } p.about { "How often the bot of the row was ahead of that of the column." } (cross(&summary))
            h2 { "Who came where" } (places(&summary))
            h2 { "Maps" } (maps(&summary))
            h2 { "Games" } (games(&name, &summary, |_| true))
        }
    };
    Ok(shell(&shared, &Page { title: &summary.name, here: "/tournaments", module: None }, &content))
}

fn standings(name: &str, summary: &Summary) -> Markup {
    html! { div.scroll tabindex="0" role="region" aria-label="Standings" { table.list {
        thead { tr { th { "" } th scope="col" { "Bot" } th.number scope="col" { "Games" } th.number scope="col" { "Wins" } th.number scope="col" { "Score" } th.number scope="col" { "Points" } th.number scope="col" { "Elo" } th.number scope="col" { "95 %" } th.number scope="col" { "Disqualified" } } }
        tbody { @for (place, &index) in summary.order.iter().enumerate() {
            @let bot = &summary.bots[index];
            tr {
                td.number { (place + 1) } td { a href=(format!("/tournaments/{name}/bots/{index}")) { (bot.name) } }
                td.number { (bot.standing.games) } td.number { (bot.standing.wins) }
                td.number { @if let Some(score) = bot.standing.score { (format!("{:.3}", score.mean)) } }
                td.number { (format!("{:.1}", bot.points)) } td.number { (elo(bot.rating.elo)) }
                td.number { (elo(bot.rating.interval.low)) " to " (elo(bot.rating.interval.high)) } td.number { (bot.standing.disqualified) }
            }
        } }
    } } }
}

fn cross(summary: &Summary) -> Markup {
    html! { div.scroll tabindex="0" role="region" aria-label="Who beat whom" { table.list {
        thead { tr { th { "" } @for &column in &summary.order { th.number scope="col" { (summary.bots[column].name) } } } }
        tbody { @for &row in &summary.order { tr {
            th scope="row" { (summary.bots[row].name) }
            @for &column in &summary.order { td.number { @if row != column {
                @let meeting = &summary.meetings[row][column];
                @if meeting.games > 0 { (format!("{:.0} %", 100.0 * meeting.ahead / f64::from(meeting.games))) }
            } } }
        } } }
    } } }
}

fn places(summary: &Summary) -> Markup {
    let most = summary.places.iter().map(|row| row.places.len()).max().unwrap_or(0);
    html! { div.scroll tabindex="0" role="region" aria-label="Who came where" { table.list {
        thead { tr { th scope="col" { "Players" } th scope="col" { "Bot" } @for place in 1..=most { th.number scope="col" { (place) "." } } th.number scope="col" { "Disqualified" } } }
        tbody { @for row in &summary.places { tr {
            td.number { (row.players) } td { (summary.bots[row.competitor].name) }
            @for place in 0..most { td.number { @if let Some(times) = row.places.get(place) { (format!("{times:.1}").trim_end_matches(".0")) } } }
            td.number { (row.disqualified) }
        } } }
    } } }
}

fn maps(summary: &Summary) -> Markup {
    html! { div.scroll tabindex="0" role="region" aria-label="Scores on each map" { table.list {
        thead { tr { th scope="col" { "Map" } @for &bot in &summary.order { th.number scope="col" { (summary.bots[bot].name) } } } }
        tbody { @for (map, scores) in &summary.maps { tr {
            td { a href=(format!("/maps/{}", map.trim_end_matches(".map"))) { (map) } }
            @for &bot in &summary.order { td.number { @if let Some(score) = scores.get(bot).copied().flatten() { (format!("{score:.3}")) } } }
        } } }
    } } }
}

fn games(name: &str, summary: &Summary, wanted: impl Fn(&rxt_arena::db::ResultRow) -> bool) -> Markup {
    html! { div.scroll tabindex="0" role="region" aria-label="Games" { table.list {
        thead { tr { th scope="col" { "Game" } th scope="col" { "Players" } th scope="col" { "Map" } } }
        tbody { @for row in summary.rows.iter().filter(|row| wanted(row)).rev().take(LISTED) { tr {
            td { a href=(format!("/tournaments/{name}/games/{}", row.id)) { "game " (row.id) } }
            td { @for (seat, &bot) in row.line.seats.iter().enumerate() { span.who {
                (super::layout::stone(seat + 1)) " " (summary.bots[bot].name) " "
                @match row.line.points.get(seat).copied().flatten() { Some(points) => { strong { (points) } }, None => { "disqualified" } }
            } " " } }
            td { (row.line.map) }
        } } }
    } } }
}

pub(super) async fn bot(shared: State, Path((name, index)): Path<(String, usize)>) -> Outcome<Written> {
    let wanted = name.clone();
    let summary = blocking(&shared, move |shared| shared.cups.summary(&wanted)).await?;
    let bot = summary.bots.get(index).ok_or_else(|| Failure::missing(format_args!("bot {index} in `{name}`")))?;
    let causes = summary.causes.iter().filter(|cause| cause.bot == index);
    let content = html! {
        div.wide {
            p.eyebrow { a href=(format!("/tournaments/{name}")) { (summary.name) } }
            h1 { (bot.name) }
            dl.features {
                dt { "What it is" } dd { (bot.description) }
                dt { "Elo" } dd { (elo(bot.rating.elo)) ", between " (elo(bot.rating.interval.low)) " and " (elo(bot.rating.interval.high)) }
                dt { "Place" } dd { (bot.rating.places.0) " to " (bot.rating.places.1) ", as far as the games tell" }
                dt { "Time for a move" } dd { (format!("{:.1} ms half of them, {:.1} ms one in a hundred, {:.1} ms at most", bot.time.median_ms, bot.time.slow_ms, bot.time.longest_ms)) }
                @for cause in causes { dt { "Disqualified" } dd { (cause.times) " times: " (cause.reason) ", " a href=(format!("/tournaments/{name}/games/{}", cause.game)) { "for example here" } } }
            }
            h2 { "Games" } (games(&name, &summary, |row| row.line.seats.contains(&index)))
        }
    };
    Ok(shell(&shared, &Page { title: &bot.name, here: "/tournaments", module: None }, &content))
}

/// A game of a tournament becomes one of the library, where it can be replayed and analysed.
pub(super) async fn game(shared: State, Path((name, id)): Path<(String, u64)>) -> Outcome<Redirect> {
    let summary = blocking(&shared, move |shared| {
        let record = shared.cups.record(&name, id)?;
        shared.library.upload(record.as_bytes())
    })
    .await?;
    Ok(Redirect::to(&format!("/replay/{}", summary.id)))
}

//! The page.

use super::{charts, sections};
use charts::escape;
use rxt_arena::report::Summary;
use std::collections::BTreeSet;
use std::fmt::Write;

/// One page that needs nothing but itself.
pub(super) fn page(summary: &Summary, linked: &BTreeSet<u64>) -> String {
    let name = escape(&summary.name);
    let mut body = head(summary);
    let mut section = |id: &str, title: &str, text: &str, content: &str| {
        let _ = write!(
            body,
            "<section id={id}><h2>{title}</h2><p class=soft>{text}</p><div class=wide>{content}</div></section>"
        );
    };
    section("standings", "Standings", STANDINGS, &sections::standings(summary));
    section("strength", "Strength", STRENGTH, &charts::strengths(summary));
    section("meetings", "Who beats whom", MEETINGS, &sections::meetings(summary));
    section("places", "Places", PLACES, &sections::places(summary));
    section("history", "Rating over time", HISTORY, &charts::history(summary));
    section("maps", "Maps", MAPS, &sections::maps(summary));
    section("seats", "Seats", SEATS, &sections::seats(summary));
    section("harm", "Whom each bot harms", HARM, &sections::harm(summary));
    section("times", "Time", TIMES, &sections::times(summary));
    section("causes", "Disqualifications", CAUSES, &sections::causes(summary, linked));
    section("games", "Games", GAMES, &sections::games(summary, linked));
    section("notes", "Notes", "", &notes(summary));
    format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{name}</title><style>{STYLE}</style></head><body><main>{body}</main></body></html>\n"
    )
}

const STANDINGS: &str = "The rating compares strength, whatever the maps and seats were; 400 points are odds of ten to one. \
    The score is the mean placement, 1 for the first and 0 for the last, over blocks in which everybody sat everywhere. \
    “Place” is where a bot would come if the tournament were played again, in 95 of 100 cases.";
const STRENGTH: &str = "Two bots whose lines overlap widely cannot be told apart yet.";
const MEETINGS: &str = "In how many of 100 games the bot of the row came before the bot of the column.";
const PLACES: &str = "How often each bot came where. Who shared places has a part of each.";
const HISTORY: &str = "A rating that is updated after every game, in the order of the plan. All begin with 25.";
const MAPS: &str = "The mean placement score on each map, times 100.";
const SEATS: &str = "What it is worth to sit where, after strength is taken out. A map is flagged when an advantage is at \
    least 35 points and clearly more than chance.";
const HARM: &str = "How many stones of the bot of the column the moves and bombs of the bot of the row took in a game.";
const TIMES: &str = "How long the bots took for a move, as the server or the engine's own clock saw it.";
const CAUSES: &str = "Why bots were disqualified, and whose fault it was.";
const GAMES: &str =
    "The last games; games.csv has all of them. Every result was replayed by the rules before it counted.";

fn head(summary: &Summary) -> String {
    let state = if summary.over { "over" } else { "still running" };
    let mut html = format!(
        "<header><h1>{}</h1><p>{} of {} games, {} bots, {} maps, {state}.</p>",
        escape(&summary.name),
        summary.rows.len(),
        summary.planned,
        summary.bots.len(),
        summary.maps.len()
    );
    if let Some(&first) = summary.order.first().filter(|_| !summary.rows.is_empty()) {
        let _ = write!(
            html,
            "<p class=leader>{} <b>{}</b></p>",
            if summary.over { "Winner:" } else { "In front:" },
            escape(&summary.bots[first].name)
        );
    }
    for sandbox in summary.sandboxes.iter().filter(|sandbox| sandbox.starts_with("NO SANDBOX")) {
        let _ = write!(html, "<p class=warning>{}</p>", escape(sandbox));
    }
    let unfair: Vec<String> = summary
        .seats
        .iter()
        .filter(|(_, seats)| seats.iter().any(|seat| seat.unfair))
        .map(|(map, _)| escape(map))
        .collect();
    if !unfair.is_empty() {
        let _ = write!(html, "<p class=warning>Unfair maps: {} (<a href=\"#seats\">seats</a>)</p>", unfair.join(", "));
    }
    html + "</header>"
}

fn notes(summary: &Summary) -> String {
    let config = &summary.config;
    let time = config.time.map_or_else(|| "no clock".to_owned(), |time| format!("{time} s for each move"));
    let mut html =
        format!("<ul><li>{time}, seed {}, {} blocks, opening of {} moves", config.seed, config.blocks, config.opening);
    let _ = write!(html, "<li>programs that are not on turn: {}", config.cpu.as_str());
    for sandbox in &summary.sandboxes {
        let _ = write!(html, "<li>sandbox: {}", escape(sandbox));
    }
    let _ = write!(html, "<li>{} games were spoilt by the host and played again", summary.spoilt);
    for (game, why) in &summary.aside {
        let _ = write!(html, "<li>game {game} was set aside: {}", escape(why));
    }
    for decision in &summary.decisions {
        let _ = write!(html, "<li>decision: {}", escape(&decision.note));
    }
    for incident in summary.incidents.iter().take(50) {
        let game = incident.game.map_or_else(String::new, |game| format!("game {game}: "));
        let _ = write!(html, "<li>{game}{}", escape(&incident.what));
    }
    for bot in &summary.bots {
        let _ = write!(
            html,
            "<li>{}: <code>{}</code> <small>{}</small>",
            escape(&bot.name),
            escape(&bot.description),
            &bot.hash[..16.min(bot.hash.len())]
        );
    }
    html + "</ul>"
}

const STYLE: &str = "
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1f2328;--soft:#667079;--rule:#dcd8cf;--good:#0072b2;--bad:#d55e00;--flag:#b3261e;
--c0:#0072b2;--c1:#d55e00;--c2:#009e73;--c3:#a8467f;--c4:#8a6d00;--c5:#3f8fc4;--c6:#555;--c7:#7a3fb5}
@media(prefers-color-scheme:dark){:root{--paper:#16191d;--ink:#e8e6e1;--soft:#9aa4ad;--rule:#353b42;--good:#56b4e9;--bad:#e69f00;--flag:#ff8a80;
--c0:#56b4e9;--c1:#e69f00;--c2:#2fc79a;--c3:#e08fbd;--c4:#f0e442;--c5:#8fc7f0;--c6:#bbb;--c7:#c3a1f0}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
main{max-width:62rem;margin:0 auto;padding:2rem 1.25rem 5rem}
h1{font-size:2.2rem;margin:0 0 .25rem;letter-spacing:-.01em}
h2{font-size:1.3rem;margin:2.75rem 0 .25rem}
h3{font-size:1rem;margin:1rem 0 .25rem}
header p{margin:.15rem 0;color:var(--soft)}
.leader{font-size:1.15rem;color:var(--ink)}
.warning{color:var(--flag);font-weight:600}
.soft,small{color:var(--soft)}
section>p{margin:.1rem 0 .6rem;max-width:46rem;font-size:.92rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;font-size:.92rem}
th,td{padding:.28rem .6rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
td.left,th.left{text-align:left}
#games td.left:last-child,#causes td.left:last-child{white-space:normal}
thead th{color:var(--soft);font-weight:500;font-size:.82rem}
.square td{text-align:center;min-width:2.9rem}
.square .none{background:repeating-linear-gradient(45deg,transparent 0 4px,var(--rule) 4px 5px)}
th.up{padding-top:.2rem;vertical-align:bottom;text-align:center}
.beside{display:flex;flex-wrap:wrap;gap:0 3rem;align-items:flex-start}
th.up span{writing-mode:vertical-rl;transform:rotate(180deg)}
.seat{display:inline-block;margin-right:1.1rem}
.unfair{color:var(--flag);font-weight:600}
.flag{color:var(--flag);border:1px solid;border-radius:.6rem;padding:0 .45rem;font-size:.82rem}
svg{width:100%;max-width:45rem;height:auto;display:block}
svg text{fill:var(--ink);font:13px system-ui,sans-serif}
svg .tick{fill:var(--soft);font-size:11px}
.grid{stroke:var(--rule)}
.bar{stroke:var(--good);stroke-width:3;stroke-linecap:round}
.dot{fill:var(--good);stroke:var(--paper);stroke-width:1.5}
.line{fill:none;stroke-width:2;stroke-linejoin:round}
.c0{stroke:var(--c0)}.c1{stroke:var(--c1)}.c2{stroke:var(--c2)}.c3{stroke:var(--c3)}.c4{stroke:var(--c4)}.c5{stroke:var(--c5)}.c6{stroke:var(--c6)}.c7{stroke:var(--c7)}
svg .t0{fill:var(--c0)}svg .t1{fill:var(--c1)}svg .t2{fill:var(--c2)}svg .t3{fill:var(--c3)}svg .t4{fill:var(--c4)}svg .t5{fill:var(--c5)}svg .t6{fill:var(--c6)}svg .t7{fill:var(--c7)}
a{color:var(--good)}
code{font-size:.88em}
ul{padding-left:1.1rem}
@media print{:root{color-scheme:light}body{background:#fff;font-size:11pt}main{max-width:none;padding:0}section{break-inside:avoid-page}#games,#notes{break-inside:auto}
.square td{-webkit-print-color-adjust:exact;print-color-adjust:exact}}
";

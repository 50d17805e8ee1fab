//! Tables for programs.

use rxt_arena::report::Summary;
use std::fmt::Write;

/// A field, in quotes where it has to be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

pub(super) fn standings(summary: &Summary) -> String {
    let mut text = "rank,bot,games,wins,disqualified,points,score,score_low,score_high,elo,elo_low,elo_high,\
                    moves,mean_ms,median_ms,p99_ms,longest_ms\n"
        .to_owned();
    for (rank, &bot) in (1..).zip(&summary.order) {
        let bot = &summary.bots[bot];
        let score = bot.standing.score.map(|score| format!("{:.4}", score.mean)).unwrap_or_default();
        let interval = bot.standing.score.and_then(|score| score.interval);
        let (low, high) =
            interval.map_or_else(Default::default, |i| (format!("{:.4}", i.low), format!("{:.4}", i.high)));
        let _ = writeln!(
            text,
            "{rank},{},{},{},{},{:.3},{score},{low},{high},{:.1},{:.1},{:.1},{},{:.3},{:.3},{:.3},{:.3}",
            field(&bot.name),
            bot.standing.games,
            bot.standing.wins,
            bot.standing.disqualified,
            bot.points,
            bot.rating.elo,
            bot.rating.interval.low,
            bot.rating.interval.high,
            bot.time.moves,
            bot.time.mean_ms,
            bot.time.median_ms,
            bot.time.slow_ms,
            bot.time.longest_ms
        );
    }
    text
}

pub(super) fn games(summary: &Summary) -> String {
    let mut text = "game,block,map,player,bot,points,place,disqualified,plies,seconds,load,steal,suspect\n".to_owned();
    for row in &summary.rows {
        for (seat, &bot) in row.line.seats.iter().enumerate() {
            let points = row.line.points[seat];
            let number = |value: Option<f64>| value.map(|value| format!("{value:.3}")).unwrap_or_default();
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{},{:.3},{},{},{}",
                row.id,
                row.line.block,
                field(&row.line.map),
                seat + 1,
                field(&summary.bots[bot].name),
                points.map(|points| points.to_string()).unwrap_or_default(),
                row.places[seat],
                u8::from(points.is_none()),
                row.line.plies,
                row.seconds,
                number(row.load),
                number(row.steal),
                field(row.suspect.as_deref().unwrap_or_default())
            );
        }
    }
    text
}

pub(super) fn meetings(summary: &Summary) -> String {
    let mut text = "bot,against,games,ahead,stones_taken_per_game\n".to_owned();
    for (one, row) in summary.meetings.iter().enumerate() {
        for (other, meeting) in row.iter().enumerate().filter(|(_, meeting)| meeting.games > 0) {
            let harm = summary.harm.per_game(one, other).map(|harm| format!("{harm:.2}")).unwrap_or_default();
            let names = [one, other].map(|bot| field(&summary.bots[bot].name));
            let _ = writeln!(text, "{},{},{},{},{harm}", names[0], names[1], meeting.games, meeting.ahead);
        }
    }
    text
}

pub(super) fn disqualifications(summary: &Summary) -> String {
    let mut text = "game,player,bot,reason,fault,detail\n".to_owned();
    for out in &summary.outs {
        let bot = field(&summary.bots[out.bot].name);
        let _ = writeln!(
            text,
            "{},{},{bot},{},{},{}",
            out.game,
            out.player,
            field(&out.reason),
            out.fault,
            field(&out.detail)
        );
    }
    text
}

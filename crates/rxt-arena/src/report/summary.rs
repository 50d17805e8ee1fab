//! Everything that a report shows of a tournament.

use super::harm::Harm;
use super::meetings::{Meeting, PlaceRow, meetings, per_map, places};
use super::times::{TimeUse, time_use};
use crate::db::{Db, DbError, Disqualified, Incident, ResultRow};
use crate::matches::{Standing, standings};
use crate::stats::{Interval, Rating, live_ratings, rankings, ratings};
use crate::tournament::{Config, Decision, Format, PointTable};
use rxt_record::Record;
use std::collections::BTreeMap;

/// What a report shows.
#[derive(Clone, Debug)]
pub struct Summary {
    /// What the tournament is called.
    pub name: String,
    /// Its file.
    pub config: Config,
    /// Whether it is over.
    pub over: bool,
    /// Games that are decided on.
    pub planned: u64,
    /// The bots, in the order of the file.
    pub bots: Vec<BotSummary>,
    /// Bots, the best first.
    pub order: Vec<usize>,
    /// Who beats whom.
    pub meetings: Vec<Vec<Meeting>>,
    /// Who came where.
    pub places: Vec<PlaceRow>,
    /// Scores on each map.
    pub maps: BTreeMap<String, Vec<Option<f64>>>,
    /// How much each seat of each map helps.
    pub seats: Vec<(String, Vec<SeatAdvantage>)>,
    /// Whom each bot harms.
    pub harm: Harm,
    /// Causes of disqualification.
    pub causes: Vec<Cause>,
    /// The live rating of every bot after every game.
    pub history: Vec<Vec<f64>>,
    /// All games.
    pub rows: Vec<ResultRow>,
    /// All disqualifications.
    pub outs: Vec<Disqualified>,
    /// What else happened.
    pub incidents: Vec<Incident>,
    /// All decisions.
    pub decisions: Vec<Decision>,
    /// Games that were set aside, and why.
    pub aside: Vec<(u64, String)>,
    /// How programs were kept in.
    pub sandboxes: Vec<String>,
    /// Games that the host spoilt and that were played again.
    pub spoilt: usize,
}

/// What is known of a bot.
#[derive(Clone, Debug)]
pub struct BotSummary {
    /// What it is called.
    pub name: String,
    /// The engine or the command.
    pub description: String,
    /// Its hash.
    pub hash: String,
    /// Games, wins, score.
    pub standing: Standing,
    /// Its strength.
    pub rating: Rating,
    /// What it was awarded in all.
    pub points: f64,
    /// How long it takes.
    pub time: TimeUse,
}

/// How much a seat helps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatAdvantage {
    /// In Elo.
    pub elo: f64,
    /// Where the true one lies.
    pub interval: Interval,
    /// Whether that is too much for a fair map.
    pub unfair: bool,
}

/// Why and how often a bot was disqualified.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cause {
    /// Which bot.
    pub bot: usize,
    /// Why.
    pub reason: String,
    /// Whose fault it was.
    pub fault: String,
    /// How often.
    pub times: usize,
    /// A game in which it happened.
    pub game: u64,
    /// All that is known of it there.
    pub detail: String,
}

/// From so many Elo on, an advantage is more than a matter of taste.
const UNFAIR: f64 = 35.0;
/// How much farther from 0 than half its interval it has to be: there are many seats, and one of them is always lucky.
const SURE: f64 = 1.5;

/// Reads a tournament and sums it up; `draws` draws make the intervals of the ratings.
pub fn summarise(db: &Db, draws: u32) -> Result<Summary, DbError> {
    let tournament = db.tournament()?;
    let config: Config = serde_json::from_str(&tournament.config)
        .map_err(|error| DbError::Other(format!("the tournament in the database: {error}")))?;
    let (known, rows, outs, decisions) = (db.bots()?, db.results()?, db.disqualifications()?, db.decisions()?);
    let count = known.len();
    let lines: Vec<_> = rows.iter().map(|row| row.line.clone()).collect();
    let rated = ratings(count, &rankings(&lines), draws, config.seed);
    let points = awards(count, &config, &rows);
    let bots: Vec<BotSummary> = known
        .into_iter()
        .zip(standings(count, &lines))
        .zip(rated.ratings.iter().zip(points))
        .zip(time_use(count, &rows))
        .map(|(((bot, standing), (rating, points)), time)| BotSummary {
            name: bot.name,
            description: bot.description,
            hash: bot.hash,
            standing,
            rating: *rating,
            points,
            time,
        })
        .collect();
    let advantage = |(elo, interval): (f64, Interval)| SeatAdvantage {
        elo,
        interval,
        unfair: elo.abs() >= UNFAIR.max(SURE * (interval.high - interval.low) / 2.0),
    };
    let seats = rated.maps.into_iter().zip(rated.seats);
    let seats = seats.map(|(map, seats)| (map, seats.into_iter().map(advantage).collect())).collect();
    let mut sandboxes: Vec<String> = rows.iter().map(|row| row.sandbox.clone()).collect();
    sandboxes.sort();
    sandboxes.dedup();
    let history = live_ratings(count, &lines);
    Ok(Summary {
        name: tournament.name,
        over: decisions.last().is_some_and(|decision| decision.stop) && db.open_games()?.is_empty(),
        planned: db.planned()?.1,
        order: order(&bots, &config, decisions.last()),
        meetings: meetings(count, &lines),
        places: places(count, &lines),
        maps: per_map(count, &lines),
        harm: harm(db, count, &rows)?,
        causes: causes(&outs),
        history: history.into_iter().map(|all| all.iter().map(|rating| rating.mean).collect()).collect(),
        incidents: db.incidents()?,
        aside: db.aside()?,
        spoilt: db.attempts()?.iter().filter(|attempt| attempt.outcome.as_deref() == Some("spoilt")).count(),
        config,
        bots,
        seats,
        rows,
        outs,
        decisions,
        sandboxes,
    })
}

fn awards(count: usize, config: &Config, rows: &[ResultRow]) -> Vec<f64> {
    let table = PointTable::new(config.points.clone());
    let mut sums = vec![0.0; count];
    for row in rows {
        for (&bot, award) in row.line.seats.iter().zip(table.award(&row.line.points)) {
            sums[bot] += award;
        }
    }
    sums
}

/// By points where there is a table of them, else by strength; whoever won a knockout is first.
fn order(bots: &[BotSummary], config: &Config, last: Option<&Decision>) -> Vec<usize> {
    let winner = last.filter(|last| last.stop && config.format == Format::Knockout).and_then(|last| last.order.first());
    let value = |bot: usize| match config.points {
        _ if winner == Some(&bot) => f64::INFINITY,
        Some(_) => bots[bot].points,
        None => bots[bot].rating.elo,
    };
    let mut order: Vec<usize> = (0..bots.len()).collect();
    order.sort_by(|&one, &other| value(other).total_cmp(&value(one)).then(one.cmp(&other)));
    order
}

/// Games of which the stones are counted; more do not change the picture.
const HARM_GAMES: usize = 2000;

fn harm(db: &Db, count: usize, rows: &[ResultRow]) -> Result<Harm, DbError> {
    let mut harm = Harm::new(count);
    for row in rows.iter().rev().take(HARM_GAMES) {
        if let Ok(record) = Record::parse(db.record(row.id)?.as_bytes()) {
            harm.add(&record, &row.line.seats);
        }
    }
    Ok(harm)
}

fn causes(outs: &[Disqualified]) -> Vec<Cause> {
    let mut causes: BTreeMap<(usize, &str, &str), Cause> = BTreeMap::new();
    for out in outs {
        let cause = causes.entry((out.bot, &out.reason, &out.fault)).or_insert_with(|| Cause {
            bot: out.bot,
            reason: out.reason.clone(),
            fault: out.fault.clone(),
            times: 0,
            game: out.game,
            detail: out.detail.clone(),
        });
        cause.times += 1;
    }
    causes.into_values().collect()
}

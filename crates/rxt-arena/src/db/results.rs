//! Results: what a game ended with, once its record has stood up to the rules.

use super::open::{Db, DbError};
use super::plan::{from_json, now, to_json};
use crate::matches::GameLine;
use rusqlite::{Row, params};
use rxt_rules::rank;

/// A result to be written down.
#[derive(Clone, Debug)]
pub struct Stored<'a> {
    /// Which game.
    pub game: u64,
    /// Which attempt at it.
    pub attempt: i64,
    /// The points of players 1 to n; `None` of the disqualified.
    pub points: &'a [Option<u32>],
    /// Moves made.
    pub plies: u32,
    /// The record as text.
    pub record: &'a str,
    /// Player and microseconds of every move.
    pub times: &'a [(u8, u64)],
    /// How long it took.
    pub seconds: f64,
    /// Processes that wanted to run, for each core.
    pub load: Option<f64>,
    /// Part of the time that another machine took.
    pub steal: Option<f64>,
    /// What programs did while others thought.
    pub cpu_policy: &'a str,
    /// How programs were kept in.
    pub sandbox: &'a str,
    /// Why the host may have decided it.
    pub suspect: Option<&'a str>,
    /// Who was disqualified.
    pub disqualified: &'a [Disqualified],
    /// What programs printed.
    pub outputs: &'a [Output],
    /// What else happened.
    pub incidents: &'a [String],
}

/// A disqualification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disqualified {
    /// Which game; 0 of one that is not written down yet.
    pub game: u64,
    /// Who, from 1.
    pub player: u8,
    /// Which bot.
    pub bot: usize,
    /// In one word or few.
    pub reason: String,
    /// `bot`, `host` or `arena`.
    pub fault: String,
    /// All that is known.
    pub detail: String,
}

/// What a program printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// Its seat, from 0.
    pub seat: usize,
    /// The beginning of what it printed.
    pub text: String,
}

/// Something that happened beside the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incident {
    /// In which game.
    pub game: Option<u64>,
    /// What.
    pub what: String,
}

/// A result as it is in the database.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultRow {
    /// The number of the game.
    pub id: u64,
    /// The game as standings and ratings see it.
    pub line: GameLine,
    /// The places of players 1 to n.
    pub places: Vec<f64>,
    /// Player and microseconds of every move.
    pub times: Vec<(u8, u64)>,
    /// When it ended, in seconds since 1970.
    pub ended_at: i64,
    /// How long it took.
    pub seconds: f64,
    /// Processes that wanted to run, for each core.
    pub load: Option<f64>,
    /// Part of the time that another machine took.
    pub steal: Option<f64>,
    /// How programs were kept in.
    pub sandbox: String,
    /// Why the host may have decided it.
    pub suspect: Option<String>,
}

impl Db {
    /// Writes a result down, all of it or nothing. A game that has one keeps it; returns whether this one counts.
    pub fn finish(&mut self, stored: &Stored<'_>) -> Result<bool, DbError> {
        let game = stored.game as i64;
        let places: Vec<f64> = rank::placements(stored.points).iter().map(|placement| placement.place).collect();
        let transaction = self.connection.transaction()?;
        let added = transaction.execute(
            "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            params![
                game,
                stored.attempt,
                to_json(&stored.points),
                to_json(&places),
                stored.plies,
                stored.record,
                to_json(&stored.times),
                now(),
                stored.seconds,
                stored.load,
                stored.steal,
                stored.cpu_policy,
                stored.sandbox,
                stored.suspect
            ],
        )?;
        if added == 1 {
            for out in stored.disqualified {
                transaction.execute(
                    "INSERT INTO disqualifications VALUES (?, ?, ?, ?, ?, ?)",
                    params![game, out.player, out.bot as i64, out.reason, out.fault, out.detail],
                )?;
            }
            for output in stored.outputs {
                transaction
                    .execute("INSERT INTO outputs VALUES (?, ?, ?)", params![game, output.seat as i64, output.text])?;
            }
            for what in stored.incidents {
                let sql = "INSERT INTO incidents (game, at, what) VALUES (?, ?, ?)";
                transaction.execute(sql, params![game, now(), what])?;
            }
        }
        transaction.execute(
            "UPDATE attempts SET ended_at = ?, outcome = ? WHERE id = ?",
            params![now(), if added == 1 { "counted" } else { "failed" }, stored.attempt],
        )?;
        transaction.commit()?;
        Ok(added == 1)
    }

    /// How many games have a result.
    pub fn result_count(&self) -> Result<u64, DbError> {
        Ok(self.connection.query_row("SELECT count(*) FROM results", [], |row| row.get::<_, i64>(0))? as u64)
    }

    /// All results, by the number of the game.
    pub fn results(&self) -> Result<Vec<ResultRow>, DbError> {
        let sql = "SELECT g.id, g.block, g.rotation, m.name, g.seats, r.points, r.places, r.plies, r.times, r.ended_at,
            r.seconds, r.load, r.steal, r.sandbox, r.suspect
            FROM results r JOIN games g ON g.id = r.game JOIN blocks b ON b.number = g.block JOIN maps m ON m.id = b.map
            ORDER BY g.id";
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        let mut results = Vec::new();
        while let Some(row) = rows.next()? {
            results.push(result_row(row)?);
        }
        Ok(results)
    }

    /// All results as standings and ratings see them.
    pub fn lines(&self) -> Result<Vec<GameLine>, DbError> {
        Ok(self.results()?.into_iter().map(|row| row.line).collect())
    }

    /// The record of a game.
    pub fn record(&self, game: u64) -> Result<String, DbError> {
        let sql = "SELECT record FROM results WHERE game = ?";
        self.connection.query_row(sql, [game as i64], |row| row.get(0)).map_err(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => DbError::Other(format!("game {game} has no result")),
            error => error.into(),
        })
    }

    /// All disqualifications, by game and player.
    pub fn disqualifications(&self) -> Result<Vec<Disqualified>, DbError> {
        let sql = "SELECT game, player, bot, reason, fault, detail FROM disqualifications ORDER BY game, player";
        let mut statement = self.connection.prepare(sql)?;
        let row = |row: &Row<'_>| {
            Ok(Disqualified {
                game: row.get::<_, i64>(0)? as u64,
                player: row.get(1)?,
                bot: row.get::<_, i64>(2)? as usize,
                reason: row.get(3)?,
                fault: row.get(4)?,
                detail: row.get(5)?,
            })
        };
        Ok(statement.query_map([], row)?.collect::<Result<_, _>>()?)
    }

    /// What a program printed in a game; empty if nothing.
    pub fn output(&self, game: u64, seat: usize) -> Result<String, DbError> {
        let sql = "SELECT coalesce(max(text), '') FROM outputs WHERE game = ? AND seat = ?";
        Ok(self.connection.query_row(sql, params![game as i64, seat as i64], |row| row.get(0))?)
    }

    /// Writes down something that happened beside the games.
    pub fn note_incident(&mut self, game: Option<u64>, what: &str) -> Result<(), DbError> {
        let sql = "INSERT INTO incidents (game, at, what) VALUES (?, ?, ?)";
        self.connection.execute(sql, params![game.map(|game| game as i64), now(), what])?;
        Ok(())
    }

    /// All that happened beside games.
    pub fn incidents(&self) -> Result<Vec<Incident>, DbError> {
        let mut statement = self.connection.prepare("SELECT game, what FROM incidents ORDER BY id")?;
        let row = |row: &Row<'_>| {
            Ok(Incident { game: row.get::<_, Option<i64>>(0)?.map(|game| game as u64), what: row.get(1)? })
        };
        Ok(statement.query_map([], row)?.collect::<Result<_, _>>()?)
    }
}

fn result_row(row: &Row<'_>) -> Result<ResultRow, DbError> {
    let text = |column| row.get::<_, String>(column);
    let points: Vec<Option<u32>> = from_json(&text(5)?)?;
    let line = GameLine {
        block: row.get(1)?,
        rotation: row.get(2)?,
        map: text(3)?,
        seats: from_json(&text(4)?)?,
        scores: rank::placements(&points).iter().map(|placement| placement.score).collect(),
        points,
        plies: row.get(7)?,
        broken: false,
    };
    Ok(ResultRow {
        id: row.get::<_, i64>(0)? as u64,
        line,
        places: from_json(&text(6)?)?,
        times: from_json(&text(8)?)?,
        ended_at: row.get(9)?,
        seconds: row.get(10)?,
        load: row.get(11)?,
        steal: row.get(12)?,
        sandbox: text(13)?,
        suspect: row.get(14)?,
    })
}

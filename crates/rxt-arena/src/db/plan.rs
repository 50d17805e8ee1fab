//! What was planned and decided.

use super::open::{Db, DbError};
use crate::tournament::{Block, Decision, Game, Mind, Setup, TablePlan};
use rusqlite::{OptionalExtension, Row, params};
use std::time::{SystemTime, UNIX_EPOCH};

/// The tournament of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentRow {
    /// What it is called.
    pub name: String,
    /// Its file as JSON.
    pub config: String,
    /// Hash of all that decides what the games are.
    pub fingerprint: String,
    /// When it began, in seconds since 1970.
    pub created_at: i64,
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotRow {
    /// What it is called.
    pub name: String,
    /// `engine` or `program`.
    pub kind: String,
    /// The engine or the command.
    pub description: String,
    /// Hash of all that decides how it plays.
    pub hash: String,
}

/// Where it is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapRow {
    /// What it is called.
    pub name: String,
    /// Hash of its bytes.
    pub hash: String,
    /// The bytes of its file.
    pub bytes: Vec<u8>,
}

impl Db {
    /// Writes a tournament down, or checks that it is the one that is there.
    pub fn enrol(&mut self, setup: &Setup) -> Result<(), DbError> {
        let fingerprint = setup.fingerprint();
        if let Some(known) = self.known_tournament()? {
            return if known.fingerprint == fingerprint { Ok(()) } else { Err(self.what_differs(setup, &known)?) };
        }
        let transaction = self.connection.transaction()?;
        let config = to_json(&setup.config);
        transaction.execute(
            "INSERT INTO tournament VALUES (1, ?, ?, ?, ?, ?)",
            params![setup.config.name, config, fingerprint, now(), env!("CARGO_PKG_VERSION")],
        )?;
        for (id, bot) in setup.bots.iter().enumerate() {
            let kind = if matches!(bot.mind, Mind::Engine(_)) { "engine" } else { "program" };
            transaction.execute(
                "INSERT INTO bots VALUES (?, ?, ?, ?, ?)",
                params![id as i64, bot.name, kind, bot.description(), bot.hash],
            )?;
        }
        for (id, ground) in setup.grounds.iter().enumerate() {
            transaction.execute(
                "INSERT INTO maps VALUES (?, ?, ?, ?)",
                params![id as i64, ground.name, ground.hash, ground.bytes],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// Says which part of a tournament is not as it was.
    fn what_differs(&self, setup: &Setup, known: &TournamentRow) -> Result<DbError, DbError> {
        let (bots, maps) = (self.bots()?, self.maps()?);
        let changed = setup.bots.iter().find(|bot| bots.iter().any(|row| row.name == bot.name && row.hash != bot.hash));
        let what = if let Some(bot) = changed {
            format!("bot `{}` is not what it was when the tournament began", bot.name)
        } else if !setup.grounds.iter().map(|ground| &ground.hash).eq(maps.iter().map(|map| &map.hash)) {
            "the maps are not those with which the tournament began".to_owned()
        } else {
            format!("the file is not the one with which `{}` began", known.name)
        };
        let path = self.path().display();
        Ok(DbError::Other(format!("`{path}` has the games of another tournament: {what}; choose another --db")))
    }

    fn known_tournament(&self) -> Result<Option<TournamentRow>, DbError> {
        let sql = "SELECT name, config, fingerprint, created_at FROM tournament";
        let row = |row: &Row<'_>| {
            let (name, config, fingerprint, created_at) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(TournamentRow { name, config, fingerprint, created_at })
        };
        Ok(self.connection.query_row(sql, [], row).optional()?)
    }

    /// The tournament.
    pub fn tournament(&self) -> Result<TournamentRow, DbError> {
        let path = self.path().display();
        self.known_tournament()?.ok_or_else(|| DbError::Other(format!("`{path}` has no tournament yet")))
    }

    /// Who plays.
    pub fn bots(&self) -> Result<Vec<BotRow>, DbError> {
        let mut statement = self.connection.prepare("SELECT name, kind, description, hash FROM bots ORDER BY id")?;
        let row = |row: &Row<'_>| {
            Ok(BotRow { name: row.get(0)?, kind: row.get(1)?, description: row.get(2)?, hash: row.get(3)? })
        };
        Ok(statement.query_map([], row)?.collect::<Result<_, _>>()?)
    }

    /// Where it is played.
    pub fn maps(&self) -> Result<Vec<MapRow>, DbError> {
        let mut statement = self.connection.prepare("SELECT name, hash, bytes FROM maps ORDER BY id")?;
        let row = |row: &Row<'_>| Ok(MapRow { name: row.get(0)?, hash: row.get(1)?, bytes: row.get(2)? });
        Ok(statement.query_map([], row)?.collect::<Result<_, _>>()?)
    }

    /// All decisions, in order.
    pub fn decisions(&self) -> Result<Vec<Decision>, DbError> {
        let mut statement = self.connection.prepare("SELECT data FROM decisions ORDER BY number")?;
        let texts: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        texts.iter().map(|text| from_json(text)).collect()
    }

    /// Writes a decision down with the games that follow from it, all or nothing.
    pub fn decide(
        &mut self,
        number: u32,
        decision: &Decision,
        blocks: &[Block],
        games: &[Game],
    ) -> Result<(), DbError> {
        let transaction = self.connection.transaction()?;
        transaction.execute(
            "INSERT INTO decisions VALUES (?, ?, ?, ?, ?)",
            params![number, now(), decision.note, decision.stop, to_json(decision)],
        )?;
        for block in blocks {
            transaction.execute(
                "INSERT INTO blocks VALUES (?, ?, ?, ?, ?)",
                params![
                    block.number,
                    number,
                    block.table.ground as i64,
                    to_json(&block.table.lineup),
                    block.seed.to_string()
                ],
            )?;
        }
        for game in games {
            transaction.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, NULL)",
                params![
                    game.id as i64,
                    game.block,
                    game.rotation,
                    to_json(&game.seats),
                    game.seed.to_string(),
                    game.key
                ],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// How many blocks and games have been decided on.
    pub fn planned(&self) -> Result<(u32, u64), DbError> {
        let sql = "SELECT (SELECT count(*) FROM blocks), (SELECT count(*) FROM games)";
        Ok(self.connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?)
    }

    /// Games that are decided on and neither played nor set aside, with their blocks, in the order of the plan.
    pub fn open_games(&self) -> Result<Vec<(Game, Block)>, DbError> {
        let sql = "SELECT g.id, g.block, g.rotation, g.seats, g.seed, g.key, b.decision, b.map, b.lineup, b.seed
            FROM games g JOIN blocks b ON b.number = g.block LEFT JOIN results r ON r.game = g.id
            WHERE r.game IS NULL AND g.aside IS NULL ORDER BY g.id";
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        let mut games = Vec::new();
        while let Some(row) = rows.next()? {
            games.push(game_and_block(row)?);
        }
        Ok(games)
    }
}

fn game_and_block(row: &Row<'_>) -> Result<(Game, Block), DbError> {
    let text = |column| row.get::<_, String>(column);
    let seed = |column| -> Result<u64, DbError> {
        text(column)?.parse().map_err(|error| DbError::Other(format!("a seed in the database: {error}")))
    };
    let ground = row.get::<_, i64>(7)? as usize;
    let block = Block {
        number: row.get(1)?,
        decision: row.get(6)?,
        table: TablePlan { ground, lineup: from_json(&text(8)?)? },
        seed: seed(9)?,
    };
    let game = Game {
        id: row.get::<_, i64>(0)? as u64,
        block: block.number,
        rotation: row.get(2)?,
        ground,
        seats: from_json(&text(3)?)?,
        seed: seed(4)?,
        key: text(5)?,
    };
    Ok((game, block))
}

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() as i64
}

pub(super) fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("these values have only string keys")
}

pub(super) fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, DbError> {
    serde_json::from_str(text).map_err(|error| DbError::Other(format!("the database has `{text}`: {error}")))
}

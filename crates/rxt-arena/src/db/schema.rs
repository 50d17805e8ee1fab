//! The tables.

/// What each version of the tables adds to the one before.
pub(super) const MIGRATIONS: [&str; 1] = ["
CREATE TABLE tournament (
    one         INTEGER PRIMARY KEY CHECK (one = 1),
    name        TEXT NOT NULL,
    config      TEXT NOT NULL,   -- the file as JSON
    fingerprint TEXT NOT NULL,   -- hash of all that decides what the games are
    created_at  INTEGER NOT NULL,
    version     TEXT NOT NULL    -- of rxt
) STRICT;

CREATE TABLE bots (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL UNIQUE,
    kind        TEXT NOT NULL CHECK (kind IN ('engine', 'program')),
    description TEXT NOT NULL,   -- the engine or the command
    hash        TEXT NOT NULL
) STRICT;

CREATE TABLE maps (
    id    INTEGER PRIMARY KEY,
    name  TEXT NOT NULL,
    hash  TEXT NOT NULL,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE decisions (
    number  INTEGER PRIMARY KEY,
    made_at INTEGER NOT NULL,
    note    TEXT NOT NULL,
    stop    INTEGER NOT NULL,
    data    TEXT NOT NULL
) STRICT;

CREATE TABLE blocks (
    number   INTEGER PRIMARY KEY,
    decision INTEGER NOT NULL REFERENCES decisions (number),
    map      INTEGER NOT NULL REFERENCES maps (id),
    lineup   TEXT NOT NULL,
    seed     TEXT NOT NULL
) STRICT;

CREATE TABLE games (
    id       INTEGER PRIMARY KEY,
    block    INTEGER NOT NULL REFERENCES blocks (number),
    rotation INTEGER NOT NULL,
    seats    TEXT NOT NULL,
    seed     TEXT NOT NULL,
    key      TEXT NOT NULL UNIQUE,
    aside    TEXT,               -- why it will not be played any more
    UNIQUE (block, rotation)
) STRICT;

CREATE TABLE attempts (
    id         INTEGER PRIMARY KEY,
    game       INTEGER NOT NULL REFERENCES games (id),
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    outcome    TEXT,             -- counted, spoilt, refused, failed; nothing if it was broken off
    detail     TEXT
) STRICT;
CREATE INDEX attempts_of_game ON attempts (game);

CREATE TABLE results (
    game       INTEGER PRIMARY KEY REFERENCES games (id),
    attempt    INTEGER NOT NULL REFERENCES attempts (id),
    points     TEXT NOT NULL,
    places     TEXT NOT NULL,
    plies      INTEGER NOT NULL,
    record     TEXT NOT NULL,
    times      TEXT NOT NULL,    -- player and microseconds of every move
    ended_at   INTEGER NOT NULL,
    seconds    REAL NOT NULL,
    load       REAL,             -- processes that wanted to run, for each core
    steal      REAL,             -- part of the time that another machine took
    cpu_policy TEXT NOT NULL,
    sandbox    TEXT NOT NULL,
    suspect    TEXT              -- why the host may have decided it
) STRICT;

CREATE TABLE disqualifications (
    game   INTEGER NOT NULL REFERENCES games (id),
    player INTEGER NOT NULL,
    bot    INTEGER NOT NULL REFERENCES bots (id),
    reason TEXT NOT NULL,
    fault  TEXT NOT NULL CHECK (fault IN ('bot', 'host', 'arena')),
    detail TEXT NOT NULL,
    PRIMARY KEY (game, player)
) STRICT;

CREATE TABLE outputs (
    game INTEGER NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT;

CREATE TABLE incidents (
    id   INTEGER PRIMARY KEY,
    game INTEGER REFERENCES games (id),
    at   INTEGER NOT NULL,
    what TEXT NOT NULL
) STRICT;
"];

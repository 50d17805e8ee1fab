//! The tables.

/// What each version of the tables adds to the one before.
pub(super) const MIGRATIONS: [&str; 1] = ["
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE games (
    id       TEXT PRIMARY KEY,
    ended_at INTEGER NOT NULL,
    listed   INTEGER NOT NULL,      -- whether lists for everybody have it
    summary  TEXT NOT NULL,         -- what lists say of it, as JSON
    record   TEXT NOT NULL
) STRICT;
CREATE INDEX games_by_time ON games (listed, ended_at);

CREATE TABLE outputs (
    game   TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    text   TEXT NOT NULL,
    cuts   TEXT NOT NULL,           -- where each request came, in bytes
    PRIMARY KEY (game, player)
) STRICT;

CREATE TABLE tokens (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,       -- of the student or the team
    hash       TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT;

CREATE TABLE submissions (
    id         TEXT PRIMARY KEY,
    token      INTEGER NOT NULL REFERENCES tokens (id),
    name       TEXT NOT NULL,
    manifest   TEXT NOT NULL,       -- as JSON
    files      INTEGER NOT NULL,
    bytes      INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    starts     INTEGER NOT NULL,    -- how often its trial was begun
    seconds    REAL NOT NULL,       -- that its trial took so far
    note       TEXT NOT NULL
) STRICT;
CREATE INDEX submissions_by_token ON submissions (token, created_at);
CREATE INDEX submissions_by_state ON submissions (state, created_at);

CREATE TABLE trials (
    submission TEXT NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('exercise', 'game')),
    name       TEXT NOT NULL,
    about      TEXT NOT NULL,
    seat       INTEGER NOT NULL,
    passed     INTEGER NOT NULL,
    what       TEXT NOT NULL,
    hint       TEXT NOT NULL,
    game       TEXT REFERENCES games (id) ON DELETE SET NULL,
    PRIMARY KEY (submission, number)
) STRICT;

CREATE TABLE tournaments (
    name       TEXT PRIMARY KEY,
    created_at INTEGER NOT NULL,
    playing    INTEGER NOT NULL     -- whether it goes on after a restart
) STRICT;

CREATE TABLE entrants (
    tournament TEXT NOT NULL REFERENCES tournaments (name),
    submission TEXT NOT NULL REFERENCES submissions (id),
    PRIMARY KEY (tournament, submission)
) STRICT;
"];

-- Finished games and how each seat did in them.
--
-- Written in the SQL that SQLite and PostgreSQL share: BIGINT for every number, text for every
-- name, no automatic keys. Once released, a migration is never edited; add the next one.

CREATE TABLE games (
    id          TEXT   NOT NULL PRIMARY KEY,
    finished_at BIGINT NOT NULL,
    game        TEXT   NOT NULL,
    preset      TEXT   NOT NULL,
    ruleset     TEXT   NOT NULL,
    record      TEXT,
    seats       BIGINT NOT NULL CHECK (seats >= 1)
);

CREATE TABLE results (
    game_id     TEXT   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat        BIGINT NOT NULL CHECK (seat >= 0),
    name        TEXT   NOT NULL,
    kind        TEXT   NOT NULL CHECK (kind IN ('person', 'bot')),
    bot_version TEXT,
    place       BIGINT NOT NULL CHECK (place >= 1),
    score       BIGINT,
    faults      BIGINT NOT NULL CHECK (faults >= 0),
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX games_by_time ON games (finished_at);
CREATE INDEX games_by_rules ON games (game, preset);
CREATE INDEX results_by_name ON results (name);

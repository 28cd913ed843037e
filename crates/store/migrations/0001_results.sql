-- Finished games and how each seat did in them.
--
-- Written in the SQL that SQLite and PostgreSQL share: BIGINT for every whole number, DOUBLE
-- PRECISION for every other, text for every name, no automatic keys. Once released, a migration is
-- never edited; add the next one.

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
    account     TEXT,
    bot_version TEXT,
    place       BIGINT NOT NULL CHECK (place >= 1),
    score       BIGINT,
    faults      BIGINT NOT NULL CHECK (faults >= 0),
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX games_by_time ON games (finished_at);
CREATE INDEX games_by_rules ON games (game, preset);
CREATE INDEX results_by_name ON results (name);
CREATE INDEX results_by_account ON results (account);

-- The whole record of a game, where the store keeps it itself. Before `opens_at` nobody is shown it.
CREATE TABLE records (
    game_id  TEXT   NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    opens_at BIGINT NOT NULL,
    body     TEXT   NOT NULL
);

-- How strong a player is at a game by one ruleset. A player is an account, or a house bot by name.
CREATE TABLE ratings (
    player      TEXT             NOT NULL,
    kind        TEXT             NOT NULL CHECK (kind IN ('person', 'bot')),
    game        TEXT             NOT NULL,
    board       TEXT             NOT NULL,
    name        TEXT             NOT NULL,
    rating      DOUBLE PRECISION NOT NULL,
    uncertainty DOUBLE PRECISION NOT NULL,
    games       BIGINT           NOT NULL,
    wins        BIGINT           NOT NULL,
    last_played BIGINT           NOT NULL,
    PRIMARY KEY (player, kind, game, board)
);

-- A board is written first when a game is rated: whoever holds its row rates alone.
CREATE TABLE boards (
    game  TEXT   NOT NULL,
    board TEXT   NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (game, board)
);

CREATE INDEX ratings_by_board ON ratings (game, board, kind, rating);

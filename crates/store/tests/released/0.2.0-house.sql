-- The house of a Dicehouse 0.2.0: what Python's sqlite3 dumps of it.
PRAGMA application_id = 1147757413;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'results','2026-11-18 13:54:32',1,X'FFFBA89E516372A3764DABEAC3A65A0EC6441F194A7A5793EBE5F6C05FA7D713AA14413B6C44EAA21516F372620A7EA7',375771);
INSERT INTO "_sqlx_migrations" VALUES(2,'people','2026-11-18 13:54:32',1,X'725C4E3F1B61D3C162274EA86B3762C226890D61BB2AED13373F293F081A668DCC02C4FD6D08B4E8B6B7054007CB4726',287620);
INSERT INTO "_sqlx_migrations" VALUES(3,'rooms','2026-11-18 13:54:32',1,X'3ED92269290AE3D9350BFE8ACCB858F64AB03FF0CAC8AB68868975D415FC7E8B1E87B73FE32ACB9F88BB110D0A2F4288',162733);
INSERT INTO "_sqlx_migrations" VALUES(4,'fair_play','2026-11-18 13:54:32',1,X'4984FE7D092A2FA6BE0BDD934D3E7E684FED7DF900D805FBBB3F5D6368FE80FB810A4F1531C5C2F3ECD05ADBFCA04B81',1745596);
INSERT INTO "_sqlx_migrations" VALUES(5,'house','2026-11-18 13:54:32',1,X'818F29313EFD17970C3576EB08C770C1D6A61053E4268C1719E7387D92B1CBE9FA0DE8007AE68D3FF91AB43E176CF62D',286448);
CREATE TABLE accounts (
    id       TEXT   NOT NULL PRIMARY KEY,
    kind     TEXT   NOT NULL CHECK (kind IN ('person', 'bot')),
    name     TEXT   NOT NULL,
    owner    TEXT   REFERENCES accounts (id) ON DELETE CASCADE,
    recovery TEXT   UNIQUE,
    made_at  BIGINT NOT NULL
);
INSERT INTO "accounts" VALUES('D7K0GYVVFHN6ZG3C','person','Ann',NULL,'ced6b3492c59aee96bc452e0b999af78439108c113b9d8b580561022f950a2aa',1795010073638);
CREATE TABLE boards (
    game  TEXT   NOT NULL,
    board TEXT   NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (game, board)
);
CREATE TABLE days (
    day    TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
);
CREATE TABLE games (
    id          TEXT   NOT NULL PRIMARY KEY,
    finished_at BIGINT NOT NULL,
    game        TEXT   NOT NULL,
    preset      TEXT   NOT NULL,
    ruleset     TEXT   NOT NULL,
    record      TEXT,
    seats       BIGINT NOT NULL CHECK (seats >= 1)
, private BIGINT NOT NULL DEFAULT 0);
CREATE TABLE house_notes (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
CREATE TABLE rated_pairs (
    day   BIGINT NOT NULL,
    one   TEXT   NOT NULL,
    other TEXT   NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (day, one, other)
);
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
CREATE TABLE records (
    game_id  TEXT   NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    opens_at BIGINT NOT NULL,
    body     TEXT   NOT NULL
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
CREATE TABLE room_log (
    room    TEXT   NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    first   BIGINT NOT NULL,
    next    BIGINT NOT NULL CHECK (next > first),
    entries TEXT   NOT NULL,
    PRIMARY KEY (room, first)
);
CREATE TABLE rooms (
    id         TEXT   NOT NULL PRIMARY KEY,
    epoch      BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    checkpoint BIGINT NOT NULL,
    status     TEXT   NOT NULL CHECK (status IN ('waiting', 'playing', 'closed')),
    made_at    BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE TABLE tokens (
    key     TEXT   NOT NULL PRIMARY KEY,
    hash    TEXT   NOT NULL,
    account TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    made_at BIGINT NOT NULL
, label TEXT NOT NULL DEFAULT '');
INSERT INTO "tokens" VALUES('ece0bbd13293c082','ece0bbd13293c082971f1c2ecd079ab89d12feb92ad807fe79b6e74faadd0b04','D7K0GYVVFHN6ZG3C',1795010073638,'');
CREATE TABLE tries (
    day        TEXT   NOT NULL,
    account    TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    room       TEXT   NOT NULL,
    started_at BIGINT NOT NULL,
    score      BIGINT,
    game_id    TEXT,
    PRIMARY KEY (day, account)
);
CREATE INDEX games_by_time ON games (finished_at);
CREATE INDEX games_by_rules ON games (game, preset);
CREATE INDEX results_by_name ON results (name);
CREATE INDEX results_by_account ON results (account);
CREATE INDEX ratings_by_board ON ratings (game, board, kind, rating);
CREATE INDEX accounts_by_owner ON accounts (owner);
CREATE INDEX tokens_by_account ON tokens (account);
CREATE INDEX rooms_by_status ON rooms (status, changed_at);

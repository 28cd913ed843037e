-- The results of a Dicehouse 0.2.0: what Python's sqlite3 dumps of it.
PRAGMA application_id = 1147757413;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'results','2026-11-18 13:54:31',1,X'FFFBA89E516372A3764DABEAC3A65A0EC6441F194A7A5793EBE5F6C05FA7D713AA14413B6C44EAA21516F372620A7EA7',521840);
INSERT INTO "_sqlx_migrations" VALUES(2,'people','2026-11-18 13:54:31',1,X'725C4E3F1B61D3C162274EA86B3762C226890D61BB2AED13373F293F081A668DCC02C4FD6D08B4E8B6B7054007CB4726',283273);
INSERT INTO "_sqlx_migrations" VALUES(3,'rooms','2026-11-18 13:54:31',1,X'3ED92269290AE3D9350BFE8ACCB858F64AB03FF0CAC8AB68868975D415FC7E8B1E87B73FE32ACB9F88BB110D0A2F4288',138687);
INSERT INTO "_sqlx_migrations" VALUES(4,'fair_play','2026-11-18 13:54:31',1,X'4984FE7D092A2FA6BE0BDD934D3E7E684FED7DF900D805FBBB3F5D6368FE80FB810A4F1531C5C2F3ECD05ADBFCA04B81',262151);
INSERT INTO "_sqlx_migrations" VALUES(5,'house','2026-11-18 13:54:31',1,X'818F29313EFD17970C3576EB08C770C1D6A61053E4268C1719E7387D92B1CBE9FA0DE8007AE68D3FF91AB43E176CF62D',4996370);
CREATE TABLE accounts (
    id       TEXT   NOT NULL PRIMARY KEY,
    kind     TEXT   NOT NULL CHECK (kind IN ('person', 'bot')),
    name     TEXT   NOT NULL,
    owner    TEXT   REFERENCES accounts (id) ON DELETE CASCADE,
    recovery TEXT   UNIQUE,
    made_at  BIGINT NOT NULL
);
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
INSERT INTO "games" VALUES('1795010071920-13e87b79437ab194',1795010071950,'liars','openspiel','{"game":"liars","preset":"openspiel","dice":1,"faces":6,"wild":6,"raise":"quantity","cap":true,"exact":false,"palifico":false,"first_opener":"seat-0","one_round":true,"illegal":"refuse","stacked":0,"max_bids":200}','liars.jsonl',2,0);
INSERT INTO "games" VALUES('1795010089950-81fb692e2f35fe38',1795010090086,'liars','perudo','{"game":"liars","preset":"perudo","dice":2,"faces":6,"wild":1,"raise":"perudo","cap":true,"exact":true,"right":"caller-gains","wrong":"caller-loses","palifico":true,"first_opener":"random","one_round":false,"next_opener":"loser","illegal":"refuse","stacked":0,"max_bids":200}','liars.jsonl',3,0);
INSERT INTO "games" VALUES('1795010090143-6289975a1cc0c5db',1795010090250,'claims','simple','{"game":"claims","preset":"simple","rounds":5,"dice":2,"claim_min":1,"order":"seats","first_claimant":"seat-0","roll":"each-turn","immunity":false,"tie":"roll-off"}','claims.jsonl',2,0);
INSERT INTO "games" VALUES('1795010090284-5489a099fe6b5719',1795010090414,'pairs','standard','{"game":"pairs","preset":"standard","removed_numbers":3,"last_count":8}','pairs.jsonl',2,0);
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
INSERT INTO "results" VALUES('1795010071920-13e87b79437ab194',0,'odds','bot',NULL,'2',1,NULL,0);
INSERT INTO "results" VALUES('1795010071920-13e87b79437ab194',1,'dicey','bot',NULL,'2',2,NULL,0);
INSERT INTO "results" VALUES('1795010089950-81fb692e2f35fe38',0,'odds','bot',NULL,'2',1,NULL,0);
INSERT INTO "results" VALUES('1795010089950-81fb692e2f35fe38',1,'dicey','bot',NULL,'2',2,NULL,0);
INSERT INTO "results" VALUES('1795010089950-81fb692e2f35fe38',2,'gambler','bot',NULL,'1',3,NULL,0);
INSERT INTO "results" VALUES('1795010090143-6289975a1cc0c5db',0,'honest','bot',NULL,'1',2,37,0);
INSERT INTO "results" VALUES('1795010090143-6289975a1cc0c5db',1,'shark','bot',NULL,'1',1,49,0);
INSERT INTO "results" VALUES('1795010090284-5489a099fe6b5719',0,'greedy','bot',NULL,'1',1,-300,0);
INSERT INTO "results" VALUES('1795010090284-5489a099fe6b5719',1,'steady','bot',NULL,'1',2,-470,0);
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

-- People and bots with an account. Of a token and a recovery code only the hash is kept.

CREATE TABLE accounts (
    id       TEXT   NOT NULL PRIMARY KEY,
    kind     TEXT   NOT NULL CHECK (kind IN ('person', 'bot')),
    name     TEXT   NOT NULL,
    owner    TEXT   REFERENCES accounts (id) ON DELETE CASCADE,
    recovery TEXT   UNIQUE,
    made_at  BIGINT NOT NULL
);

CREATE INDEX accounts_by_owner ON accounts (owner);

-- One for each device. The key is the beginning of the hash: it finds the row, and the whole hash is
-- then compared in constant time.
CREATE TABLE tokens (
    key     TEXT   NOT NULL PRIMARY KEY,
    hash    TEXT   NOT NULL,
    account TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    made_at BIGINT NOT NULL
);

CREATE INDEX tokens_by_account ON tokens (account);

-- The daily challenge: the secret from which the dice of a day follow, and one try for each account and day.
-- A try is over when it has a game; without a score it was given up.
CREATE TABLE days (
    day    TEXT NOT NULL PRIMARY KEY,
    secret TEXT NOT NULL
);

CREATE TABLE tries (
    day        TEXT   NOT NULL,
    account    TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    room       TEXT   NOT NULL,
    started_at BIGINT NOT NULL,
    score      BIGINT,
    game_id    TEXT,
    PRIMARY KEY (day, account)
);

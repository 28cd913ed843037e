-- What people said in rooms. The log of a room is folded away when its game is over; this stays as long as the operator
-- wants, for the export of whoever said it and for cases of abuse.
CREATE TABLE talk (
    room    TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    account TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    text    TEXT   NOT NULL
);

CREATE INDEX talk_by_account ON talk (account, at);
CREATE INDEX talk_by_time ON talk (at);

-- From which addresses an account was used, for cases of abuse.
CREATE TABLE addresses (
    account  TEXT   NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    address  TEXT   NOT NULL,
    first_at BIGINT NOT NULL,
    last_at  BIGINT NOT NULL,
    PRIMARY KEY (account, address)
);

CREATE INDEX addresses_by_address ON addresses (address);
CREATE INDEX addresses_by_time ON addresses (last_at);

-- When an account was used last; 0 for those that were not used since this was noted.
ALTER TABLE accounts ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;

-- Who looks after the house from the page, besides whoever has the store itself.
CREATE TABLE operators (
    account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE
);

-- Who may not come in, or not speak, until a time. `who` is an account, or for `ban-address` an address.
CREATE TABLE sanctions (
    kind  TEXT   NOT NULL CHECK (kind IN ('ban', 'ban-address', 'mute')),
    who   TEXT   NOT NULL,
    until BIGINT NOT NULL,
    why   TEXT   NOT NULL,
    PRIMARY KEY (kind, who)
);

-- What players tell the operators about others, with what those had said.
CREATE TABLE reports (
    id       TEXT   NOT NULL PRIMARY KEY,
    at       BIGINT NOT NULL,
    room     TEXT   NOT NULL,
    reporter TEXT   NOT NULL,
    about    TEXT   NOT NULL,
    text     TEXT   NOT NULL,
    said     TEXT   NOT NULL
);

CREATE INDEX reports_by_time ON reports (at);

-- What an operator wants a running house to do. Each house that is open does it, and one that did says so.
CREATE TABLE orders (
    id   TEXT   NOT NULL PRIMARY KEY,
    at   BIGINT NOT NULL,
    what TEXT   NOT NULL,
    done BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX orders_by_time ON orders (at);

-- Rooms and their logs. A row of a log is one append: the entries from `first` up to, without, `next`,
-- one to a line.

CREATE TABLE rooms (
    id         TEXT   NOT NULL PRIMARY KEY,
    epoch      BIGINT NOT NULL,
    version    BIGINT NOT NULL,
    checkpoint BIGINT NOT NULL,
    status     TEXT   NOT NULL CHECK (status IN ('waiting', 'playing', 'closed')),
    made_at    BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);

CREATE INDEX rooms_by_status ON rooms (status, changed_at);

CREATE TABLE room_log (
    room    TEXT   NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
    first   BIGINT NOT NULL,
    next    BIGINT NOT NULL CHECK (next > first),
    entries TEXT   NOT NULL,
    PRIMARY KEY (room, first)
);

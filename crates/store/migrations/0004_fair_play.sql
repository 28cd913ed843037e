-- How often two players have met in rated games of one day (days since 1970, UTC): each time counts for less.
CREATE TABLE rated_pairs (
    day   BIGINT NOT NULL,
    one   TEXT   NOT NULL,
    other TEXT   NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (day, one, other)
);

-- 1 for a game whose room was not in the list of rooms: only those who were there, and whoever they give its link, find it.
ALTER TABLE games ADD COLUMN private BIGINT NOT NULL DEFAULT 0;

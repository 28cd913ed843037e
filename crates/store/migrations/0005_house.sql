-- What a house notes for itself. `alive` is written whenever somebody asks whether the house can write.
CREATE TABLE house_notes (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- By which its owner knows a device, as "Firefox, Android".
ALTER TABLE tokens ADD COLUMN label TEXT NOT NULL DEFAULT '';

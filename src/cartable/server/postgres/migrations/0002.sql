-- The secret that the decks of the day come from, and the tries at them.
CREATE TABLE secrets (name text PRIMARY KEY, secret text NOT NULL);
CREATE TABLE tries (
    day integer, key text, home bigint NOT NULL, record text NOT NULL, why text, millis integer NOT NULL,
    PRIMARY KEY (day, key)
);
CREATE INDEX tries_by_time ON tries (day, millis) WHERE why = '';

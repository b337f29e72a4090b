-- Everything that several servers share. A table's number modulo 64 is that of its shard.
CREATE SEQUENCE homes;
CREATE TABLE tables (id bigint PRIMARY KEY, code text NOT NULL UNIQUE, used bigint NOT NULL);
-- The primary key is a fence of its own: no row is written twice, however many servers believe the table is theirs.
CREATE TABLE log (
    home bigint, number integer, member integer NOT NULL, page bigint NOT NULL, request bigint NOT NULL,
    sum bigint NOT NULL, entry bytea NOT NULL,
    PRIMARY KEY (home, number)
);
CREATE TABLE records (
    id text PRIMARY KEY, home bigint NOT NULL, first integer NOT NULL, last integer NOT NULL, listed bytea NOT NULL
);
CREATE INDEX records_of ON records (home);
CREATE TABLE marks (home bigint PRIMARY KEY, sum bigint NOT NULL, mark bytea NOT NULL);
CREATE TABLE gone (home bigint PRIMARY KEY);
CREATE TABLE days (day integer PRIMARY KEY);
-- Custom decks, and where symbols lie on the cards of decks: files by folder and name.
CREATE TABLE files (
    folder text, name text, content bytea NOT NULL, changed timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (folder, name)
);

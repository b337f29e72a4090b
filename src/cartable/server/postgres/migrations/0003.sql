-- The servers over this database, and which of them owns each shard since which epoch. Earlier versions created
-- both whenever a server entered, under this lock.
SELECT pg_advisory_xact_lock(hashtext('cartable roll'));
CREATE TABLE IF NOT EXISTS nodes (
    life bigint PRIMARY KEY, name text NOT NULL UNIQUE, address text NOT NULL, plays text NOT NULL,
    draining boolean NOT NULL DEFAULT false, expires timestamptz NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TABLE IF NOT EXISTS shards (shard integer PRIMARY KEY, life bigint NOT NULL, epoch bigint NOT NULL);
INSERT INTO shards SELECT shard, 0, 0 FROM generate_series(0, 63) AS shard ON CONFLICT DO NOTHING;

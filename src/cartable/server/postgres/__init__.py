"""The store in PostgreSQL, which several servers can share; the extra `postgres` installs its driver."""

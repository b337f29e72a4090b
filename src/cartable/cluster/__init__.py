"""Several nodes over one database: who owns which tables, and how the others reach them."""

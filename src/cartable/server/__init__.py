"""Live tables: a server that is fair, forgets nothing and leaks nothing."""

"""Four card games as a library, a live table and a print shop."""

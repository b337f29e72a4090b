"""Four card games as a library, a live table and a print shop."""

__version__ = "0.1.0"

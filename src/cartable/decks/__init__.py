"""What decks look like: themes, card drawing, printing, and custom decks."""

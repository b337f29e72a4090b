"""What decks look like: themes, card drawing, printing, and decks of one's own."""

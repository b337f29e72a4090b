"""What the games of speed share: calls, lateness, freezes, claims."""

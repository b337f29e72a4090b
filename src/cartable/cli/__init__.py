"""The command `cartable`."""

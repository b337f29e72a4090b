"""The three boosters (CTC-36): one small rule each, original to this project, switched on by an option."""

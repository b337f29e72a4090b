"""The rules of each game, nothing else."""

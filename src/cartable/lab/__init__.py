"""Many games at once: simulation, fairness, benchmarks."""

"""The rules of the games: pure and deterministic, without I/O or a clock. Chance comes from the seed alone."""

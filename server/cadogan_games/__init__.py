"""The rules of the games: pure and deterministic, with no I/O, no clock and no chance but the seed."""

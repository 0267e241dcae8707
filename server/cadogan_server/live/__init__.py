"""Rooms in use: who is connected, the numbered streams, spectators' delay, clocks, bots."""

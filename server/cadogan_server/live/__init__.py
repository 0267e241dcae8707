"""Rooms in use: who is connected, the numbered streams and the outboxes they go to, spectators' delay, clocks, bots."""

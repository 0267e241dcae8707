"""Replays: every board of a finished room, from deal to end."""

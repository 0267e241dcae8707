"""The kinds of rooms: what a race decides, and what a duel decides."""

"""The kinds of rooms: what a race decides, what a duel, and what a shared table."""

"""Leaderboards and ratings. Each result counts once, by one script."""

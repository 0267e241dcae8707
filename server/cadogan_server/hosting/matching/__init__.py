"""Finds opponents for players who wait, and looks after their games."""

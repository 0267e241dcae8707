"""Clubs in the store: their members, and the tables of their seasons."""

"""Clubs in the store: who is in which, and the tables of their seasons."""

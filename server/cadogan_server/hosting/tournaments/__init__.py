"""Tournaments at this node: the people in their halls, calls to games, and the rooms of the games."""

"""Chooses moves for a player who does not know the hidden cards, by searching what they may be."""

"""Spite and Malice: the standard game, its mixed-pack variant, the modern game with wild kings, and the game for more than two."""

from cadogan_games.games.spite_and_malice import modern, several, standard

__all__ = ["modern", "several", "standard"]

"""Spite and Malice: the standard game, its mixed-pack variant, and the modern game with wild kings."""

from cadogan_games.games.spite_and_malice import modern, standard

__all__ = ["modern", "standard"]

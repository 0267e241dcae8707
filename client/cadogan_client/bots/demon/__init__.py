"""Racing Demon, in three levels."""

from cadogan_client.bots.demon.levels import DemonEasy, DemonFair, DemonGood

__all__ = ["DemonEasy", "DemonFair", "DemonGood"]

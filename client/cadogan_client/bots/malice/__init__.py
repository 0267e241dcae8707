"""The bots for Spite and Malice in all its forms: four levels, which know no more than their seat is shown."""

from cadogan_client.bots.malice.easy import MaliceEasy
from cadogan_client.bots.malice.fair import MaliceFair
from cadogan_client.bots.malice.good import MaliceGood
from cadogan_client.bots.malice.master import MaliceMaster

__all__ = ["MaliceEasy", "MaliceFair", "MaliceGood", "MaliceMaster"]

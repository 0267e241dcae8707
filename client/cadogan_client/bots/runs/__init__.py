"""Plans for games in which whole runs go home, such as Spider."""

from cadogan_client.bots.runs.plan import Runs

__all__ = ["Runs"]

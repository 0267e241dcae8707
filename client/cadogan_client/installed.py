"""Functions that other installed packages offer by entry points, such as the rules of the games. The client needs none."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any


def installed(group: str) -> Any:
    """Return the first function that an installed package offers in an entry-point group; None if there is none."""
    for point in entry_points(group=group):
        try:
            return point.load()
        except ImportError:
            continue
    return None

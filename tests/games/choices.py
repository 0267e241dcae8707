"""The options with which tests play a game."""

from __future__ import annotations

from typing import Any

from cadogan_games import catalogue


def all_single_options(id: str) -> list[dict[str, Any]]:
    """Return the defaults, and each other value of each option by itself."""
    values = catalogue.head_of(id).options
    return [{}] + [{name: value} for name, all in values.items() for value in all if not isinstance(value, range)]

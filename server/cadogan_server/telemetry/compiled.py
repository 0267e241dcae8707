"""Tells whether the path of a move runs compiled (`build_compiled.py`) or as plain Python."""

from __future__ import annotations

from importlib.util import find_spec

WITNESS = "cadogan_server.hosting.hub"
"""One of the compiled modules; all of them are compiled, or none."""


def is_compiled() -> bool:
    """Return True if the path of a move was compiled."""
    found = find_spec(WITNESS)
    return found is not None and found.origin is not None and not found.origin.endswith(".py")

"""Whether this is plain Python, or what a move runs through was compiled (`build_compiled.py`)."""

from __future__ import annotations

from importlib.util import find_spec

WITNESS = "cadogan_server.hosting.hub"
"""One of the modules that are compiled, all of them or none."""


def is_compiled() -> bool:
    """Return whether what a move runs through was compiled."""
    found = find_spec(WITNESS)
    return found is not None and found.origin is not None and not found.origin.endswith(".py")

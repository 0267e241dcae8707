"""What keeps a measurement from being made."""

from __future__ import annotations


class BenchError(Exception):
    """It can't be measured; says why, and what to do about it."""

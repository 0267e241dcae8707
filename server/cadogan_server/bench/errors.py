"""The error of a measurement that can't be made."""

from __future__ import annotations


class BenchError(Exception):
    """A measurement can't be made. The message says why, and what to do."""

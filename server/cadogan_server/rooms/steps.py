"""Splits long work into steps, so that others run between them."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


def at_once(work: Generator[None, None, Result]) -> Result:
    """Run all steps one after the other; return what the work returns, or raise what it raises."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result

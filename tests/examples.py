"""Tells apart the examples that `make test` has time for and those that are tried by --thorough alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings


def examples(some: int, thorough: int, **more: Any) -> settings:
    """Return the settings of a property that is tried with `some` examples, or with `thorough` ones by --thorough.

    Args:
        more: what else the settings say.
    """
    is_thorough = settings.get_current_profile_name() == "thorough"
    return settings(max_examples=thorough if is_thorough else some, **more)


def only_thorough(*values: Any) -> list[Any]:
    """Mark values of `pytest.mark.parametrize` that are tried by --thorough alone, as others go through the same code.

    A value is a tuple if the test has several parameters.
    """
    several = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*value, marks=pytest.mark.thorough) for value in several]

"""Lets one test try many values, where a test for each would cost more than what it tests.

pytest makes, reports and counts a test for each value of `pytest.mark.parametrize`, in every worker. That takes two
milliseconds of processor time; to look at one line of a table takes none.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any


def each(
    arguments: str, values: Iterable[Any], called: Callable[[Any], str] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a test with each value, like `pytest.mark.parametrize`, but as one test. It tries all of them, and names all
    that fail.

    Like a parametrised test, it is selected by `-k` with the name of a value. Its other arguments are fixtures.

    Args:
        arguments: the names of the test's arguments; if there are several, each value has one part for each.
        values: the values.
        called: returns the name of a value.
    """
    names, all = arguments.split(","), list(values)
    assert all, "a test without values tests nothing"

    def as_one(test: Callable[..., None]) -> Callable[..., None]:
        def try_all(**fixtures: Any) -> None:
            faults: list[Exception] = []
            for value in all:
                try:
                    test(**dict(zip(names, value if len(names) > 1 else (value,), strict=True)), **fixtures)
                except Exception as fault:
                    fault.add_note(f"with {called(value)}")
                    faults.append(fault)
            if faults:
                raise ExceptionGroup(f"{len(faults)} of {len(all)} fail", faults)

        for name in ("__name__", "__qualname__", "__module__", "__doc__"):
            setattr(try_all, name, getattr(test, name))
        taken = inspect.signature(test).parameters
        others = [taken[name] for name in taken if name not in names]
        try_all.__signature__ = inspect.Signature(others)  # type: ignore[attr-defined] # read by pytest
        for value in all:
            setattr(try_all, called(value), True)  # pytest looks for words of `-k` here, too
        return try_all

    return as_one

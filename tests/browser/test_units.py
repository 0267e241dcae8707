"""The page's own unit tests, which need Node but no browser."""

from __future__ import annotations

import pytest

from hatch_build import NODE_WHEEL, PageError, npm_command, run_script


def test_the_pages_units() -> None:
    try:
        npm_command()
    except PageError:
        pytest.skip(f"no npm with a new enough Node: install Node.js, or `pip install '{NODE_WHEEL}'`")
    run_script("test")

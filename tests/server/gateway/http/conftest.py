"""A built page, for tests of answers over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def built(tmp_path: Path, usual: dict[str, Any]) -> Path:
    """A page of two files."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Cadogan</title>" + " " * 500)
    (tmp_path / "assets" / "app-1a2b.js").write_text("let cards = 52;" * 100)
    usual["page"] = tmp_path
    return tmp_path

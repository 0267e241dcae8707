"""The short form of `make faults`: once of each kind that needs nothing but a server and its store."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.scenes import Scene, trial
from tests.faults.trials import TROUBLES
from tests.faults.witness import Tally
from tests.server.processes import linux

pytestmark = [linux]


@pytest.mark.parametrize("what", TROUBLES)
async def test_nothing_that_was_acknowledged_is_lost_nor_told_otherwise(tmp_path: Path, what: str) -> None:
    found = await trial(Scene(tmp_path, 11), TROUBLES[what])
    assert found.acknowledged > 20
    assert found == Tally(trials=1, acknowledged=found.acknowledged, pause=found.pause)

"""The short form of `make faults` for stores of several servers: a master of each kind dies ahead of its replicas."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.failover import FAILOVERS
from tests.faults.scenes import trial
from tests.faults.witness import Tally
from tests.server.processes import linux

pytestmark = [linux]


@pytest.mark.parametrize(
    "what",
    [
        "Sentinels: the master is killed ahead of its replicas",
        "Cluster: the master of the room is killed ahead of its replica",
    ],
)
async def test_entries_lost_by_a_failover_are_written_again(tmp_path: Path, what: str) -> None:
    scene, failure = FAILOVERS[what]
    found = await trial(scene(tmp_path, 11), failure)
    assert found.acknowledged > 20
    assert found == Tally(trials=1, acknowledged=found.acknowledged, pause=found.pause)

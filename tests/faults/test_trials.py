"""The short form of `make faults`: one trial of each kind that needs only a server and its store."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.faults import __main__ as command
from tests.faults.__main__ import THREE_BY_TURNS
from tests.faults.node_trials import NODE_TROUBLES
from tests.faults.partitions import Parted, cut, partitioned
from tests.faults.scenes import Nodes, Scene, trial
from tests.faults.silent_owner import Relayed, unreachable
from tests.faults.trials import TROUBLES
from tests.faults.witness import AtTable, Tally
from tests.server.processes import linux

pytestmark = [linux]


@pytest.mark.parametrize("what", TROUBLES)
async def test_nothing_acknowledged_is_lost_or_told_differently_later(tmp_path: Path, what: str) -> None:
    found = await trial(Scene(tmp_path, 11), TROUBLES[what])
    assert found.acknowledged > 20
    assert found == Tally(trials=1, acknowledged=found.acknowledged, pause=found.pause)


@pytest.mark.parametrize(
    "what",
    [
        "two nodes are renewed in turn",
        "one node can't reach the store, and the other takes over",
        "connections are torn into pieces, and cut",
    ],
)
async def test_nothing_acknowledged_by_two_nodes_is_lost(tmp_path: Path, what: str) -> None:
    scene = Nodes(tmp_path, 11)
    scene.short = True
    found = await trial(scene, NODE_TROUBLES[what])
    assert found.acknowledged > 20
    assert found == Tally(trials=found.trials, acknowledged=found.acknowledged, pause=found.pause)


@pytest.mark.parametrize(
    "at_table", [partial(Nodes, witness=AtTable), pytest.param(THREE_BY_TURNS, marks=pytest.mark.thorough)]
)
async def test_nothing_at_a_shared_table_is_lost_as_it_moves_between_nodes(
    tmp_path: Path, at_table: Callable[[Path, int], Nodes]
) -> None:
    scene = at_table(tmp_path, 11)
    scene.short = True
    found = await trial(scene, NODE_TROUBLES["of two nodes one is killed (`kill -9`), and started again"])
    assert found.acknowledged > 20
    assert found == Tally(trials=found.trials, acknowledged=found.acknowledged, pause=found.pause)


async def test_nothing_acknowledged_is_lost_if_one_node_loses_the_store(tmp_path: Path) -> None:
    scene = Parted(tmp_path, 11, rooms=2)
    scene.short = True
    found = await trial(scene, partial(partitioned, by=cut, thinks=0.02))
    assert found.acknowledged > 20
    assert found == Tally(trials=1, acknowledged=found.acknowledged, pause=found.pause)


async def test_relayed_players_go_on_if_the_rooms_node_is_out_of_reach(tmp_path: Path) -> None:
    found = await trial(Relayed(tmp_path, 11), unreachable)
    assert found.acknowledged > 20
    assert found.notice > 0
    assert found == Tally(trials=1, acknowledged=found.acknowledged, pause=found.pause, notice=found.notice)


def test_a_trial_that_fails_is_told_and_the_others_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def tried(kind: command.Kind, seeds: range, *, on_small_disk: bool) -> Tally:
        if kind.trouble is TROUBLES["the store is killed"]:
            raise TimeoutError("nobody moves")
        return Tally(trials=1)

    monkeypatch.setattr(command, "tried", tried)
    monkeypatch.setattr(sys, "argv", ["faults", "--only", "the store is"])
    assert command.main() == 1
    rows = capsys.readouterr().out.splitlines()[2:]
    assert rows[0] == "| the store is killed | failed: TimeoutError('nobody moves') |"
    assert len(rows) == sum("the store is" in what for what in command.kinds("")) > 1

"""The helper process under both event loops that a server may have."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest
import uvloop

from cadogan_server.helper_process import NICE, HelperProcess
from cadogan_server.hosting.solvers import worker
from cadogan_server.hosting.solvers.worker import Question, packed


def children() -> set[int]:
    """Return the running processes that this one has started."""
    tasks = Path(f"/proc/{os.getpid()}/task").iterdir()
    found = {int(child) for task in tasks for child in (task / "children").read_text().split()}
    return {pid for pid in found if worker.__name__ in Path(f"/proc/{pid}/cmdline").read_text()}


@pytest.mark.parametrize("loop", [asyncio.SelectorEventLoop, uvloop.Loop])
def test_a_process_answers_with_low_priority_in_a_group_of_its_own(loop: type[asyncio.AbstractEventLoop]) -> None:
    async def asked() -> None:
        helper = HelperProcess(worker.__name__, lambda: False)
        try:
            assert await helper.ask(packed(Question("nestor", {}, 1, "07", 10)))
            assert helper.process is not None
            pid = helper.process.pid
            assert os.getpriority(os.PRIO_PROCESS, pid) == NICE
            assert os.getpgid(pid) != os.getpgid(0), "Ctrl-C ends the server, and that ends the process"
        finally:
            await helper.end()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(asked())


async def test_a_caller_who_is_cancelled_again_and_again_leaves_no_process() -> None:
    helper = HelperProcess(worker.__name__, lambda: False)

    async def ask_and_end() -> None:
        try:
            await helper.ask(packed(Question("nestor", {}, 1, "07", 10)))
        finally:
            await helper.end()

    asking = asyncio.create_task(ask_and_end())
    await asyncio.sleep(0)  # the process begins to start
    while not asking.done():
        asking.cancel()
        await asyncio.sleep(0)
    await helper.end()
    assert children() == set()

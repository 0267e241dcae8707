"""The helper process under both event loops that a server may have."""

from __future__ import annotations

import asyncio
import os

import pytest
import uvloop

from cadogan_server.helper_process import NICE, HelperProcess
from cadogan_server.hosting.solvers import worker
from cadogan_server.hosting.solvers.worker import Question, packed


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

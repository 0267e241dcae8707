"""A desk at which bots that think long take turns, while the other bots of the process play on."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from cadogan_client.bots.policy import Move, Policy, chosen
from cadogan_client.table import Table

AT_ONCE = 4
"""The number of choices that may wait with full effort. If more wait, a new one gets this number divided by theirs."""


class Desk:
    """One thread for choices that take long."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "desk")
        self._waiting = 0

    async def chosen(self, policy: Policy, table: Table, moves: Sequence[Move]) -> Move | None:
        """Return the choice of a policy, as `policy.chosen` does. A policy that thinks does so by a copy of the table."""
        if not getattr(policy, "thinks", False):
            return chosen(policy, table, moves)
        self._waiting += 1
        try:
            policy.effort = min(1.0, AT_ONCE / self._waiting)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, chosen, policy, table.copy(), tuple(moves))
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Let the present choice be the last. The thread ends with it."""
        self._thread.shutdown(wait=False, cancel_futures=True)

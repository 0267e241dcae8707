"""Has deals solved by processes of low priority, in the order of the requests."""

from __future__ import annotations

import asyncio
import logging

from cadogan_server.helper_process import HelperProcess
from cadogan_server.hosting.solvers import worker
from cadogan_server.hosting.solvers.judging import DuelAnswer, DuelQuestion
from cadogan_server.hosting.solvers.worker import (
    Answer,
    Asked,
    LostAnswer,
    LostQuestion,
    Question,
    Told,
    answer_in,
    packed,
)

logger = logging.getLogger(__name__)


class NotSolved(Exception):
    """A deal could not be tried: there are no solvers, or the process failed. The message says which."""


class Solvers:
    """Some processes that solve deals.

    Args:
        count: the number of processes; 0: nothing is solved.
        slow: seconds after which a process that has not answered is ended.

    Attributes:
        processes: all processes. One is started when it is needed first, and ended after a while without work.
        waiting: the number of questions that are not answered yet.
    """

    def __init__(self, count: int, slow: float) -> None:
        self.processes = [HelperProcess(worker.__name__, lambda: self.waiting > 0) for _ in range(count)]
        self.waiting = 0
        self._slow = slow
        self._free: asyncio.Queue[HelperProcess] = asyncio.Queue()
        for process in self.processes:
            self._free.put_nowait(process)

    async def solve(self, question: Question) -> Answer:
        """Return what the solver says about a deal, once a process is free.

        Raises:
            NotSolved: there are no solvers, or the process has failed or took too long.
        """
        answer = await self._answer(question)
        assert isinstance(answer, Answer)
        return answer

    async def where_lost(self, question: LostQuestion) -> LostAnswer:
        """Return what the solver says about a board of a race, once a process is free.

        Raises:
            NotSolved: there are no solvers, or the process has failed or took too long.
        """
        answer = await self._answer(question)
        assert isinstance(answer, LostAnswer)
        return answer

    async def judged(self, question: DuelQuestion) -> DuelAnswer:
        """Return what the strong bot thinks of some moves of a duel, once a process is free.

        Raises:
            NotSolved: there are no solvers, or the process has failed or took too long.
        """
        answer = await self._answer(question)
        assert isinstance(answer, DuelAnswer)
        return answer

    async def _answer(self, question: Asked) -> Told:
        if not self.processes:
            raise NotSolved("this server has no solvers")
        self.waiting += 1
        try:
            process = await self._free.get()
            try:
                return await self._ask(process, question)
            finally:
                self._free.put_nowait(process)
        finally:
            self.waiting -= 1

    async def stop(self) -> None:
        """End all processes."""
        for process in self.processes:
            await process.end()

    async def _ask(self, process: HelperProcess, question: Asked) -> Told:
        try:
            async with asyncio.timeout(self._slow):
                return answer_in(await process.ask(packed(question)))
        except (OSError, asyncio.IncompleteReadError) as error:  # a TimeoutError is an OSError
            await process.end()
            why = str(error) or f"it took more than {self._slow:g} s"
            raise NotSolved(f"{question.game}, seed {question.seed}: {why}") from error
        except asyncio.CancelledError:
            await process.end()  # otherwise a late answer would be read as the next question's
            raise

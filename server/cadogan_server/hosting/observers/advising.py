"""Tells racers whether their boards can still be won, in rooms that allow it."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from cadogan_games.engine.table import Move
from cadogan_games.solver.outcome import UNKNOWN
from cadogan_server.fair_share import FairShare, counted_under, widest
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.solvers.lines import Lamp, Lines, Path
from cadogan_server.hosting.solvers.solvers import NotSolved, Solvers
from cadogan_server.hosting.solvers.worker import Question

logger = logging.getLogger(__name__)

NODES = 20_000
"""The solver's budget for one position: some tenths of a second in most games."""

PATIENCE = 1.5
"""Seconds after which a player who waits is told that nothing is known. The solver goes on, for the next request."""

MOST_BOARDS = 32
"""The most boards of this node that the solver is asked about at a time. Networks share them fairly."""

MOST_OF_ADDRESS = 4
"""The most of them for players of one address."""

NOT_KNOWN = Lamp(UNKNOWN)
ASK_AGAIN = Lamp(UNKNOWN, asks_again=True)

Tell = Callable[[Lamp], None]


class _Board:
    """One racer's board: what is known of it, the request that waits, and the task that asks the solver."""

    __slots__ = ("address", "lines", "task", "tell", "timer")

    def __init__(self) -> None:
        self.address = ""
        self.lines = Lines()
        self.tell: Tell | None = None
        self.task: asyncio.Task[None] | None = None
        self.timer: asyncio.TimerHandle | None = None

    def answer(self, lamp: Lamp) -> None:
        """Answer the request that waits, if there is one."""
        tell, self.tell = self.tell, None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if tell is not None:
            tell(lamp)


class Advising:
    """Answers racers' requests for advice. Each board has one question at the solver at a time, so rooms take turns.

    What it knows is kept in memory and found again at another node.

    Args:
        solvers: the solver's processes. They are not those that find winnable deals, because a start must not wait for
            hints.
        patience: seconds that a request waits at most.
        nodes: the solver's budget for one position.
        most: the most boards that the solver is asked about at a time.
        most_of_address: the most of them for players of one address.
    """

    def __init__(
        self,
        solvers: Solvers,
        patience: float = PATIENCE,
        nodes: int = NODES,
        most: int = MOST_BOARDS,
        most_of_address: int = MOST_OF_ADDRESS,
    ) -> None:
        self._solvers = solvers
        self._patience = patience
        self._nodes = nodes
        self._most = most
        self._most_of_address = most_of_address
        self._boards: dict[Hub, dict[int, _Board]] = {}
        self._share = FairShare(most_of_address, most)
        self.asked = 0
        """The number of boards that the solver is asked about now."""
        self._asked: Counter[str] = Counter()
        """The same by address and by network."""

    def advise(self, hub: Hub, seat: int, address: str, tell: Tell) -> None:
        """Call `tell` once with what is known of a racer's board, at once or after a while.

        An earlier request for the same board is told at once that nothing is known: the newest position counts.
        """
        board = self._boards.setdefault(hub, {}).setdefault(seat, _Board())
        board.answer(NOT_KNOWN)
        path = _path(hub, seat)
        if board.lines.question(path) is None:
            tell(board.lines.lamp(path))
            return
        if not self._solvers.processes:
            tell(NOT_KNOWN)
            return
        if board.task is None:
            if not self._may_ask(address):
                tell(ASK_AGAIN)
                return
            self._asked.update(counted_under(address))
            self.asked += 1
            board.address = address
            board.task = asyncio.create_task(self._look(hub, seat, board), name=f"advice in {hub.code}")
            board.task.add_done_callback(lambda _: self._done(board))
        board.tell = tell
        board.timer = asyncio.get_running_loop().call_later(self._patience, board.answer, ASK_AGAIN)

    def drop(self, hub: Hub) -> None:
        """Forget a room that is no longer here."""
        for board in self._boards.pop(hub, {}).values():
            board.answer(NOT_KNOWN)
            if board.task is not None:
                board.task.cancel()

    async def stop(self) -> None:
        """End all questions and processes."""
        tasks = [board.task for boards in self._boards.values() for board in boards.values() if board.task is not None]
        for hub in list(self._boards):
            self.drop(hub)
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._solvers.stop()

    def _may_ask(self, address: str) -> bool:
        """Return True if the solver may be asked about one more board, for a player of this address."""
        if self._asked[address] >= self._most_of_address:
            return False
        return self._share.grants(self._asked[widest(address)], self._most - self.asked)

    async def _look(self, hub: Hub, seat: int, board: _Board) -> None:
        """Ask the solver about the newest position until enough is known of it, or nobody waits."""
        while board.tell is not None:
            path = _path(hub, seat)
            asked = board.lines.question(path)
            if asked is None:
                board.answer(board.lines.lamp(path))
                return
            try:
                await self._ask(hub, board.lines, asked)
            except NotSolved as error:
                logger.warning("no advice could be given in room %s: %s", hub.code, error)
                board.answer(NOT_KNOWN)

    async def _ask(self, hub: Hub, lines: Lines, asked: Path) -> None:
        created, seed = hub.room.state.created, hub.room.state.seed.hex()
        question = Question(created.game, dict(created.options), created.revision, seed, self._nodes, asked)
        answer = await self._solvers.solve(question)
        lines.learn(asked, answer.verdict, answer.line)

    def _done(self, board: _Board) -> None:
        board.task = None
        board.answer(NOT_KNOWN)
        self.asked -= 1
        self._asked.subtract(counted_under(board.address))
        self._asked += Counter()  # forget addresses without a board


def _path(hub: Hub, seat: int) -> tuple[Move, ...]:
    return tuple(hub.room.mode.path(seat))

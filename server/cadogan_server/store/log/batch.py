"""The commands of one tick, and the callbacks that wait for them."""

from __future__ import annotations

import logging
from collections.abc import Callable

from cadogan_server.store.log.room_log import RoomLog

logger = logging.getLogger(__name__)

Callback = Callable[[], None]


class Batch:
    """The commands that one tick of the event loop brings to the log.

    Attributes:
        logs: the logs of rooms with records that are not an entry yet.
        commands: packed commands, in order.
        then: called when players may be told of everything up to here.
        in_turn: called when all of `then` have been called, or are held or dropped.
        after: called when the store has everything up to here.
        sent: when the batch went to the store, by the loop's clock, in seconds.
    """

    __slots__ = ("after", "commands", "in_turn", "logs", "sent", "then")

    def __init__(self) -> None:
        self.logs: list[RoomLog] = []
        self.commands: list[bytes] = []
        self.then: list[Callback] = []
        self.in_turn: list[Callback] = []
        self.after: list[Callback] = []
        self.sent = 0.0

    @property
    def writes(self) -> bool:
        """True if it writes anything."""
        return bool(self.logs or self.commands)

    def end_entries(self) -> None:
        """Make an entry of the records of each log, behind the commands so far."""
        self.commands += [log.entry() for log in self.logs]
        self.logs.clear()

    def release(self) -> None:
        """Call `then` and `in_turn`: players may be told of everything up to here."""
        call(self.then)
        if self.in_turn:
            call(self.in_turn)

    def take_turn(self) -> None:
        """Call only `in_turn`, because `then` is held or dropped."""
        in_turn, self.in_turn = self.in_turn, []
        call(in_turn)


def call(callbacks: list[Callback]) -> None:
    """Call all of these, even if some fail."""
    for callback in callbacks:
        try:
            callback()
        except Exception:  # a failed callback must not delay the next batch
            logger.exception("a callback after a batch failed")

"""A racer of the load: plays legal moves from the lists that it is sent."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import perf_counter
from typing import Any

from cadogan_protocol import codec
from cadogan_server.bench import reading
from cadogan_server.bench.connection import Connection
from cadogan_server.bench.plan import Choice

HOME, FROM_WASTE, FROM_HOME, OTHER, ACTION = 40.0, 12.0, 0.05, 0.5, 1.0
"""Relative preference of people for a move: to a foundation, from the waste, back from a foundation, any other, and an
action such as the next card of the stock."""


class Figures:
    """The figures of a process's racers since counting began.

    Attributes:
        accepted: moves answered.
        refused: requests refused, by code.
        missed: moves omitted because two others still waited when they were due.
        waits: microseconds from the time when a move was due to its answer.
    """

    def __init__(self) -> None:
        self.accepted = self.missed = 0
        self.refused: Counter[str] = Counter()
        self.waits: list[int] = []


class Racer(Connection):
    """The socket of one racer.

    Args:
        url, source: server, and address to connect from.
        choice: which moves it makes.
        chance: source of randomness.
        figures: counts its moves.

    Attributes:
        moves: legal moves; None before the deal.
        paced: True if moves are made when due; otherwise as soon as the last one is answered.
        done: True if it had no move left.
    """

    __slots__ = (
        "_chance",
        "_choice",
        "_due",
        "_homes",
        "_owed",
        "_waiting",
        "_wastes",
        "done",
        "figures",
        "moves",
        "paced",
    )

    def __init__(self, url: str, source: str | None, choice: Choice, chance: Random, figures: Figures) -> None:
        super().__init__(url, source)
        self.moves: reading.Moves | None = None
        self.figures = figures
        self.paced = self.done = False
        self._choice = choice
        self._chance = chance
        self._homes: frozenset[int] = frozenset()
        self._wastes: frozenset[int] = frozenset()
        self._waiting = 0
        self._due = 0.0
        self._owed = 0.0

    def play(self, due: float) -> None:
        """Make a move that was due at this time of `perf_counter`, or remember it until the last one is answered."""
        if self._waiting:
            if self._owed:
                self.figures.missed += 1
            else:
                self._owed = due
        elif self.moves:
            self._due = due
            self._waiting = self.next_id
            self.next_id += 1
            self.send(codec.packed(["m", self._waiting, self._chosen(self.moves)]))
        else:
            self.done = True

    def handle(self, data: bytes, start: int, stop: int) -> None:
        """Handle a message: legal moves, or an answer."""
        tag = reading.tag_of(data, start)
        if tag in (reading.STEP, reading.MOVED):
            if tag == reading.STEP:
                request, self.moves = reading.step(data[start:stop], self.moves or ())
            else:
                request, self.moves = reading.moved(data[start:stop])
            if request and request == self._waiting:
                now = perf_counter()
                self.figures.accepted += 1
                self.figures.waits.append(int(1e6 * (now - self._due)))
                self._go_on(now)
        elif not tag:
            self.look(reading.answer(data[start:stop]))

    def look(self, message: dict[str, Any]) -> None:
        """Note an answer: the position of the piles, or a refused move."""
        super().look(message)
        if message["type"] == "joined":
            kinds = [group["kind"] for group in message["layout"]["groups"] for _ in group["places"]]
            self._homes = frozenset(place for place, kind in enumerate(kinds) if kind == "foundation")
            self._wastes = frozenset(place for place, kind in enumerate(kinds) if kind == "waste")
        elif message["type"] == "error":
            self.figures.refused[message["code"]] += 1
            if self._waiting and message.get("re") == self._waiting:
                self._go_on(perf_counter())

    def _go_on(self, now: float) -> None:
        self._waiting = 0
        if not self.paced:
            self.play(now)
        elif self._owed:
            due, self._owed = self._owed, 0.0
            self.play(due)

    def _chosen(self, moves: reading.Moves) -> tuple[Any, ...]:
        if self._choice == "any":
            return moves[int(self._chance.random() * len(moves))]
        return self._chance.choices(moves, [self._weight(move) for move in moves])[0]

    def _weight(self, move: tuple[Any, ...]) -> float:
        if isinstance(move[0], str):
            return ACTION
        if move[1] in self._homes:
            return HOME
        return FROM_HOME if move[0] in self._homes else FROM_WASTE if move[0] in self._wastes else OTHER

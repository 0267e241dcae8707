"""Judges the moves of a duel by the strong bot, in the solver's process.

The bot belongs to the client, so it comes through the entry-point group `cadogan.judges`. It is told what the seat to move could
see, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.metadata import entry_points
from typing import Any, Literal, NamedTuple, Protocol

from cadogan_games import catalogue
from cadogan_games.engine import duel
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table
from cadogan_games.players import Seen

JUDGES = "cadogan.judges"
"""The entry-point group of functions that judge moves. Packages with bots offer one."""

AT_ONCE = 100
"""The moves after which a question is answered, and the next one asked: less than a second of work."""


class Judge(Protocol):
    """Judges a move in a duel."""

    def __call__(self, view: Seen, moves: Sequence[Move], played: Move) -> tuple[Move, int, int]:
        """Return the best move, the chance to win by it, and what `played` loses of that chance, both in thousandths.

        Args:
            view: the table before the move, as the seat to move sees it.
            moves: the legal moves.
            played: one of them.
        """


class DuelStep(NamedTuple):
    """A step of a match.

    Attributes:
        kind: `play`: `seat` makes `move`; `resign`: `seat` loses the game; `time_out`: the rules act for the seat to move;
            `next`: the next game is dealt.
    """

    kind: Literal["play", "resign", "time_out", "next"]
    seat: int = 0
    move: Move = ()


class DuelMatch(NamedTuple):
    """A match. `options` are all of the game's, `revision` is of its rules, `seeds` are those of the games, in hex."""

    options: dict[str, Any]
    revision: int
    seeds: Sequence[str]
    steps: Sequence[DuelStep]


class DuelQuestion(NamedTuple):
    """The question which moves of a match were mistakes.

    Attributes:
        game, seed: of the match.
        match: a `DuelMatch` as JSON, the same in all questions about it.
        first: the step from which moves are to be judged.
    """

    game: str
    seed: str
    match: str
    first: int = 0


class Judged(NamedTuple):
    """The bot's judgement of a step that is a move: see `Judge`."""

    step: int
    best: Move
    chance: int
    loss: int


class DuelAnswer(NamedTuple):
    """The bot's judgements of some moves.

    Attributes:
        judged: the moves.
        following: the first step that is not judged yet.
        is_done: True if there is none.
    """

    judged: list[Judged]
    following: int
    is_done: bool


class Walk:
    """A match that is played again, step by step.

    Args:
        game: the game's id.
        match: the match.

    Attributes:
        steps: all steps.
        at: the number of steps that were made.
    """

    def __init__(self, game: str, match: DuelMatch) -> None:
        found = catalogue.game(game, match.options, match.revision)
        assert isinstance(found, Game)
        self._game, self._seeds, self._games = found, match.seeds, 0
        self.steps = [DuelStep(kind, seat, moved(move)) for kind, seat, move in match.steps]
        self.at = 0
        self._deal()

    def judge(self, judge: Judge) -> Judged | None:
        """Make the next step, and return what is thought of it if it is a move."""
        step = self.steps[self.at]
        if step.kind != "play":
            self.make()
            return None
        seen = self._seen[step.seat]
        seen.look()
        judged = Judged(self.at, *judge(seen, self._table.moves(), step.move))
        self.make()
        return judged

    def make(self) -> None:
        """Make the next step."""
        step, table = self.steps[self.at], self._table
        if step.kind == "play":
            table.play(step.move)
        elif step.kind == "resign":
            duel.resign(table, step.seat)
        elif step.kind == "time_out":
            duel.time_out(table)
        else:
            self._deal()
        self.at += 1

    def _deal(self) -> None:
        self._table: Table = self._game.deal(bytes.fromhex(self._seeds[self._games]))
        if self._games % 2:
            duel.swap_sides(self._table)
        self._games += 1
        self._seen = [Seen(self._table, seat) for seat in (0, 1)]


def has_judge() -> bool:
    """True if bots that judge moves are installed."""
    return bool(entry_points(group=JUDGES))


def judged(question: DuelQuestion) -> DuelAnswer:
    """Return what the bot thinks of the next moves."""
    walk = _begun(question.game, question.match)
    if walk.at > question.first:
        _begun.cache_clear()
        walk = _begun(question.game, question.match)
    while walk.at < question.first:
        walk.make()
    found: list[Judged] = []
    while walk.at < len(walk.steps) and len(found) < AT_ONCE:
        judged = walk.judge(_judge())
        found += [judged] if judged is not None else []
    return DuelAnswer(found, walk.at, walk.at == len(walk.steps))


def moved(fields: Iterable[Any]) -> Move:
    """Return a move, in which JSON has made all tuples lists."""
    return tuple([tuple(part) if isinstance(part, list) else part for part in fields])


@lru_cache(maxsize=1)
def _begun(game: str, packed: str) -> Walk:
    """Return the match, as far as it has been played again in this process."""
    return Walk(game, DuelMatch(*json.loads(packed)))


@lru_cache(maxsize=1)
def _judge() -> Judge:
    found: Judge = next(iter(entry_points(group=JUDGES))).load()
    return found

"""The base of all bots: a class with one method, `choose`."""

from __future__ import annotations

import re
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Protocol

from cadogan_client.bots.tempo import USUAL, Tempo
from cadogan_client.errors import ClientError
from cadogan_protocol import OptionValue

Move = tuple[Any, ...]
"""`(from pile, to pile, count)`, or `(action, spot, ...)` where a spot is a pile or `(pile, card from the bottom)`."""

RANKS = 13
"""The number of ranks. A card's suit is its number divided by this, its rank (ace 0) the remainder; 52 is a joker."""

GROUP = "cadogan.policies"
"""The entry-point group in which an installed package offers policies by name."""


class View(Protocol):
    """A bot's view of a game: no more than the protocol tells any client. A bot may read everything and must change
    nothing."""

    @property
    def piles(self) -> list[list[int]]:
        """The cards of each pile, bottom first; -1 is a card face down."""

    @property
    def kinds(self) -> list[str]:
        """For each pile the kind of its group: foundation, tableau, reserve, stock, waste, discard, hand or fixed."""

    @property
    def group_of(self) -> list[str]:
        """For each pile the id of its group."""

    @property
    def owner_of(self) -> list[int | None]:
        """For each pile of a duel the seat that owns it; None for a shared one, and everywhere in a race."""

    @property
    def counters(self) -> list[int]:
        """The counters; the last is the number of the phase. In a duel `seat` is the seat whose move it is."""

    @property
    def counter_names(self) -> Sequence[str]:
        """The names of the counters."""

    @property
    def game(self) -> str:
        """The id of the game; empty if it is not known."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options of the game."""


class Policy:
    """One bot at one table. This is a complete bot:

        class Hasty(Policy):
            '''Sends home what it can, else takes any move.'''

            def choose(self, view, moves):
                for move in moves:
                    if len(move) == 3 and view.kinds[move[1]] == "foundation":
                        return move
                return self.random.choice(moves) if moves else None

    Saved as hasty.py, it plays with `cadogan bot --room CODE --policy hasty:Hasty`, races others with `cadogan race
    klondike_draw1 --bots hasty:Hasty,good`, and plays a thousand deals without a server with `cadogan simulate
    klondike_draw1 --policy hasty:Hasty --games 1000`.

    One object plays at one table, so it keeps its memory of the game in itself. The caller makes it with one argument,
    the `random` below. A class with more to set up has a constructor that passes it on:

        def __init__(self, random):
            super().__init__(random)
            self.seen = set()

    Any class with this constructor and this method will do; it need not derive from `Policy`.

    Attributes:
        tempo: the bot's speed, unless the caller sets another pace.
        thinks: True if a choice may take longer than some milliseconds, so that a program with several bots should let
            it choose in a thread (see `Desk`).
        effort: the share of its usual work that a bot which thinks may do for the next choice, above 0 to 1.
    """

    tempo: ClassVar[Tempo] = USUAL
    thinks: ClassVar[bool] = False
    effort: float = 1.0

    def __init__(self, random: Random) -> None:
        """Begin a new table.

        Args:
            random: the source of all random choices, so that the same seed makes the same choices again.
        """
        self.random = random

    def choose(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return one of the legal moves, or None to give up. `moves` may be empty."""
        raise NotImplementedError

    def calls(self, view: View, moves: Sequence[Move]) -> Move | None:
        """Return what to call in the other player's turn, one of `moves`, or None to wait. It is asked whenever that player
        has moved, in games that have calls."""
        return None


class UnknownPolicy(ValueError):
    """There is no policy of that name. The text lists the existing ones."""


class PolicyFailed(ClientError):
    """A policy has failed. The text names the policy, the failure, and the place in its code."""

    def __init__(self, policy: type[Policy], error: Exception) -> None:
        frames = traceback.extract_tb(error.__traceback__)[1:]  # without our own call
        where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
        said = f"{type(error).__name__}: {error}".replace("\n", " ")
        super().__init__(f"the policy {policy.__module__}:{policy.__qualname__} failed: {said}{where}")


def made(policy: type[Policy], random: Random) -> Policy:
    """Return a policy for a new table. Raises PolicyFailed."""
    try:
        return policy(random)
    except Exception as error:
        raise PolicyFailed(policy, error) from error


def chosen(policy: Policy, view: View, moves: Sequence[Move]) -> Move | None:
    """Return the choice of a policy.

    Raises:
        PolicyFailed: the policy fails, or chooses an illegal move.
    """
    try:
        choice = policy.choose(view, moves)
        if choice is not None and choice not in moves:
            raise ValueError(f"it chose {choice!r}, which is none of the {len(moves)} legal moves")
    except Exception as error:
        raise PolicyFailed(type(policy), error) from error
    return choice


def called(policy: Policy, view: View, moves: Sequence[Move]) -> Move | None:
    """Return what a policy calls in the other player's turn; None for a class of anybody's that has no `calls`. Raises
    PolicyFailed."""
    try:
        call = getattr(policy, "calls", None)
        return call(view, moves) if call is not None else None
    except Exception as error:
        raise PolicyFailed(type(policy), error) from error


def kind_of(policy: type[Policy]) -> str:
    """Return the protocol's name for a bot with this policy: its class in small letters."""
    letters = re.sub(r"[^a-z0-9_]", "", policy.__name__.lower()).lstrip("_0123456789")
    return letters[:24] or "bot"


def find_policy(name: str) -> type[Policy]:
    """Return a policy by its installed name, or by `module:Class`.

    Raises:
        UnknownPolicy: there is none.
    """
    if ":" in name:
        module, _, attribute = name.partition(":")
        try:
            found = getattr(import_module(module), attribute)
        except Exception as error:  # a foreign module may raise anything
            raise UnknownPolicy(f"no policy can be loaded from {name!r}: {type(error).__name__}: {error}") from error
        return checked(found, name)
    installed = entry_points(group=GROUP)
    if name not in installed.names:
        raise UnknownPolicy(
            f"there is no policy {name!r}; there are {', '.join(sorted(installed.names))}, or module:Class"
        )
    return checked(installed[name].load(), name)


def checked(found: Any, name: str) -> type[Policy]:
    """Return `found` if it is a policy. Raises UnknownPolicy otherwise."""
    if not (isinstance(found, type) and callable(getattr(found, "choose", None))):
        raise UnknownPolicy(f"{name!r} is no policy: it has to be a class with a method choose(view, moves)")
    return found

"""Every game by its id: the one way from a name and options to a game that can be dealt."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module

from cadogan_games import games
from cadogan_games.engine.checking import BadDefinition, faults
from cadogan_games.engine.game import Game
from cadogan_games.engine.head import Head, Value, in_words
from cadogan_games.engine.laying import BadLayout
from cadogan_games.engine.piles import UnknownGroup
from cadogan_games.registry import Registration, registered

CURRENT_YEAR = "current"
"""The option value that stands for the year in which a deal is created: `resolve_options` puts the year in its place."""

GAMES_KEPT = 500
"""The number of games, with their options, that are cached. There are more choices of options than memory should hold.
"""


class CatalogueError(ValueError):
    """There is no such game, or it has no such options."""


class UnknownGame(CatalogueError):
    """There is no game with this id."""


class UnknownRevision(CatalogueError):
    """The game's rules of that revision no longer exist."""


class BadOption(CatalogueError):
    """The game has no such option, or the option no such value."""


def ids() -> tuple[str, ...]:
    """Return the ids of all games: those that race well first, then by title without its article."""
    return _in_order(tuple(_all()))


@lru_cache(maxsize=1)
def _in_order(ids: tuple[str, ...]) -> tuple[str, ...]:
    order: Sequence[str] = ("good", "fair", "poor")
    return tuple(sorted(ids, key=lambda id: (order.index(head_of(id).race), _sorted_by(head_of(id).title))))


def head_of(id: str) -> Head:
    """The head of a game's sheet. Raises UnknownGame."""
    return _registration(id).head


def _registration(id: str) -> Registration:
    found = _all().get(id)
    if found is None:
        raise UnknownGame(f"there is no game {id!r}: `cadogan games`, or a client's `list_games`, names them all")
    return found


def game(id: str, options: Mapping[str, Value] | None = None, revision: int | None = None) -> Game:
    """The game with these options; those not named have their defaults. `revision` asks for earlier rules than the present.

    Raises UnknownGame, or BadOption with what the game knows; BadDefinition where its definition is no good.
    """
    head = head_of(id)
    asked = head.revision if revision is None else revision
    if asked not in head.revisions:
        known = ", ".join(map(str, head.revisions))
        raise UnknownRevision(f"{head.title} can't be played by revision {asked} of its rules, only by {known}")
    return _game(id, tuple(_all_options(head, options or {}).items()), asked)


def resolve_options(id: str, options: Mapping[str, Value], year: int) -> dict[str, Value]:
    """All options of a deal as they are to be kept with it: the defaults filled in, and `year` wherever one is `current`.

    The rules have no clock. Whoever creates a deal says which year it is (UTC), once, and keeps the answer: all racers
    and replays then have the same game by `game(id, answer)`. Raises as `game` does.
    """
    head = head_of(id)
    settled = {name: year if v == CURRENT_YEAR else v for name, v in _all_options(head, options).items()}
    return _all_options(head, settled)


def board(id: str, options: Mapping[str, Value], year: int) -> str | None:
    """The leaderboard on which results with these options are compared, as text: what differs from the defaults.

    Options make a game easier or harder, so each choice has a board of its own: `""` for the defaults, else
    `draw=3,returns=false`, in the order of the alphabet. Options of `same_board` make no difference. None where there is no
    board: one for each number of a range would hold nobody. Raises as `resolve_options` does.
    """
    head, chosen, usual = head_of(id), resolve_options(id, options, year), resolve_options(id, {}, year)
    others = sorted(name for name in chosen if chosen[name] != usual[name] and name not in head.same_board)
    if any(isinstance(value, range) for name in others for value in head.options[name]):
        return None
    return ",".join(f"{name}={_written(chosen[name])}" for name in others)


def options_of(board: str) -> dict[str, Value]:
    """Return the options that a board's text names."""
    return dict(map(read_option, filter(None, board.split(","))))


def read_option(text: str) -> tuple[str, Value]:
    """An option as it is written on the command line and in addresses, `draw=3`. Raises BadOption."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"{text!r} is no NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else value


@cache
def actions(id: str) -> tuple[str, ...]:
    """The actions of a game by name, with any option. Raises UnknownGame."""
    values = {name: [v for v in values if not isinstance(v, range)] for name, values in head_of(id).options.items()}
    ways = [{}, *({name: value} for name, all in values.items() for value in all)]
    return tuple(dict.fromkeys(name for way in ways for name in game(id, way).action_names))


def _sorted_by(title: str) -> str:
    """Return the form of a title for sorting: `Carpet` for `The Carpet`."""
    return title.removeprefix("The ").strip('"')


def _all_options(head: Head, options: Mapping[str, Value]) -> dict[str, Value]:
    chosen = {name: values[0] for name, values in head.options.items() if not isinstance(values[0], range)}
    for name, value in options.items():
        _check_option(head, name, value)
        chosen[name] = value
    return chosen


def _check_option(head: Head, name: str, value: Value) -> None:
    if name not in head.options:
        known = ", ".join(head.options) or "none"
        raise BadOption(f"{head.title} has no option {name!r}; it has: {known}")
    if not _allowed(value, head.options[name]):
        values = ", ".join(map(_written, head.options[name]))
        shown = repr(value) if isinstance(value, str) else _written(value)
        raise BadOption(f"option {name!r} of {head.title} cannot be {shown}; it may be: {values}")


@lru_cache(maxsize=GAMES_KEPT)
def _game(id: str, options: tuple[tuple[str, Value], ...], revision: int) -> Game:
    registration = _registration(id)
    try:
        made = Game(registration.head, dict(options), registration.definition(dict(options), revision))
        found = faults(made)
    except (BadLayout, UnknownGroup) as error:
        raise BadDefinition(id, [str(error)]) from error
    if found:
        raise BadDefinition(id, found)
    return made


def _allowed(value: Value, values: tuple[Value | range, ...]) -> bool:
    """Whether a value is one of these; types count, since true is no 1."""
    return any(
        type(value) is int and value in v if isinstance(v, range) else value == v and type(value) is type(v)
        for v in values
    )


def _written(value: Value | range) -> str:
    """A value as it is written on the wire and on the command line: true and false in small letters."""
    if isinstance(value, range):
        return f"a whole number from {in_words(value)}"
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _all() -> dict[str, Registration]:
    for module in pkgutil.iter_modules(games.__path__):
        import_module(f"{games.__name__}.{module.name}")
    return registered

"""The catalogue: the one way from a game's id and options to a game that can be dealt."""

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
"""The option value for the year in which a deal is created; `resolve_options` replaces it by that year."""

GAMES_KEPT = 500
"""The number of games, each with its options, that are cached. Memory could not hold every choice of options."""


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
    """Return the head of a game's sheet. Raises UnknownGame."""
    return _registration(id).head


def _registration(id: str) -> Registration:
    found = _all().get(id)
    if found is None:
        raise UnknownGame(f"there is no game {id!r}: `cadogan games`, or a client's `list_games`, names them all")
    return found


def game(id: str, options: Mapping[str, Value] | None = None, revision: int | None = None) -> Game:
    """Return the game with these options; options not named have their defaults.

    `revision` selects earlier rules than the present ones. Raises UnknownGame, UnknownRevision, BadOption (the text
    lists what the game knows), or BadDefinition if its definition has faults.
    """
    head = head_of(id)
    asked = head.revision if revision is None else revision
    if asked not in head.revisions:
        known = ", ".join(map(str, head.revisions))
        raise UnknownRevision(f"{head.title} can't be played by revision {asked} of its rules, only by {known}")
    return _game(id, tuple(_all_options(head, options or {}).items()), asked)


def resolve_options(id: str, options: Mapping[str, Value], year: int) -> dict[str, Value]:
    """Return all options of a deal in the form that is kept with it: defaults filled in, and `year` in place of
    `current`.

    The rules have no clock. The creator of a deal passes the year (UTC) once and keeps the answer, so all racers and
    replays get the same game by `game(id, answer)`. Raises what `game` raises.
    """
    head = head_of(id)
    settled = {name: year if v == CURRENT_YEAR else v for name, v in _all_options(head, options).items()}
    return _all_options(head, settled)


def board(id: str, options: Mapping[str, Value], year: int) -> str | None:
    """Return the name of the leaderboard for results with these options: the text of all options that differ from the
    defaults.

    Options make a game easier or harder, so each choice has a board of its own: `""` for the defaults, else
    `draw=3,returns=false`, in alphabetical order. Options of `same_board` make no difference. Returns None if there is
    no board: an option that is any number of a range would give boards without players. Raises what `resolve_options`
    raises.
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
    """Return an option as it is written on the command line and in addresses, such as `draw=3`. Raises BadOption."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadOption(f"{text!r} is no NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdigit() and len(value) <= 9 else value


@cache
def actions(id: str) -> tuple[str, ...]:
    """Return the names of a game's actions, with any options. Raises UnknownGame."""
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
    """True if a value is one of `values`. Types count: true is not 1."""
    return any(
        type(value) is int and value in v if isinstance(v, range) else value == v and type(value) is type(v)
        for v in values
    )


def _written(value: Value | range) -> str:
    """Return a value as it is written on the wire and on the command line: true and false in small letters."""
    if isinstance(value, range):
        return f"a whole number from {in_words(value)}"
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def _all() -> dict[str, Registration]:
    for module in pkgutil.iter_modules(games.__path__):
        import_module(f"{games.__name__}.{module.name}")
    return registered

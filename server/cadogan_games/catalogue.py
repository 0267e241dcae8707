"""Every game by its id: the one way from a name and options to a game that can be dealt."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Literal

from cadogan_games import games
from cadogan_games.engine.game import Game, Patience

Value = bool | int | str
Race = Literal["good", "fair", "poor"]

CURRENT_YEAR = "current"
"""The option value that stands for the year in which a deal is created: `settle_options` puts the year in its place."""

GAMES_KEPT = 500
"""Games with their options that are kept ready. There are more ways to choose options than memory should hold."""


class CatalogueError(ValueError):
    """A game was asked for that does not exist, or with options that it does not have."""


class UnknownGame(CatalogueError):
    """There is no game with this id."""


class UnknownRevision(CatalogueError):
    """Nothing is left of the rules that the game had then."""


class BadOption(CatalogueError):
    """The game has no such option, or the option no such value."""


@dataclass(frozen=True)
class Info:
    """The head of a game's sheet.

    `options` gives the values of each option, its default first. `define(**options, **settings)` makes the definition;
    `settings` are what a variant fixes. `revision` goes up whenever the same seed and moves would give other events, or other moves
    are legal. `earlier` holds by which settings besides the definition still gives the rules of an earlier revision, so that games
    begun under them can be replayed; none where what was legal then still is, and does the same.
    `same_board` names the options that make the game no easier and no harder, as its clock does: see `board`.
    """

    id: str
    title: str
    packs: int
    cards: int
    family: str
    source: str
    race: Race
    race_why: str
    define: Callable[..., Any]
    sheet: str
    kind: Literal["race", "duel"] = "race"
    options: Mapping[str, tuple[Value | range, ...]] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    variant_of: str | None = None
    revision: int = 1
    earlier: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    same_board: Collection[str] = ()

    @property
    def revisions(self) -> tuple[int, ...]:
        """The revisions by which games can be played out, the present one first."""
        return (self.revision, *sorted(self.earlier, reverse=True))

    @property
    def option_values(self) -> dict[str, tuple[Value, ...]]:
        """The values of each option as people read them, the default first; a range as `1000 to 9999`."""
        return {name: tuple(_words(v) for v in values) for name, values in self.options.items()}

    @property
    def progress_max(self) -> int:
        """The progress that wins, with default options."""
        return game(self.id).progress_max

    @property
    def undo_allowed(self) -> bool:
        """Whether moves can be taken back at all, with default options."""
        return game(self.id).undo_allowed

    @property
    def time_limit(self) -> int:
        """The seconds that the game itself gives a race, with default options; 0: no limit."""
        return game(self.id).time_limit


_registry: dict[str, Info] = {}


class Entry:
    """A definition that has its place in the catalogue; `variant` adds one that differs by little."""

    def __init__(self, info: Info) -> None:
        self.info = info
        _registry[info.id] = info

    def variant(
        self,
        id: str,
        title: str,
        *,
        race: Race,
        why: str,
        defaults: Mapping[str, Value] | None = None,
        options: Mapping[str, tuple[Value | range, ...]] | None = None,
        packs: int | None = None,
        cards: int | None = None,
        family: str | None = None,
        revision: int | None = None,
        earlier: Mapping[int, Mapping[str, Any]] | None = None,
        **settings: Any,
    ) -> Entry:
        """Another id for the same definition.

        `defaults` puts other values first in the options, `options` replaces them whole, and `settings` go to the
        definition as they are.
        """
        info = self.info
        values = dict(info.options if options is None else options)
        for name, default in (defaults or {}).items():
            values[name] = (default, *(v for v in values[name] if v != default))
        return Entry(
            replace(
                info,
                id=id,
                title=title,
                race=race,
                race_why=why,
                options=values,
                settings={**info.settings, **settings},
                packs=packs or info.packs,
                cards=cards or (info.cards // info.packs * packs if packs else info.cards),
                family=family or info.family,
                variant_of=info.variant_of or info.id,
                revision=revision or info.revision,
                earlier=info.earlier if earlier is None else earlier,
            )
        )


def patience(
    id: str,
    title: str,
    *,
    packs: int,
    family: str,
    source: str,
    race: Race,
    why: str,
    cards: int | None = None,
    options: Mapping[str, tuple[Value | range, ...]] | None = None,
    sheet: str | None = None,
    kind: Literal["race", "duel"] = "race",
    revision: int = 1,
    earlier: Mapping[int, Mapping[str, Any]] | None = None,
    same_board: Collection[str] = (),
    **settings: Any,
) -> Callable[[Callable[..., Patience]], Entry]:
    """Puts the function that defines a game into the catalogue.

    The function takes the options as keyword arguments, and besides them what variants set.
    """

    def enter(define: Callable[..., Patience]) -> Entry:
        return Entry(
            Info(
                id=id,
                title=title,
                packs=packs,
                cards=cards or 52 * packs,
                family=family,
                source=source,
                race=race,
                race_why=why,
                define=define,
                sheet=sheet or id,
                kind=kind,
                options=options or {},
                settings=settings,
                revision=revision,
                earlier=earlier or {},
                same_board=same_board,
            )
        )

    return enter


def ids() -> tuple[str, ...]:
    """The ids of all games, those that race well first, then by title without its article."""
    order: Sequence[str] = ("good", "fair", "poor")
    return tuple(sorted(_all(), key=lambda id: (order.index(_all()[id].race), _sorted_by(_all()[id].title))))


def info(id: str) -> Info:
    """The head of a game's sheet. Raises UnknownGame."""
    found = _all().get(id)
    if found is None:
        raise UnknownGame(f"there is no game {id!r}: `cadogan games`, or a client's `list_games`, names them all")
    return found


def game(id: str, options: Mapping[str, Value] | None = None, revision: int | None = None) -> Game:
    """The game with these options; those not named have their defaults. `revision` asks for earlier rules than the present.

    Raises UnknownGame, or BadOption with what the game knows, or UnknownRevision.
    """
    head = info(id)
    asked = head.revision if revision is None else revision
    if asked not in head.revisions:
        known = ", ".join(map(str, head.revisions))
        raise UnknownRevision(f"{head.title} can't be played by revision {asked} of its rules, only by {known}")
    return _game(id, tuple(_all_options(head, options or {}).items()), asked)


def settle_options(id: str, options: Mapping[str, Value], year: int) -> dict[str, Value]:
    """All options of a deal as they are to be kept with it: the defaults filled in, and `year` wherever one is `current`.

    The rules have no clock. Whoever creates a deal says which year it is (UTC), once, and keeps the answer: all racers
    and replays then have the same game by `game(id, answer)`. Raises as `game` does.
    """
    head = info(id)
    settled = {name: year if v == CURRENT_YEAR else v for name, v in _all_options(head, options).items()}
    return _all_options(head, settled)


def board(id: str, options: Mapping[str, Value], year: int) -> str | None:
    """The leaderboard on which results with these options are compared, as text: what differs from the defaults.

    Options make a game easier or harder, so each choice has a board of its own: `""` for the defaults, else
    `draw=3,returns=false`, in the order of the alphabet. Options of `same_board` make no difference. None where there is no
    board: one for each number of a range would hold nobody. Raises as `settle_options` does.
    """
    head, chosen, usual = info(id), settle_options(id, options, year), settle_options(id, {}, year)
    others = sorted(name for name in chosen if chosen[name] != usual[name] and name not in head.same_board)
    if any(isinstance(value, range) for name in others for value in head.options[name]):
        return None
    return ",".join(f"{name}={_written(chosen[name])}" for name in others)


def options_of(board: str) -> dict[str, Value]:
    """The options that a board's text names."""
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
    values = {name: [v for v in values if not isinstance(v, range)] for name, values in info(id).options.items()}
    ways = [{}, *({name: value} for name, all in values.items() for value in all)]
    return tuple(dict.fromkeys(name for way in ways for name in game(id, way).action_names))


def _sorted_by(title: str) -> str:
    """A title as it is looked up: `Carpet` for `The Carpet`."""
    return title.removeprefix("The ").strip('"')


def _all_options(head: Info, options: Mapping[str, Value]) -> dict[str, Value]:
    chosen = {name: values[0] for name, values in head.options.items() if not isinstance(values[0], range)}
    for name, value in options.items():
        _check_option(head, name, value)
        chosen[name] = value
    return chosen


def _check_option(head: Info, name: str, value: Value) -> None:
    if name not in head.options:
        known = ", ".join(head.options) or "none"
        raise BadOption(f"{head.title} has no option {name!r}; it has: {known}")
    if not _allowed(value, head.options[name]):
        values = ", ".join(map(_written, head.options[name]))
        shown = repr(value) if isinstance(value, str) else _written(value)
        raise BadOption(f"option {name!r} of {head.title} cannot be {shown}; it may be: {values}")


@lru_cache(maxsize=GAMES_KEPT)
def _game(id: str, options: tuple[tuple[str, Value], ...], revision: int) -> Game:
    head = info(id)
    settings = {**head.settings, **head.earlier.get(revision, {})}
    return Game(head, dict(options), head.define(**dict(options), **settings))


def _allowed(value: Value, values: tuple[Value | range, ...]) -> bool:
    """Whether a value is one of these; types count, since true is no 1."""
    return any(
        type(value) is int and value in v if isinstance(v, range) else value == v and type(value) is type(v)
        for v in values
    )


def _written(value: Value | range) -> str:
    """A value as it is written on the wire and on the command line: true and false in small letters."""
    if isinstance(value, range):
        return f"a whole number from {_words(value)}"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _words(value: Value | range) -> Value:
    return f"{value.start} to {value.stop - 1}" if isinstance(value, range) else value


@cache
def _all() -> dict[str, Info]:
    for module in pkgutil.iter_modules(games.__path__):
        import_module(f"{games.__name__}.{module.name}")
    return _registry

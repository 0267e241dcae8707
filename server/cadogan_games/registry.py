"""Registers definitions by the ids of their games. `patience` joins a definition with its head from the sheets'
catalogue."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from cadogan_games import layouts
from cadogan_games.engine.head import Head, Value
from cadogan_games.engine.laying import BadLayout, laid_out
from cadogan_games.engine.layout import Layout
from cadogan_games.engine.patience import Patience

CATALOGUE = Path(__file__).parent / "sheets" / "catalogue.json"
"""The file with the heads of all sheets."""

_RANGE = re.compile(r"(\d+) to (\d+)")


Earlier = Mapping[int, Mapping[str, Any]]
"""Maps earlier revisions to the settings by which a definition still gives their rules."""


class NoHead(LookupError):
    """The catalogue of the sheets has no head for a definition's id."""


@dataclass(frozen=True)
class Registration:
    """A definition under one id. `define(**options, **head.settings)` returns it without the places of its piles."""

    head: Head
    define: Callable[..., Patience]

    def definition(self, options: Mapping[str, Value], revision: int | None = None) -> Patience:
        """Return the definition with these options, its piles at the places of the game's layout. Raises BadLayout.

        `revision` is one that the head lists, by default the present one.
        """
        settings = {**self.head.settings, **self.head.earlier.get(revision or self.head.revision, {})}
        made = self.define(**options, **settings)
        return replace(made, groups=laid_out(made.groups, self.layout(options)))

    def layout(self, options: Mapping[str, Value]) -> Layout:
        """Return the game's layout with these options. Raises BadLayout if there is none."""
        found = layouts_of_all().get(self.head.id) or layouts_of_all().get(self.head.variant_of or "")
        if found is None:
            raise BadLayout(f"no module of layouts/ has places for {self.head.id!r}: give its LAYOUTS an entry")
        return found if isinstance(found, Layout) else found(**options)

    def variant(self, id: str, *, earlier: Earlier | None = None, **settings: Any) -> Registration:
        """Register another id for the same definition; the function gets the settings as keyword arguments. Raises
        NoHead."""
        earlier = self.head.earlier if earlier is None else earlier
        return _enter(id, self.define, {**self.head.settings, **settings}, earlier, self.head.revision)


registered: dict[str, Registration] = {}
"""All registrations so far, by id. Only `catalogue` knows when the list is complete."""


def patience(
    id: str, *, earlier: Earlier | None = None, **settings: Any
) -> Callable[[Callable[..., Patience]], Registration]:
    """Register the function that defines a game, with the head of this id. Raises NoHead.

    The function takes the game's options as keyword arguments, and also the settings given here and by variants.
    `earlier` maps an earlier revision to the settings by which the function still gives its rules.
    """
    return lambda define: _enter(id, define, settings, earlier or {})


def _enter(
    id: str, define: Callable[..., Patience], settings: Mapping[str, Any], earlier: Earlier, least: int = 1
) -> Registration:
    head = heads().get(id)
    if head is None:
        raise NoHead(f"there is no head for {id!r}: sheets/catalogue.json needs an entry with this id")
    registered[id] = Registration(
        replace(head, settings=settings, earlier=earlier, revision=max(head.revision, least)), define
    )
    return registered[id]


@cache
def layouts_of_all() -> Mapping[str, Layout | Callable[..., Layout]]:
    """Return the layouts of all games by id, from all modules of `layouts`."""
    found: dict[str, Layout | Callable[..., Layout]] = {}
    for module in pkgutil.iter_modules(layouts.__path__):
        found |= import_module(f"{layouts.__name__}.{module.name}").LAYOUTS
    return found


@cache
def heads() -> Mapping[str, Head]:
    """Return the heads of all sheets by id."""
    listed: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    return {each["id"]: _read(each) for each in listed}


def _read(listed: Mapping[str, Any]) -> Head:
    return Head(
        id=listed["id"],
        title=listed["title"],
        packs=listed["packs"],
        cards=listed["cards"],
        family=listed["family"],
        source=listed["source"],
        race=listed["race"],
        sheet=listed["sheet"].removesuffix(".md"),
        progress_max=listed["progress_max"],
        kind=listed.get("kind", "race"),
        fewest=listed.get("fewest", min(2, listed["players"])),
        players=listed["players"],
        options={name: tuple(map(_value, values)) for name, values in listed["options"].items()},
        variant_of=listed["variant_of"],
        revision=listed.get("revision", 1),
        numberings=tuple(listed.get("numberings", ())),
        same_board=tuple(listed.get("same_board", ())),
        undo_allowed=listed.get("undo", True),
        time_limit=listed.get("time_limit", 0),
    )


def _value(value: Value) -> Value | range:
    """Return a value of an option; `1000 to 9999` becomes a range."""
    limits = _RANGE.fullmatch(value) if isinstance(value, str) else None
    return range(int(limits[1]), int(limits[2]) + 1) if limits else value

"""The head of a game's sheet: the facts about a game besides its rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Value = bool | int | str
Race = Literal["good", "fair", "poor"]


@dataclass(frozen=True, kw_only=True)
class Head:
    """The head of a game's sheet, as `sheets/catalogue.json` has it.

    `options` gives the values of each option, its default first. `settings` are the values that a variant fixes in the
    definition. `progress_max` is the progress that wins with default options. `time_limit` is the length of a race in
    seconds if the room sets none (0: no limit).

    `revision` goes up whenever the same seed and moves would give other events, or other moves become legal. `earlier`
    maps an earlier revision to the settings by which the definition still gives its rules, so that games begun under
    them can be replayed. A revision has no settings if every move that was legal then still is, and does the same.

    `kind` is the kind of its rooms. `players` is the largest number of players at one table: 1 if each has a deal of their
    own. `fewest` is the smallest number with which it can begin; an option may ask for more.

    `numberings` are those of the world by which its deals have numbers (`numbers.py`).

    `same_board` names the options that make the game no easier and no harder, such as its clock.
    """

    id: str
    title: str
    packs: int
    cards: int
    family: str
    source: str
    race: Race
    sheet: str
    progress_max: int
    kind: Literal["race", "duel", "shared"] = "race"
    fewest: int = 1
    players: int = 1
    options: Mapping[str, tuple[Value | range, ...]] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    variant_of: str | None = None
    revision: int = 1
    earlier: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    numberings: Sequence[str] = ()
    same_board: Collection[str] = ()
    undo_allowed: bool = True
    time_limit: int = 0

    @property
    def revisions(self) -> tuple[int, ...]:
        """The revisions by which games can be played out, the present one first."""
        return (self.revision, *sorted(self.earlier, reverse=True))

    @property
    def option_values(self) -> dict[str, tuple[Value, ...]]:
        """The values of each option as people read them, the default first; a range reads `1000 to 9999`."""
        return {name: tuple(in_words(v) for v in values) for name, values in self.options.items()}


def in_words(value: Value | range) -> Value:
    """Return a value of an option as people read it; a range reads `1000 to 9999`."""
    return f"{value.start} to {value.stop - 1}" if isinstance(value, range) else value

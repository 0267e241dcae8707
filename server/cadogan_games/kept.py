"""The reports' data on many games: a JSON file with a row for each game and the revision of the rules behind it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from cadogan_games import catalogue

FOLDER = Path(__file__).parent / "reports"
"""Folder of the reports that come with the rules."""


class OtherSeries(ValueError):
    """A report cannot be continued, because its games were played with other settings."""


@dataclass(frozen=True)
class KeptRow:
    """The figures of one game."""

    revision: int


Row = TypeVar("Row", bound=KeptRow)


class Kept(Generic[Row]):
    """The rows of many games, by their ids. Subclasses are dataclasses; their other fields hold for all games."""

    row_type: ClassVar[type[KeptRow]]
    rows: dict[str, Row]

    def has(self, id: str) -> bool:
        """True if there is a row of a game by its present rules."""
        return id in self.rows and self.rows[id].revision == catalogue.head_of(id).revision

    def row(self, id: str) -> Row:
        """Return the row of a game. It is empty if there is none, or only one by earlier rules."""
        return self.rows[id] if self.has(id) else cast("Row", self.row_type(catalogue.head_of(id).revision))

    def described(self) -> str:
        """Return how the games of this series were played, as in "policy good, seed 00, of at most 9 moves"."""
        raise NotImplementedError

    def gone_on_with(self, text: str | None) -> Self:
        """Return the series in a text made by `as_text`, or this one, which has no rows, if `text` is None.

        Raises:
            OtherSeries: the games in the text were played with other settings.
        """
        if text is None:
            return self
        found = self.parse(text)
        if replace(found, rows={}) != self:  # type: ignore[type-var]
            raise OtherSeries(f"it holds games by {found.described()}; delete it to begin anew")
        return found

    def as_text(self) -> str:
        """Return the series as JSON: first the fields that hold for all games, then a line for each game."""
        alike = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "rows"}  # type: ignore[arg-type]
        head = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in alike.items())
        lines = ",\n".join(f"  {json.dumps(id)}: {json.dumps(asdict(row))}" for id, row in sorted(self.rows.items()))
        return f'{{\n{head},\n "games": {{\n{lines}\n }}\n}}\n'

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the series in a text made by `as_text`."""
        alike = json.loads(text)
        rows = {id: cls.row_type(**row) for id, row in alike.pop("games").items()}
        return cls(**alike | {"rows": rows})


def title_of(id: str) -> str:
    """Return the English title of a game."""
    return catalogue.head_of(id).title


def in_markdown(heads: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return a table in Markdown: the first two columns are text, the others numbers."""
    rules = ["---" if i < 2 else "---:" for i in range(len(heads))]
    return [f"| {' | '.join(map(str, line))} |" for line in (heads, rules, *rows)]

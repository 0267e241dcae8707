"""What reports keep of many games: a file of JSON with a row for each, and by which revision of its rules that was found."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from cadogan_games import catalogue


class OtherSeries(ValueError):
    """A report can't be continued, since it is about other games than these."""


@dataclass(frozen=True)
class KeptRow:
    """The figures of one game."""

    revision: int


Row = TypeVar("Row", bound=KeptRow)


class Kept(Generic[Row]):
    """What is known of many games, by their ids. A dataclass whose other fields say what is alike for all of them."""

    row_type: ClassVar[type[KeptRow]]
    rows: dict[str, Row]

    def has(self, id: str) -> bool:
        """Return True if something is known of a game by its present rules."""
        return id in self.rows and self.rows[id].revision == catalogue.head_of(id).revision

    def row(self, id: str) -> Row:
        """Return what is known of a game. Games by earlier rules count no more."""
        return self.rows[id] if self.has(id) else cast("Row", self.row_type(catalogue.head_of(id).revision))

    def described(self) -> str:
        """Return a sentence part on how the games of this series were played, as in "policy good, seed 00, of at most 9
        moves".
        """
        raise NotImplementedError

    def gone_on_with(self, text: str | None) -> Self:
        """Return the series that a text of `as_text` holds, or this one, which has no rows, where there is no text.

        Raises:
            OtherSeries: the games in the text were played otherwise.
        """
        if text is None:
            return self
        found = self.parse(text)
        if replace(found, rows={}) != self:  # type: ignore[type-var]
            raise OtherSeries(f"it holds games by {found.described()}; delete it to begin anew")
        return found

    def as_text(self) -> str:
        """All of it as JSON: a line for each game, after what is alike for all."""
        alike = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "rows"}  # type: ignore[arg-type]
        head = ",\n".join(f" {json.dumps(name)}: {json.dumps(value)}" for name, value in alike.items())
        lines = ",\n".join(f"  {json.dumps(id)}: {json.dumps(asdict(row))}" for id, row in sorted(self.rows.items()))
        return f'{{\n{head},\n "games": {{\n{lines}\n }}\n}}\n'

    @classmethod
    def parse(cls, text: str) -> Self:
        """What a text holds that `as_text` has made."""
        alike = json.loads(text)
        rows = {id: cls.row_type(**row) for id, row in alike.pop("games").items()}
        return cls(**alike | {"rows": rows})


def title_of(id: str) -> str:
    """The English title of a game."""
    return catalogue.head_of(id).title


def in_markdown(heads: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """A table in Markdown: the first two columns are text, the others numbers."""
    rules = ["---" if i < 2 else "---:" for i in range(len(heads))]
    return [f"| {' | '.join(map(str, line))} |" for line in (heads, rules, *rows)]

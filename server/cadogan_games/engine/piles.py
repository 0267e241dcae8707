"""The index of a game's piles: the positions of each group's piles in a table's list."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan_games.engine.groups import Group


class UnknownGroup(KeyError):
    """A definition names a group that it does not have."""

    def __str__(self) -> str:
        """Return the sentence itself, without the quotation marks that KeyError would add."""
        return str(self.args[0])


class Piles:
    """Groups and their piles. `spans`, `first`, `group_of`, `owners` and `homes` mean the same as in `table.Rules`."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = tuple(groups)
        self.spans: dict[str, slice] = {}
        self.first: dict[str, int] = {}
        self.group_of: list[Group] = []
        self.owners: list[int | None] = []
        for group in self.groups:
            start = len(self.group_of)
            self.spans[group.id] = slice(start, start + group.size)
            self.first[group.id] = start
            self.group_of += [group] * group.size
            self.owners += group.owners()
        self._numbers = {id: range(span.start, span.stop) for id, span in self.spans.items()}
        self._groups = {group.id: group for group in self.groups}
        self.homes = tuple(self.spans[group.id] for group in self.groups if group.kind == "foundation")
        self.count = len(self.group_of)

    def numbers(self, id: str) -> range:
        """Return the numbers of a group's piles. Raises UnknownGroup."""
        try:
            return self._numbers[id]
        except KeyError:
            raise self._unknown(id) from None

    def group(self, id: str) -> Group:
        """Return the group with this id. Raises UnknownGroup."""
        try:
            return self._groups[id]
        except KeyError:
            raise self._unknown(id) from None

    def _unknown(self, id: str) -> UnknownGroup:
        return UnknownGroup(f"there is no group {id!r}; the groups are {', '.join(self._groups)}")

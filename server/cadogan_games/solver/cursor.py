"""A table that goes from one kept position to another, and how much its piles are worth there."""

from __future__ import annotations

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import COUNT, SHIFT
from cadogan_games.engine.table import Table
from cadogan_games.solver.keys import Keys
from cadogan_games.solver.worth import Worth


class Cursor:
    """A place among kept positions, on a table whose log has the events since then.

    Attributes:
        contents: the piles of the present position. Kept positions share the piles in which they are alike.
        values: the worth of each of these piles.
    """

    def __init__(self, table: Table, keys: Keys, worth: Worth) -> None:
        self._table = table
        self._keys = keys
        self._worth = worth
        self.contents = [bytes(pile) for pile in table.piles]
        self.values = [worth.of(pile, content) for pile, content in enumerate(self.contents)]

    def go(self, piles: list[bytes], counters: list[int]) -> None:
        """Put the table into a kept position. Moves made since the present one must have been taken back."""
        contents, changed = self.contents, list[int]()
        for pile, content in enumerate(piles):
            if content is not contents[pile]:
                contents[pile] = content
                self._table.piles[pile][:] = content
                self.values[pile] = self._worth.of(pile, content)
                changed.append(pile)
        self._keys.jump(changed, counters)
        self._table.changed()

    def changed(self) -> list[int]:
        """Return the piles that the moves since the kept position have changed."""
        found: list[int] = []
        for event in self._table.log:
            kind: int = event[0]
            if kind == COUNT:
                continue
            pile: int = event[1]
            if pile not in found:
                found.append(pile)
            if kind == SHIFT:
                pile = event[3]
                if pile not in found:
                    found.append(pile)
        return found

    def gained(self) -> int:
        """Return how much more the table is worth than the kept position."""
        piles, values, worth, gained = self._table.piles, self.values, self._worth, 0
        for pile in self.changed():
            gained += worth.of(pile, bytes(piles[pile])) - values[pile]
        return gained

    def gained_veiled(self, shown: list[tuple[int, int]]) -> int:
        """Return the same with the cards at these places face down, as if nobody knew them."""
        piles, values, worth, gained = self._table.piles, self.values, self._worth, 0
        for pile in self.changed():
            content = bytearray(piles[pile])
            for number, place in shown:
                if number == pile and 0 <= place < len(content):
                    content[place] |= DOWN
            gained += worth.of(pile, bytes(content)) - values[pile]
        return gained

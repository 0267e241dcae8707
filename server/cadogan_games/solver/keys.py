"""The keys of positions: a number for each canonical form, kept up to date move by move.

A key is the sum of a number for each pile and each counter. The number of a pile is a hash of its class and its
content, so piles of one class may exchange their contents. A key has some 120 bits, so no two positions of a search
have the same one by chance.
"""

from __future__ import annotations

from hashlib import blake2b

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import COUNT, SHIFT
from cadogan_games.engine.table import Table
from cadogan_games.solver.form import AS_THEY_ARE, Form

KEY_BYTES = 15
"""The length of a key."""
MOST_KNOWN = 1 << 17
"""The number of contents of a class of piles whose hashes are kept. When there are more, they are forgotten."""
FACE_UP = bytes([*range(DOWN), *range(DOWN), *range(2 * DOWN, 256)])
"""The map that turns cards face up."""
LATE = 1000
"""Added to the numbers of classes in late positions."""


class Keys:
    """The key of a table on which a search walks.

    `key` is that of the present position. After moves and other changes `advance` brings it up to date; `retreat` leads
    back after they were taken back. Attribute `trail` has what `retreat` needs.
    """

    def __init__(self, table: Table, form: Form) -> None:
        self.key = 0
        self.trail: list[int] = []
        self._table = table
        self._piles = table.piles
        self._cards = form.cards
        self._maps = form.cards != AS_THEY_ARE
        self._weights = [
            _hashed(b"counter", index) if index in form.counted else 0 for index in range(len(table.counters))
        ]
        self._counts = [pile not in form.left_out for pile in range(len(table.piles))]
        self._hashes = [0] * len(table.piles)
        self._classes = list(form.alike)
        self._classes_late = [number + LATE for number in form.alike_late]
        known: dict[int, dict[bytes, int]] = {each: {} for each in (*self._classes, *self._classes_late)}
        self._known = [known[each] for each in self._classes]
        self._known_late = [known[each] for each in self._classes_late]
        self._watches = form.late is not None
        self._stock = form.late.stock if form.late is not None else -1
        self._spent = list(form.late.spent) if form.late is not None else []
        self._is_late = False
        endless = form.talon if form.talon is not None and form.talon.endless else None
        self._talon_stock = endless.stock if endless is not None else -1
        self._talon_waste = endless.waste if endless is not None else -1
        self._turns = endless.turns if endless is not None else 1
        self._stale = False
        self.begin()

    def begin(self) -> None:
        """Find the key of the table as it stands, whatever it was before."""
        self.trail.clear()
        self._is_late = self._watches and self._late_now()
        self.key = 0
        for index, value in enumerate(self._table.counters):
            self.key += self._weights[index] * value
        for pile in range(len(self._piles)):
            self._hashes[pile] = 0
            self._look(pile)
        self._look_at_talon()
        self.trail.clear()

    def advance(self, mark: int) -> int:
        """Bring the key up to date with what the table has logged since its log had `mark` events, and return it."""
        log = self._table.log
        for place in range(mark, len(log)):
            event = log[place]
            kind: int = event[0]
            if kind == COUNT:
                self.key += self._weights[event[1]] * (event[3] - event[2])
            else:
                self._look(event[1])
                if kind == SHIFT:
                    self._look(event[3])
        if self._stale:
            self._look_at_talon()
        if self._watches and self._is_late != self._late_now():
            self._change_phase()
        return self.key

    def retreat(self, key: int, length: int) -> None:
        """Go back to an earlier position: `key` is its key, `length` the length that the trail had then."""
        trail, hashes = self.trail, self._hashes
        while len(trail) > length:
            old = trail.pop()
            pile = trail.pop()
            if pile >= 0:
                hashes[pile] = old
            else:
                self._is_late = not self._is_late
        self.key = key

    def jump(self, piles: list[int], counters: list[int]) -> None:
        """Bring the key up to date after the contents of these piles were replaced, and give the counters these values.
        There is no way back from it."""
        now = self._table.counters
        for index, value in enumerate(counters):
            self.key += self._weights[index] * (value - now[index])
            now[index] = value
        for pile in piles:
            self._look(pile)
        if self._stale:
            self._look_at_talon()
        if self._watches and self._is_late != self._late_now():
            self._change_phase()
        self.trail.clear()

    def _look(self, pile: int) -> None:
        """Bring the hash of a pile up to date."""
        if pile == self._talon_stock or pile == self._talon_waste:
            self._stale = True
        elif self._counts[pile]:
            content = bytes(self._piles[pile])
            self._note(pile, content.translate(self._cards) if self._maps else content)

    def _look_at_talon(self) -> None:
        """Bring the hash of stock and waste up to date, which counts as the waste's.

        The player may turn them again and again. So the cards that can come up matter, and not the number of cards that
        are turned. If that is a multiple of `turns`, or the stock is empty, every card that a new pass shows can come
        up.
        """
        self._stale = False
        if self._talon_waste < 0:
            return
        waste, stock = self._piles[self._talon_waste], self._piles[self._talon_stock]
        turned = len(waste)
        rest = turned if stock and turned % self._turns else 0
        content = (bytes(waste) + bytes(stock)[::-1].translate(FACE_UP)).translate(self._cards)
        self._note(self._talon_waste, content + bytes((rest,)))

    def _note(self, pile: int, content: bytes) -> None:
        """Set the hash of a pile to that of a content."""
        known = self._known_late[pile] if self._is_late else self._known[pile]
        found = known.get(content)
        if found is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            number = self._classes_late[pile] if self._is_late else self._classes[pile]
            found = known[content] = _hashed(content, number)
        old = self._hashes[pile]
        if found != old:
            self.trail.append(pile)
            self.trail.append(old)
            self._hashes[pile] = found
            self.key += found - old

    def _late_now(self) -> bool:
        """True if the table's position is a late one."""
        if self._stock >= 0 and self._piles[self._stock]:
            return False
        counters = self._table.counters
        for index, limit in self._spent:  # noqa: SIM110 (all() takes a generator, which is slower)
            if counters[index] < limit:
                return False
        return True

    def _change_phase(self) -> None:
        """Hash all piles by the classes of the other phase."""
        self._is_late = not self._is_late
        self.trail.append(-1)
        self.trail.append(0)
        for pile in range(len(self._piles)):
            self._look(pile)
        self._look_at_talon()


def _hashed(content: bytes, number: int) -> int:
    """Return the hash of the content of a pile of a class."""
    return int.from_bytes(blake2b(content, digest_size=KEY_BYTES, salt=number.to_bytes(16, "big")).digest(), "big")

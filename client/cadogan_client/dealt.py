"""Checks that the cards of a replay, as far as they were ever shown, are those that the seed of its room deals.

The rules of the game lay out the deal. They are not part of this package; if they are installed too, they offer a
dealing function by an entry point. Then every card on the table is known, even where the replay shows a back. The check
follows each card through every step, and compares each face that a step shows with the known card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Protocol

from cadogan_client.installed import installed
from cadogan_client.kinds import KINDS
from cadogan_client.verify import Check, NotVerifiable
from cadogan_protocol import HIDDEN, OptionValue, Replay, ReplayBoard, TableEvent
from cadogan_protocol.moves import COUNTED, HOLDS, LIFTED, SHIFTED, SHOWN, TURNED

DEALERS = "cadogan.dealers"
"""The entry-point group in which a package offers a function that deals its games."""

SEATS = "_seats"
"""The counter of a shared table that has the seats in play as bits."""

UNKNOWN = HIDDEN
"""A card that a shuffle during the game has put out of sight: it may be any card."""


class Dealer(Protocol):
    """Deals a game. `number` is the game's in its match, from 0, and `seats` are those of its players if they are dealt to
    one by one; else it is empty.
    """

    def __call__(
        self, game: str, options: Mapping[str, OptionValue], seed: bytes, *, number: int, seats: Sequence[int]
    ) -> Sequence[Sequence[int]]:
        """Return the piles after the deal, bottom first, every card as a number even if it lies face down.

        Raises:
            LookupError: there is no such game.
        """


class Forged(Exception):
    """A card is not the one that the seed has dealt there. The text says which card, and where."""


def check_deal(replay: Replay) -> Check:
    """Return the check that the cards of a finished room are those of its seed.

    Raises:
        NotVerifiable: the room is not finished, or the replay makes no sense.
    """
    state = replay.state
    what = "the cards are those that the seed deals"
    if state.results is None:
        raise NotVerifiable(f"room {state.code} is not finished")
    dealer = find_dealer()
    if dealer is None:
        return Check(what, None, "the rules of the games are not installed here: pip install 'cadogan[server]'")
    try:
        seen = sum(_follow(board, replay, dealer) for board in replay.boards)
    except Forged as forged:
        return Check(f"{what}; but {forged}", False)
    except LookupError:
        return Check(what, None, f"the rules installed here have no game {state.game!r}")
    except (IndexError, TypeError, ValueError) as error:
        raise NotVerifiable(f"the replay of room {state.code} makes no sense: {error!r}") from error
    return Check(f"{what}: {seen} faces seen on {len(replay.boards)} boards", True)


def find_dealer() -> Dealer | None:
    """Return the installed function that deals games, or None."""
    dealer: Dealer | None = installed(DEALERS)
    return dealer


def _follow(board: ReplayBoard, replay: Replay, dealer: Dealer) -> int:
    """Follow a board from deal to end, and return the number of compared faces."""
    state = replay.state
    assert state.results is not None
    seed = bytes.fromhex(state.results.seed)
    at = replay.layout.counters.index(SEATS) if SEATS in replay.layout.counters else None

    def dealt_to(counters: Sequence[int]) -> list[int]:
        bits = 0 if at is None else counters[at]
        return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]

    table = _Known(dealer(state.game, state.options, seed, number=0, seats=dealt_to(board.start.counters)), board.name)
    table.look(board.start.piles)
    games = 1
    for moment, events in board.steps:
        table.moment = moment
        held = {event[1] for event in events if event[0] == HOLDS}
        if KINDS[state.kind].matches and held == set(range(len(table.piles))):
            number = games.to_bytes(4, "big")
            counters = {event[1]: event[2] for event in events if event[0] == COUNTED}
            dealt = dealer(
                state.game,
                state.options,
                sha256(seed + number).digest(),
                number=games,
                seats=dealt_to([counters.get(i, 0) for i in range(len(board.start.counters))]),
            )
            table.deal_anew(dealt, events)
            games += 1
            continue
        for event in events:
            table.apply(event)
        table.check_pack()
    return table.compared


class _Known:
    """A table on which every card is known."""

    def __init__(self, piles: Sequence[Sequence[int]], name: str) -> None:
        self.piles = [list(pile) for pile in piles]
        self.compared = 0
        self.moment = 0
        self._name = name
        self._pack = Counter(card for pile in piles for card in pile)

    def look(self, piles: Sequence[Sequence[int]]) -> None:
        """Compare all shown faces with the known cards."""
        if [len(pile) for pile in piles] != [len(pile) for pile in self.piles]:
            raise Forged(f"the piles on the board of {self._name} do not have as many cards as the seed deals to them")
        for pile, cards in enumerate(piles):
            self._compare(pile, 0, cards)

    def deal_anew(self, dealt: Sequence[Sequence[int]], events: Sequence[TableEvent]) -> None:
        """Lay out the next game of a match."""
        self.piles = [list(pile) for pile in dealt]
        self.look([event[2] for event in sorted(e for e in events if e[0] == HOLDS)])

    def apply(self, event: TableEvent) -> None:
        """Apply an event, and compare the faces that it shows."""
        kind, *rest = event
        if kind == SHIFTED:
            src, dst, count = rest
            self._move(src, len(self.piles[src]) - count, dst, len(self.piles[dst]) if src != dst else None, count)
        elif kind == TURNED:
            src, dst, cards = rest
            taken = self._take(src, len(self.piles[src]) - len(cards), len(cards))
            self.piles[dst] += reversed(taken)
            self._compare(dst, len(self.piles[dst]) - len(cards), cards)
        elif kind == LIFTED:
            src, i, dst, j, cards = rest
            self._move(src, i, dst, j, len(cards))
            self._compare(dst, j, cards)
        elif kind == SHOWN:
            pile, i, card = rest
            self._compare(pile, i, (card,))
        elif kind == HOLDS:
            pile, cards = rest
            self.piles[pile] = list(cards)

    def check_pack(self) -> None:
        """Check that a shuffle during the game has brought in no card."""
        known = Counter(card for pile in self.piles for card in pile if card != UNKNOWN)
        if not known <= self._pack:
            card = next(iter(known - self._pack))
            raise Forged(
                f"on the board of {self._name}, {self.moment} ms after the start, there is one {card} too many"
            )

    def _take(self, src: int, i: int, count: int) -> list[int]:
        if not 0 <= i <= len(self.piles[src]) - count:
            raise IndexError(f"pile {src} has no {count} cards from card {i}")
        taken = self.piles[src][i : i + count]
        del self.piles[src][i : i + count]
        return taken

    def _move(self, src: int, i: int, dst: int, j: int | None, count: int) -> None:
        taken = self._take(src, i, count)
        at = len(self.piles[dst]) if j is None else j
        self.piles[dst][at:at] = taken

    def _compare(self, pile: int, first: int, cards: Sequence[Any]) -> None:
        for i, shown in enumerate(cards, first):
            true = self.piles[pile][i]
            if UNKNOWN in (true, shown):
                if shown != HIDDEN:
                    self.piles[pile][i] = shown
                continue
            self.compared += 1
            if shown != true:
                raise Forged(
                    f"on the board of {self._name}, {self.moment} ms after the start, card {i} of pile {pile} is {shown} "
                    f"where the seed has {true}"
                )

"""A table in play: piles, counters, the log of events, and the verbs `moves`, `play` and `undo`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import COUNT, FLIP, ONE, ORDER, SHIFT, Event, apply, inverse, turned_over
from cadogan_games.engine.head import Head
from cadogan_games.engine.layout import Order, Places, Tally
from cadogan_games.engine.refusals import Refusal
from cadogan_games.engine.relations import Relation

Move = tuple[Any, ...]
"""`(from pile, to pile, count)`, or `(action, spot, ...)` where a spot is a pile or `(pile, card from the bottom)`."""


class IllegalMove(ValueError):
    """A move that the rules forbid here. The text says which rule; `refusal` is the same as a value, if the rules give
    one."""

    def __init__(self, why: Refusal | str) -> None:
        super().__init__(why if isinstance(why, str) else why.sentence)
        self.refusal = None if isinstance(why, str) else why


class NothingToUndo(ValueError):
    """No move has been made since the deal, or the game has no undo."""


class PileGroup(Protocol):
    """The facts that a table, and a program that draws it, need about a group of piles (see `groups.Group`)."""

    @property
    def id(self) -> str: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def size(self) -> int: ...  # noqa: D102
    @property
    def accepts(self) -> Relation: ...  # noqa: D102
    @property
    def places(self) -> Places: ...  # noqa: D102
    @property
    def upright(self) -> Places | None: ...  # noqa: D102
    @property
    def tail(self) -> int: ...  # noqa: D102
    @property
    def counted(self) -> bool: ...  # noqa: D102
    @property
    def tally(self) -> Tally | None: ...  # noqa: D102
    @property
    def order(self) -> Order | None: ...  # noqa: D102


class Rules(Protocol):
    """The interface of a game for its tables: everything that play and drawing need. `game.Game` implements it.

    By a group's id, `spans` has the slice of its piles in a table's list, and `first` the number of its first pile. By
    a pile's number, `group_of` has its group, and `owners` the seat that alone sees its cards (None: everybody does).
    `homes` are the slices of the foundations.
    """

    head: Head
    options: Mapping[str, Any]
    definition: Any
    groups: Sequence[PileGroup]
    group_of: Sequence[PileGroup]
    owners: Sequence[int | None]
    spans: Mapping[str, slice]
    first: Mapping[str, int]
    homes: Sequence[slice]
    pile_count: int
    pack: Sequence[int]
    phases: Sequence[str]
    counters: Sequence[str]
    counter_names: Sequence[str]
    counter_index: Mapping[str, int]
    penalty_index: int | None
    progress_max: int
    actions: Mapping[str, Any]

    def indexes(self, id: str) -> range:
        """Return the numbers of a group's piles in a table's list."""

    def takes(self, table: Table, pile: int) -> int:
        """Return the set of cards that a pile takes now by the rules of its group."""

    def find_moves(self, table: Table, consequences: dict[Move, Any]) -> list[Move]:
        """Return all legal moves. Moves that do more than shift cards are put into `consequences`, with their rule."""

    def carry_out(self, table: Table, move: Move, play: Any) -> None:
        """Carry out a legal move and the automatic changes after it."""

    def settle(self, table: Table) -> None:
        """Run the automatic changes until none is due."""

    def refusal(self, table: Table, move: Move) -> Refusal:
        """Return why a move is illegal."""

    def is_won(self, table: Table) -> bool:
        """True if the table is won."""

    def progress_of(self, table: Table) -> int:
        """Return the progress by which a race is ranked."""

    def penalty_of(self, table: Table) -> int:
        """Return the counter that decides between equal progress, fewer first; 0 if the game has none."""

    def score_of(self, table: Table) -> int | None:
        """Return the game's own score, or None if it has none."""


class Table:
    """The piles and counters of one player's game, or of a duel.

    `piles` is a list over all groups in the order of the definition; each pile is a list of cards, bottom first. They
    change only through the methods below. Each of these logs an event, so that `undo` is exact. In `by_seat`, `sharing` keeps
    the moves that it has found for the seats of a shared table.
    """

    __slots__ = (
        "_consequences",
        "_marks",
        "_moves",
        "_progress",
        "_won",
        "by_seat",
        "counters",
        "game",
        "log",
        "piles",
        "seed",
    )

    def __init__(self, game: Rules, seed: bytes) -> None:
        self.game = game
        self.seed = seed
        self.piles: list[list[int]] = [[] for _ in range(game.pile_count)]
        self.counters: list[int] = [0] * len(game.counter_names)
        self.log: list[Event] = []
        self._marks: list[int] = []
        self._moves: list[Move] | None = None
        self._won: bool | None = None
        self._progress: int | None = None
        self._consequences: dict[Move, Any] = {}
        self.by_seat: dict[int, tuple[list[Move], dict[Move, Any]]] | None = None

    # ---- the three verbs ---------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Return all legal moves, in the order of the rules. The list is cached until the table changes: do not change
        it."""
        if self._moves is None:
            self._consequences = {}
            self._moves = self.game.find_moves(self, self._consequences)
        return self._moves

    def play(self, move: Move) -> list[Event]:
        """Carry out a legal move with all automatic changes after it, and return the events.

        Raises IllegalMove, and changes nothing, if the rules forbid the move.
        """
        legal = self._moves
        if legal is None:
            legal = self.moves()
        if move not in legal:
            alike = _in_another_order(move, legal)
            if alike is None:
                raise IllegalMove(self.game.refusal(self, move))
            move = alike
        return self.push(move)

    def push(self, move: Move) -> list[Event]:
        """Do what `play` does for a move from `moves`, without checking it again."""
        if self._moves is None:
            self.moves()
        mark = len(self.log)
        self._marks.append(mark)
        self.game.carry_out(self, move, self._consequences.get(move))
        self._moves = self._won = self._progress = self.by_seat = None
        return self.log[mark:]

    def undo(self) -> list[Event]:
        """Take the last move back with everything that followed from it, and return the events that do so.

        Raises NothingToUndo if no move is left to take back or the game has no undo.
        """
        if not self.can_undo:
            raise NothingToUndo(
                "no move has been made since the deal"
                if self.game.head.undo_allowed
                else f"{self.game.head.title} has no undo"
            )
        mark, log = self._marks.pop(), self.log
        back = []
        while len(log) > mark:
            event = inverse(log.pop())
            apply(event, self.piles, self.counters)
            back.append(event)
        self._moves = self._won = self._progress = self.by_seat = None
        return back

    # ---- the state of the game ---------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """True if there is a move to take back."""
        return bool(self._marks) and self.game.head.undo_allowed

    @property
    def won(self) -> bool:
        """True if the game is won. The answer is cached until the table changes."""
        if self._won is None:
            self._won = self.game.is_won(self)
        return self._won

    @property
    def blocked(self) -> bool:
        """True if the game is not won and no move is left."""
        return not self.moves() and not self.won

    @property
    def progress(self) -> int:
        """The progress by which a race is ranked, from 0 to the game's `progress_max`. It is cached until the table
        changes."""
        if self._progress is None:
            self._progress = self.game.progress_of(self)
        return self._progress

    @property
    def phase(self) -> str:
        """The name of the present phase of the game."""
        return self.game.phases[self.counters[-1]]

    def group(self, id: str) -> list[list[int]]:
        """Return the piles of a group."""
        return self.piles[self.game.spans[id]]

    def number(self, id: str) -> int:
        """Return the number of a group's first pile, by which moves and changes name it."""
        return self.game.first[id]

    def numbers(self, id: str) -> range:
        """Return the numbers of a group's piles."""
        return self.game.indexes(id)

    @property
    def stock(self) -> list[int]:
        """The cards of the stock; the last is the next to be dealt."""
        return self.piles[self.game.first["stock"]]

    @property
    def waste(self) -> list[int]:
        """The cards of the waste; the last is on top."""
        return self.piles[self.game.first["waste"]]

    def count(self, counter: str) -> int:
        """Return the value of a counter."""
        return self.counters[self.game.counter_index[counter]]

    # ---- changes, each one event -------------------------------------------------------------------------------------

    def shift(self, src: int, dst: int, n: int = 1) -> None:
        """Move the top n cards of one pile on to another; order and faces stay."""
        a, b = self.piles[src], self.piles[dst]
        i, j = len(a) - n, len(b)
        if n == 1:
            cards = ONE[a.pop()]
        else:
            cards = tuple(a[i:])
            del a[i:]
        b += cards
        self.log.append((SHIFT, src, i, dst, j, cards, False, True))

    def turn_over(self, src: int, dst: int, n: int = 1) -> None:
        """Turn the top n cards of one pile over as a packet on to another."""
        a, b = self.piles[src], self.piles[dst]
        i, j = len(a) - n, len(b)
        if n == 1:
            cards = ONE[a.pop() ^ DOWN]
        else:
            cards = turned_over(tuple(a[i:]))
            del a[i:]
        b += cards
        self.log.append((SHIFT, src, i, dst, j, cards, True, True))

    def take(self, src: int, i: int, dst: int, j: int, n: int = 1, *, turned: bool = False) -> None:
        """Move cards i to i+n-1 of one pile into another at place j, turned over as a packet if `turned`."""
        cards = tuple(self.piles[src][i : i + n])
        on_top = src != dst and i + n == len(self.piles[src]) and j == len(self.piles[dst])
        _record(self, (SHIFT, src, i, dst, j, turned_over(cards) if turned else cards, turned, on_top))

    def flip(self, pile: int, i: int = -1) -> None:
        """Turn over the i-th card of a pile, by default the top one."""
        cards = self.piles[pile]
        i %= len(cards)
        cards[i] ^= DOWN
        self.log.append((FLIP, pile, i, cards[i]))

    def order(self, pile: int, cards: Iterable[int], shuffle: int = 0) -> None:
        """Put a pile's cards into another order. `shuffle` is the number of the shuffled redeal that made it; 0: none
        did."""
        _record(self, (ORDER, pile, tuple(self.piles[pile]), tuple(cards), shuffle))

    def set(self, counter: str, value: int) -> None:
        """Set the value of a counter."""
        index = self.game.counter_index[counter]
        if self.counters[index] != value:
            _record(self, (COUNT, index, self.counters[index], value))

    def add(self, counter: str, by: int = 1) -> None:
        """Add `by` to a counter."""
        self.set(counter, self.count(counter) + by)

    def enter(self, phase: str) -> None:
        """Enter another phase."""
        self.set("phase", self.game.phases.index(phase))

    def changed(self) -> None:
        """Forget the cached moves, progress and win, after a change outside of `play` and `undo`."""
        self._moves = self._won = self._progress = self.by_seat = None


def _in_another_order(move: Move, legal: list[Move]) -> Move | None:
    """Return the legal action with the same spots in another order, if exactly one has them; their order does not
    matter then."""
    spots = sorted(map(repr, move[1:]))
    alike = [m for m in legal if m[0] == move[0] and isinstance(m[0], str) and sorted(map(repr, m[1:])) == spots]
    return alike[0] if len(alike) == 1 else None


def _record(table: Table, event: Event) -> None:
    """Carry out an event and log it."""
    apply(event, table.piles, table.counters)
    table.log.append(event)

"""The state of a tournament, and how each record changes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from cadogan_server.tournaments.records import (
    Cause,
    Decided,
    Entered,
    Left,
    Moved,
    Opened,
    Over,
    Paired,
    Paused,
    Record,
    Result,
    RoomOpened,
    Started,
)

Phase = Literal["open", "running", "over", "cancelled"]


@dataclass
class Competitor:
    """A player of a tournament.

    Attributes:
        player: the player's id.
        number: the place in the order of entering, from 1.
        name: the name on entering.
        rating: estimate of the strength.
        bot: level of a bot of this server; empty for others.
        program: kind of a program; empty for a person.
        marks: marks of the place where the player comes from.
        out: true while the player is not paired.
        removed: true if the host has removed the player.
    """

    player: str
    number: int
    name: str
    rating: int
    bot: str = ""
    program: str = ""
    marks: frozenset[str] = frozenset()
    out: bool = False
    removed: bool = False


@dataclass
class Pairing:
    """Two players who meet, or one with a bye.

    Attributes:
        number: its number, from 1.
        round: the round, from 1; 0 in an arena.
        players: the players; one of them alone has a bye.
        at: the moment of pairing.
        node: the node that opens the room.
        room: the room's code; empty until it is open.
        opened: the moment at which it was opened.
        result: who has won; None while it is not decided.
        cause: how that came.
        ended: the moment of that.
        cards: the cards of both.
    """

    number: int
    round: int
    players: tuple[str, ...]
    at: int
    node: str
    room: str = ""
    opened: int = 0
    result: Result | None = None
    cause: Cause | None = None
    ended: int = 0
    cards: tuple[int, ...] = ()

    @property
    def counts(self) -> bool:
        """True if it has a result that counts."""
        return self.result not in (None, "void")

    def winner(self) -> str | None:
        """Return the player who has won; None: nobody, or it is not decided."""
        if self.result == "first":
            return self.players[0]
        return self.players[1] if self.result == "second" else None


@dataclass
class Tournament:
    """A tournament.

    Attributes:
        id: its id.
        terms: its first record.
        starts: the moment of its start.
        phase: `open` until the start, then `running`, at last `over` or `cancelled`.
        paused: true while the host has stopped the pairing.
        rounds: rounds; 0 in an arena, and before the start.
        competitors: by id, in the order of entering.
        pairings: by number.
        open_pairings: those that are not decided, by number.
        playing: player → the pairing in which the player is now.
        ended: the moment of its end; 0 before.
        version: records applied.
    """

    id: str
    terms: Opened
    starts: int
    phase: Phase = "open"
    paused: bool = False
    rounds: int = 0
    competitors: dict[str, Competitor] = field(default_factory=dict)
    pairings: dict[int, Pairing] = field(default_factory=dict)
    open_pairings: dict[int, Pairing] = field(default_factory=dict)
    playing: dict[str, Pairing] = field(default_factory=dict)
    begun: int = 0
    ended: int = 0
    version: int = 1

    @property
    def until(self) -> int:
        """The moment after which an arena pairs nobody."""
        return (self.begun or self.starts) + 60_000 * self.terms.minutes

    @property
    def round(self) -> int:
        """The number of the last round; 0 before the first."""
        return max((pairing.round for pairing in self.pairings.values()), default=0)

    def apply(self, record: Record) -> None:
        """Change the state by the next record. A record whose subject is unknown changes nothing."""
        self.version += 1
        _REDUCERS[type(record)](self, record)

    # ---- how each record changes it ----------------------------------------------------------------------------------

    def _entered(self, record: Entered) -> None:
        known = self.competitors.get(record.player)
        if known is not None:
            known.out, known.name = False, record.name
            known.marks |= frozenset(record.marks)
            return
        self.competitors[record.player] = Competitor(
            record.player,
            len(self.competitors) + 1,
            record.name,
            record.rating,
            record.bot,
            record.program,
            frozenset(record.marks),
        )

    def _left(self, record: Left) -> None:
        known = self.competitors.get(record.player)
        if known is not None:
            known.out = True
            known.removed = known.removed or record.by != record.player

    def _started(self, record: Started) -> None:
        self.phase, self.begun, self.rounds = "running", record.at, record.rounds

    def _paired(self, record: Paired) -> None:
        for number, players, node in record.pairings:
            pairing = self.pairings[number] = Pairing(number, record.round, tuple(players), record.at, node)
            if len(players) == 1:
                pairing.result, pairing.cause, pairing.ended = "first", "bye", record.at
                continue
            self.open_pairings[number] = pairing
            for player in players:
                self.playing[player] = pairing

    def _room_opened(self, record: RoomOpened) -> None:
        pairing = self.open_pairings.get(record.number)
        if pairing is not None:
            pairing.room, pairing.opened = record.room, record.at

    def _decided(self, record: Decided) -> None:
        pairing = self.open_pairings.pop(record.number, None)
        if pairing is None:
            return
        pairing.result, pairing.cause, pairing.ended = record.result, record.cause, record.at
        pairing.cards = tuple(record.cards)
        for player in pairing.players:
            if self.playing.get(player) is pairing:
                del self.playing[player]

    def _paused(self, record: Paused) -> None:
        self.paused = record.on

    def _moved(self, record: Moved) -> None:
        self.starts = record.starts

    def _over(self, record: Over) -> None:
        self.phase, self.ended = "cancelled" if record.cancelled else "over", record.at


_REDUCERS: dict[type[Any], Callable[[Tournament, Any], None]] = {
    Entered: Tournament._entered,
    Left: Tournament._left,
    Started: Tournament._started,
    Paired: Tournament._paired,
    RoomOpened: Tournament._room_opened,
    Decided: Tournament._decided,
    Paused: Tournament._paused,
    Moved: Tournament._moved,
    Over: Tournament._over,
}


def folded(id: str, records: list[Record]) -> Tournament:
    """Return the tournament that these records make.

    Raises:
        ValueError: the first one does not open it.
    """
    first = records[0] if records else None
    if not isinstance(first, Opened):
        raise ValueError(f"the log of the tournament {id} does not begin with its opening: {first!r}")
    made = Tournament(id, first, first.starts)
    for record in records[1:]:
        made.apply(record)
    return made

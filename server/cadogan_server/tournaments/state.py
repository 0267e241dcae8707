"""The state of a tournament, and how each record changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
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
from cadogan_server.tournaments.scoring import Outcome, points_for

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
        marks: marks by which two players may be one, or of one home.
        origin: marks for the rooms in which the player sits, as in the record `Seated`.
        out: true while the player is not paired.
        removed: true if the host has removed the player.
        entered: how many times the player has entered.
        points: the points so far, see `scoring.py`; in a Swiss tournament half points.
        won: games won.
        drawn: games drawn.
        lost: games lost.
        streak: games won in a row, up to now.
        pairings: the player's pairings in their order, without those that do not count.
        last: the pairing that was decided last, whether it counts or not.
    """

    player: str
    number: int
    name: str
    rating: int
    bot: str = ""
    program: str = ""
    marks: frozenset[str] = frozenset()
    origin: tuple[str, ...] = ()
    out: bool = False
    removed: bool = False
    entered: int = 1
    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: int = 0
    pairings: list[Pairing] = field(default_factory=list)
    last: Pairing | None = None

    @property
    def games(self) -> int:
        """The games that count; a bye is none."""
        return self.won + self.drawn + self.lost

    @property
    def is_person(self) -> bool:
        """False for a bot of this server. A program that somebody else runs plays like a person."""
        return not self.bot

    @property
    def firsts(self) -> int:
        """The number of pairings with the player as the first, minus those as the second."""
        return sum(1 if p.players[0] == self.player else -1 for p in self.pairings if len(p.players) == 2)

    def opponents(self) -> list[str]:
        """Return the opponents whom the player was paired with, in order."""
        return [p.other(self.player) for p in self.pairings if len(p.players) == 2]


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
        result: the winner; None while it is not decided.
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

    def other(self, player: str) -> str:
        """Return the opponent of one of the two."""
        return self.players[1] if self.players[0] == player else self.players[0]

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
        ordered: how often the host has moved the start, stopped or continued the pairing, or voided a game.
        rounds: rounds; 0 in an arena, and before the start.
        round: the number of the last round that was paired; 0 before the first, and in an arena.
        competitors: by id, in the order of entering.
        pairings: by number.
        open_pairings: those that are not decided, by number.
        playing: player → the pairing in which the player is now.
        by_round: the pairings of each round, in their order; empty in an arena.
        begun: the moment at which it began; 0 before.
        ended: the moment of its end; 0 before.
        version: records applied.
        concerned: player → the version of the last record that concerned this player, the latest last.
        all_concerned: the version of the last record that concerned everybody.
        kept: what `standings.py` has worked out, with the version for which it holds.
    """

    id: str
    terms: Opened
    starts: int
    phase: Phase = "open"
    paused: bool = False
    ordered: int = 0
    rounds: int = 0
    round: int = 0
    competitors: dict[str, Competitor] = field(default_factory=dict)
    pairings: dict[int, Pairing] = field(default_factory=dict)
    open_pairings: dict[int, Pairing] = field(default_factory=dict)
    playing: dict[str, Pairing] = field(default_factory=dict)
    by_round: dict[int, list[Pairing]] = field(default_factory=dict)
    begun: int = 0
    ended: int = 0
    version: int = 1
    concerned: dict[str, int] = field(default_factory=dict, repr=False)
    all_concerned: int = 1
    kept: tuple[int, Any] | None = field(default=None, compare=False, repr=False)

    @property
    def is_over(self) -> bool:
        """True from the end on, whatever it was."""
        return self.phase in ("over", "cancelled")

    @property
    def next_number(self) -> int:
        """The number of the next pairing."""
        return len(self.pairings) + 1

    @property
    def until(self) -> int:
        """The moment after which an arena pairs nobody."""
        return (self.begun or self.starts) + 60_000 * self.terms.minutes

    def meetings(self, round: int) -> list[Pairing]:
        """Return who meets whom in a round, in the order of its first pairing: a game that was played again has replaced the
        one that did not count."""
        return list({frozenset(pairing.players): pairing for pairing in self.by_round.get(round, ())}.values())

    def concerned_since(self, version: int) -> list[str] | None:
        """Return the players whom a record after this version concerned: whether they wait, and what is their own, may be
        another since. None: everybody."""
        if self.all_concerned > version:
            return None
        return list(takewhile(lambda player: self.concerned[player] > version, reversed(self.concerned)))

    def apply(self, record: Record) -> None:
        """Change the state by the next record. A record whose subject is unknown changes nothing, nor does one after the end."""
        self.version += 1
        if not self.is_over:
            _REDUCERS[type(record)](self, record)

    # ---- how each record changes it ----------------------------------------------------------------------------------

    def _concerns(self, *players: str) -> None:
        for player in players:
            if player in self.competitors:
                self.concerned.pop(player, None)
                self.concerned[player] = self.version

    def _entered(self, record: Entered) -> None:
        known = self.competitors.get(record.player)
        if known is not None:
            self._concerns(record.player)
            known.out, known.name = False, record.name
            known.entered += 1
            known.marks |= frozenset(record.marks)
            known.origin = record.origin or known.origin
            return
        self.competitors[record.player] = Competitor(
            record.player,
            len(self.competitors) + 1,
            record.name,
            record.rating,
            record.bot,
            record.program,
            frozenset(record.marks),
            record.origin,
        )
        self._concerns(record.player)

    def _left(self, record: Left) -> None:
        self._concerns(record.player)
        known = self.competitors.get(record.player)
        if known is not None:
            known.out = True
            known.removed = known.removed or record.by != record.player

    def _started(self, record: Started) -> None:
        self.phase, self.begun, self.rounds = "running", record.at, record.rounds
        self.all_concerned = self.version

    def _paired(self, record: Paired) -> None:
        self.round = max(self.round, record.round)
        for number, players, node in record.pairings:
            pairing = self.pairings[number] = Pairing(number, record.round, tuple(players), record.at, node)
            self._concerns(*players)
            if record.round:
                self.by_round.setdefault(record.round, []).append(pairing)
            for known in self._known(pairing):
                known.pairings.append(pairing)
            if len(players) == 1:
                pairing.result, pairing.cause, pairing.ended = "first", "bye", record.at
                for known in self._known(pairing):
                    known.last = pairing
                    self._count(known, "bye")
                continue
            self.open_pairings[number] = pairing
            for player in players:
                self.playing[player] = pairing

    def _room_opened(self, record: RoomOpened) -> None:
        pairing = self.open_pairings.get(record.number)
        if pairing is not None:
            pairing.room, pairing.opened = record.room, record.at
            self._concerns(*pairing.players)

    def _decided(self, record: Decided) -> None:
        pairing = self.open_pairings.pop(record.number, None)
        if pairing is None:
            return
        self._concerns(*pairing.players)
        pairing.result, pairing.cause, pairing.ended = record.result, record.cause, record.at
        pairing.cards = tuple(record.cards)
        for player in pairing.players:
            if self.playing.get(player) is pairing:
                del self.playing[player]
        for known in self._known(pairing):
            known.last = pairing
        if record.result == "void":
            self.ordered += record.cause == "host"
            for known in self._known(pairing):
                known.pairings.remove(pairing)
            return
        outcomes: dict[Result, tuple[Outcome, Outcome]] = {
            "first": ("won", "lost"),
            "second": ("lost", "won"),
            "draw": ("drawn", "drawn"),
            "neither": ("lost", "lost"),
        }
        for known in self._known(pairing):
            self._count(known, outcomes[record.result][pairing.players.index(known.player)])

    def _known(self, pairing: Pairing) -> list[Competitor]:
        return [self.competitors[player] for player in pairing.players if player in self.competitors]

    def _count(self, known: Competitor, outcome: Outcome) -> None:
        known.points += points_for(self.terms.kind, outcome, known.streak)
        if outcome == "bye":
            return
        known.streak = known.streak + 1 if outcome == "won" else 0
        known.won += outcome == "won"
        known.drawn += outcome == "drawn"
        known.lost += outcome == "lost"

    def _paused(self, record: Paused) -> None:
        self.paused, self.all_concerned = record.on, self.version
        self.ordered += 1

    def _moved(self, record: Moved) -> None:
        self.starts = record.starts
        self.ordered += 1

    def _over(self, record: Over) -> None:
        self.phase, self.ended = "cancelled" if record.cancelled else "over", record.at
        self.all_concerned = self.version


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


def folded(id: str, records: Sequence[Record]) -> Tournament:
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

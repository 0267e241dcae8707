"""The state of a room: what its records add up to.

Everybody may read it. Only *reducers* write it: each part of a room (seats, countdown, ...) names a function for each type
of record that concerns it. A reducer that raises `Refused` has changed nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from cadogan_games import catalogue
from cadogan_protocol.days import DealProof
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import REQUESTS_KEPT
from cadogan_protocol.parts import OptionValue
from cadogan_protocol.room_options import PRIVATE_TOURNAMENT, UNSEEN_DEALS, RoomOptions
from cadogan_protocol.rooms import Clock, Results
from cadogan_server.rooms.effects import Effect, RoomChanged
from cadogan_server.rooms.hands import Hands
from cadogan_server.rooms.occupant import Occupant
from cadogan_server.rooms.records import Created, Followed, Record, RowProof, SeatRating, Start
from cadogan_server.rooms.refused import Refused

Phase = Literal["lobby", "countdown", "running", "finished"]

Reducers = Mapping[type[Record], Callable[[Any, Any], None]]
"""By type of record: the function that changes the state. It gets its part of the room, and the record."""

MOST_RECORDS = 100_000
"""The most records of a room's log: 64 racers have 1,500 moves each, undone ones included. Beyond it players can only
give up or leave, so nobody fills the store, or delays the next start, by doing and undoing.
"""

LATE = "your seat was freed: the next race of the series has begun, and you were not ready; your points stay"

WITHHELD = (
    "your seat was freed: the nonce that your client had promised did not come in time; join again if you want to play"
)

NOBODY_OUT: Mapping[str, int] = MappingProxyType({})
NO_VOTES: Mapping[int, int] = MappingProxyType({})
"""Shared by nearly all rooms: those in which nobody was put out, or nobody has voted."""

RULES_KEPT = 500
"""The number of combinations of room options that are cached."""


class Wish(NamedTuple):
    """A game, with all its options, that may be played next."""

    game: str
    options: Mapping[str, OptionValue]


@lru_cache(maxsize=RULES_KEPT)
def _rules(fields: tuple[tuple[str, Any], ...]) -> RoomOptions:
    """Return the options of a room; most rooms have the same and share them."""
    return RoomOptions(**dict(fields))


@lru_cache(maxsize=RULES_KEPT)
def _shared(fields: tuple[tuple[str, Any], ...], types: tuple[type, ...]) -> dict[str, Any]:
    """Return these fields of a first record. Rooms with the same share one dict, which nobody changes: it takes as much
    memory as ten players. The types of the values belong to the key, as 1 equals True.
    """
    return dict(fields)


def _as_shared(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the shared dict that equals these fields."""
    return _shared(tuple(fields.items()), tuple(map(type, fields.values())))


def proof_of(found: RowProof | tuple[()]) -> DealProof | None:
    """Return in wire form what the solver found in a row of deals; None if there is no row."""
    return DealProof(**RowProof(*found)._asdict()) if found else None


class State:
    """The state of a room. `now` is always a moment in milliseconds since 1970, and never goes back.

    Args:
        created: the first record.

    Attributes:
        created, code: the first record, and the room's code.
        game, rules: the game by its options, and the options of the room.
        phase: from lobby to finished.
        length: the number of records of the log.
        reopened: the number of times that a node has recovered the room.
        laid_open: true if spectators see everything, as in a replay.

        occupants: the players, by seat, in the order in which they came.
        locked: true if nobody new takes a seat.
        chat: true if players may write to each other.
        put_out: the players whom the host has put out, and the marks of their addresses, each with the moment until
            which they stay out.
        opener: the player who opened the room, and the id of that request.
        heir_came: true once the player for whom the room was opened has taken a seat.

        starts: the end of the countdown; once the cards are dealt, the moment 0 of every `t`.
        ends: the moment at which time is up for the whole room; None: there is none.
        called_off: the number of countdowns that were called off.
        latest: the moment of the last event of play, in ms from the start.
        lasted: milliseconds from the start to the end, once the room is over.

        proof: the result of the search for a winnable deal; None while it goes on, and with any other deal.
        seed: the seed of the deal.
        played: the number of moves of all players, including those that were taken back.
        hands: by seat, the speed and evenness of the player's moves, from the first move on.
        clock: the clock by which players act in turn; None in a game without turns.
        match: the score of the match so far, by seat; None if no match is played.

        results: the results, once the room is over.
        rated: the changes of the players' ratings, once they are known.
        attempts: in a contest of a day, the seats for whose players it counts; None: that is not decided yet.

        onward: the seats of players who want to go on to the next deal before all are done, in the order of their
            wishes.
        ballot: the games of the vote on the following room; empty while there is no vote.
        votes: by seat, the index in the ballot of the game that its player has voted for.
        rematch: the code of the following room.
        followed: the record of the following room; None if there is no such room.
        called: true once the next race of a series is called.
        woken: the moment at which a node last recovered the room; 0: none has.

        effects: the effects of the records since `Room.take_outcome` was last called.
    """

    __slots__ = (
        "attempts", "ballot", "called", "called_off", "chat", "clock", "code", "created", "effects", "ends", "followed",
        "game", "hands", "heir_came", "laid_open", "lasted", "latest", "length", "locked", "match", "occupants", "onward", "opener",
        "phase", "played", "proof", "put_out", "rated", "rematch", "reopened", "results", "rules", "seed", "starts",
        "votes", "woken",
    )  # fmt: skip

    def __init__(self, created: Created) -> None:
        created = created._replace(rules=_as_shared(created.rules), options=_as_shared(created.options))
        self.created = created
        self.code = created.code
        self.game = catalogue.game(created.game, created.options, created.revision)
        self.rules = _rules(tuple(created.rules.items()))
        self.phase: Phase = "lobby"
        self.length = 0
        self.reopened = 0
        self.laid_open = False

        self.occupants: dict[int, Occupant] = {}
        self.locked = False
        self.chat = self.rules.chat
        self.put_out = NOBODY_OUT
        self.opener: tuple[str, int] | None = None
        self.heir_came = False

        self.starts: int | None = None
        self.ends: int | None = None
        self.called_off = 0
        self.latest = 0
        self.lasted = 0

        self.proof = proof_of(created.proof)
        self.seed = b""
        self.played = 0
        self.hands: dict[int, Hands] = {}
        self.clock: Clock | None = None
        self.match: tuple[int, ...] | None = None

        self.results: Results | None = None
        self.rated: tuple[SeatRating, ...] = ()
        self.attempts: tuple[int, ...] | None = None

        self.onward: tuple[int, ...] = ()
        self.ballot: tuple[Wish, ...] = ()
        self.votes = NO_VOTES
        self.rematch: str | None = None
        self.followed: Followed | None = None
        self.called = False
        self.woken = 0

        self.effects: list[Effect] = []

    def changed(self, *fields: str) -> None:
        """Note that these fields of the room, named as in `RoomUpdate`, have new values."""
        self.effects.append(RoomChanged(fields))

    # ---- seats -------------------------------------------------------------------------------------------------------

    @property
    def host(self) -> int | None:
        """The seat of the player for whom the room was opened; else of the person who has been here longest; without
        people, of the first program that has come by itself.
        """
        if self.created.host:
            heir = self.seat_of(self.created.host)
            if heir is not None:
                return heir
        guests = [occupant for occupant in self.occupants.values() if not occupant.ours]
        return next((occupant.seat for occupant in sorted(guests, key=lambda occupant: occupant.bot != "")), None)

    @property
    def awaits_host(self) -> bool:
        """True before the start, until the host of the room's group has come. Meanwhile `host` only stands in: nobody
        may do what the host could not undo.
        """
        return self.created.host != "" and not self.heir_came and self.phase in ("lobby", "countdown")

    @property
    def is_over(self) -> bool:
        """True once the room is over."""
        return self.phase == "finished"

    @property
    def people(self) -> list[int]:
        """The seats of players who are people."""
        return [occupant.seat for occupant in self.occupants.values() if not occupant.bot]

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a player, or None."""
        return next((occupant.seat for occupant in self.occupants.values() if occupant.player == player), None)

    @property
    def start(self) -> Start | None:
        """The start of a practice room; None if the room begins at the deal."""
        return Start(*self.created.start) if self.created.start else None

    @property
    def by_days(self) -> bool:
        """True in a correspondence duel: its players come and go, each turn has days, and nobody is missed meanwhile."""
        return self.rules.days_per_turn is not None

    @property
    def told_rules(self) -> RoomOptions:
        """The options as everybody may know them. Spectators and the replay have no part in a private tournament, so its id,
        which is the way in, is not among them.
        """
        rules = self.rules
        hidden = rules.tournament and not rules.public
        return rules.model_copy(update={"tournament": PRIVATE_TOURNAMENT}) if hidden else rules

    @property
    def takes_nonces(self) -> bool:
        """True if the players' nonces go into the seed, so that nobody knows the deal beforehand."""
        return self.rules.deal in UNSEEN_DEALS

    @property
    def nonces(self) -> tuple[str, ...]:
        """The players' parts of the seed, in seat order."""
        return tuple(self.occupants[seat].nonce for seat in sorted(self.occupants))

    # ---- checks ------------------------------------------------------------------------------------------------------

    def repeated(self, seat: int, request: int) -> bool:
        """Return True if this request of a player was carried out before.

        Raises:
            Refused: it is older than all that are remembered, so nobody knows.
        """
        known = self.occupants[seat].requests
        if request > known.last:
            return False
        if request and known.forgotten(request):
            raise Refused(
                ErrorCode.BAD_MESSAGE,
                f"request {request} comes before the last {REQUESTS_KEPT} that were carried out; ids grow: "
                f"go on from {known.last + 1}",
            )
        return request in known

    def must_sit(self, seat: int) -> Occupant:
        """Return the player on a seat.

        Raises:
            Refused: the clock has just taken the seat away.
        """
        if seat not in self.occupants:
            raise Refused(ErrorCode.NOT_SEATED, WITHHELD)
        return self.occupants[seat]

    def must_have_space(self) -> None:
        """Check that the log takes more records.

        Raises:
            Refused: it is full.
        """
        if self.length >= MOST_RECORDS:
            raise Refused(
                ErrorCode.WRONG_PHASE,
                f"room {self.code} has seen {self.length} moves and requests, and can take no more; give up, or leave it",
            )

    def must_be(self, *phases: Phase) -> None:
        """Check that the room is in one of these phases.

        Raises:
            Refused: it is in another.
        """
        if self.phase not in phases:
            now = {"lobby": "has not begun", "countdown": "is about to begin", "running": "is running"}
            raise Refused(
                ErrorCode.WRONG_PHASE, f"room {self.code} {now.get(self.phase, 'is finished')}; that can't be done now"
            )

    def must_be_over(self) -> None:
        """Check that the room is over.

        Raises:
            Refused: it is not.
        """
        if self.phase != "finished":
            raise Refused(ErrorCode.NOT_FINISHED, f"room {self.code} is not finished; ask again after the end")

    def must_let_watch(self) -> None:
        """Check that spectators may watch now.

        Raises:
            Refused: they may not yet.
        """
        if self.rules.spectators == "none" and self.phase != "finished":
            raise Refused(ErrorCode.NO_SPECTATORS, f"nobody may watch room {self.code}; it opens when it is finished")

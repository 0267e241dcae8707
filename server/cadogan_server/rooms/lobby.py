"""A room before the cards: seats, readiness, options; and how commands commit the records that make a room.

A command checks whether it may be carried out and then *commits* records. Only the `_on_...` method of a record changes
the state, so replaying the records gives the same room. A refused command raises `Refused` and has changed nothing.
Commands return False if the request was carried out before.
"""

from __future__ import annotations

import hmac
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import sha256
from math import ceil
from typing import Any, ClassVar, Literal

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import PUT_OUT_SECONDS, REQUESTS_KEPT
from cadogan_protocol.rooms import RoomOptions
from cadogan_server.rooms import fairness
from cadogan_server.rooms.alike import same_name
from cadogan_server.rooms.effects import Effect, PutOut, RoomChanged
from cadogan_server.rooms.records import (
    Counting,
    Created,
    Followed,
    Locked,
    Readied,
    Record,
    Renamed,
    Reopened,
    Returned,
    Revealed,
    Seated,
    Unseated,
)
from cadogan_server.rooms.refused import Refused, spoken
from cadogan_server.rooms.seats import Occupant

Phase = Literal["lobby", "countdown", "running", "finished"]

UNSEATED = f"the host has freed your seat; you can come back in {spoken(PUT_OUT_SECONDS)}"

WITHHELD = (
    "your seat was freed: the nonce that your client had promised did not come in time; join again if you want to play"
)

MOST_RECORDS = 100_000
"""The most records of a room's log: 64 racers have 1,500 moves each, undone ones included. Beyond it players can only
give up or leave, so nobody fills the store, or delays the next start, by doing and undoing.
"""

NONE_SPENT: frozenset[str] = frozenset()
"""Shared by all rooms without void promises."""

RULES_KEPT = 500
"""The number of combinations of options that are cached."""


@lru_cache(maxsize=RULES_KEPT)
def _rules(fields: tuple[tuple[str, Any], ...]) -> RoomOptions:
    """Return the options of a room; most rooms have the same and share them."""
    return RoomOptions(**dict(fields))


class Lobby(ABC):
    """The part of a room that knows no cards. `now` is always a moment in milliseconds since 1970, and never goes back.

    Attributes:
        records: the records committed since the last `take`.
        effects: their effects.
    """

    __slots__ = (
        "_spent", "called_off", "code", "created", "effects", "followed", "game", "length", "locked", "occupants", "opener",
        "phase", "put_out", "records", "rematch", "reopened", "rules", "starts",
    )  # fmt: skip

    _does: ClassVar[dict[type[Record], str]] = {
        Seated: "_on_seated",
        Unseated: "_on_unseated",
        Renamed: "_on_renamed",
        Readied: "_on_readied",
        Locked: "_on_locked",
        Revealed: "_on_revealed",
        Counting: "_on_counting",
        Followed: "_on_followed",
        Returned: "_on_returned",
        Reopened: "_on_reopened",
    }
    """By record type: the name of the method that changes the state."""
    _on: ClassVar[dict[type[Record], Callable[[Any, Any], None]]]

    def __init__(self, created: Created) -> None:
        self.created = created
        self.code = created.code
        self.game = catalogue.game(created.game, created.options, created.revision)
        self.rules = _rules(tuple(created.rules.items()))
        self.phase: Phase = "lobby"
        self.occupants: dict[int, Occupant] = {}
        self.locked = False
        self.put_out: dict[str, int] = {}
        """The players whom the host has put out, and the marks of their addresses, each with the moment until which
        they stay out.
        """
        self.starts: int | None = None
        self.called_off = 0
        """The number of countdowns that were called off."""
        self.rematch: str | None = None
        self.followed: Followed | None = None
        """The record of the following room; None if there is no such room."""
        self.reopened = 0
        self.length = 0
        """The number of records of the log."""
        self.opener: tuple[str, int] | None = None
        """The player who opened the room, and the id of that request."""
        self.records: list[Record] = []
        self.effects: list[Effect] = []
        self._spent = NONE_SPENT
        """The promises that are void: their nonces may have been seen."""

    def __init_subclass__(cls) -> None:
        """Collect the methods that apply records, by record type."""
        super().__init_subclass__()
        cls._on = {kind: getattr(cls, name) for kind, name in cls._does.items()}

    # ---- records -----------------------------------------------------------------------------------------------------

    def take_changes(self) -> tuple[list[Record], list[Effect]]:
        """Return the records and effects since the last call, and forget them."""
        taken = self.records, self.effects
        self.records, self.effects = [], []
        return taken

    def commit(self, record: Record) -> None:
        """Apply a record, and keep it for `take`."""
        self._apply(record)
        self.records.append(record)

    def replay(self, records: Iterable[Record]) -> None:
        """Apply the records of a log, without keeping them."""
        for record in records:
            self._apply(record)
            self.effects.clear()

    def _apply(self, record: Record) -> None:
        self._on[type(record)](self, record)
        self.length += 1

    # ---- who sits where ----------------------------------------------------------------------------------------------

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
    @abstractmethod
    def most_seats(self) -> int:
        """The number of seats."""

    @property
    @abstractmethod
    def fewest_seats(self) -> int:
        """The number of players who must be ready to begin."""

    def seat_of(self, player: str) -> int | None:
        """Return the seat of a player, or None."""
        return next((occupant.seat for occupant in self.occupants.values() if occupant.player == player), None)

    def sit(
        self,
        player: str,
        name: str,
        now: int,
        *,
        bot: str = "",
        by: int | None = None,
        request: int = 0,
        origin: tuple[str, ...] = (),
    ) -> int:
        """Give a player the lowest free seat and return it. `by` is the seat of a player who seats a bot.

        Raises:
            Refused: the room has begun, is locked or full, has somebody of that name, or the player was put out.
        """
        self.tick(now)
        self._must_have_space()
        self.must_not_be_out(player, now)
        if self.phase != "lobby":
            what = "is over" if self.phase == "finished" else "has begun"
            raise Refused(ErrorCode.WRONG_PHASE, f"room {self.code} {what}; nobody can take a seat now")
        if self.locked and by is None:
            raise Refused(
                ErrorCode.ROOM_LOCKED, f"the host has locked room {self.code}: nobody new takes a seat there now"
            )
        if self.created.contest and by is None and self.occupants:
            raise Refused(
                ErrorCode.ROOM_FULL, f"room {self.code} is somebody's game of the day: nobody else plays there"
            )
        if len(self.occupants) >= self.most_seats:
            raise Refused(ErrorCode.ROOM_FULL, f"all {self.most_seats} seats of room {self.code} are taken")
        self._must_be_free(name)
        seat = next(number for number in range(self.most_seats) if number not in self.occupants)
        ours = bot != "" and by is not None
        nonce = fairness.bot_nonce(self.created.secret, seat) if ours and self.takes_nonces else ""
        self.commit(Seated(now, seat, player, name, bot, seat if by is None else by, request, origin, nonce))
        return seat

    def rename(self, seat: int, name: str, now: int, request: int = 0) -> bool:
        """Change a player's name, before the countdown.

        Raises:
            Refused: the countdown has begun, or somebody else has that name.
        """
        if self.repeated(seat, request):
            return False
        self.tick(now)
        self._must_have_space()
        occupant = self._must_sit(seat)
        self._must_be("lobby")
        self._must_be_free(name, occupant)
        self.commit(Renamed(now, seat, name, request))
        return True

    def lets_in(self, player: str, key: str | None) -> bool:
        """Return True if a player may know of this room: with the key of a room by link, or with a seat."""
        return opened_by(self.created, key) or self.seat_of(player) is not None

    def must_not_be_out(self, player: str, now: int, origin: tuple[str, ...] = ()) -> None:
        """Check that the host has not put out this player, or somebody of the same address, lately.

        Raises:
            Refused: the host has.
        """
        must_wait(self.code, max(self.put_out.get(who, 0) for who in (player, *origin[:1])), now)

    def returns(self, seat: int, first_request: int, now: int) -> None:
        """Note a player with a new socket. If the request ids begin anew, the old ones are void."""
        occupant = self.occupants[seat]
        if first_request <= occupant.requests.last:
            self.commit(Returned(now, seat))

    # ---- getting ready -----------------------------------------------------------------------------------------------

    @property
    def takes_nonces(self) -> bool:
        """True if the players' nonces go into the seed: they do in a fresh deal."""
        return self.rules.deal == "fresh"

    def ready(self, seat: int, ready: bool, nonce_hash: str, now: int, request: int = 0) -> bool:
        """Set a player ready, or no longer; when all are ready, the countdown begins.

        Args:
            seat, ready, now, request: the player, the state, the moment, and the id of the request.
            nonce_hash: the promise of a nonce for the seed, "" for none. It is ignored without a fresh deal, and for a
                bot whose nonce is fixed.

        Raises:
            Refused: the game has begun, or this promise can't be accepted.
        """
        if self.repeated(seat, request):
            return False
        self.tick(now)
        self._must_have_space()
        occupant = self._must_sit(seat)
        self._must_be("lobby", "countdown")
        if occupant.fixed:
            nonce_hash = occupant.nonce_hash
        elif not ready or not self.takes_nonces:
            nonce_hash = ""
        if ready and self.phase == "countdown" and nonce_hash != occupant.nonce_hash:
            raise Refused(ErrorCode.WRONG_PHASE, "the countdown runs with the nonce that you have promised before it")
        if nonce_hash in self._spent:
            raise Refused(ErrorCode.BAD_MESSAGE, "the nonce of this `nonce_hash` may have been seen; make a new one")
        self.commit(Readied(now, seat, ready, "", request, nonce_hash))
        self._recount(now)
        return True

    def reveal(self, seat: int, nonce: str, now: int, request: int = 0) -> bool:
        """Show a promised nonce, while the countdown runs.

        Raises:
            Refused: it does not run, or this nonce was not promised.
        """
        if self.repeated(seat, request):
            return False
        self.tick(now)
        occupant = self._must_sit(seat)
        self._must_be("countdown")
        if not occupant.promises:
            raise Refused(ErrorCode.WRONG_PHASE, "you have promised no nonce, so there is none to reveal")
        if fairness.promise(nonce) != occupant.nonce_hash:
            raise Refused(
                ErrorCode.BAD_MESSAGE,
                f"the SHA-256 of this nonce is not the `nonce_hash` that you have promised, {occupant.nonce_hash}; send that one",
            )
        self.commit(Revealed(now, seat, nonce, request))
        self.tick(now)
        return True

    @property
    def withholders(self) -> list[int]:
        """The seats of players who have not shown the nonce that they have promised."""
        return [occupant.seat for occupant in self.occupants.values() if occupant.promises and not occupant.nonce]

    def unseat(self, by: int, seat: int, now: int, request: int = 0) -> bool:
        """Free another player's seat, so that nobody has to wait for somebody who never gets ready.

        Raises:
            Refused: the phase is wrong, `by` is not the host, or nobody else sits there.
        """
        if self.repeated(by, request):
            return False
        self.tick(now)
        self.must_host(by)
        if seat == by:
            raise Refused(ErrorCode.NOT_SEATED, f"seat {seat} is your own; leave the room to give it up")
        if seat not in self.occupants:
            raise Refused(ErrorCode.NOT_SEATED, f"nobody sits on seat {seat} of room {self.code}")
        self.commit(Unseated(now, seat, by, request))
        self._recount(now)
        return True

    def lock(self, by: int, locked: bool, now: int, request: int = 0) -> bool:
        """Lock the room against new players, or open it again.

        Raises:
            Refused: the phase is wrong, or `by` is not the host.
        """
        if self.repeated(by, request):
            return False
        self.tick(now)
        self._must_have_space()
        self.must_host(by)
        self.commit(Locked(now, locked, by, request))
        return True

    @abstractmethod
    def tick(self, now: int) -> None:
        """Do what is due by the clock."""

    @abstractmethod
    def _recount(self, now: int) -> None:
        """Check whether the game can begin, after a player left or changed readiness."""

    @property
    def nonces(self) -> tuple[str, ...]:
        """The players' parts of the seed, in seat order."""
        return tuple(self.occupants[seat].nonce for seat in sorted(self.occupants))

    def _find_seed(self) -> bytes:
        if self.created.seed:
            return self.created.seed
        if self.rules.deal == "numbered" and self.rules.number is not None:
            return fairness.numbered_seed(self.created.game, self.rules.number)
        if self.rules.deal == "daily":
            day = self.created.day or fairness.day_of(self.created.at)
            return fairness.daily_seed(self.created.game, day, self.created.day_secret)
        return fairness.fresh_seed(self.created.secret, self.nonces)

    # ---- checks ------------------------------------------------------------------------------------------------------

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

    def must_host(self, seat: int) -> None:
        """Check that this is the lobby and the seat is the host's.

        Raises:
            Refused: it is not.
        """
        self._must_be("lobby")
        if seat != self.host:
            raise Refused(ErrorCode.NOT_HOST, "only the host of the room may do that")

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

    def _must_sit(self, seat: int) -> Occupant:
        """Return the player on a seat.

        Raises:
            Refused: the clock has just taken the seat away.
        """
        if seat not in self.occupants:
            raise Refused(ErrorCode.NOT_SEATED, WITHHELD)
        return self.occupants[seat]

    def _must_be_free(self, name: str, own: Occupant | None = None) -> None:
        """Check that nobody else has this name, or one that looks like it; `own` is the player who wants it.

        Raises:
            Refused: somebody has.
        """
        others = (occupant.name for occupant in self.occupants.values() if occupant is not own)
        alike = next((other for other in others if same_name(other, name)), None)
        if alike is not None:
            what = f"is called {name!r}" if alike == name else f"is called {alike!r}, which looks like {name!r}"
            raise Refused(ErrorCode.NAME_TAKEN, f"somebody in room {self.code} {what}; choose another name")

    def _must_have_space(self) -> None:
        if self.length >= MOST_RECORDS:
            raise Refused(
                ErrorCode.WRONG_PHASE,
                f"room {self.code} has seen {self.length} moves and requests, and takes no more; give up, or leave it",
            )

    def _must_be(self, *phases: Phase) -> None:
        if self.phase not in phases:
            now = {"lobby": "has not begun", "countdown": "is about to begin", "running": "is running"}
            raise Refused(
                ErrorCode.WRONG_PHASE, f"room {self.code} {now.get(self.phase, 'is finished')}; that can't be done now"
            )

    # ---- what the records do -----------------------------------------------------------------------------------------

    def _changed(self, *fields: str) -> None:
        self.effects.append(RoomChanged(fields))

    def _on_seated(self, record: Seated) -> None:
        self.occupants[record.seat] = Occupant(
            record.seat,
            record.player,
            record.name,
            record.bot,
            guest=record.bot != "" and record.by == record.seat,
            origin=record.origin,
        )
        if record.nonce:
            occupant = self.occupants[record.seat]
            occupant.nonce, occupant.nonce_hash, occupant.fixed = record.nonce, fairness.promise(record.nonce), True
        if record.by in self.occupants:
            self.occupants[record.by].note(record.request)
        if self.opener is None:
            self.opener = record.player, record.request
        self._changed("seats", "host")

    def _on_unseated(self, record: Unseated) -> None:
        occupant = self.occupants.pop(record.seat)
        if record.by != record.seat:
            self.occupants[record.by].note(record.request)
            if not occupant.ours:
                until = record.at + 1000 * PUT_OUT_SECONDS
                self.put_out[occupant.player] = until
                if (
                    occupant.origin[:1] != self.occupants[record.by].origin[:1]
                ):  # a whole house may share the host's address
                    self.put_out.update((mark, until) for mark in occupant.origin[:1])
            self.effects.append(PutOut(record.seat, UNSEATED))
        elif record.withheld:
            self.effects.append(PutOut(record.seat, WITHHELD, withheld=True))
        self._changed("seats", "host")

    def _on_locked(self, record: Locked) -> None:
        self.locked = record.locked
        self.occupants[record.by].note(record.request)
        self._changed("locked")

    def _on_renamed(self, record: Renamed) -> None:
        occupant = self.occupants[record.seat]
        occupant.name = record.name
        occupant.note(record.request)
        self._changed("seats")

    def _on_readied(self, record: Readied) -> None:
        occupant = self.occupants[record.seat]
        occupant.ready = record.ready
        if not record.nonce_hash or record.nonce_hash != occupant.nonce_hash:
            occupant.nonce_hash, occupant.nonce = record.nonce_hash, record.nonce
        occupant.note(record.request)
        self._changed("seats")

    def _on_revealed(self, record: Revealed) -> None:
        occupant = self.occupants[record.seat]
        occupant.nonce = record.nonce
        occupant.note(record.request)

    def _on_counting(self, record: Counting) -> None:
        self.phase = "lobby" if record.starts is None else "countdown"
        if record.starts is not None:  # when called off it stays as it was: an update can't carry None here
            self.starts = record.starts
        else:
            self.called_off += 1
            self._void_promises()
        self._changed("phase", "starts", "called_off")

    def _void_promises(self) -> None:
        """Make everybody who has promised a nonce unready: some nonces may have been seen, so all must promise new
        ones.
        """
        for occupant in self.occupants.values():
            if occupant.promises:
                self._spent |= {occupant.nonce_hash}
                occupant.ready, occupant.nonce_hash, occupant.nonce = False, "", ""
                self._changed("seats")

    def _on_followed(self, record: Followed) -> None:
        self.rematch, self.followed = record.code, record
        self._changed("rematch", "next")

    def _on_returned(self, record: Returned) -> None:
        self.occupants[record.seat].requests.clear()

    def _on_reopened(self, _: Reopened) -> None:
        self.reopened += 1


def must_wait(code: str, until: int, now: int) -> None:
    """Check that a room may be entered at `now`.

    Raises:
        Refused: not before `until`, in ms.
    """
    if now < until:
        seconds = ceil((until - now) / 1000)
        raise Refused(
            ErrorCode.PUT_OUT,
            f"the host of room {code} has put you out, or somebody else of your address; come back in {spoken(seconds)}",
            wait=seconds,
        )


def opened_by(created: Created, key: str | None) -> bool:
    """Return True if this key opens a room that began with this record; without a key of the room, any does."""
    return not created.key or hmac.compare_digest(created.key, hashed(key or ""))


def hashed(key: str) -> bytes:
    """Return the form in which a room's key is kept."""
    return sha256(key.encode()).digest()

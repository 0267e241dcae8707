"""The seats of a room: admission, names, the host's rights, and the players whom the host has put out."""

from __future__ import annotations

import hmac
from hashlib import sha256
from math import ceil

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import PUT_OUT_SECONDS
from cadogan_server.rooms import fairness
from cadogan_server.rooms.alike import same_name
from cadogan_server.rooms.effects import PutOut
from cadogan_server.rooms.kinds.mode import Mode
from cadogan_server.rooms.occupant import Occupant
from cadogan_server.rooms.records import ChatSet, Created, Locked, Renamed, Returned, Seated, Unseated
from cadogan_server.rooms.refused import Refused, spoken
from cadogan_server.rooms.state import LATE, WITHHELD, Reducers, State

UNSEATED = f"the host has freed your seat; you can come back in {spoken(PUT_OUT_SECONDS)}"


class Seats:
    """The seats of a room.

    Attributes:
        most: the number of seats.
    """

    __slots__ = ("_state", "most")

    def __init__(self, state: State, mode: Mode) -> None:
        self._state = state
        self.most = max(mode.fewest, min(state.rules.seats, mode.most))

    @property
    def full(self) -> bool:
        """True if no seat is free."""
        return len(self._state.occupants) >= self.most

    # ---- commands: they check, and return the record to commit -------------------------------------------------------

    def sit(
        self, player: str, name: str, now: int, bot: str, by: int | None, request: int, origin: tuple[str, ...]
    ) -> Seated:
        """Give a player the lowest free seat. See `Room.sit`."""
        state = self._state
        state.must_have_space()
        self.must_not_be_out(player, now)
        if state.phase != "lobby":
            what = "is over" if state.phase == "finished" else "has begun"
            raise Refused(ErrorCode.WRONG_PHASE, f"room {state.code} {what}; nobody can take a seat now")
        if state.locked and by is None:
            raise Refused(
                ErrorCode.ROOM_LOCKED, f"the host has locked room {state.code}: nobody else can take a seat there now"
            )
        if state.created.contest and by is None and state.occupants:
            raise Refused(
                ErrorCode.ROOM_FULL, f"room {state.code} is somebody's game of the day: nobody else plays there"
            )
        if state.by_days and bot:
            raise Refused(ErrorCode.BAD_OPTION, "bots play no correspondence duels: invite somebody, or send the link")
        if self.full:
            raise Refused(ErrorCode.ROOM_FULL, f"all {self.most} seats of room {state.code} are taken")
        self._must_be_free(name)
        seat = next(number for number in range(self.most) if number not in state.occupants)
        ours = bot != "" and by is not None
        nonce = fairness.bot_nonce(state.created.secret, seat) if ours and state.takes_nonces else ""
        return Seated(now, seat, player, name, bot, seat if by is None else by, request, origin, nonce)

    def rename(self, seat: int, name: str, now: int, request: int) -> Renamed:
        """Change a player's name. See `Room.rename`."""
        state = self._state
        state.must_have_space()
        occupant = state.must_sit(seat)
        state.must_be("lobby")
        self._must_be_free(name, occupant)
        return Renamed(now, seat, name, request)

    def unseat(self, by: int, seat: int, now: int, request: int) -> Unseated:
        """Free another player's seat. See `Room.unseat`."""
        state = self._state
        occupant = state.occupants.get(seat)
        self.must_host(by, bots=occupant is not None and occupant.ours)
        if seat == by:
            raise Refused(ErrorCode.NOT_SEATED, f"seat {seat} is your own; leave the room to give it up")
        if occupant is None:
            raise Refused(ErrorCode.NOT_SEATED, f"nobody sits on seat {seat} of room {state.code}")
        return Unseated(now, seat, by, request)

    def lock(self, by: int, locked: bool, now: int, request: int) -> Locked:
        """Lock the room against new players, or open it again. See `Room.lock`."""
        self._state.must_have_space()
        self.must_host(by)
        return Locked(now, locked, by, request)

    def set_chat(self, by: int, on: bool, now: int, request: int) -> ChatSet:
        """Let the players write to each other, or no longer. See `room.set_chat`."""
        state = self._state
        state.must_have_space()
        self._must_allow_chat()
        if state.awaits_host or by != state.host:
            raise Refused(ErrorCode.NOT_HOST, "only the host of the room may let people write to each other")
        return ChatSet(now, on, by, request)

    def returns(self, seat: int, first_request: int, now: int) -> Returned | None:
        """Return the record that voids a player's earlier request ids, if the ids of the new socket begin anew; None if
        they go on.
        """
        known = self._state.occupants[seat].requests
        return Returned(now, seat) if first_request <= known.last else None

    # ---- checks ------------------------------------------------------------------------------------------------------

    def lets_in(self, player: str, key: str | None) -> bool:
        """Return True if a player may know of this room: with the key of a room by link, or with a seat."""
        return opened_by(self._state.created, key) or self._state.seat_of(player) is not None

    def must_not_be_out(self, player: str, now: int, origin: tuple[str, ...] = ()) -> None:
        """Check that the host has not put out this player, or somebody of the same address, lately.

        Raises:
            Refused: the host has.
        """
        put_out = self._state.put_out
        must_wait(self._state.code, max(put_out.get(mark, 0) for mark in (player, *origin[:1])), now)

    def must_host(self, seat: int, *, bots: bool = False) -> None:
        """Check that this is the lobby and the seat is the host's. If only `bots` come or go, any seat will do until the
        host of the group has come.

        Raises:
            Refused: it is not.
        """
        self._state.must_be("lobby")
        if self._state.rules.tournament:
            raise Refused(
                ErrorCode.NOT_HOST,
                f"room {self._state.code} belongs to a tournament, so none of its players is its host",
            )
        if self._state.awaits_host:
            if not bots:
                raise Refused(
                    ErrorCode.NOT_HOST, "the host of your group has not come yet, and only the host may do that"
                )
        elif seat != self._state.host:
            raise Refused(ErrorCode.NOT_HOST, "only the host of the room may do that")

    def must_chat(self) -> None:
        """Check that the players may write to each other now.

        Raises:
            Refused: they may not.
        """
        self._must_allow_chat()
        if not self._state.chat:
            raise Refused(
                ErrorCode.WRONG_PHASE,
                f"nobody writes in room {self._state.code} now: its host can switch chat on, and emotes are always there",
            )

    def _must_allow_chat(self) -> None:
        rules = self._state.rules
        if not rules.by_link or rules.tournament:
            raise Refused(
                ErrorCode.BAD_OPTION,
                "free text is only for rooms by link, among people who know each other: in this room there are emotes and set "
                "phrases",
            )

    def _must_be_free(self, name: str, own: Occupant | None = None) -> None:
        """Check that nobody else has this name or a similar one. `own` is the player who asks for it, if seated.

        Raises:
            Refused: somebody has.
        """
        others = (occupant.name for occupant in self._state.occupants.values() if occupant is not own)
        alike = next((other for other in others if same_name(other, name)), None)
        if alike is not None:
            what = f"is called {name!r}" if alike == name else f"is called {alike!r}, which looks like {name!r}"
            raise Refused(ErrorCode.NAME_TAKEN, f"somebody in room {self._state.code} {what}; choose another name")

    # ---- reducers ----------------------------------------------------------------------------------------------------

    def _on_seated(self, record: Seated) -> None:
        state = self._state
        occupant = state.occupants[record.seat] = Occupant(
            record.seat,
            record.player,
            record.name,
            record.bot,
            guest=record.bot != "" and record.by == record.seat,
            origin=record.origin,
        )
        if record.nonce:
            occupant.nonce, occupant.nonce_hash, occupant.fixed = record.nonce, fairness.promise(record.nonce), True
        if record.by in state.occupants:
            state.occupants[record.by].note(record.request)
        if state.opener is None:
            state.opener = record.player, record.request
        state.heir_came = state.heir_came or record.player == state.created.host
        state.changed("seats", "host")

    def _on_unseated(self, record: Unseated) -> None:
        state = self._state
        occupant = state.occupants.pop(record.seat)
        if record.by != record.seat:
            host = state.occupants[record.by]
            host.note(record.request)
            if not occupant.ours:
                until = record.at + 1000 * PUT_OUT_SECONDS
                mark = occupant.origin[:1]
                if mark == host.origin[:1]:
                    mark = ()  # a whole house may share the host's address
                state.put_out = {**state.put_out, **dict.fromkeys((occupant.player, *mark), until)}
            state.effects.append(PutOut(record.seat, UNSEATED))
        elif record.withheld:
            why = WITHHELD if occupant.ready else LATE
            state.effects.append(PutOut(record.seat, why, withheld=True))
        state.changed("seats", "host")

    def _on_renamed(self, record: Renamed) -> None:
        occupant = self._state.occupants[record.seat]
        occupant.name = record.name
        occupant.note(record.request)
        self._state.changed("seats")

    def _on_locked(self, record: Locked) -> None:
        self._state.locked = record.locked
        self._state.occupants[record.by].note(record.request)
        self._state.changed("locked")

    def _on_chat_set(self, record: ChatSet) -> None:
        self._state.chat = record.on
        self._state.occupants[record.by].note(record.request)
        self._state.changed("chat")

    def _on_returned(self, record: Returned) -> None:
        self._state.occupants[record.seat].requests.clear()


REDUCERS: Reducers = {
    Seated: Seats._on_seated,
    Unseated: Seats._on_unseated,
    Renamed: Seats._on_renamed,
    Locked: Seats._on_locked,
    ChatSet: Seats._on_chat_set,
    Returned: Seats._on_returned,
}


def must_wait(code: str, until: int, now: int) -> None:
    """Check that a room may be entered at `now`.

    Raises:
        Refused: it may not be entered before `until`. Both are moments in ms since 1970.
    """
    if now < until:
        seconds = ceil((until - now) / 1000)
        raise Refused(
            ErrorCode.PUT_OUT,
            f"the host of room {code} has removed you, or someone else at your address; come back in {spoken(seconds)}",
            wait=seconds,
        )


def opened_by(created: Created, key: str | None) -> bool:
    """Return True if this key opens a room that began with this record; without a key of the room, any does."""
    return not created.key or hmac.compare_digest(created.key, hashed(key or ""))


def hashed(key: str) -> bytes:
    """Return the SHA-256 of a room's key. The log has only this."""
    return sha256(key.encode()).digest()

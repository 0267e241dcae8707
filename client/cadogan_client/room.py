"""A room as a client sees it: the local copy of all streams that the client gets."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Literal

from cadogan_client.kinds import KINDS
from cadogan_client.promise import Promise, Witness
from cadogan_client.table import BadEvent, Table
from cadogan_protocol import (
    BoardSnapshot,
    Chat,
    ChatLine,
    Delta,
    Joined,
    Move,
    Moved,
    OptionValue,
    Progress,
    RoomSnapshot,
    RoomState,
    RoomUpdate,
    Seat,
    Step,
    TableLayout,
)
from cadogan_protocol.applying import after_change, after_standings, after_step, after_update
from cadogan_protocol.limits import CHAT_KEPT
from cadogan_protocol.streams import BOARDS, OTHERS, ROOM, SEQ_SPAN, number_of


class Gap(Exception):
    """A message of a stream was missed. Later ones have not been applied."""


class Room:
    """The mirror of one room. It changes as messages arrive; `Client.updates` yields each change.

    Attributes:
        code: the room's code.
        role: "player" or "spectator".
        seat: the player's own seat, or None.
        layout: the layout of the game's table.
        boards: the visible tables, by the number of their stream; `board_of` finds the table of a seat.
        last: the last number received of each stream.
        key: the room's key, if it is by link only.
        chat: the lines that the players have written, as far as they were told here, the earliest first.
        promise: the player's own part of the seed, once `ready` has promised one.
        witness: the promises published before that part was shown, once it was shown.
    """

    def __init__(self, joined: Joined) -> None:
        self.code = joined.room
        self.role = joined.role
        self.seat = joined.seat
        self.layout: TableLayout = joined.layout
        self.key = joined.key
        self.boards: dict[int, Table] = {}
        self.last: dict[int, int] = {}
        self.chat: deque[ChatLine] = deque(maxlen=CHAT_KEPT)
        self.promise: Promise | None = None
        self.witness: Witness | None = None
        self._state: RoomState | None = None
        self._moves: tuple[Move, ...] | None = None
        self._undo = False
        self._moves_at = 0

    @property
    def known(self) -> bool:
        """True once the room's first snapshot has arrived."""
        return self._state is not None

    @property
    def state(self) -> RoomState:
        """The facts that everybody may know of the room: seats, phase, clock, results.

        Raises:
            LookupError: the first snapshot has not arrived yet. `Client.create` and `join` wait for it.
        """
        if self._state is None:
            raise LookupError(f"nothing has been heard of room {self.code} yet")
        return self._state

    @property
    def own_stream(self) -> int | None:
        """The number of the stream of the player's own board; None for a spectator."""
        return None if self.seat is None else BOARDS + self.seat

    @property
    def table(self) -> Table | None:
        """The player's own board, once the cards are dealt."""
        return None if self.own_stream is None else self.boards.get(self.own_stream)

    def board_of(self, seat: int) -> Table | None:
        """Return the table of a seat as far as it is visible, or None.

        In a fairly watched race, others' cards that not all remaining racers have seen are `VEILED`; the player's own
        never are.
        """
        return self.boards.get(BOARDS + seat) or self.boards.get(OTHERS + seat)

    @property
    def moves(self) -> tuple[Move, ...] | None:
        """The legal moves on the player's board as it is now; None while they are unknown."""
        last = None if self.own_stream is None else self.last.get(self.own_stream)
        if last is None:
            return None
        # At a table where several move, the server does not repeat a list of moves that a change has not altered.
        return self._moves if KINDS[self.state.kind].together or last % SEQ_SPAN == self._moves_at else None

    @property
    def may_undo(self) -> bool:
        """True if the player's last move can be taken back."""
        return self.moves is not None and self._undo

    @property
    def owes(self) -> Literal["nonce", "promise"] | None:
        """The message that the client must send now by itself: "nonce", the promised one, once all promises are made;
        "promise", a new one, after all were made void; None: neither."""
        seat, promise = self._own_seat, self.promise
        if seat is None or promise is None:
            return None
        if seat.nonce_hash == promise.hash:
            is_due = self.state.phase == "countdown" or self.state.rules.days_per_turn is not None
            return "nonce" if is_due and not promise.shown else None
        return "promise" if promise.stood and self.state.phase == "lobby" and not seat.ready else None

    def witnessed(self, promise: Promise) -> Witness:
        """Return the promises that are published now, just before the player's own nonce is shown."""
        assert self.seat is not None
        hashes = {seat.seat: seat.nonce_hash for seat in self.state.seats if seat.nonce_hash}
        return Witness(self.state.commit, hashes, self.seat, promise.nonce)

    @property
    def _own_seat(self) -> Seat | None:
        if self._state is None or self.seat is None:
            return None
        return next((seat for seat in self._state.seats if seat.seat == self.seat), None)

    @property
    def is_current(self) -> bool:
        """True if the player's board has reached the state of the last answer to a move."""
        return self.own_stream is None or self.moves is not None

    def rejoined(self, joined: Joined) -> None:
        """Take the new answer to `join` after a reconnect. The missed messages follow."""
        self.role, self.seat, self.layout = joined.role, joined.seat, joined.layout

    def heard(self, told: Chat) -> None:
        """Take lines of chat; those that came before are passed over."""
        last = self.chat[-1].number if self.chat else -1
        self.chat.extend(line for line in told.lines if line.number > last)

    def apply(self, message: RoomSnapshot | BoardSnapshot | RoomUpdate | Progress | Delta | Step | Moved) -> bool:
        """Apply a message. Return False if it says nothing new.

        Raises:
            Gap: an earlier message is missing, so the client must join the room again.
        """
        match message:
            case Moved():
                self._moves, self._undo, self._moves_at = message.moves, message.undo, message.seq
            case RoomSnapshot():
                self._become(message.state)
                self.last[ROOM] = message.seq
            case BoardSnapshot():
                table = Table(self.layout, *self._played())
                self._load(table, message)
                self.boards[message.stream] = table
                self.last[message.stream] = message.seq
            case Delta():
                return self._changed(message.stream, message)
            case Step():
                return (
                    self.own_stream is not None and self._changed(self.own_stream, message) and self._stepped(message)
                )
            case Progress():
                if not self.known:
                    return False
                self._become(after_standings(self.state, message.lines))
            case RoomUpdate():
                if not self._is_next(ROOM, message.seq):
                    return False
                self._become(after_update(self.state, message))
                self.last[ROOM] = message.seq
        return True

    def _become(self, state: RoomState) -> None:
        self._state = state
        if self.promise is not None and self._own_seat is not None:
            self.promise.stood |= self._own_seat.nonce_hash == self.promise.hash

    def _is_next(self, stream: int, seq: int) -> bool:
        last = self.last.get(stream)
        if last is None or seq > last + 1:
            raise Gap
        return seq == last + 1

    def _changed(self, stream: int, message: Delta | Step) -> bool:
        """Apply the changes of a board. Return False if they are known already."""
        if not self._is_next(stream, number_of(message.seq, self.last.get(stream, -1))):
            return False
        try:
            self.boards[stream].apply(message.events)
        except BadEvent as error:
            # Only a snapshot helps, so the client forgets this stream.
            del self.last[stream]
            raise Gap from error
        self.last[stream] += 1
        self._become(after_change(self.state, stream - (BOARDS if stream < OTHERS else OTHERS), message.change))
        return True

    def _stepped(self, step: Step) -> bool:
        """Update the list of legal moves after a step."""
        try:
            self._moves = after_step(self._moves or (), step.gone, step.added)
        except IndexError as error:
            del self.last[BOARDS + (self.seat or 0)]
            raise Gap from error
        self._undo, self._moves_at = step.undo, step.seq
        return True

    def _played(self) -> tuple[str, Mapping[str, OptionValue]]:
        """Return the id and the options of the game that is played; empty ones before the first snapshot."""
        return (self._state.game, self._state.options) if self._state is not None else ("", {})

    def _load(self, table: Table, snapshot: BoardSnapshot) -> None:
        try:
            table.load(snapshot.table)
        except BadEvent as error:
            raise Gap from error

"""A race: each racer plays the same deal on an own board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cadogan_games.engine import view
from cadogan_games.engine.events import Event
from cadogan_games.engine.table import IllegalMove, NothingToUndo, Table
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.rooms import ResultRow, TableState
from cadogan_protocol.streams import OTHERS
from cadogan_server.rooms.effects import Awaited, BoardChanged, Opened, Progressed
from cadogan_server.rooms.ranking import Merit, ranked
from cadogan_server.rooms.records import Created, Ended, GaveUp, Played, Undone
from cadogan_server.rooms.refused import Refused, illegal
from cadogan_server.rooms.room import Room
from cadogan_server.rooms.seats import Standing
from cadogan_server.rooms.veil import Veil


@dataclass(kw_only=True, slots=True)
class Racer(Standing):
    """A racer's board and standing."""

    table: Table
    reached: int = 0
    """The moment at which progress or penalty last changed; it breaks ties."""
    undone: int = 0
    """The number of moves taken back."""
    learned: int = 0
    """The number of moves when one last revealed something: a card turned up, a shuffled redeal."""

    def measure(self, t: int) -> None:
        """Update the standing after a change of the table at moment `t`."""
        table = self.table
        progress, penalty = table.progress, table.game.penalty_of(table)
        if progress != self.progress or penalty != self.penalty:
            self.progress, self.penalty, self.reached = progress, penalty, t
        if table.moves():
            self.state = "playing"
        elif table.won:
            self.state, self.ended = "finished", t
        else:
            self.state = "stuck"


class Race(Room):
    """A race of 1 to 64 players. Stream 1 + seat is a racer's board as the racer sees it.

    In a race that is watched fairly, everybody else sees it as stream `OTHERS` + seat, with a veil over what may help a
    racer.
    """

    __slots__ = ("_covered", "_fair", "_veil", "racers", "undo_allowed")

    kind = "race"

    def __init__(self, created: Created) -> None:
        super().__init__(created)
        self.racers: dict[int, Racer] = {}
        self._fair = self.rules.spectators == "fair"
        self._covered = self.rules.undo == "covered"
        self.undo_allowed = self.rules.undo != "none" and self.game.head.undo_allowed
        """True if both the room and the game let moves be taken back."""
        self._veil: Veil | None = None

    @property
    def most_seats(self) -> int:
        """The seats, by the room's options."""
        return self.rules.seats

    @property
    def fewest_seats(self) -> int:
        """One, as a player may race alone against the clock."""
        return 1

    def standing(self, seat: int) -> Standing | None:
        """Return how a racer stands; None before the start."""
        return self.racers.get(seat)

    def board_name(self, stream: int) -> str:
        """Return the name of the board's racer."""
        return self.occupants[stream - 1].name

    def is_done(self, seat: int) -> bool:
        """Return True if a racer has finished, given up, or is stuck with nothing to take back."""
        racer = self.racers.get(seat)
        if racer is None:
            return self.phase == "finished"
        return racer.state in ("finished", "stood") or (racer.state == "stuck" and not self._can_undo(racer))

    def _lets_go_on(self, seat: int) -> bool:
        """Return True if a racer who is done may go on: others have gone before, another wants to, or only bots are
        left.
        """
        if self.phase != "running" or not self.is_done(seat):
            return False
        together = seat in self.onward and len(self.onward) > 1
        return together or self.rematch is not None or self.people == [seat]

    def has_played_out(self, seat: int) -> bool:
        """Return True if a racer has finished or has no move left."""
        racer = self.racers[seat]
        return racer.state == "finished" or racer.table.blocked

    @property
    def time_limit(self) -> int:
        """The time limit of the room in seconds, else that of the game: some games (Caesar) bring their own."""
        return self.rules.time_limit or self.game.head.time_limit

    @property
    def boards(self) -> tuple[int, ...]:
        """One stream for each racer; in a race that is watched fairly another one each for everybody else."""
        return (*self.boards_replayed, *(OTHERS + seat for seat in self.racers if self._fair))

    @property
    def boards_replayed(self) -> tuple[int, ...]:
        """One stream for each racer."""
        return tuple(1 + seat for seat in self.racers)

    def boards_seen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return the own board for a racer. Spectators see every board, and so does everybody after the end, and a
        racer who is done if others may watch meanwhile. A rival's board on the same deal shows what lies under one's
        own cards: see `veil.py`.
        """
        if not self.racers:
            return ()
        others = OTHERS if self._fair else 1
        if seat is None:
            return tuple(others + each for each in self.racers)
        if self.phase == "finished" or (self.is_done(seat) and self.rules.spectators in ("fair", "live")):
            return (1 + seat, *(others + each for each in self.racers if each != seat))
        return (1 + seat,)

    def board(self, stream: int) -> TableState:
        """Return a racer's board with face-down cards masked; in streams for others, cards that not all racers have
        seen are masked too.
        """
        seat = stream - (OTHERS if stream >= OTHERS else 1)
        piles, counters = view.state(self.racers[seat].table, None)
        if stream >= OTHERS and self._veil is not None:
            piles = self._veil.piles(seat, piles)
        return TableState(piles=piles, counters=counters)

    def choices(self, seat: int) -> tuple[int, list[tuple[Any, ...]], bool]:
        """Return a racer's legal moves. There are none once the racer has given up or the race is over."""
        racer = self.racers[seat]
        if self.phase != "running" or racer.state == "stood":
            return 1 + seat, [], False
        return 1 + seat, racer.table.moves(), self._can_undo(racer)

    # ---- what the records do -----------------------------------------------------------------------------------------

    def _deal(self) -> None:
        for seat in sorted(self.occupants):
            racer = self.racers[seat] = Racer(table=self.game.deal(self.seed))
            racer.measure(0)
        if self._fair or self._covered:
            self._veil = Veil({seat: racer.table for seat, racer in self.racers.items()})
            self._leave_veil(*filter(self.is_done, self.racers))

    def _on_played(self, record: Played) -> None:
        racer = self.racers[record.seat]
        self._must_play_on(racer)
        try:
            events = racer.table.play(record.move)
        except IllegalMove as error:
            raise illegal(error) from None
        racer.moves += 1
        if self._moved(record, events):
            racer.learned = racer.moves
        self._measure(record, racer)

    def _on_undone(self, record: Undone) -> None:
        racer = self.racers[record.seat]
        self._must_play_on(racer)
        if not self.undo_allowed:
            why = "this room has no undo" if self.rules.undo == "none" else f"{self.game.head.title} has no undo"
            raise Refused(ErrorCode.UNDO_OFF, why)
        if racer.moves and not self._can_undo(racer):
            raise Refused(
                ErrorCode.NOTHING_TO_UNDO,
                "the last move has turned up a card or shuffled the pack: what is known can't be taken back in this room",
            )
        try:
            events = racer.table.undo()
        except NothingToUndo as error:
            raise Refused(ErrorCode.NOTHING_TO_UNDO, str(error)) from None
        racer.moves -= 1
        racer.undone += 1
        self._moved(record, events, back=True)
        self._measure(record, racer)

    def _moved(self, record: Played | Undone, events: list[Event], *, back: bool = False) -> bool:
        """Add the effects of a change of a board; return True if it revealed something to its racer."""
        seat, veil, effects = record.seat, self._veil, self.effects
        shown = tuple(view.events(self.game, events, None))
        effects.append(BoardChanged(1 + seat, shown))
        if veil is None:
            return False
        learned, veiled = veil.follow(seat, events, shown, back=back)
        if self._fair:
            effects.append(BoardChanged(OTHERS + seat, veiled))
            if veil.has_opened:
                self._unveil(but=seat)
        return learned

    def _measure(self, record: Played | Undone, racer: Racer) -> None:
        seat = record.seat
        racer.measure(record.t)
        self.occupants[seat].note(record.request)
        self.effects.append(Progressed(seat))
        if self.is_done(seat):
            self._leave_veil(seat)
            self.effects.append(Opened())

    def _on_gave_up(self, record: GaveUp) -> None:
        racer = self.racers[record.seat]
        racer.state, racer.ended = "stood", record.t
        self.occupants[record.seat].note(record.request)
        self._leave_veil(record.seat)
        self.effects += [Progressed(record.seat), Opened(), Awaited(record.seat)]

    def _on_ended(self, record: Ended) -> None:
        self._leave_veil(*self.racers)
        super()._on_ended(record)

    def _leave_veil(self, *seats: int) -> None:
        """Note that these racers play no more: what they have not seen is no longer kept from anybody."""
        if self._veil is not None:
            for seat in seats:
                self._veil.leave(seat)
            self._unveil()

    def _unveil(self, but: int | None = None) -> None:
        """Show on all boards but one the cards that all remaining racers have seen by now."""
        if self._veil is not None and self._fair:
            for seat, events in self._veil.opened(but):
                self.effects.append(BoardChanged(OTHERS + seat, tuple(events)))

    def _rank(self) -> tuple[ResultRow, ...]:
        merits = [
            Merit(seat, racer.state == "finished", racer.progress, racer.penalty, racer.reached)
            for seat, racer in self.racers.items()
        ]
        return tuple(
            ResultRow(
                rank=rank,
                seat=merit.seat,
                name=self.occupants[merit.seat].name,
                bot=self.occupants[merit.seat].bot or None,
                won=merit.won,
                progress=merit.progress,
                penalty=merit.penalty,
                score=self.game.score_of(self.racers[merit.seat].table),
                moves=self.racers[merit.seat].moves,
                undone=self.racers[merit.seat].undone,
                time=merit.reached,
            )
            for rank, merit in ranked(merits)
        )

    # ---- checks ------------------------------------------------------------------------------------------------------

    def _can_undo(self, racer: Racer) -> bool:
        known = self._covered and racer.moves <= racer.learned
        return self.undo_allowed and not known and racer.state != "finished" and racer.table.can_undo

    @staticmethod
    def _must_play_on(racer: Racer) -> None:
        if racer.state in ("finished", "stood"):
            did = "have finished" if racer.state == "finished" else "gave up"
            raise Refused(ErrorCode.WRONG_PHASE, f"you {did}; your board stays as it is")

    def _running(self, now: int) -> int:
        """Do as any room does; this shortcut covers most moves, when nothing is due by the clock."""
        starts, ends = self.starts, self.ends
        if self.phase == "running" and starts is not None and (ends is None or now < ends):
            return now - starts if now > starts else 0
        return super()._running(now)

    def _conclude(self, now: int, seat: int | None = None) -> None:
        """End the race when all are done; with sudden death, at the first finish.

        Some games (Caesar) rank finishers by more than time, so the first finish never ends those.
        """
        if seat is not None and self.racers[seat].state == "playing":
            return  # as after nearly all moves
        if self.phase != "running":
            return
        if all(map(self.is_done, self.racers)):
            self.commit(Ended(now, "done"))
        elif (
            self.rules.sudden_death
            and not self.game.definition.races_on
            and any(racer.state == "finished" for racer in self.racers.values())
        ):
            self.commit(Ended(now, "first"))

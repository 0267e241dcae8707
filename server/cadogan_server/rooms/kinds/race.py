"""A race: each racer plays the same deal on a board of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cadogan_games.engine.table import IllegalMove, NothingToUndo
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MAX_RACERS
from cadogan_protocol.rooms import ResultRow
from cadogan_protocol.streams import BOARDS
from cadogan_server.rooms.effects import Awaited, Opened, Progressed
from cadogan_server.rooms.kinds.mode import Kind, Mode
from cadogan_server.rooms.kinds.race_views import RaceViews
from cadogan_server.rooms.kinds.racer import Racer
from cadogan_server.rooms.kinds.ranking import Merit, ranked
from cadogan_server.rooms.occupant import Standing
from cadogan_server.rooms.records import Ended, GaveUp, Played, Record, Undone
from cadogan_server.rooms.refused import Refused, illegal
from cadogan_server.rooms.state import State


class Race(Mode):
    """A race of 1 to 64 players, who may also race alone against the clock.

    Attributes:
        racers: by seat, from the deal on.
        undo_allowed: true if both the room and the game let moves be taken back.
    """

    __slots__ = ("_boards", "racers", "undo_allowed")

    kind: ClassVar[Kind] = Kind(
        name="race",
        fewest=1,
        most=MAX_RACERS,
        own_boards=True,
        hidden_hands=False,
        turns=False,
        digests=True,
        by_time=True,
        draws=False,
        matches=False,
        one_clock=True,
        ends_when_left=False,
        judged=False,
    )

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.racers: dict[int, Racer] = {}
        self.views = self._boards = RaceViews(state, self.racers)
        self.undo_allowed = state.rules.undo != "none" and state.game.head.undo_allowed

    # ---- the players -------------------------------------------------------------------------------------------------

    def standing(self, seat: int) -> Standing | None:
        """Return how a racer stands; None before the start."""
        return self.racers.get(seat)

    def choices(self, seat: int) -> tuple[int, Sequence[tuple[Any, ...]], bool]:
        """Return a racer's legal moves. There are none once the racer has given up or the race is over."""
        racer = self.racers[seat]
        if self.state.phase != "running" or racer.state == "stood":
            return BOARDS + seat, [], False
        return BOARDS + seat, racer.table.moves(), racer.can_undo

    def path(self, seat: int) -> Sequence[tuple[Any, ...]]:
        """Return the moves from the deal to where a racer's board stands. Only a room in which players are advised has
        them."""
        return self.racers[seat].path or ()

    def most_back(self, seat: int) -> int:
        """Return the number of moves that a racer may take back, one after the other."""
        racer = self.racers[seat]
        if not racer.can_undo:
            return 0
        return racer.moves - racer.learned if racer.covered else racer.moves

    def is_done(self, seat: int) -> bool:
        """Return True if a racer has finished, given up, or is stuck with nothing to take back."""
        racer = self.racers.get(seat)
        if racer is None:
            return self.state.phase == "finished"
        return racer.is_done

    def has_played_out(self, seat: int) -> bool:
        """Return True if a racer has finished or has no move left."""
        racer = self.racers[seat]
        return racer.state == "finished" or racer.table.blocked

    def lets_go_on(self, seat: int) -> bool:
        """Return True if a racer who is done may go on: others have gone before, another wants to, or only bots are
        left.
        """
        state = self.state
        if state.phase != "running" or not self.is_done(seat):
            return False
        together = seat in state.onward and len(state.onward) > 1
        return together or state.rematch is not None or state.people == [seat]

    # ---- the course of the game --------------------------------------------------------------------------------------

    def deal(self) -> None:
        """Give each player a board with the same cards. In a practice room the moves up to its start are made there; they
        may be taken back.
        """
        state, covered = self.state, self.state.rules.undo == "covered"
        made = state.start.moves if state.start else ()
        for seat in sorted(state.occupants):
            table = state.game.deal(state.seed)
            for move in made:
                table.play(move)
            racer = self.racers[seat] = Racer(table=table, undo_allowed=self.undo_allowed, covered=covered)
            if state.rules.advice:
                racer.path = list(made)
            racer.moves = len(made)
            racer.measure(0)
        self._boards.begin()

    def played(self, record: Played) -> None:
        """Make a move on the racer's board."""
        seat = record.seat
        racer = self.racers[seat]
        if racer.state == "finished" or racer.state == "stood":
            raise _stays(racer)
        try:
            events = racer.table.play(record.move)
        except IllegalMove as error:
            raise illegal(error) from None
        racer.moves += 1
        if racer.path is not None:
            racer.path.append(record.move)
        if self._boards.show(seat, events):
            racer.learned = racer.moves
        self._measure(record, racer)

    def undone(self, record: Undone) -> None:
        """Take back the last move on the racer's board."""
        racer, state = self.racers[record.seat], self.state
        if racer.must_stop:
            raise _stays(racer)
        if not self.undo_allowed:
            why = "this room has no undo" if state.rules.undo == "none" else f"{state.game.head.title} has no undo"
            raise Refused(ErrorCode.UNDO_OFF, why)
        if racer.moves and not racer.can_undo:
            raise Refused(
                ErrorCode.NOTHING_TO_UNDO,
                "the last move has turned up a card or shuffled the pack: what is known can't be taken back in this room",
            )
        try:
            events = racer.table.undo()
        except NothingToUndo as error:
            raise Refused(ErrorCode.NOTHING_TO_UNDO, str(error)) from None
        racer.moves -= 1
        if racer.path is not None:
            racer.path.pop()
        racer.undone += 1
        self._boards.show(record.seat, events, back=True)
        self._measure(record, racer)

    def gave_up(self, record: GaveUp) -> None:
        """Leave the racer's board as it is."""
        seat, racer = record.seat, self.racers[record.seat]
        racer.state, racer.ended = "stood", record.t
        self.state.occupants[seat].note(record.request)
        self._boards.leave(seat)
        self.state.effects += [Progressed(seat, racer), Opened(), Awaited(seat)]

    def conclude(self, now: int, seat: int | None = None) -> Record | None:
        """Return the record that ends the race once all are done or, with sudden death, at the first finish.

        Some games (Caesar) rank finishers by more than time, so the first finish never ends those.
        """
        if seat is not None and self.racers[seat].state == "playing":
            return None  # as after nearly all moves
        state, racers = self.state, self.racers.values()
        if state.phase != "running":
            return None
        if all(racer.is_done for racer in racers):
            return Ended(now, "done")
        if (
            state.rules.sudden_death
            and not state.game.definition.races_on
            and any(racer.state == "finished" for racer in racers)
        ):
            return Ended(now, "first")
        return None

    def ending(self, record: Ended) -> None:
        """Show all cards that were veiled."""
        self._boards.leave(*self.racers)

    def rows(self) -> tuple[ResultRow, ...]:
        """Rank winners by penalty and time, the others by progress."""
        state, racers = self.state, self.racers
        merits = [
            Merit(seat, racer.state == "finished", racer.progress, racer.penalty, racer.reached)
            for seat, racer in racers.items()
        ]
        return tuple(
            ResultRow(
                rank=rank,
                seat=merit.seat,
                name=state.occupants[merit.seat].name,
                bot=state.occupants[merit.seat].bot or None,
                won=merit.won,
                progress=merit.progress,
                penalty=merit.penalty,
                score=state.game.score_of(racers[merit.seat].table),
                moves=racers[merit.seat].moves,
                undone=racers[merit.seat].undone,
                time=merit.reached,
                stuck=racers[merit.seat].had_no_move,
            )
            for rank, merit in ranked(merits)
        )

    def _measure(self, record: Played | Undone, racer: Racer) -> None:
        seat, state = record.seat, self.state
        racer.measure(record.t)
        state.occupants[seat].note(record.request)
        state.effects.append(Progressed(seat, racer))
        if racer.state != "playing" and racer.is_done:
            self._boards.leave(seat)
            state.effects.append(Opened())


def _stays(racer: Racer) -> Refused:
    did = "have finished" if racer.state == "finished" else "gave up"
    return Refused(ErrorCode.WRONG_PHASE, f"you {did}; your board stays as it is")

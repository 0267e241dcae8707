"""A racer's board and standing."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_games.engine.table import Move, Table
from cadogan_server.rooms.occupant import Standing


@dataclass(kw_only=True, slots=True)
class Racer(Standing):
    """A racer's board and standing."""

    table: Table
    undo_allowed: bool
    """True if both the room and the game let moves be taken back."""
    covered: bool
    """True if a move that has revealed something can't be taken back, nor any move before it."""
    reached: int = 0
    """The moment at which progress or penalty last changed; it breaks ties."""
    undone: int = 0
    """The number of moves taken back."""
    learned: int = 0
    """The value of `moves` right after the last move that revealed something: a card turned up, or a shuffled redeal."""

    path: list[Move] | None = None
    """The moves from the deal to where the board stands, in a room in which players are advised; else None."""

    @property
    def must_stop(self) -> bool:
        """True if the racer has finished or given up, so that the board stays as it is."""
        return self.state == "finished" or self.state == "stood"

    @property
    def can_undo(self) -> bool:
        """True if the last move can be taken back."""
        known = self.covered and self.moves <= self.learned
        return self.undo_allowed and not known and self.state != "finished" and self.table.can_undo

    @property
    def is_done(self) -> bool:
        """True if the racer has finished, given up, or is stuck with nothing to take back."""
        return self.must_stop or (self.state == "stuck" and not self.can_undo)

    @property
    def had_no_move(self) -> bool:
        """True if the racer stopped where no move was left, and did not simply give up."""
        return self.state != "finished" and not self.table.moves()

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

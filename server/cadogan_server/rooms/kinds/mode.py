"""The interfaces of a kind of room: facts (`Kind`), the rules of play (`Mode`), and who sees which board (`Views`).

Everything else asks these three and never which kind it is, so a further kind changes nothing that is there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from cadogan_protocol.games import TableState
from cadogan_protocol.room_options import RoomKind
from cadogan_protocol.rooms import ResultRow
from cadogan_server.rooms.occupant import Standing
from cadogan_server.rooms.records import Ended, GaveUp, Played, Record, Undone
from cadogan_server.rooms.state import Reducers, State


class Kind(NamedTuple):
    """The facts about a kind of room, which hold for each room of the kind.

    Attributes:
        name: its name on the wire and in the heads of games.
        fewest, most: the number of players who must be ready to begin, and the most seats.
        own_boards: each player has the same deal on a board of their own, so a rival's board may give away one's own cards.
        hidden_hands: players have cards that the others must not know, so nobody may know the deal beforehand.
        turns: players wait for each other, so bots do nothing without people.
        digests: others get the moves in digests; else at once.
        by_time: winners are compared by their time, and the others by progress; else players are compared by points.
        draws: nobody comes first in a game that nobody has won.
        matches: a room may play several games, to a score that its options set.
        one_clock: the time limit ends the game for all; else it is the time that each player has.
        ends_when_left: the game ends when a player leaves it.
        judged: a bot can judge the moves of games that are over, as far as the game has such a bot (`Mode.judged`).
        rated_by_game_before: earlier versions kept ratings and wins of this kind game by game.
    """

    name: RoomKind
    fewest: int
    most: int
    own_boards: bool
    hidden_hands: bool
    turns: bool
    digests: bool
    by_time: bool
    draws: bool
    matches: bool
    one_clock: bool
    ends_when_left: bool
    judged: bool
    rated_by_game_before: bool = False


class Views(ABC):
    """The boards of a room as streams. Only this class decides who sees which of them, and what a stream shows.

    A player's own board is stream `BOARDS` + seat. All other streams are the kind's to choose.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def streams(self) -> tuple[int, ...]:
        """The streams of all boards, for every audience; none before the deal."""

    @property
    @abstractmethod
    def replayed(self) -> tuple[int, ...]:
        """The streams of the boards in a replay, when everything is shown."""

    @property
    def own_are_shared(self) -> bool:
        """True if others get the stream of a player's own board too while the game runs."""
        return False

    @abstractmethod
    def seen_by(self, seat: int | None) -> tuple[int, ...]:
        """Return the streams of the boards that a player, or with None a spectator, may see now."""

    @abstractmethod
    def board(self, stream: int) -> TableState:
        """Return a board as the subscribers of its stream see it."""

    @abstractmethod
    def name(self, stream: int) -> str:
        """Return the name of a stream's board in a replay."""


class Mode(ABC):
    """The rules by which a room of one kind is played, from the deal to the results.

    The room calls `played`, `undone` and others while it applies a record. They change the state, add effects, and note
    the request of the record (`Occupant.note`); if they refuse, they have changed nothing.

    Args:
        state: the state of the room.

    Attributes:
        kind: the facts about this kind.
        reducers: the kind's own types of records, each with the method that applies it. They must have a moment `t`.
        views: the boards of the room.
        due: the moment at which `act` has something to do while the game runs; None: never.
        is_void: true if the game was called off, so that it counts for nobody.
        news: in a correspondence duel, the moment at which the current turn began, in ms since 1970, and whether its player was
            reminded of it, if that has happened since a node took the room up; else None.
    """

    __slots__ = ("due", "is_void", "news", "state", "views")

    kind: ClassVar[Kind]
    reducers: ClassVar[Reducers] = {}
    views: Views

    def __init__(self, state: State) -> None:
        self.state = state
        self.due: int | None = None
        self.is_void = False
        self.news: tuple[int, bool] | None = None

    # ---- the course of the game --------------------------------------------------------------------------------------

    @property
    def fewest(self) -> int:
        """The number of players who must be ready to begin."""
        return self.kind.fewest

    @property
    def most(self) -> int:
        """The most seats that the room may have."""
        return self.kind.most

    @property
    def time_limit(self) -> int:
        """Seconds from the start until time is up for the whole room: the room's, else the game's own; 0: never."""
        return (self.state.rules.time_limit or self.state.game.head.time_limit) if self.kind.one_clock else 0

    @abstractmethod
    def deal(self) -> None:
        """Deal the cards by the seed."""

    @abstractmethod
    def played(self, record: Played) -> None:
        """Make a move.

        Raises:
            Refused: the player may not move now, or not in this way.
        """

    @abstractmethod
    def undone(self, record: Undone) -> None:
        """Take back a player's last move.

        Raises:
            Refused: the player may not do so now, there is no move, or the room or the game has no undo.
        """

    @abstractmethod
    def gave_up(self, record: GaveUp) -> None:
        """Let a player who is not done give up."""

    @abstractmethod
    def conclude(self, now: int, seat: int | None = None) -> Record | None:
        """Return the record that now follows, such as `Ended`; None if none does. The room asks after the start, a move,
        giving up, a wish to go on, and a record of `act`. If `seat` is given, nothing but a command of that seat has
        happened since the last call.
        """

    def ending(self, record: Ended) -> None:  # noqa: B027 (most kinds have nothing to do)
        """Prepare the end: the results come next."""

    def ended(self) -> None:  # noqa: B027
        """Show what may be seen now that the room is over."""

    # ---- by the clock ------------------------------------------------------------------------------------------------

    def act(self, t: int) -> Record:
        """Return the record of what is due `t` ms from the start."""
        raise NotImplementedError(f"nothing is due in a {self.kind.name}")

    @property
    def judged(self) -> bool:
        """True if a bot can judge the moves of this game once it is over."""
        return self.kind.judged

    def restart_clock(self) -> None:  # noqa: B027
        """Set the clock and `due` anew, after the start of a running game was moved."""

    # ---- the players -------------------------------------------------------------------------------------------------

    @abstractmethod
    def standing(self, seat: int) -> Standing | None:
        """Return how a player stands; None before the start."""

    @abstractmethod
    def choices(self, seat: int) -> tuple[int, Sequence[tuple[Any, ...]], bool]:
        """Return the stream of a player's board, the legal moves there, and whether the last move can be taken back."""

    def path(self, seat: int) -> Sequence[tuple[Any, ...]]:
        """Return the moves from the deal to where a player's own board stands, if this room notes them."""
        return ()

    def most_back(self, seat: int) -> int:
        """Return the number of moves that a player may take back, one after the other."""
        return 0

    @abstractmethod
    def is_done(self, seat: int) -> bool:
        """Return True if this player has nothing more to do."""

    def may_say_onward(self, seat: int) -> bool:
        """Return True if a player may say now that the next deal may come."""
        return self.is_done(seat)

    def has_played_out(self, seat: int) -> bool:
        """Return True if nothing was left to do on this player's own board."""
        return False

    def lets_go_on(self, seat: int) -> bool:
        """Return True if a player may go on to the next room while this one runs."""
        return False

    def side_of(self, seat: int) -> int:
        """Return the side that a seat plays for: each for its own, unless the game has partners."""
        return seat

    @abstractmethod
    def rows(self) -> tuple[ResultRow, ...]:
        """Return the rows of the results, the best first, by the standings now."""

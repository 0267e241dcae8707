"""Finished games: their replays, and what was lost or mistaken in them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cadogan_protocol.analysis import AnalysedBoard, AnalysisStatus, JudgedMove
from cadogan_protocol.games import TableLayout, TableState
from cadogan_protocol.messages.base import Code, Message, RequestId, RoomKey
from cadogan_protocol.moves import TableEvent
from cadogan_protocol.names import PlayerName
from cadogan_protocol.parts import Millis
from cadogan_protocol.rooms import RoomState


class GetReplay(Message):
    """After the end: asks for every board from deal to end; answered by `replay`."""

    type: Literal["get_replay"] = "get_replay"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")


class ReplayBoard(Message):
    """One board of a replay: the deal, then each step with its moment from the start in milliseconds.

    A duel has one board, with `seat` 0, both names and both hands. The boards of ghosts come after all others.
    """

    seat: int = Field(description="ghosts have the numbers from `GHOST_SEATS` on, in the order of the room's `ghosts`")
    name: PlayerName
    start: TableState
    steps: tuple[tuple[Millis, tuple[TableEvent, ...]], ...]


class Replay(Message):
    """Answers `get_replay`."""

    type: Literal["replay"] = "replay"
    re: RequestId
    state: RoomState
    layout: TableLayout
    boards: tuple[ReplayBoard, ...]
    progress: tuple[tuple[Millis, int, int], ...] = Field(
        description="each change of a seat's progress in order, that of the deal first: "
        "moment from the start, seat, progress"
    )
    scores: tuple[tuple[Millis, tuple[int, ...]], ...] = Field(
        (),
        description="each change of the score of a match in order, that of the first deal first: moment from the start, and "
        "the score as in `match` of RoomState",
    )


class GetReplayText(Message):
    """After the end: asks for the replay as a compact text of moves; answered by `replay_text`."""

    type: Literal["get_replay_text"] = "get_replay_text"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")


class ReplayText(Message):
    """Answers `get_replay_text`."""

    type: Literal["replay_text"] = "replay_text"
    re: RequestId
    text: str = Field(description="the players, the deal, and the moves with their moments, in the notation of API.md")


class GetAnalysis(Message):
    """After a race: asks where each board was lost; after a duel: which moves were mistakes; answered by `analysis`.

    The first request begins the analysis. It may take a minute, and longer while others wait: ask again every second or
    two until `status` is neither `queued` nor `running`. Boards and moves come one by one. The findings are kept with the replay.
    """

    type: Literal["get_analysis"] = "get_analysis"
    id: RequestId
    room: Code
    key: RoomKey | None = Field(None, description="as in `join`")


class Analysis(Message):
    """Answers `get_analysis`. For a race it tells, on each board, from which positions a player who knows all cards could still
    win. For a duel it tells, for each move, what the strong bot would have played and what the move lost in winning chances.
    """

    type: Literal["analysis"] = "analysis"
    re: RequestId
    status: AnalysisStatus
    progress: float = Field(ge=0, le=1, description="the share of the work that is done, 0 to 1")
    waiting: int | None = Field(None, ge=0, description="while `queued`: the number of analyses before this one")
    why: str | None = Field(None, description="why it has failed or is unavailable, as an English sentence")
    boards: tuple[AnalysedBoard, ...] = Field((), description="of a race: the boards that are done, by seat")
    moves: tuple[JudgedMove, ...] = Field((), description="of a duel: the moves that are judged, in order")

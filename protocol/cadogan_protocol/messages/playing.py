"""The players' actions in a room, and the answers to their moves."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from cadogan_protocol.limits import MAX_BOTS
from cadogan_protocol.messages.base import Change, HotMessage, Message, RequestId, ShortSeq
from cadogan_protocol.moves import Move, TableEvent
from cadogan_protocol.parts import Level, Sha256
from cadogan_protocol.rooms import Emote

Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$", description="16 random bytes as hex, fresh each time")]


class Ready(Message):
    """Sets the player ready or not, with the hash of a nonce for the seed of a fresh deal, so that nobody alone can
    choose the seed.

    When all players are ready, the countdown begins, of three seconds by default. A race needs one player, the
    other kinds two.
    From then on nobody can take a seat or promise another nonce, and all players who have promised one send it by
    `reveal`. A player who becomes unready or leaves before the cards are shown calls the countdown off. The nonces are
    void then: see [below](#was-the-deal-fixed-beforehand).
    """

    type: Literal["ready"] = "ready"
    id: RequestId
    ready: bool = True
    nonce_hash: Sha256 | None = Field(
        None,
        description="SHA-256 of the 16 bytes of the nonce. A player without one adds nothing to the seed, and cannot know if "
        "the deal was chosen. It is ignored for the server's own bots, and if the deal is not fresh",
    )


class Reveal(Message):
    """Sends the nonce whose hash came with `ready`, during the countdown. A player who has not sent it when the
    countdown has run for three seconds loses the seat.

    Send it only when `seats` shows the hashes of all players who promised one, your own included. Keep these hashes,
    and `commit`, to compare them with the results.
    """

    type: Literal["reveal"] = "reveal"
    id: RequestId
    nonce: Nonce


class Play(HotMessage):
    """A move on the player's own board; answered by `step`, or by `moved` if it was made before."""

    tag: ClassVar[str | int] = "m"
    id: RequestId
    move: Move


class Undo(Message):
    """Takes back the player's last move; answered by `step`, or by `moved`, like a move."""

    type: Literal["undo"] = "undo"
    id: RequestId


class GetAdvice(Message):
    """Asks whether the player's own board can still be won, and how; answered by `advice`, at once or within some seconds.

    Only racers who still play may ask, in a room with the option `advice`. Meanwhile they may play on. A later request of
    the same player has the earlier one answered at once.
    """

    type: Literal["get_advice"] = "get_advice"
    id: RequestId


class Advice(Message):
    """Answers `get_advice`, by what the server's solver, which knows all cards, has found out within its budget."""

    type: Literal["advice"] = "advice"
    re: RequestId
    verdict: Literal["won", "lost", "unknown"] = Field(
        description="won: the board can still be won; lost: it can't, which is proved; unknown: neither is known"
    )
    move: Move | None = Field(None, description="with `won`: the next move of a line that wins; null: the game is won")
    back: int | None = Field(
        None,
        ge=1,
        description="with `lost`: the number of moves after which the board was known to be winnable for the last time, "
        "counted back from now; null: that is not known",
    )
    since: Move | None = Field(None, description="with `back`: the move that was made there")
    exact: bool = Field(
        False,
        description="with `since`: true if this move is proved to have lost the game; false if a later one may have",
    )
    may_take_back: bool = Field(
        False, description="with `back`: true if all these moves can be taken back in this room"
    )
    asks_again: bool = Field(
        False, description="true if the solver is busy, or still at work on this board: another request may learn more"
    )


class Stand(Message):
    """Gives up and keeps the progress made; in a duel, resigns the current game."""

    type: Literal["stand"] = "stand"
    id: RequestId


class SeatBots(Message):
    """Asks the server to seat bots; only the host may, in the lobby. They are ready at once."""

    type: Literal["seat_bots"] = "seat_bots"
    id: RequestId
    count: int = Field(1, ge=1, le=MAX_BOTS)
    level: Level = "fair"


class Unseat(Message):
    """Frees the seat of a bot or of another player, whose socket is closed; only the host may, in the lobby.

    A person stays out for `PUT_OUT_SECONDS`, and so does everybody else from the same address, except at the host's own
    address and players with a seat.
    """

    type: Literal["unseat"] = "unseat"
    id: RequestId
    seat: int = Field(ge=0, le=63)


class Lock(Message):
    """Locks the room, or opens it again; only the host may. In a locked room nobody new takes a seat, except bots that
    the host asks for.
    """

    type: Literal["lock"] = "lock"
    id: RequestId
    locked: bool = True


class SayEmote(Message):
    """Shows one of a fixed set of faces and phrases to everybody in the room; answered by `ok`, and shown as `said` of
    the room.

    Players with a seat may send it at any time. A player may send three at once and then one every three seconds; all
    players of a room together eight at once and then two a second. More are refused with `too_fast`. No log keeps it,
    so it is lost when another server recovers the room.
    """

    type: Literal["emote"] = "emote"
    id: RequestId
    emote: Emote


class Step(HotMessage):
    """Answers a move, or its taking back: the message `seq` of the player's own board, with the changes of the list of
    legal moves.

    `change` is as in a delta. `gone` holds the indexes, from 0 and ascending, of the moves in the list before that are
    no longer legal; the moves of `added` come after the rest. `undo` is as in `moved`.
    """

    tag: ClassVar[str | int] = 2
    open_ended: ClassVar[bool] = True
    re: int
    seq: ShortSeq
    change: Change
    gone: tuple[int, ...]
    added: tuple[Move, ...]
    undo: bool
    events: tuple[TableEvent, ...]


class Moved(HotMessage):
    """All legal moves after the board's message `seq`, for the board's player alone. `re` is 0 if it answers no
    request.

    `undo`: true if the last move can be taken back. No moves and no undo: nothing is left to do, or the other player is
    to play.
    """

    tag: ClassVar[str | int] = 3
    re: int
    seq: ShortSeq
    moves: tuple[Move, ...]
    undo: bool = False

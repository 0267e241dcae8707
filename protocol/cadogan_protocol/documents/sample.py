"""A whole small race, as the messages of one player's socket, for PROTOCOL.md.

The messages are real models, so the bytes in the document cannot go stale. The table is reduced to four piles and seven
cards to keep them short. Secret, nonce, commit and seed belong together and can be used to test a client.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import ActionLayout, BrokenRule, GroupLayout, PilePlace, TableLayout, TableState
from cadogan_protocol.messages import (
    BoardSnapshot,
    Create,
    Error,
    Hello,
    Join,
    Joined,
    Message,
    Moved,
    Ok,
    Play,
    Progress,
    Ready,
    Reveal,
    RoomSnapshot,
    RoomUpdate,
    Stand,
    Step,
    Undo,
    Welcome,
)
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.rooms import ResultRow, Results, RoomState, Seat, Standing


@dataclass(frozen=True)
class Exchange:
    """One message of the sample, with the reason for it."""

    sender: Literal["client", "server"]
    why: str
    message: Message


SECRET = bytes(range(32))
NONCE = "000102030405060708090a0b0c0d0e0f"
NONCE_HASH = sha256(bytes.fromhex(NONCE)).hexdigest()
SEED = sha256(b"cadogan fresh deal" + SECRET + bytes.fromhex(NONCE)).digest()
OPENED = 1_790_000_000_000
START = OPENED + 8_000
"""The moments at which the room is opened and the cards are shown, in milliseconds since 1970."""

LAYOUT = TableLayout(
    groups=(
        GroupLayout(id="foundations", name="foundation", kind="foundation", places=(PilePlace(x=3, y=0, label="A"),)),
        GroupLayout(id="tableau", name="column", kind="tableau", places=(PilePlace(x=0, y=1.4, dy=0.25),)),
        GroupLayout(id="stock", name="stock", kind="stock", places=(PilePlace(x=0, y=0),), counted=True),
        GroupLayout(id="waste", name="waste", kind="waste", places=(PilePlace(x=1, y=0),)),
    ),
    actions=(ActionLayout(name="turn", label="Turn", pile=2),),
    counters=("redeals", "phase"),
    phases=("play",),
)


SEAT = Seat(seat=0, name="Ada")
READY = Seat(seat=0, name="Ada", ready=True, nonce_hash=NONCE_HASH)
PLAYING = READY.model_copy(update={"state": "playing"})
AWAY = PLAYING.model_copy(update={"present": False, "progress": 1, "moves": 2})
STOOD = READY.model_copy(update={"state": "stood", "progress": 1, "moves": 1, "ended": 18_000})
LOBBY = RoomState(
    code="K7QX2M",
    game="klondike",
    title="Canfield or Klondike",
    kind="race",
    options={"draw": 1},
    rules=RoomOptions(seats=1, time_limit=600),
    phase="lobby",
    host=0,
    seats=(SEAT,),
    progress_max=52,
    commit=sha256(SECRET).hexdigest(),
)
RESULTS = Results(
    rows=(ResultRow(rank=1, seat=0, name="Ada", won=False, progress=1, score=-47, moves=1, time=1_600),),
    secret=SECRET.hex(),
    nonces=(NONCE,),
    seed=SEED.hex(),
)
WELCOME = Welcome(re=1, player="p5Jc", name="Ada", token="pQ8zT1xv0kYw3nLr", server="1.0.0", now=OPENED)
JOINED = Joined(re=2, room="K7QX2M", role="player", seat=0, layout=LAYOUT, now=OPENED + 40)


def sample() -> list[Exchange]:
    """Return the messages, in order."""
    return [*_opened(), *_dealt(), *_played(), *_came_back(), *_ended()]


def _opened() -> list[Exchange]:
    """Return the messages until the player sits in a room."""
    return [
        _sent("The socket is open: the client introduces its player.", Hello(id=1, name="Ada")),
        _came("The player's secret token; a client keeps it.", WELCOME),
        _sent(
            "A room of one seat, for ten minutes. The game's options keep their defaults.",
            Create(id=2, game="klondike", rules=RoomOptions(seats=1, time_limit=600)),
        ),
        _came("The room is open, and the player sits on seat 0. The layout says how to draw the table.", JOINED),
        _came("The snapshot of stream 0, the room.", RoomSnapshot(seq=1, state=LOBBY)),
    ]


def _dealt() -> list[Exchange]:
    """Return the messages until the race runs."""
    return [
        _sent("Ready, with the hash of 16 random bytes for the seed.", Ready(id=3, nonce_hash=NONCE_HASH)),
        _came(
            "The changes of a request come before its answer. Everybody is ready, so the cards will be "
            "shown in three seconds.",
            RoomUpdate(seq=2, seats=(READY,), phase="countdown", starts=START),
        ),
        _came("The answer.", Ok(re=3)),
        _sent(
            "`seats` shows all hashes, the client's own as it was sent: now the client sends the 16 bytes.",
            Reveal(id=4, nonce=NONCE),
        ),
        _came("The answer. Nobody else is told the bytes before the end.", Ok(re=4)),
        _came(
            "The race runs.",
            RoomUpdate(seq=3, seats=(PLAYING,), phase="running", starts=START, ends=START + 600_000),
        ),
    ]


def _played() -> list[Exchange]:
    """Return the messages of a move, and of one that is refused."""
    return [
        _came(
            "The snapshot of stream 1, the player's own board: the foundation is empty, the column has two "
            "cards face down and the ace of clubs, the stock four cards.",
            BoardSnapshot(stream=1, seq=0, table=TableState(piles=((), (-1, -1, 0), (-1,) * 4, ()), counters=(0, 0))),
        ),
        _came("The legal moves.", Moved(re=0, seq=0, moves=((1, 0, 1), ("turn",)))),
        _sent("One card from pile 1, the column, to pile 0, the foundation.", Play(id=5, move=(1, 0, 1))),
        _came(
            "The answer, message 1 of stream 1. The racer's standing has a progress of 1 and one move. Of "
            "the two moves that were legal, the first one is not any more, and none has been added. The "
            "move can be taken back. The card has moved, and the card beneath it was turned up "
            "automatically: the queen of hearts.",
            Step(
                re=5,
                seq=1,
                change=Standing(seat=0, progress=1, moves=1),
                gone=(0,),
                added=(),
                undo=True,
                events=((0, 1, 0, 1), (3, 1, 1, 37)),
            ),
        ),
        _sent("A move that the rules forbid.", Play(id=6, move=(1, 0, 1))),
        _came(
            "A refusal, with the reason as a sentence and as the rule that forbids the move. Nothing has "
            "changed, and no stream has a new message.",
            Error(
                re=6,
                code=ErrorCode.ILLEGAL_MOVE,
                message="The foundation is built with cards of the same suit one rank higher: on A♣ it wants 2♣ "
                "(1, 2: the top card of a column or the waste goes home, of the same suit one rank higher).",
                retry=False,
                rule=BrokenRule(
                    name="takes",
                    reason="The foundation is built with cards of the same suit one rank higher: on A♣ it wants 2♣.",
                    line="1, 2",
                    values={"target": "foundations", "on": (0,), "cards": (1,)},
                ),
            ),
        ),
    ]


def _came_back() -> list[Exchange]:
    """Return the messages after the connection has broken."""
    return [
        _sent(
            "The stock's next card. Here the connection breaks. The client cannot know if this request has arrived.",
            Play(id=7, move=("turn",)),
        ),
        _sent(
            "On a new socket the same player comes back, known by the token.",
            Hello(id=8, name="Ada", token=WELCOME.token),
        ),
        _came("Known again.", WELCOME.model_copy(update={"re": 8, "now": OPENED + 15_000})),
        _sent(
            "Back into the room. The last number received was 3 in stream 0 and 1 in stream 1.",
            Join(id=9, room="K7QX2M", last={0: 3, 1: 1}),
        ),
        _came("The seat is still there.", JOINED.model_copy(update={"re": 9, "now": OPENED + 15_100})),
        _came("The missed messages of stream 0: the player went away", RoomUpdate(seq=4, seats=(AWAY,))),
        _came("and has come back.", RoomUpdate(seq=5, seats=(AWAY.model_copy(update={"present": True}),))),
        _came(
            "The player's own board as it is now: the move had arrived, and the seven of spades lies on the waste.",
            BoardSnapshot(stream=1, seq=2, table=TableState(piles=((0,), (-1, 37), (-1,) * 3, (45,)), counters=(0, 0))),
        ),
        _came("The standings of the racers.", Progress(lines=(Standing(seat=0, progress=1, moves=2),))),
        _came("And the legal moves.", Moved(re=0, seq=2, moves=(("turn",),), undo=True)),
        _sent("Request 7 was not answered, so it is repeated with the same id.", Play(id=7, move=("turn",))),
        _came(
            "It had been carried out already, so the server answers it and does not apply it again.",
            Moved(re=7, seq=2, moves=(("turn",),), undo=True),
        ),
    ]


def _ended() -> list[Exchange]:
    """Return the messages until the race is over."""
    return [
        _sent("The last move is taken back.", Undo(id=10)),
        _came(
            "The answer: one move fewer, the same moves are legal, and the card lies on the stock again, face down.",
            Step(re=10, seq=3, change=-1, gone=(), added=(), undo=True, events=((1, 3, 2, (-1,)),)),
        ),
        _sent("The player gives up.", Stand(id=11)),
        _came(
            "The racer has given up.", Progress(lines=(Standing(seat=0, progress=1, moves=1, state=3, ended=18_000),))
        ),
        _came(
            "Nobody plays any more, so the race is over: results, the secret and all nonces. SHA-256 of the "
            "secret is the `commit` of the room's snapshot, and SHA-256 of `cadogan fresh deal`, secret "
            "and nonce is the seed.",
            RoomUpdate(seq=6, seats=(STOOD,), phase="finished", results=RESULTS),
        ),
        _came("No move is left on the board.", Moved(re=0, seq=3, moves=())),
        _came("The answer.", Ok(re=11)),
    ]


def _sent(why: str, message: Message) -> Exchange:
    return Exchange("client", why, message)


def _came(why: str, message: Message) -> Exchange:
    return Exchange("server", why, message)

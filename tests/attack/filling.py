"""A flood that fills the store with games, results, players, passkeys and tickets: as many of each as an address may
make."""

from __future__ import annotations

import secrets
from typing import Any

from cadogan_protocol.applying import after_step
from cadogan_protocol.codec import Format
from cadogan_protocol.messages import Moved, Step
from tests.attack.attacker import Guest
from tests.fuzz.connection import upgrade
from tests.server.gateway.authenticator import Authenticator

HOST = "cards.example"
"""The host that attackers name in their requests."""

ORIGIN = f"http://{HOST}"

LARGE = 900
"""The size of a passkey's id, in bytes: the largest that is accepted."""

SMALL = ("--store-memory", "6")
"""Options of a store that twenty addresses can fill within seconds.

Players are evicted two minutes after their last visit at the earliest. So that something can be evicted all the time,
the store has more space than all the players need who can be made in a flood of ten seconds: 500 take 3 MB.
"""

MOVES = 12
"""The number of moves in a game after which its log is kept for long."""

OPENING = upgrade(Format.MSGPACK, f"Origin: {ORIGIN}")


async def store(guest: Guest) -> None:
    """The store filled with games, players, passkeys and tickets."""
    if await guest.come_in(known=guest.random.random() < 0.5, opening=OPENING) and await _passkey(guest):
        await guest.ask("get_ticket")
        await _game(guest)


def _is(answered: object, kind: str) -> bool:
    """True if an answer is a message of this type. The answer to a move is not a message."""
    return isinstance(answered, dict) and answered["type"] == kind


async def _passkey(guest: Guest) -> object:
    """Make the largest possible passkey."""
    answered = await guest.ask("get_passkey_options", purpose="add")
    if not _is(answered, "passkey_options"):
        return answered
    made = Authenticator(ORIGIN, id=secrets.token_bytes(LARGE)).make(answered["options"])
    return await guest.ask("add_passkey", credential=made, label="x" * 24)


async def _game(guest: Guest) -> object:
    """Play a short game, and give up."""
    answered = await guest.ask("create", game="klondike", rules={"rated": False, "undo": "free"})
    if not _is(answered, "joined"):
        return answered
    answered = await guest.ask("ready")
    while answered and not isinstance(answered, list):
        if _is(answered, "error"):
            return await guest.ask("leave")
        answered = await guest.hear()
    moves: list[Any] = answered[3] if answered else []
    for _ in range(MOVES):
        answered = await (guest.play(guest.random.choice(moves)) if moves else guest.ask("undo"))
        if isinstance(answered, list) and answered[0] == Step.tag:
            moves = list(after_step(moves, *answered[4:6]))
        elif isinstance(answered, list) and answered[0] == Moved.tag:
            moves = answered[3]
        elif not answered:
            return None
    return await guest.ask("stand")

"""Floods of shared tables: by their own players, at the same time or by turns, and by strangers who watch them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_protocol.applying import after_step
from cadogan_protocol.messages import Moved, Step
from tests.attack.attacker import Attackers, Guest
from tests.fuzz.connection import called

GAME = catalogue.game("racing_demon")

SEATS = GAME.definition.seats
"""The players of a full table: each card that moves is told to all of them."""

BY_TURNS = catalogue.game("spite_and_malice_table", {"partners": True, "move_seconds": 0})
"""A game by turns. Without a clock everybody may play for the whole flood."""

HANDS = BY_TURNS.definition.seats
"""The players of its full table."""

TABLES = 5
"""The number of tables that play in their flood: as many rooms as one address may have made, or fewer."""

RULES = {"time_limit": 0, "rated": False}

FOREIGN = [[pile, pile + 1, 1] for group in ("demon", "work", "waste") for pile in GAME.indexes(group)]
"""Moves of piles, most of which are not the player's own."""

FOUNDED = 0.3
"""The share of legal moves by the player on turn. Else a flood would be refusals alone."""


_SPOTS = [(pile, at) for pile in BY_TURNS.indexes("hand") for at in range(6)]

UNFOUNDED = [
    *(("discard", spot, pile) for spot in _SPOTS for pile in BY_TURNS.indexes("discards")),
    *(
        ("play", spot, place)
        for spot in (*_SPOTS, *BY_TURNS.indexes("riddance"), *BY_TURNS.indexes("stock"))
        for place in BY_TURNS.indexes("centre")
    ),
    ("stand",),
    ("play", *_SPOTS[:1], BY_TURNS.indexes("completed")[0]),
]
"""Discards and plays of any hand, also of cards that are not there, as a king or not. A few are legal for the player on turn."""


async def by_turns(guest: Guest) -> None:
    """Play at full tables by turns: also out of turn, from others' hands, and what is not there."""
    moves = await _back_at_table(guest, HANDS)
    while moves is not None:
        likely = moves if moves and guest.random.random() < FOUNDED else UNFOUNDED
        moves = await _played(guest, guest.random.choice(likely), moves)


async def tables(guest: Guest) -> None:
    """Play at full shared tables, also what is too late and others' cards, as fast as it is answered."""
    moves = await _back_at_table(guest, SEATS)
    late: list[Any] = []
    while moves is not None:
        move = guest.random.choice(guest.random.choices((moves, late, FOREIGN), (8, 1, 1))[0] or FOREIGN)
        late = [*late[-20:], move]
        moves = await _played(guest, move, moves)


async def onlookers(guest: Guest) -> None:
    """Watch a full shared table, play and call there without a seat, and come anew."""
    if guest.number < SEATS:
        await tables(guest)
        return
    answered: object = await guest.come_in()
    while answered:
        answered = await guest.ask("join", room=guest.all.preys[0], role=guest.random.choice(("spectator", "player")))
        for _ in range(guest.random.randrange(8)):
            await _request(guest, ["m", 1 + guest.all.tried, guest.random.choice(FOREIGN)])
            await _request(guest, {"type": "emote", "id": 1 + guest.all.tried, "emote": "wave"})
        answered = answered and await _request(guest, {"type": "leave", "id": 1 + guest.all.tried})


async def seat_tables(attackers: Attackers) -> None:
    """Seat the first sockets at shared tables, until the cards are dealt there."""
    for table in range(TABLES):
        await _seat(attackers, table, GAME, SEATS)


async def seat_by_turns(attackers: Attackers) -> None:
    """Seat all sockets at tables by turns, until the cards are dealt there."""
    for table in range(TABLES):
        await _seat(attackers, table, BY_TURNS, HANDS)


async def seat_table(attackers: Attackers) -> None:
    """Seat the first sockets at one shared table, until its cards are dealt."""
    await _seat(attackers, 0, GAME, SEATS)


async def _seat(attackers: Attackers, table: int, game: Game, seats: int) -> None:
    async with AsyncExitStack() as stack:
        guests = []
        for number in range(seats * table, seats * (table + 1)):
            address = attackers.addresses[number % len(attackers.addresses)]
            guests.append(guest := Guest(attackers, address, number))
            guest.line = await stack.enter_async_context(called(attackers.port, address))
            if not await guest.come_in():
                raise RuntimeError(f"player {number} is not let in: {attackers.answers}")
            if len(guests) == 1:
                rules = {**RULES, "seats": seats}
                joined = await guest.ask("create", game=game.head.id, options=game.options, rules=rules)
                attackers.preys.append(joined["room"])
            else:
                await guest.ask("join", room=attackers.preys[table])
        for guest in guests:
            await _request(guest, {"type": "ready", "id": 1 + attackers.tried})
        for guest in guests:
            while not isinstance(await guest.hear(), list):
                pass


async def _back_at_table(guest: Guest, seats: int) -> list[Any] | None:
    """Take their own seat again, and return the legal moves; None if the socket is closed, or the match over."""
    if not await guest.come_in():
        return None
    joined = await guest.ask("join", room=guest.all.preys[guest.number // seats])
    if not joined or joined["type"] != "joined":
        return None
    while (heard := await guest.hear()) is not None:
        if isinstance(heard, list) and heard[0] == Moved.tag:
            return list(heard[3])
    return None


async def _played(guest: Guest, move: Any, moves: list[Any]) -> list[Any] | None:
    """Make a move, and return the legal moves after its answer; None if the socket is closed."""
    request = 1 + guest.all.tried
    await guest.post(["m", request, move])
    while (heard := await guest.hear()) is not None:
        answers = isinstance(heard, dict) or heard[1] == request
        if isinstance(heard, list):
            moves = list(after_step(moves, *heard[4:6]) if heard[0] == Step.tag else heard[3])
        if answers:
            return moves
    return None


async def _request(guest: Guest, message: Any) -> Any:
    """Send a request and return its answer, or None if the socket is closed. News of the table between are no answer."""
    await guest.post(message)
    while isinstance(heard := await guest.hear(), list):
        pass
    await asyncio.sleep(0)
    return heard

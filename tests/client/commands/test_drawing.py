"""Rooms and tables as a terminal shows them."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable

from rich.console import Console

from cadogan_client import Client
from cadogan_client.commands import drawing
from cadogan_client.commands.replaying import moments_of, play_back, tables_of
from cadogan_protocol import Replay
from tests.client.commands.typed import begun

Connect = Callable[..., Awaitable[Client]]


async def test_a_replay_is_shown_in_its_course(connect: Connect) -> None:
    anna = await connect("Anna")
    room = await begun(anna, "nestor")
    for _ in range(8):  # too few to finish, after which no player could give up
        if room.moves:
            await anna.play(room.moves[0])
    await anna.give_up()
    await anna.until(lambda: room.state.phase == "finished")
    replay: Replay = await anna.replay()
    play_back(replay, moments_of(replay), 1e9, frame=0)
    console = Console(width=100, record=True, file=io.StringIO())
    (table,) = tables_of(replay)
    console.print(drawing.table(table))
    told = console.export_text()
    assert sum(told.count(suit) for suit in "♣♦♥♠") + told.count("▒▒") == 52

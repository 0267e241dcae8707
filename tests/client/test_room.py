"""A room as a client knows it."""

from __future__ import annotations

from cadogan_protocol import VEILED, ErrorCode
from cadogan_server.app import Running
from tests.client.opened import Connect, refused, started


async def test_a_spectator_sees_boards_and_no_hidden_card(connect: Connect) -> None:
    ada, eve = await connect("Ada"), await connect("Eve")
    room = await started(ada)
    watched = await eve.join(room.code, "spectator")
    assert (watched.role, watched.seat, watched.table, watched.moves) == ("spectator", None, None, None)
    await eve.until(lambda: watched.board_of(0) is not None)
    assert room.moves
    await ada.play(("turn",))
    await eve.until(lambda: watched.state.seats[0].moves == 1)
    assert room.table is not None
    board = watched.board_of(0)
    assert board is not None
    # Nobody else plays, so nothing that she sees could help anybody.
    assert board.piles == room.table.piles
    assert await refused(eve.play(("turn",))) is ErrorCode.NOT_SEATED


async def test_a_spectator_is_shown_a_card_when_all_racers_have_seen_it(connect: Connect) -> None:
    ada, bob, eve = await connect("Ada"), await connect("Bob"), await connect("Eve")
    room = await ada.create("klondike_draw1", seats=2)
    other = await bob.join(room.code)
    watched = await eve.join(room.code, "spectator")
    await ada.until(lambda: len(room.state.seats) == 2)
    await ada.ready()
    await bob.ready()
    await ada.until(lambda: room.moves is not None)
    await bob.until(lambda: other.moves is not None)
    await eve.until(lambda: watched.board_of(0) is not None and watched.board_of(1) is not None)
    adas, theirs = room.board_of(0), watched.board_of(0)
    assert adas is not None
    assert adas is room.table
    assert theirs is not None
    assert room.board_of(1) is None
    await ada.play(("turn",))
    await eve.until(lambda: watched.state.seats[0].moves == 1)
    assert theirs.group("waste") == [[VEILED]]
    assert not any(VEILED in pile for pile in adas.piles)
    await bob.play(("turn",))
    await eve.until(lambda: theirs.group("waste") == adas.group("waste"))
    assert theirs.piles == adas.piles
    # A player who gives up sees the other's table beside the own.
    await ada.give_up()
    await bob.play(("turn",))
    await ada.until(lambda: room.board_of(1) is not None and room.state.seats[1].moves == 2)
    bobs = room.board_of(1)
    assert bobs is not None
    assert other.table is not None
    assert bobs.piles == other.table.piles


async def test_leaving_frees_the_seat(connect: Connect, server: Running) -> None:
    ada, bob = await connect("Ada"), await connect("Bob")
    room = await ada.create("nestor", seats=2)
    await bob.join(room.code)
    await bob.leave()
    await ada.until(lambda: len(room.state.seats) == 1)
    assert bob.room is None

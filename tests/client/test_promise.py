"""A client's part of the seed: promised, then shown."""

from __future__ import annotations

import asyncio

from cadogan_client.promise import Witness
from cadogan_client.verify import check_fairness
from tests.client.test_verify import Connect


async def test_a_client_keeps_what_was_promised_and_shows_its_nonce_by_itself(connect: Connect) -> None:
    ada, bob = await connect("Ada"), await connect("Bob")
    room = await ada.create("klondike")
    await bob.join(room.code)
    await ada.ready()
    await bob.ready()
    await ada.until(lambda: room.moves is not None)
    assert room.promise is not None
    assert bob.room is not None
    assert bob.room.promise is not None
    assert room.witness == Witness(
        room.state.commit, {0: room.promise.hash, 1: bob.room.promise.hash}, 0, room.promise.nonce
    )
    for client in (ada, bob):
        await client.give_up()
    await ada.until(lambda: room.state.phase == "finished")
    assert all(check.holds for check in check_fairness(room.state, room.witness))


async def test_clients_promise_a_new_nonce_after_a_countdown_is_called_off(connect: Connect) -> None:
    """One player leaves during the countdown. The others go on without a press, with nonces that nobody has seen.

    The player who leaves has not shown a nonce yet: her readiness and her leaving are sent at once, so no countdown is
    over before.
    """
    ada, bob, eve = await connect("Ada"), await connect("Bob"), await connect("Eve")
    room = await ada.create("klondike")
    await bob.join(room.code)
    await eve.join(room.code)
    first = []
    for client in (ada, bob):
        await client.ready()
        assert client.room is not None
        assert client.room.promise is not None
        first.append(client.room.promise.nonce)
    await asyncio.gather(eve.ready(), eve.leave())
    await ada.until(lambda: room.moves is not None)
    assert bob.room is not None
    assert room.state.called_off == 1
    nonces = [client.room.promise.nonce for client in (ada, bob) if client.room and client.room.promise]
    assert not {*nonces} & {*first}
    for client in (ada, bob):
        await client.give_up()
    await ada.until(lambda: room.state.results is not None)
    assert room.state.results is not None
    assert room.state.results.nonces == tuple(nonces)


async def test_a_player_without_a_promise_plays_all_the_same(connect: Connect) -> None:
    ada = await connect("Ada")
    room = await ada.create("klondike")
    await ada.ready(nonce=False)
    await ada.until(lambda: room.moves is not None)
    assert room.witness is None
    await ada.give_up()
    await ada.until(lambda: room.state.results is not None)
    assert room.state.results is not None
    assert room.state.results.nonces == ("",)

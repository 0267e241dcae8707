"""Passkeys: their owner is known on any device, and nobody else is. Forged, late and foreign credentials are refused."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_PASSKEYS
from cadogan_protocol.messages import (
    Account,
    AddPasskey,
    GetAccount,
    GetPasskeyOptions,
    Hello,
    Leave,
    Moved,
    RemovePasskey,
    SignIn,
    Stand,
    Ticket,
    Undo,
    Welcome,
)
from cadogan_server.app import Running
from cadogan_server.store import keys
from cadogan_server.store.log.logs import HARDLY
from cadogan_server.store.people.players import ACCOUNT_SECONDS, KEPT_SECONDS, SEATED_SECONDS
from tests.server.conftest import Serve
from tests.server.gateway.authenticator import Authenticator
from tests.server.gateway.passkeys import options, page, refused, with_passkey
from tests.server.wire import Wire, dial


async def test_a_passkey_signs_the_player_in_on_any_device(server: Running, redis_url: str) -> None:
    async with page(server) as (laptop, origin), page(server) as (phone, _), dial(server.port) as again:
        authenticator = await with_passkey(laptop, origin)
        await phone.hello("Quick Otter")
        ticket = await phone.ask(SignIn, credential=authenticator.use(await options(phone, "sign_in")))
        assert isinstance(ticket, Ticket)
        welcome = await again.ask(Hello, name="Quick Otter", ticket=ticket.ticket)
        assert isinstance(welcome, Welcome)
        assert (welcome.player, welcome.name) == (laptop.player, "Anna")
        assert welcome.token != laptop.token
        assert [one.label for one in (await again.ask(GetAccount)).passkeys] == ["Laptop"]
    async with Redis.from_url(redis_url) as redis:
        for key in (keys.player(laptop.player), keys.passkeys(laptop.player)):
            assert 0 < await redis.ttl(key) <= SEATED_SECONDS, "no game was finished"


async def finished_a_game(wire: Wire) -> None:
    """Play just enough for a game to count, and give up."""
    await wire.create()
    await wire.ready()
    await wire.the(Moved)
    for _ in range(HARDLY + 1):
        await (wire.play(wire.moves[0]) if wire.moves else wire.ask(Undo))
    await wire.ask(Stand)
    await wire.phase("finished")
    await wire.ask(Leave)


@pytest.mark.parametrize("passkey_first", [True, False])
async def test_an_account_with_a_finished_game_lasts(serve: Serve, redis_url: str, *, passkey_first: bool) -> None:
    async with serve() as server, page(server) as (wire, origin), Redis.from_url(redis_url) as redis:
        authenticator = Authenticator(origin)
        await wire.hello("Anna")
        if not passkey_first:
            await finished_a_game(wire)
        await wire.ask(AddPasskey, credential=authenticator.make(await options(wire, "add")), label="Laptop")
        if passkey_first:
            await finished_a_game(wire)
        await wire.ask(GetAccount)
        for key in (keys.player(wire.player), keys.passkeys(wire.player)):
            assert KEPT_SECONDS < await redis.ttl(key) <= ACCOUNT_SECONDS
        assert isinstance(await wire.ask(SignIn, credential=authenticator.use(await options(wire, "sign_in"))), Ticket)
        assert await redis.ttl(keys.passkeys(wire.player)) > KEPT_SECONDS


async def test_an_account_outlives_a_restart_and_other_ways_to_be_kept(serve: Serve, redis_url: str) -> None:
    async with serve() as server, page(server) as (laptop, origin):
        authenticator = await with_passkey(laptop, origin)
        await finished_a_game(laptop)
    async with serve() as server, page(server) as (phone, origin):
        authenticator.origin = origin
        await phone.hello("Quick Otter")
        assert isinstance(
            await phone.ask(SignIn, credential=authenticator.use(await options(phone, "sign_in"))), Ticket
        )
        async with dial(server.port) as back:
            await back.hello("Anna", laptop.token)
    async with Redis.from_url(redis_url) as redis:
        assert await redis.ttl(keys.player(laptop.player)) > KEPT_SECONDS


async def test_passkeys_are_counted_removed_and_named(server: Running) -> None:
    async with page(server) as (wire, origin):
        anna = await with_passkey(wire, origin)
        for _ in range(MOST_PASSKEYS - 1):
            made = Authenticator(origin).make(await options(wire, "add"))
            last = await wire.ask(AddPasskey, credential=made, label="x")
        assert len(last.passkeys) == MOST_PASSKEYS
        await refused(wire, GetPasskeyOptions, "which is the maximum", purpose="add")
        left = await wire.ask(RemovePasskey, passkey=last.passkeys[0].id)
        assert [one.label for one in left.passkeys] == ["x"] * (MOST_PASSKEYS - 1)
        await refused(wire, RemovePasskey, "has no passkey", passkey=last.passkeys[0].id)
        await refused(wire, SignIn, "is not known here", credential=anna.use(await options(wire, "sign_in")))
        long = await wire.refusal_of_raw(AddPasskey, credential="{}", label="n" * 10_000)
        assert long.code is ErrorCode.BAD_MESSAGE


async def test_passkeys_of_an_address_are_limited_by_the_hour(serve: Serve) -> None:
    async with serve(passkeys_per_hour=2) as server, page(server) as (wire, origin), page(server) as (other, _):
        for eve in (wire, other):
            await eve.hello("Eve")
            made = Authenticator(origin).make(await options(eve, "add"))
            assert isinstance(await eve.ask(AddPasskey, credential=made, label="x"), Account)
        made = Authenticator(origin).make(await options(wire, "add"))
        error = await wire.refusal(AddPasskey, credential=made, label="x")
        assert (error.code, "too many new passkeys" in error.message) == (ErrorCode.TOO_FAST, True)


async def test_programs_and_addresses_have_no_passkeys(server: Running) -> None:
    async with dial(server.port) as program, page(server, "127.0.0.1") as (numbered, _):
        await program.hello("Anna")
        await refused(program, GetPasskeyOptions, "no page has opened this socket", purpose="sign_in")
        await numbered.hello("Anna")
        await refused(numbered, GetPasskeyOptions, "127.0.0.1 is an address", purpose="add")

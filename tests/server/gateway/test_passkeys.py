"""Passkeys: who has one is known on any device, and nobody else is; what is forged, late, or of another page is refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis.asyncio import Redis
from websockets.typing import Origin

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MAX_CREDENTIAL, MOST_PASSKEYS
from cadogan_protocol.messages import (
    Account,
    AddPasskey,
    GetAccount,
    GetPasskeyOptions,
    Hello,
    Leave,
    Moved,
    PasskeyOptions,
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
from tests.server.wire import Wire, dial


@asynccontextmanager
async def page(server: Running, host: str = "localhost") -> AsyncIterator[tuple[Wire, str]]:
    """A socket as a page of the server opens it, and the page's origin."""
    origin = f"http://{host}:{server.port}"
    async with dial(server.port, origin=Origin(origin), name=host) as wire:
        yield wire, origin


async def options(wire: Wire, purpose: str) -> str:
    answer = await wire.ask(GetPasskeyOptions, purpose=purpose)
    assert isinstance(answer, PasskeyOptions), answer
    return answer.options


async def with_passkey(wire: Wire, origin: str, name: str = "Anna") -> Authenticator:
    """Say hello, and make a passkey."""
    await wire.hello(name)
    authenticator = Authenticator(origin)
    added = await wire.ask(AddPasskey, credential=authenticator.make(await options(wire, "add")), label="Laptop")
    assert isinstance(added, Account), added
    assert [passkey.label for passkey in added.passkeys] == ["Laptop"]
    return authenticator


async def test_who_has_the_passkey_is_the_player_on_any_device(server: Running, redis_url: str) -> None:
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
    """Play a little more than hardly, and stand."""
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


async def refused(wire: Wire, kind: Any, sentence: str, **fields: Any) -> None:
    error = await wire.refusal(kind, **fields)
    assert error.code is ErrorCode.BAD_PASSKEY, error
    assert sentence in error.message
    assert len(error.message) < 400


async def test_a_passkey_of_another_origin_is_refused(server: Running) -> None:
    async with page(server) as (wire, origin):
        authenticator = await with_passkey(wire, origin)
        authenticator.origin = "https://evil.example"
        await refused(wire, SignIn, "evil.example", credential=authenticator.use(await options(wire, "sign_in")))
        other = Authenticator("https://evil.example")
        await refused(wire, AddPasskey, "evil.example", credential=other.make(await options(wire, "add")))
        assert len((await wire.ask(GetAccount)).passkeys) == 1
        # A program may say that it is a page of any host: then it is asked for passkeys of that one alone.
        async with page(server, "evil.example") as (forger, forged_origin):
            await forger.hello("Eve")
            authenticator.origin = forged_origin
            answer = authenticator.use(await options(forger, "sign_in"))
            await refused(forger, SignIn, "is for localhost", credential=answer)


async def test_forged_answers_are_refused(server: Running) -> None:
    async with page(server) as (wire, origin):
        anna = await with_passkey(wire, origin)
        mallory = Authenticator(origin, id=anna.id, user=anna.user)
        await refused(wire, SignIn, "can't be accepted", credential=mallory.use(await options(wire, "sign_in")))
        unknown = Authenticator(origin, user=anna.user)
        await refused(wire, SignIn, "is not known here", credential=unknown.use(await options(wire, "sign_in")))
        nobody = Authenticator(origin, user=b"nobody")
        await refused(wire, SignIn, "is not known here", credential=nobody.use(await options(wire, "sign_in")))
        anonymous = Authenticator(origin)
        await refused(
            wire, SignIn, "does not name its player", credential=anonymous.use(await options(wire, "sign_in"))
        )
        await refused(
            wire, SignIn, "can't be accepted", credential=anna.use(await options(wire, "sign_in"), signature="AAAA")
        )


async def test_an_answer_is_good_for_one_question(server: Running) -> None:
    async with page(server) as (wire, origin):
        anna = await with_passkey(wire, origin)
        answer = anna.use(await options(wire, "sign_in"))
        assert isinstance(await wire.ask(SignIn, credential=answer), Ticket)
        await refused(wire, SignIn, "no passkey was requested", credential=answer)
        await options(wire, "sign_in")
        await refused(wire, SignIn, "challenge", credential=answer)


async def test_an_answer_is_not_good_for_long(serve: Serve) -> None:
    async with serve(ceremony=-1) as server, page(server) as (wire, origin):
        await wire.hello("Anna")
        anna = Authenticator(origin)
        await refused(wire, AddPasskey, "came too late", credential=anna.make(await options(wire, "add")))
        await refused(wire, SignIn, "came too late", credential=anna.use(await options(wire, "sign_in")))


async def test_a_counter_that_goes_back_is_refused(server: Running) -> None:
    async with page(server) as (wire, origin):
        anna = await with_passkey(wire, origin)
        assert isinstance(await wire.ask(SignIn, credential=anna.use(await options(wire, "sign_in"))), Ticket)
        anna.uses = 0
        await refused(wire, SignIn, "can't be accepted", credential=anna.use(await options(wire, "sign_in")))


@pytest.mark.parametrize("kind", [AddPasskey, SignIn])
async def test_what_is_cut_short_or_no_answer_at_all_is_refused(server: Running, kind: Any) -> None:
    purpose = "add" if kind is AddPasskey else "sign_in"
    async with page(server) as (wire, origin):
        anna = await with_passkey(wire, origin)
        for change in (
            lambda text: "",
            lambda text: "[]",
            lambda text: '{"id": 3}',
            lambda text: text[:-1],
            lambda text: text[: len(text) // 2],
            lambda text: text.replace('"attestationObject": "', '"attestationObject": "AAAA').replace(
                '"signature": "', '"signature": "AA'
            ),
            lambda text: "[" * (MAX_CREDENTIAL - 1),
        ):
            asked = await options(wire, purpose)
            answer = Authenticator(origin).make(asked) if kind is AddPasskey else anna.use(asked)
            await refused(wire, kind, "", credential=change(answer))
        too_long = await wire.refusal_of_raw(kind, credential="x" * (MAX_CREDENTIAL + 1))
        assert too_long.code is ErrorCode.BAD_MESSAGE
        assert len((await wire.ask(GetAccount)).passkeys) == 1, "and nothing is lost by it"


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


def rsa(bits: int, exponent: int = 65537) -> dict[int, int | bytes]:
    """A public key of RSA of so many bits; nobody has the other half."""
    return {1: 3, 3: -257, -1: ((1 << bits) - 1).to_bytes(bits // 8), -2: exponent.to_bytes(8)}


WRONG_KEYS: dict[str, dict[int, int | bytes]] = {
    "random bytes for Ed25519": {1: 1, 3: -8, -1: 6, -2: bytes(900)},
    "5,300 random bytes": {1: 1, 3: -8, -1: 6, -2: bytes(5300)},
    "random bytes beside a key": {1: 1, 3: -8, -1: 6, -2: bytes(32), 99: bytes(990)},
    "no point of P-256": {1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)},
    "another curve": {1: 2, 3: -7, -1: 3, -2: bytes(66), -3: bytes(66)},
    "another algorithm": {1: 2, 3: -36, -1: 1, -2: bytes(32), -3: bytes(32)},
    "an algorithm of another kind of key": {1: 1, 3: -7, -1: 6, -2: bytes(32)},
    "RSA too large": rsa(4104),
    "RSA too small": rsa(1024),
    "RSA with a large exponent": rsa(2048, (1 << 63) + 1),
    "RSA of numbers": {1: 3, 3: -257, -1: 12345, -2: 3},
}


@pytest.mark.parametrize("what", WRONG_KEYS)
async def test_what_is_no_key_is_not_kept(server: Running, redis_url: str, what: str) -> None:
    async with page(server) as (wire, origin), Redis.from_url(redis_url) as redis:
        await wire.hello("Eve")
        forged = Authenticator(origin, public=WRONG_KEYS[what])
        await refused(wire, AddPasskey, "can't be accepted", credential=forged.make(await options(wire, "add")))
        assert await redis.exists(keys.passkeys(wire.player)) == 0


@pytest.mark.parametrize("public", [rsa(2048), rsa(4096), {1: 1, 3: -8, -1: 6, -2: b"\x01" + bytes(31)}])
async def test_keys_of_each_algorithm_are_kept(server: Running, public: dict[int, int | bytes]) -> None:
    async with page(server) as (wire, origin):
        await wire.hello("Anna")
        made = Authenticator(origin, public=public).make(await options(wire, "add"))
        assert isinstance(await wire.ask(AddPasskey, credential=made, label="Laptop"), Account)


async def test_an_id_and_a_key_are_small_together(server: Running) -> None:
    async with page(server) as (wire, origin):
        await wire.hello("Eve")
        large = Authenticator(origin, id=bytes(1000))
        await refused(wire, AddPasskey, "the maximum is 1000", credential=large.make(await options(wire, "add")))


async def test_an_address_makes_only_so_many_passkeys_an_hour(serve: Serve) -> None:
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

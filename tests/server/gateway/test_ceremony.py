"""A browser's signatures with a passkey: forged, late, repeated or foreign ones are refused."""

from __future__ import annotations

from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MAX_CREDENTIAL
from cadogan_protocol.messages import (
    Account,
    AddPasskey,
    GetAccount,
    SignIn,
    Ticket,
)
from cadogan_server.app import Running
from cadogan_server.store import keys
from tests.server.conftest import Serve
from tests.server.gateway.authenticator import Authenticator
from tests.server.gateway.passkeys import options, page, refused, with_passkey


async def test_a_passkey_of_another_origin_is_refused(server: Running) -> None:
    async with page(server) as (wire, origin):
        authenticator = await with_passkey(wire, origin)
        authenticator.origin = "https://evil.example"
        await refused(wire, SignIn, "evil.example", credential=authenticator.use(await options(wire, "sign_in")))
        other = Authenticator("https://evil.example")
        await refused(wire, AddPasskey, "evil.example", credential=other.make(await options(wire, "add")))
        assert len((await wire.ask(GetAccount)).passkeys) == 1
        # A program may claim to be a page of any host. Then it is asked for passkeys of that host alone.
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
async def test_a_credential_that_is_cut_short_or_broken_is_refused(server: Running, kind: Any) -> None:
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
        assert len((await wire.ask(GetAccount)).passkeys) == 1, "nothing is lost by the refusal"


def rsa(bits: int, exponent: int = 65537) -> dict[int, int | bytes]:
    """Return a public RSA key of `bits` bits. Nobody has its private half."""
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
async def test_an_invalid_public_key_is_not_kept(server: Running, redis_url: str, what: str) -> None:
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

"""Headers between nodes: each is good for one purpose, one path, one node, a short time, and once."""

from __future__ import annotations

import base64
import hmac
import json
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from cadogan_protocol.codec import Format
from cadogan_server.app import Running
from cadogan_server.gateway.relays import relay
from cadogan_server.gateway.relays.relay import HEADER, MIRROR, PATH, ROOMS, SPEAKS, VERSION, Passenger
from cadogan_server.gateway.relays.seals import WATCHWORD, WATCHWORD_SECONDS, Seals
from cadogan_server.store.people.players import Player

SOMEBODY = Passenger(Player("p", "Anna", ("hash",)), 1, "", "10.0.0.1", None, "")
TOLD = json.loads(json.dumps(SOMEBODY.pack()))


class Place:
    """A set of nodes that know each other's announcements."""

    def __init__(self) -> None:
        self.said: dict[str, dict[str, str]] = {}
        self.used: set[str] = set()

    def node(self, name: str, secret: bytes = b"secret", path: str = PATH, *, shares: bool = False) -> Seals:
        async def known() -> bytes:
            return secret

        async def first_use(nonce: str, seconds: int) -> bool:
            assert seconds >= 2 * WATCHWORD_SECONDS, "a watchword is known for longer than a header is valid"
            first = nonce not in self.used
            self.used.add(nonce)
            return first

        def say(words: str) -> None:
            self.said.setdefault(name, {})[WATCHWORD] = words

        return Seals(
            *(name, lambda node, what: self.said.get(node, {}).get(what), say, lambda: list(self.said), known, path),
            first_use if shares else None,
        )


async def accepted(seals: Seals, purpose: str, header: str) -> list[Any] | None:
    sealed = await seals.open(purpose, header)
    return sealed.content if sealed is not None and await seals.use(sealed) else None


async def test_a_header_is_good_once() -> None:
    place = Place()
    here, there = place.node("here"), place.node("there")
    header = await there.seal(HEADER, "here", SOMEBODY.pack())
    assert "Anna" not in header
    assert await accepted(here, HEADER, header) == TOLD
    assert await accepted(here, HEADER, header) is None
    again = await there.seal(HEADER, "here", SOMEBODY.pack())
    assert again != header
    assert await accepted(here, HEADER, again) is not None


async def test_workers_behind_one_port_take_a_header_once_between_them() -> None:
    place = Place()
    one, two, there = place.node("one", shares=True), place.node("two", shares=True), place.node("there")
    header = await there.seal(HEADER, "one", [1])
    assert await accepted(two, HEADER, header) == [1]
    assert await accepted(one, HEADER, header) is None
    assert await accepted(one, HEADER, await there.seal(HEADER, "one", [2])) == [2]


async def test_a_header_is_good_for_its_purpose_path_and_secret_alone() -> None:
    place = Place()
    here, there = place.node("here"), place.node("there")
    header = await there.seal(HEADER, "here", [1])
    assert await here.open(ROOMS, header) is None
    assert await here.open(MIRROR, header) is None
    for other in (place.node("there", path="/elsewhere"), place.node("there", secret=b"other")):
        assert await here.open(HEADER, await other.seal(HEADER, "here", [1])) is None
    junk = f"{header[:10]}!{header[10:]}"
    for wrong in ("", "x", "2.", "2.x", header[:-1], header.replace(".", "A.", 2), header[2:], junk):
        assert await here.open(HEADER, wrong) is None, wrong
    for_another = await here.seal(HEADER, "there", [1])
    sealed = await here.open(HEADER, for_another)
    assert sealed is not None
    assert sealed.node == "there", "the asked node sees for which node the header is"


async def test_a_header_expires_with_its_watchword_and_needs_no_clock() -> None:
    place = Place()
    here, there = place.node("here"), place.node("there")
    headers = [await there.seal(HEADER, "here", [number]) for number in range(3)]
    here.renew()
    assert await accepted(here, HEADER, headers[0]) == [0]
    assert await accepted(here, HEADER, headers[0]) is None, "it is known as used, though the watchword has changed"
    here.renew()
    assert await accepted(here, HEADER, headers[1]) is None
    assert await accepted(here, HEADER, await there.seal(HEADER, "here", [9])) == [9]


async def test_an_opened_header_gives_its_content_receiver_and_watchword() -> None:
    place = Place()
    here, there = place.node("here"), place.node("there")
    words = place.said["here"][WATCHWORD].split()
    assert len({*words, *place.said["there"][WATCHWORD].split()}) == 4, "no watchword is used twice"
    assert min(map(len, words)) >= 12, "the words are too long to guess"
    told = ["text", 1, None, {"key": [True]}]
    sealed = await here.open(HEADER, await there.seal(HEADER, "here", told))
    assert sealed is not None
    assert (sealed.node, sealed.content, len(sealed.nonce) >= 16) == ("here", told, True)
    before = place.said["here"][WATCHWORD].split()[0]
    here.renew()
    assert place.said["here"][WATCHWORD].split()[1] == before, "the previous watchword is still valid"
    assert await there.open(HEADER, await there.seal(HEADER, "here", [1])) is not None, "other nodes know the new words"
    header = await there.seal(HEADER, "here", [1])
    del place.said["here"]
    assert await there.open(HEADER, header) is None, "a node that is gone seals nothing any more"


async def test_headers_of_an_earlier_version_may_be_used_again_while_one_lives() -> None:
    place = Place()
    here, shared = place.node("here"), place.node("shared", shares=True)
    place.said["old"] = {}
    text = json.dumps(["here", 1, 2]).encode()
    earlier = base64.b64encode(text).decode() + "." + hmac.digest(b"secret", text, "sha256").hex()
    for seals in (here, shared):
        for _ in range(2):
            assert await accepted(seals, HEADER, earlier) == [1, 2]
        sealed = await seals.open(HEADER, earlier)
        assert sealed is not None
        assert (sealed.node, sealed.nonce) == ("here", "")
    assert await here.open(HEADER, earlier[:-1] + "?") is None


async def test_nodes_of_an_earlier_version_are_understood_while_one_lives() -> None:
    place = Place()
    here = place.node("here")
    text = json.dumps(["here", *SOMEBODY.pack()]).encode()
    earlier = base64.b64encode(text).decode() + "." + hmac.digest(b"secret", text, "sha256").hex()
    assert await accepted(here, HEADER, earlier) is None
    place.node("there")
    assert await accepted(here, HEADER, earlier) is None, "that version of the header is this one"
    place.said["old"] = {}
    assert await accepted(here, HEADER, earlier) == TOLD
    to_earlier = await here.seal(HEADER, "old", SOMEBODY.pack())
    told, _, signature = to_earlier.partition(".")
    assert json.loads(base64.b64decode(told)) == ["old", *TOLD]
    assert signature == hmac.digest(b"secret", base64.b64decode(told), "sha256").hex()
    del place.said["old"]
    assert await accepted(here, HEADER, earlier) is None


async def test_a_header_that_was_seen_on_the_way_opens_nothing(nodes: list[Running]) -> None:
    one, two = nodes
    seals, me = one.door.links.seals, two.services.store.node_lease.id

    async def opens(**headers: str) -> int:
        sent = {f"X-Cadogan-{name}": value for name, value in headers.items()} | {VERSION: SPEAKS}
        url = f"ws://127.0.0.1:{two.port}{PATH}"
        try:
            async with connect(url, additional_headers=sent, subprotocols=[Subprotocol(Format.JSON.value)]):
                return 101
        except InvalidStatus as refused:
            return refused.response.status_code

    assert relay.HEADER == "X-Cadogan-Socket"
    player = await seals.seal(HEADER, me, SOMEBODY.pack())
    assert await opens(Rooms=player) == 403, "a player's header opens no handover"
    assert await opens(Socket=player) == 101
    assert await opens(Socket=player) == 403, "and it is good for once"
    rooms = await seals.seal(ROOMS, me, [])
    assert [await opens(Rooms=rooms) for _ in range(2)] == [101, 403]
    late = await seals.seal(MIRROR, me, [MIRROR, "one"])
    for _ in range(2):
        two.door.links.seals.renew()
    assert await opens(Follower=late) == 403


@pytest.mark.parametrize("missed", [1, 2])
async def test_a_node_that_has_missed_a_watchword_learns_it(nodes: list[Running], missed: int) -> None:
    one, two = nodes
    for _ in range(missed):
        two.door.links.seals.renew()
    await two.services.store.node_lease.confirm(anew=True)
    line = await one.door.links.relays.handover_link(two.services.store.node_lease.id)
    await line.close()

"""The waiting players, as the store keeps them."""

from __future__ import annotations

import json

from cadogan_server.store.matching.seeker import STEPS, Seeker, unpacked

ANN = Seeker(
    "s1", "ann", "Ann", "n1", {"golf": 2100}, {"2026-11-27": ("place", "net", "browser"), "2026-11-28": ()}, "mine"
)


def test_a_seeker_comes_back_from_the_store_as_it_was() -> None:
    assert unpacked(json.loads(ANN.packed())) == ANN
    as_lua_writes = json.loads(ANN.packed())
    as_lua_writes["marks"]["2026-11-28"] = {}
    assert unpacked(as_lua_writes) == ANN


def test_address_and_browser_keep_people_apart_and_the_network_does_not() -> None:
    assert json.loads(ANN.packed())["apart"] == ["browser", "place"]


def test_the_reach_grows_and_has_no_limit_before_a_bot_comes() -> None:
    waits, reaches = [after for after, _ in STEPS], [reach for _, reach in STEPS]
    assert waits == sorted(waits)
    assert reaches[-1] is None
    assert waits[-1] < 20
    assert reaches[:-1] == sorted(reach for reach in reaches if reach is not None)

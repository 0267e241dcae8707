"""What `/healthz` answers, and whether the documents say the same."""

from __future__ import annotations

import json
import re

import pytest

from cadogan_protocol.generate import ROOT
from cadogan_server.app import Running
from cadogan_server.gateway.http.health import CODES, STORE
from cadogan_server.store.log.journal import Journal
from cadogan_server.store_wait import BODY
from tests.server.fetching import fetch, figures

ROW = re.compile(r"^\| `(\w+)` \|(?: (\d+) \|)? ", re.MULTILINE)


def test_protocol_md_lists_each_state_with_its_code() -> None:
    text = (ROOT / "protocol" / "PROTOCOL.md").read_text().partition("`/healthz` answers")[2]
    states, _, stores = text.partition("| `status` |")[2].partition("| `store` |")
    assert {name: int(code) for name, code in ROW.findall(states)} == {**CODES, json.loads(BODY)["status"]: 503}
    assert [name for name, _ in ROW.findall(stores.partition("\n\n")[0])] == list(STORE)


def test_the_operators_guide_names_the_same_codes() -> None:
    guide = (ROOT / "deploy" / "README.md").read_text().partition("### What proxies learn")[2]
    told = re.findall(r"^\| [^|]*\(`(\w+)`\) \| (\d+) \|", guide, re.MULTILINE)
    assert {name for name, _ in told} == {*CODES, "starting"} - {"store_full"}
    assert all(int(code) == CODES.get(name, 503) for name, code in told)


async def test_health_names_the_state_and_its_code(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def health() -> tuple[int, str, str]:
        answer, body = await fetch(server, "/healthz")
        told = json.loads(body)
        return answer.status, told["status"], told["store"]

    assert await health() == (200, "ok", "ok")
    monkeypatch.setattr(server.services.store.journal.unwritten, "safe", False)
    assert await health() == (200, "ok", "away")
    assert "cadogan_store_safe 0.0" in await figures(server)
    for what, told in (("full", (404, "full")), ("replaced", (503, "replaced")), ("holding", (404, "paused"))):
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "full", True)
            patch.setattr(Journal, what, True)
            assert await health() == (*told, "away"), what
    monkeypatch.setattr(server.services.rooms.registry, "leaving", True)
    assert await health() == (404, "leaving", "away")

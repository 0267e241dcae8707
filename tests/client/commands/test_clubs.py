"""`cadogan club`, and tournaments of a club."""

from __future__ import annotations

import json

from cadogan_protocol.messages import Club, ClubTerms, OpenClub
from cadogan_server.app import Running
from tests.client.commands.typed import refused, run
from tests.server.wire import dial


async def test_clubs_are_listed_and_shown_and_have_tournaments(server: Running, url: str) -> None:
    async with dial(server.port) as olga:
        await olga.hello("Olga")
        told = await olga.ask(OpenClub, terms=ClubTerms(name="Hearts", text="We play."))
        assert isinstance(told, Club)
        id, host = told.about.id, ("--token", olga.token, "--url", url)
        assert "Hearts" in (await run("club", "list", "--url", url)).stdout
        shown = (await run("club", "show", f"https://x/club/{id}", "--url", url)).stdout
        assert shown.splitlines() == ["Hearts: 1 members, open", "We play.", "  Olga (owner)"]
        found = json.loads((await run("club", "season", id, "--json", "--url", url)).stdout)
        assert (found["club"], found["table"]) == (id, [])
        opened = await run(
            "tournament", "open", "arena", "golf", "--club", id, "--emblem", "crown,wine,gold", "--json", *host
        )
        tournament = json.loads(opened.stdout)["id"]
        about = json.loads((await run("tournament", "show", tournament, "--json", "--url", url)).stdout)["about"]
        assert (about["terms"]["club"], about["terms"]["emblem"]["motif"]) == (id, "crown")
    assert "nowhere2" in await refused("club", "show", "nowhere2", "--url", url)
    assert "no emblem" in await refused("tournament", "open", "arena", "golf", "--emblem", "crown", "--url", url)

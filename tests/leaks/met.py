"""Games of two who have met in the queue or in an arena. The rooms are opened by the server, and strangers look on in the hall."""

from __future__ import annotations

from typing import Any

from cadogan_server.app import Running
from tests.leaks.ear import Ear
from tests.leaks.played import Played
from tests.server.hosting.tournaments.played import beaten

WAYS = ("queue", "arena")

MET = (
    "klondike",
    "la_belle_lucie",
    "terrace",
    "spite_and_malice",
    "spite_and_malice_modern",
    "russian_bank",
    "racing_demon",
)
"""The games that are played: races with a stock, with redeals and with two packs, all duels of one kind, and a shared table."""

NOT_FOR_TWO = ("spite_and_malice_table",)
"""Games that two who have met can't play. Four play them as partners."""

PLACES = {"Ann": "127.0.1.2", "Bea": "127.0.2.3"}
"""The addresses of the players: two of one place are not put together."""


class Met(Played):
    """A game of two who have met one way or the other. Its rules are those of rated games: `fair` spectators.

    Args:
        server, game, steps, seed: as of any other game.
        way: how the two have met.

    Attributes:
        arena: the id of the arena, once it is open.
    """

    def __init__(self, server: Running, game: str, way: str, steps: int, seed: int) -> None:
        super().__init__(server, game, "fair", steps, seed)
        self._way = way
        self.arena = ""

    def _names(self) -> tuple[str, ...]:
        return tuple(PLACES)

    def _address(self, name: str) -> str:
        return PLACES.get(name, "127.0.3.4")

    async def open(self) -> None:
        await (self._in_the_queue() if self._way == "queue" else self.in_an_arena())
        for racer in self.racers:
            told = await racer.told("matched" if self._way == "queue" else "called")
            self.code = (await racer.join(told["room"])).code
        self._look_into_the_server()

    async def _in_the_queue(self) -> None:
        for racer in self.racers:
            assert (await racer.ask("seek", games=[self._game], bot=False))["type"] == "ok"

    async def in_an_arena(self) -> None:
        """Let the players be paired in an arena."""
        host = self.racers[0]
        terms = {"kind": "arena", "game": self._game, "minutes": 20, **await self.terms()}
        told = await host.ask("open_tournament", terms=terms)
        self.arena = id = told["about"]["id"]
        for ear in (*self.racers, *self.guests()):
            assert (await ear.ask("attend", tournament=id))["type"] == "tournament"
        for racer in self.racers:
            assert (await racer.ask("enter_tournament", tournament=id))["type"] == "ok"
        assert (await host.ask("manage_tournament", tournament=id, order="start"))["type"] == "ok"
        await beaten(self._server, times=3)

    def guests(self) -> tuple[Ear, ...]:
        """Return who is in the hall and does not play."""
        return (self.stranger,)

    async def terms(self) -> dict[str, Any]:
        """Return further terms of the arena."""
        return {}

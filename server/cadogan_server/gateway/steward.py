"""Carries out the operator's orders on this node. They come through the store (`store/nodes/orders.py`)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from importlib.metadata import version

from cadogan_protocol.errors import CloseCode
from cadogan_server.gateway.gateway import Gateway
from cadogan_server.gateway.limits.bans import sentence
from cadogan_server.parts.services import Services
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.elsewhere import Elsewhere
from cadogan_server.store.nodes.orders import Order, Orders
from cadogan_server.telemetry.log_lines import about

logger = logging.getLogger(__name__)

BANS_LOOKS = 120
"""Looks for orders after which the bans are read again even without an order."""


class Steward:
    """Looks for orders and carries them out.

    Args:
        orders: the orders on the store.
        services: the server's parts.
        gateway: the server's sockets.
        drain: makes this node hand over its rooms and end.
    """

    def __init__(self, orders: Orders, services: Services, gateway: Gateway, drain: Callable[[], None]) -> None:
        self._orders = orders
        self._services = services
        self._gateway = gateway
        self._drain = drain
        self._last = ""

    async def begin(self) -> None:
        """Read the bans, and note the last order that is not for this node.

        Raises:
            redis.RedisError: the store does not answer.
        """
        self._last = await self._orders.last()
        await self._learn_bans()

    async def run(self) -> None:
        """Look for orders again and again, until cancelled."""
        looks = 0
        while True:
            await asyncio.sleep(self._services.settings.orders_look)
            looks += 1
            try:
                if not looks % BANS_LOOKS:
                    await self._learn_bans()
                await self.look()
            except STORE_AWAY as error:
                logger.debug("no orders can be read: %s", error)
            except Exception:
                logger.exception("an order could not be carried out")

    async def look(self) -> None:
        """Carry out the orders since the last look.

        Raises:
            redis.RedisError: the store does not answer.
        """
        orders = await self._orders.since(self._last)
        await self._gateway.sessions.drop_silent({order["room"] for _, order in orders if self._may_let_go(order)})
        for id, order in orders:
            self._last = id  # so that it is not carried out twice, whatever happens
            answer = await self._obey(order)
            if answer is None:
                await self._orders.answer(id, None)
                continue
            await self._orders.answer(id, {"node": self._services.settings.node, **answer})
            if order["do"] not in ("report", "forget"):
                logger.warning("ordered over the store: %s", answer["done"], extra=about(order.get("room")))
            if order["do"] == "drain":
                self._drain()

    async def _obey(self, order: Order) -> Order | None:
        """Carry out an order; return the answer, or None if it does not concern this node."""
        if order["do"] == "report":
            return self._report()
        if order["do"] == "drain" and order["node"] == self._services.settings.node:
            return {"done": "it hands over its rooms and ends"}
        if order["do"] == "close" and await self._close(order["room"], order["why"]):
            return {"done": f"room {order['room']} is closed"}
        if self._may_let_go(order) and await self._services.rooms.handover.let_go(order["room"]):
            return {"done": f"room {order['room']} is let go, as its players are at a node that can't reach this one"}
        if order["do"] == "forget":
            self._services.people.players.forget(order["player"])
            return {"done": "this node has forgotten the player"}
        if order["do"] == "lost":
            return await self._tell_lost(order["rooms"])
        if order["do"] == "bans":
            return {"done": f"the bans are known, and {await self._learn_bans()} sockets closed"}
        return None

    def _may_let_go(self, order: Order) -> bool:
        """Return True if an order asks this node for a room. Nodes of earlier versions name no owner."""
        me = self._services.store.node_lease.id
        return bool(order["do"] == "let go" and order.get("owner", me) == me)

    async def _tell_lost(self, codes: list[str]) -> Order | None:
        """Tell the players in rooms of this node how many changes another server has lost."""
        if self._services.store.journal.replaced:
            return None
        hubs = [hub for code in codes if (hub := self._services.rooms.registry.hubs.get(code)) is not None]
        for hub in hubs:
            hub.tell_lost_elsewhere(await self._services.store.losses.of(hub.code))
        return {"done": f"the players in {len(hubs)} rooms are told how many changes are lost"} if hubs else None

    async def _close(self, code: str, why: str) -> bool:
        """Close a room that this node owns, or take up and close one without an owner; False if there is none or
        another node owns it."""
        registry = self._services.rooms.registry
        if code not in registry.hubs:
            try:
                await self._services.rooms.finder.find(code)
            except (Refused, Elsewhere):
                return False
        return registry.close(code, why)

    def _report(self) -> Order:
        rooms = self._services.rooms.registry.count()
        return {
            "done": "here",
            "version": version("cadogan"),
            "sockets": len(self._gateway.sessions),
            "rooms": dict(rooms),
            "safe": self._services.store.journal.safe,
        }

    async def _learn_bans(self) -> int:
        """Read the bans, and close the sockets of banned clients; return how many sockets that were."""
        bans, now = self._gateway.bans, self._services.clock.real()
        bans.set(await self._orders.bans())
        closed = 0
        for session in list(self._gateway.sessions):
            player = session.player
            if player is not None and player.bot:
                continue
            ban = bans.of_address(session.address, now) or (player and bans.of_player(player.id, now))
            if ban:
                session.close_after(CloseCode.BANNED, sentence(ban))
                closed += 1
        return closed

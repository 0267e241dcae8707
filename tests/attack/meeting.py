"""Floods of the ways in which people meet: halls of tournaments, the queue, invitations, and news for devices."""

from __future__ import annotations

import asyncio
import secrets
from base64 import urlsafe_b64encode
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.attack.attacker import Attackers, Guest
from tests.fuzz.connection import called

ENTRANTS = 200
"""Players who have entered the arena of the flood before it, so that its standings are long."""

KINDS = ("arena", "swiss", "knockout")

GAMES = ("klondike", "freecell", "spider_4", "yukon", "racing_demon", "spite_and_malice_modern")

PAGES = (
    "tournaments",
    "tournaments/calendar.ics",
    "tournaments/{id}",
    "tournaments/{id}/games",
    "tournaments/{id}/results.csv",
    "tournaments/{id}/calendar.ics",
)
"""Pages of the API about tournaments, behind `/api/v1/`."""

NOBODY_LISTENS = "http://127.0.0.1:9"
"""A push service at which every call fails at once."""

FORGED = (
    "http://127.0.0.1:{port}/r/AAAAAA",
    "https://127.0.0.1/send",
    "https://169.254.169.254/latest/meta-data/",
    "https://fcm.googleapis.com@127.0.0.1:{port}/send",
    "https://fcm.googleapis.com:22/send",
    "https://fcm.googleapis.com.example.org/send",
    "https://127.0.0.1\\@fcm.googleapis.com/send",
    "https://[::1]:{port}/send",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "http://localhost:6379/",
    "https://updates.push.services.mozilla.com.evil.example/send",
    NOBODY_LISTENS + "@127.0.0.1:{port}/send",
)
"""Endpoints that no push service has: machines behind the firewall, and names that libraries may read in two ways."""

PUSHING = ("--push-contact", "mailto:me@example.org", "--push-service", NOBODY_LISTENS)
"""Options of a server that sends news to devices."""


# ---- halls -----------------------------------------------------------------------------------------------------------


async def halls(guest: Guest) -> None:
    """Open tournaments, enter, leave, watch halls, order like their hosts, and read lists, tables and calendars."""
    await guest.roam(PAGES, IN_A_HALL)


async def open_halls(attackers: Attackers) -> None:
    """Open a tournament of each kind; many enter the arena, which begins."""
    host = Guest(attackers, attackers.addresses[0], 0)
    async with called(attackers.port, host.address) as host.line:
        await host.come_in()
        for kind in KINDS:
            attackers.preys.append((await _open(host, kind))["about"]["id"])
        arena = attackers.preys[0]
        for number in range(1, ENTRANTS):
            guest = Guest(attackers, attackers.addresses[number % len(attackers.addresses)], number)
            async with called(attackers.port, guest.address) as guest.line:
                await guest.come_in()
                while (await guest.ask("enter_tournament", tournament=arena))["type"] != "ok":
                    await asyncio.sleep(0.2)  # too fast for an address
        await host.ask("manage_tournament", tournament=arena, order="start")


async def _open(guest: Guest, kind: str) -> Any:
    terms: dict[str, Any] = {"kind": kind, "game": "klondike", "title": f"{kind} of {guest.number}"}
    if kind == "arena":
        terms["minutes"] = 90
    return await guest.ask("open_tournament", terms=terms)


async def _open_one(guest: Guest, _: str) -> Any:
    told = await _open(guest, guest.random.choice(KINDS))
    if told and told["type"] == "tournament":
        guest.all.preys.append(told["about"]["id"])
    return told


async def _enter(guest: Guest, id: str) -> Any:
    return await guest.ask("enter_tournament", tournament=id) and await guest.ask("attend", tournament=id)


async def _attend(guest: Guest, id: str) -> Any:
    return await guest.ask("attend", tournament=id)


async def _leave(guest: Guest, id: str) -> Any:
    return await guest.ask("leave_tournament", tournament=id)


async def _order(guest: Guest, id: str) -> Any:
    return await guest.ask("manage_tournament", tournament=id, order=guest.random.choice(("start", "pause", "resume")))


async def _list(guest: Guest, _: str) -> Any:
    return await guest.ask("get_tournaments")


async def _standings(guest: Guest, id: str) -> Any:
    return await guest.ask("get_tournament_standings", tournament=id, count=100)


async def _games(guest: Guest, id: str) -> Any:
    return await guest.ask("get_tournament_games", tournament=id, count=100)


IN_A_HALL = (_open_one, _enter, _attend, _leave, _order, _list, _list, _standings, _games)


# ---- the queue -------------------------------------------------------------------------------------------------------


async def queue(guest: Guest) -> None:
    """Search for somebody to play with, stop, search anew, and never come to the room."""
    answered: object = await guest.come_in()
    while answered:
        games = guest.random.sample(GAMES, guest.random.randrange(len(GAMES)))
        answered = await guest.ask("seek", games=games, bot=guest.random.random() < 0.5)
        if answered and guest.random.random() < 0.3:
            answered = await guest.ask("stop_seeking")


# ---- invitations -----------------------------------------------------------------------------------------------------

FRIENDS = 40
"""The number of sockets that invite each other, two and two."""


async def invitations(guest: Guest) -> None:
    """Invite a friend again and again, ask for friends, end friendships, and begin them anew."""
    if not await guest.come_in():
        return
    friend = guest.all.preys[guest.number ^ 1]
    answered: object = await guest.ask("create", game="klondike") and await guest.ask("list_friends")
    while answered:
        chance = guest.random.random()
        if chance < 0.1:
            answered = await guest.ask("remove_friend", player=friend) and await guest.ask("add_friend", player=friend)
        elif chance < 0.3:
            answered = await guest.ask("list_friends")
        else:
            answered = await guest.ask("invite", player=friend)


async def make_friends(attackers: Attackers) -> None:
    """Make two and two sockets friends."""
    for pair in range(FRIENDS // 2):
        numbers = 2 * pair, 2 * pair + 1
        both = [Guest(attackers, attackers.addresses[n % len(attackers.addresses)], n) for n in numbers]
        one, other = both
        async with called(attackers.port, one.address) as one.line, called(attackers.port, other.address) as other.line:
            for guest in both:
                await guest.come_in()
                attackers.preys.append((await guest.ask("get_account"))["player"])
                # A player becomes a friend only after having had a seat.
                await guest.ask("create", game="klondike")
                await guest.ask("leave")
            for guest in both:
                friends = await guest.ask("add_friend", player=attackers.preys[guest.number ^ 1])
                if friends["type"] != "friends":
                    raise RuntimeError(f"two can't become friends: {friends}")


# ---- news for devices ------------------------------------------------------------------------------------------------


CAUGHT = "called behind the firewall"
"""Counted when the server calls an address that was forged."""


async def pushes(guest: Guest) -> None:
    """Subscribe many devices, some behind the firewall, and go; friends invite, so that all of them are called."""
    if not await guest.come_in():
        return
    friend = guest.all.preys[guest.number ^ 1]
    if guest.number % 2:
        answered: object = await guest.ask("create", game="klondike")
        while answered:
            answered = await guest.ask("invite", player=friend)
        return
    for _ in range(12):
        endpoint = guest.random.choice((*FORGED, *[NOBODY_LISTENS + "/{n}"] * len(FORGED)))
        endpoint = endpoint.format(port=guest.all.trap, n=guest.random.randrange(1000))
        point = PUBLIC_KEY if guest.random.random() < 0.9 else in_base64(b"\x04" + bytes(64))
        if not await guest.ask(
            "subscribe_push", endpoint=endpoint, p256dh=point, auth=in_base64(secrets.token_bytes(16))
        ):
            return


async def set_trap(attackers: Attackers) -> None:
    """Make friends, and listen where no push service is."""
    await make_friends(attackers)

    def caught(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        attackers.answers[CAUGHT] += 1
        writer.close()

    trap = await asyncio.start_server(caught, "127.0.0.1", 0)
    attackers.trap = trap.sockets[0].getsockname()[1]
    asyncio.get_running_loop().create_task(trap.serve_forever())


def in_base64(raw: bytes) -> str:
    """Return bytes as browsers write them."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


PUBLIC_KEY = in_base64(
    ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
"""The key of all devices."""

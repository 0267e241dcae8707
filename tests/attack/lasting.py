"""Floods of what friends have together for weeks: chat, clubs, and correspondence duels whose rooms rest in the store."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.attack.attacker import Attackers, Guest
from tests.fuzz.connection import called

# ---- chat ------------------------------------------------------------------------------------------------------------

WRITERS, CHATS = 8, 5
"""The players of a room with chat, and the number of such rooms: as many sockets as one address may have, or fewer."""

CHATTING = 50
"""The sockets of the flood. Those without a seat watch, and write all the same."""

LONGEST = "x" * 200
"""The longest line."""


async def chat(guest: Guest) -> None:
    """Write lines of chat as fast as they are answered, with a seat or without, switch it off and on, and come anew."""
    if not await guest.come_in():
        return
    seated = guest.number < WRITERS * CHATS
    code, _, key = guest.all.preys[guest.number // WRITERS % CHATS].partition(" ")
    answered = await guest.ask("join", room=code, key=key, role="player" if seated else "spectator")
    for _ in range(200):
        if not answered:
            return
        if guest.number % WRITERS == 0 and guest.random.random() < 0.05:
            answered = await guest.ask("set_chat", on=False) and await guest.ask("set_chat", on=True)
        else:
            answered = await guest.ask("write_chat", text=LONGEST)


async def open_chats(attackers: Attackers) -> None:
    """Seat the first sockets in rooms by link with chat."""
    rules = {"by_link": True, "public": False, "chat": True, "seats": WRITERS}
    for number in range(WRITERS * CHATS):
        guest = _guest(attackers, number)
        async with called(attackers.port, guest.address) as guest.line:
            await _in(guest)
            if number % WRITERS == 0:
                room = await guest.ask("create", game="klondike", rules=rules)
                attackers.preys.append(f"{room['room']} {room['key']}")
            else:
                code, _, key = attackers.preys[-1].partition(" ")
                _must_be("joined", await guest.ask("join", room=code, key=key))


# ---- clubs -----------------------------------------------------------------------------------------------------------

MEMBERS = 200
"""The members of the club of the flood."""

CLUB_PAGES = ("clubs", "clubs/{id}", "clubs/{id}/season", "clubs/{id}/season.csv")
"""Pages of the API about clubs, behind `/api/v1/`."""


async def clubs(guest: Guest) -> None:
    """Open clubs, join, ask and leave, order like their owners, and read lists, members and season tables."""
    await guest.roam(CLUB_PAGES, AT_A_CLUB)


async def open_clubs(attackers: Attackers) -> None:
    """Open a club that many join, and one by approval for which many ask."""
    for number in range(MEMBERS):
        guest = _guest(attackers, number)
        async with called(attackers.port, guest.address) as guest.line:
            await _in(guest)
            if number == 0:
                for entry in ("open", "approval"):
                    opened = await guest.ask("open_club", terms={"name": f"The {entry} ones", "entry": entry})
                    attackers.preys.append(opened["about"]["id"])
            else:
                for club in attackers.preys[:2] if number < MEMBERS // 4 else attackers.preys[:1]:
                    while (await guest.ask("join_club", club=club))["type"] != "club":
                        await asyncio.sleep(0.2)  # too fast for an address


async def _open(guest: Guest, _: str) -> Any:
    told = await guest.ask("open_club", terms={"name": f"Club of {guest.number}", "text": "x" * 900})
    if told and told["type"] == "club":
        guest.all.preys.append(told["about"]["id"])
    return told


async def _join(guest: Guest, id: str) -> Any:
    return await guest.ask("join_club", club=id)


async def _leave(guest: Guest, id: str) -> Any:
    return await guest.ask("leave_club", club=id)


async def _order(guest: Guest, id: str) -> Any:
    order = guest.random.choice(("accept", "refuse", "remove", "promote", "hand_over"))
    return await guest.ask("manage_club", club=id, order=order, player="AAAAAAAAAAAA")


async def _close(guest: Guest, id: str) -> Any:
    return await guest.ask("manage_club", club=id, order="close") if guest.number else await _show(guest, id)


async def _show(guest: Guest, id: str) -> Any:
    return await guest.ask("get_club", club=id)


async def _list(guest: Guest, _: str) -> Any:
    return await guest.ask("get_clubs")


async def _season(guest: Guest, id: str) -> Any:
    return await guest.ask("get_club_season", club=id)


AT_A_CLUB = (_open, _join, _leave, _order, _close, _show, _show, _list, _season)


# ---- correspondence --------------------------------------------------------------------------------------------------

CORRESPONDENTS = 40
"""The sockets of the flood, two and two of which have duels."""

MOST_EACH = 10
"""The duels of two of them, at most: an address may open 30 in an hour."""

DUEL = {"game": "spite_and_malice_modern", "rules": {"days_per_turn": 2, "public": False}}


async def correspondence(guest: Guest) -> None:
    """Open correspondence duels, list the own, wake those that rest, act in them, and give up those of others."""
    answered: object = await guest.come_in()
    while answered:
        code, chance = guest.random.choice(guest.all.preys), guest.random.random()
        if chance < 0.3:
            answered = await guest.ask("get_running")
        elif chance < 0.35:
            answered = await guest.ask("create", **DUEL) and await guest.ask("leave")
        elif chance < 0.45 and guest.number >= CORRESPONDENTS:
            answered = await guest.ask("resign", room=code)
        else:
            role = "player" if chance < 0.75 else "spectator"
            answered = await guest.ask("join", room=code, role=role)
            answered = answered and await guest.play(["discard", 0, 0]) and await guest.ask("leave")


async def begin_duels(attackers: Attackers) -> None:
    """Begin duels between two and two sockets. They rest in the store afterwards, as the server starts again."""
    for pair in range(CORRESPONDENTS // 2):
        for _ in range(min(MOST_EACH, len(attackers.addresses))):
            code = ""
            for guest in (_guest(attackers, 2 * pair), _guest(attackers, 2 * pair + 1)):
                async with called(attackers.port, guest.address) as guest.line:
                    await _in(guest)
                    entered = await (guest.ask("join", room=code) if code else guest.ask("create", **DUEL))
                    code = _must_be("joined", entered)["room"]
                    _must_be("ok", await guest.ask("ready"))
            attackers.preys.append(code)


# ---- common parts ----------------------------------------------------------------------------------------------------


def _guest(attackers: Attackers, number: int) -> Guest:
    return Guest(attackers, attackers.addresses[number % len(attackers.addresses)], number)


async def _in(guest: Guest) -> None:
    if not await guest.come_in():
        raise RuntimeError(f"socket {guest.number} is not let in: {guest.all.answers}")


def _must_be(kind: str, answer: Any) -> Any:
    if not isinstance(answer, dict) or answer["type"] != kind:
        raise RuntimeError(f"the flood can't be prepared: {answer}")
    return answer

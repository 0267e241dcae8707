"""Passkeys, and deleting a player."""

from __future__ import annotations

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_PASSKEYS, TICKET_SECONDS
from cadogan_protocol.messages import (
    Account,
    AddPasskey,
    DeleteMe,
    GetAccount,
    GetPasskeyOptions,
    Ok,
    PasskeyOptions,
    RemovePasskey,
    SignIn,
    Ticket,
)
from cadogan_protocol.people import PasskeyInfo
from cadogan_server.gateway.handlers.entering import person
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.people.passkeys import Passkey
from cadogan_server.store.people.players import Player

if TYPE_CHECKING:
    from cadogan_server.gateway.ceremony import Ceremony
    from cadogan_server.gateway.session import Session

WEBAUTHN = "cadogan_server.gateway.ceremony"
"""The module that needs the library for passkeys. Loading it takes a tenth of a server's start, so `get_passkey_options`
loads it, in a thread. All other requests about passkeys come after that one."""


async def get_account(session: Session, message: GetAccount) -> None:
    """Answer `get_account`."""
    player = person(session)
    _send_account(session, message.id, await session.services.people.passkeys.of(player.id))


async def get_passkey_options(session: Session, message: GetPasskeyOptions) -> None:
    """Answer with the options that the page passes to its browser. The bytes to sign are valid for one answer."""
    player = person(session)
    await asyncio.to_thread(import_module, WEBAUTHN)
    from cadogan_server.gateway import ceremony

    if message.purpose == "sign_in":
        options, asked = ceremony.use_options(session.page_origin)
    else:
        known = await session.services.people.passkeys.of(player.id)
        if len(known) >= MOST_PASSKEYS:
            raise Refused(
                ErrorCode.BAD_PASSKEY, f"{player.name} has {len(known)} passkeys, which is the maximum: remove one"
            )
        options, asked = ceremony.make_options(session.page_origin, player, known)
    services = session.services
    session.ceremony = asked, services.clock.real() + int(1000 * services.settings.ceremony)
    session.send(PasskeyOptions(re=message.id, options=options))


async def add_passkey(session: Session, message: AddPasskey) -> None:
    """Store a new passkey. From now on the player has an account."""
    player, services = person(session), session.services
    session.limits.passkeys.spend(session.address)
    asked = _asked(session, making=True)
    from cadogan_server.gateway import ceremony

    passkey = ceremony.new_passkey(asked, message.credential, message.label, services.clock.real())
    known = await services.people.passkeys.of(player.id)
    _must_have_space(player, known)
    services.people.players.note_account(player)
    services.people.passkeys.save(player.id, passkey, services.people.players.lasts(player.id))
    _send_account(session, message.id, (*(one for one in known if one.id != passkey.id), passkey))


async def remove_passkey(session: Session, message: RemovePasskey) -> None:
    """Delete a passkey."""
    player, services = person(session), session.services
    known = await services.people.passkeys.of(player.id)
    if all(passkey.id != message.passkey for passkey in known):
        raise Refused(ErrorCode.BAD_PASSKEY, f"{player.name} has no passkey {message.passkey[:20]!r}; it may be gone")
    services.people.passkeys.drop(player.id, message.passkey)
    _send_account(session, message.id, tuple(passkey for passkey in known if passkey.id != message.passkey))


async def sign_in(session: Session, message: SignIn) -> None:
    """Give a ticket to a client that has proved to have a player's passkey. The player enters with it."""
    services, asked = session.services, _asked(session, making=False)
    from cadogan_server.gateway import ceremony

    named = ceremony.named_passkey(message.credential)
    session.limits.guesses.spend(session.address)
    known = {passkey.id: passkey for passkey in await services.people.passkeys.of(named.player)}
    if named.passkey not in known:
        raise Refused(
            ErrorCode.BAD_PASSKEY, "this passkey is not known here: it was removed, or its player was deleted"
        )
    passkey = ceremony.checked_passkey(asked, message.credential, known[named.passkey], services.clock.real())
    session.limits.guesses.give_back(session.address)
    session.limits.tickets.spend(session.address)
    services.people.passkeys.change(named.player, passkey)
    ticket = await services.people.tickets.make(named.player)
    session.send(Ticket(re=message.id, ticket=ticket, seconds=TICKET_SECONDS))


async def delete_me(session: Session, message: DeleteMe) -> None:
    """Delete the player for good."""
    player, services = person(session), session.services
    if (await services.rooms.seat_lookup.of([player.id]))[player.id]:
        raise Refused(
            ErrorCode.IN_ROOM, f"{player.name} has a seat in a game that is not over: leave it, or play it to its end"
        )
    session.limits.deletions.spend(session.address)
    services.people.players.forget(player.id)
    await services.people.forgetting.forget(player.id)
    session.send(Ok(re=message.id))


def _must_have_space(player: Player, known: tuple[Passkey, ...]) -> None:
    """Raise Refused if a player has the maximum number of passkeys."""
    if len(known) >= MOST_PASSKEYS:
        raise Refused(
            ErrorCode.BAD_PASSKEY, f"{player.name} has {len(known)} passkeys, which is the maximum: remove one"
        )


def _asked(session: Session, *, making: bool) -> Ceremony:
    """Return the last question to the browser; it is valid once."""
    asked, until = session.ceremony or (None, 0)
    session.ceremony = None
    if asked is None or asked.making is not making:
        raise Refused(ErrorCode.BAD_PASSKEY, "no passkey was requested: send `get_passkey_options` first")
    if session.services.clock.real() > until:
        raise Refused(ErrorCode.BAD_PASSKEY, "the passkey came too late: request it again")
    return asked


def _send_account(session: Session, request: int, passkeys: tuple[Passkey, ...]) -> None:
    player = person(session)
    shown = tuple(PasskeyInfo(id=one.id, label=one.label, added=one.added, used=one.used) for one in passkeys)
    session.send(Account(re=request, player=player.id, name=player.name, passkeys=shown))

"""The first message of a socket, which identifies the player."""

from __future__ import annotations

from importlib.metadata import version

from cadogan_protocol.errors import CloseCode, ErrorCode
from cadogan_protocol.messages import Hello, Welcome
from cadogan_server.gateway.limits.bans import sentence
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.bots.names import shown
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.people.players import Player

VERSION = version("cadogan")


async def hello(session: Session, message: Hello) -> None:
    """Identify a player by a token or a ticket, or create a new one, and welcome the player."""
    if session.player is not None:
        raise Refused(ErrorCode.BAD_MESSAGE, "you have said hello already")
    player, token = await _greeted(session, message)
    ban = session.bans.of_player(player.id, session.services.clock.real())
    if ban is not None:
        session.close_after(CloseCode.BANNED, sentence(ban))
        raise Refused(ErrorCode.BANNED, sentence(ban))
    session.player, session.first_request = player, message.id
    session.program, session.browser = message.program or "", message.browser
    session.origin = session.services.people.origins.of(session.address, message.browser)
    session.send(
        Welcome(
            re=message.id,
            player=player.id,
            name=player.name,
            token=token,
            server=VERSION,
            now=session.services.clock.real(),
        )
    )


async def _greeted(session: Session, message: Hello) -> tuple[Player, str]:
    """Return the player and the player's token."""
    name, token = shown(message.name), message.token
    if message.ticket is not None:
        return await _let_in(session, message.ticket)
    if token is None:
        session.limits.players.spend(session.address)
        return session.services.people.players.welcome(name)
    if not session.services.people.players.remembers(token):
        session.limits.reads.spend(session.address)
    player = await session.services.people.players.recognise(token, name)
    if player is None:
        raise Refused(ErrorCode.BAD_TOKEN, "this token is unknown; say hello without one")
    return player, token


async def _let_in(session: Session, ticket: str) -> tuple[Player, str]:
    """Return the owner of a ticket, and a token for this device. A ticket costs a guess before it is looked up."""
    session.limits.guesses.spend(session.address)
    player = await session.services.people.tickets.redeem(ticket)
    found = await session.services.people.players.another_token(player) if player is not None else None
    if found is None:
        raise Refused(
            ErrorCode.BAD_TOKEN,
            f"the ticket {ticket[:20]!r} is not valid: it is mistyped, was used before, or is too old; "
            "ask for a new one on the other device",
        )
    session.limits.guesses.give_back(session.address)
    return found

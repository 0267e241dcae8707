"""Histories and friends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_FRIENDS
from cadogan_protocol.messages import (
    AddFriend,
    Friends,
    GetHistory,
    GetPlayer,
    History,
    ListFriends,
    PlayerPage,
    RemoveFriend,
)
from cadogan_protocol.rooms import Friend, ListedRoom
from cadogan_server.gateway.handlers.entering import person
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.nodes.seat_index import IndexedSeat

if TYPE_CHECKING:
    from cadogan_server.gateway.session import Session

MOST_MET = 100
"""Opponents listed in a player's results against others, at most."""


async def get_history(session: Session, message: GetHistory) -> None:
    """Answer `get_history`."""
    services = session.services
    games, after = await services.store.history.page(
        person(session).id,
        services.clock.real(),
        before=message.before,
        count=message.count,
        game=message.game,
        against=message.against,
        won=message.won,
        first=message.first,
    )
    session.send(History(re=message.id, games=games, next=after))


async def get_player(session: Session, message: GetPlayer) -> None:
    """Answer `get_player`."""
    me, player, services = person(session), message.player, session.services
    name = me.name if player == me.id else await _name(session, player)
    session.send(
        PlayerPage(
            re=message.id,
            player=player,
            name=name,
            figures=await services.store.history.figures(player),
            curve=await services.store.history.curve(player),
            friend=session.is_somebody and player in await services.people.friends.of(me.id),
            against=await services.store.history.against(me.id, player) if session.is_somebody else None,
            met=await services.store.history.met(me.id, MOST_MET) if player == me.id else (),
        )
    )


async def list_friends(session: Session, message: ListFriends) -> None:
    """Answer `list_friends`."""
    await _send_friends(session, message.id, await session.services.people.friends.of(person(session).id))


async def add_friend(session: Session, message: AddFriend) -> None:
    """Add a friend. The friend is not told: otherwise strangers could send people messages by their names."""
    me, friend, services = person(session), message.player, session.services
    if friend == me.id:
        raise Refused(ErrorCode.UNKNOWN_PLAYER, "this is you: add someone else as a friend")
    name, friends = await _name(session, friend), await services.people.friends.of(me.id)
    if len(friends) >= MOST_FRIENDS and friend not in friends:
        raise Refused(ErrorCode.TOO_MANY_FRIENDS, f"you have {len(friends)} friends, which is the maximum: remove one")
    if friend not in friends:
        session.limits.friends.spend(session.address)
    services.people.players.note_seat(me)
    services.people.friends.add(me.id, friend, name, services.clock.real(), services.people.players.lasts(me.id))
    await _send_friends(session, message.id, {**friends, friend: name})


async def remove_friend(session: Session, message: RemoveFriend) -> None:
    """Remove a friend. Does nothing if there is no such friend."""
    me, services = person(session), session.services
    friends = await services.people.friends.of(me.id)
    services.people.friends.drop(me.id, message.player)
    left = {player: name for player, name in friends.items() if player != message.player}
    await _send_friends(session, message.id, left)


async def _name(session: Session, player: str) -> str:
    (name,) = await session.services.people.players.names([player])
    if name is None:
        raise Refused(
            ErrorCode.UNKNOWN_PLAYER,
            f"nobody has the id {player[:20]!r}; players who never had a seat, or were away for long, are not kept",
        )
    return name


async def _send_friends(session: Session, request: int, friends: dict[str, str]) -> None:
    me, services = person(session), session.services
    players = list(friends)
    names = await services.people.players.names(players)
    mutual = await services.people.friends.who_has(me.id, players)
    seated = await services.rooms.seat_lookup.of(players)
    session.send(
        Friends(
            re=request,
            friends=tuple(
                Friend(
                    player=player,
                    name=name or friends[player],
                    known=name is not None,
                    mutual=player in mutual,
                    room=_room(seated[player], mutual=player in mutual),
                )
                for player, name in zip(players, names, strict=True)
            ),
        )
    )


def _room(seated: Sequence[IndexedSeat], *, mutual: bool) -> ListedRoom | None:
    """Return the room that a friend is in, if it may be shown: a public one first; else, to a mutual friend, one that
    everybody with its code may join."""
    visible = [one for one in seated if one.there and (one.public or (mutual and one.joinable))]
    first = min(visible, key=lambda one: not one.public, default=None)
    return first.room if first is not None else None

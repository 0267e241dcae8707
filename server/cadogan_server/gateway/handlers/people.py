"""Histories, correspondence duels, friends and their invitations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import INVITATION_SECONDS, MOST_CORRESPONDENCE, MOST_FRIENDS
from cadogan_protocol.messages import (
    AddFriend,
    DeclineInvitation,
    Friends,
    GetHistory,
    GetPlayer,
    GetRunning,
    History,
    Invite,
    Invited,
    ListFriends,
    Ok,
    PlayerPage,
    RemoveFriend,
    Running,
)
from cadogan_protocol.people import Friend, Invitation, RunningDuel
from cadogan_protocol.rooms import ListedRoom
from cadogan_server.gateway.handlers.entering import known, own_seat, person
from cadogan_server.hosting.caretaker import LOBBY_MS
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.nodes.seat_index import IndexedSeat
from cadogan_server.store.people.invitations import Sent

if TYPE_CHECKING:
    from cadogan_server.gateway.session import Session
    from cadogan_server.parts.services import Services

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


async def get_running(session: Session, message: GetRunning) -> None:
    """Answer `get_running`."""
    assert session.player is not None
    services = session.services
    games = await services.store.running.of(session.player.id)
    duels = (
        RunningDuel(
            room=game.room,
            game=game.game,
            days=game.days,
            opponent=game.opponent or None,
            player=game.player or None,
            turn=game.turn,
            deadline=game.deadline,
            calls_off=game.off,
        )
        for game in games
    )
    session.send(
        Running(
            re=message.id,
            now=services.clock.real(),
            duels=tuple(duels),
            invitations=await _asked_by_friends(session),
            over=await services.store.history.lately_by_days(session.player.id, services.clock.real()),
        )
    )


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
    me, people = person(session), session.services.people
    # Readers over HTTP, who say no hello, and programs keep nobody company.
    if not session.asks_for_friends and session.first_request and not session.program:
        session.asks_for_friends = True
        await people.invitations.note_here([me.id])
    await _send_friends(session, message.id, await people.friends.of(me.id))


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


async def invite(session: Session, message: Invite) -> None:
    """Invite a mutual friend to the lobby of the player's room.

    Raises:
        Refused: this is no mutual friend or sits there already, or nobody can take a seat in the player's room.
    """
    me, friend, services = person(session), message.player, session.services
    hub = _lobby(session)
    friends = services.people.friends
    if friend not in await friends.of(me.id) or not await friends.who_has(me.id, [friend]):
        raise Refused(ErrorCode.UNKNOWN_PLAYER, "only friends who have added you as well can be invited")
    if hub.room.state.seat_of(friend) is not None:
        raise Refused(ErrorCode.WRONG_PHASE, "this friend is in the room already")
    session.limits.invitations.spend(session.address)
    state = hub.room.state
    days = state.rules.days_per_turn or 0
    if days:
        await _must_have_space(session, friend, hub.code)
    sent = Sent(hub.code, hub.key, state.created.game, state.game.head.title, services.clock.real(), days)
    await services.people.invitations.send(friend, me.id, sent)
    # The lobby of a correspondence duel waits for friends whose device is off.
    seconds = LOBBY_MS // 1000 if state.by_days else INVITATION_SECONDS
    services.pushing.pusher.tell(friend, _news(me.name, sent, seconds))
    session.send(Ok(re=message.id))


async def _must_have_space(session: Session, friend: str, room: str) -> None:
    """Check that a friend can be invited to one more correspondence duel. Such an invitation is kept as long as the duel waits.

    Raises:
        Refused: the friend has as many invitations as can be kept.
    """
    session.limits.correspondence.spend(session.address)
    asked = await _asked(session.services, friend)
    if len(asked) >= MOST_CORRESPONDENCE and all(sent.room != room for _, sent in asked):
        raise Refused(
            ErrorCode.TOO_MANY_DUELS, f"this friend has {len(asked)} such invitations, the maximum: send a link"
        )


async def decline(session: Session, message: DeclineInvitation) -> None:
    """Decline an invitation to a correspondence duel. The friend is not told."""
    await session.services.people.invitations.forget(person(session).id, [message.room])
    session.send(Ok(re=message.id))


def _news(name: str, sent: Sent, seconds: int) -> News:
    """Return an invitation as news for a device, which holds for some seconds. Its key, without which nobody enters a room by
    link, goes with the address.
    """
    url = f"/r/{sent.room}" + (f"#{sent.key}" if sent.key else "")
    text = f"{name} invites you: {sent.title}"
    return News("invitation", url, text, {"name": name, "game": sent.title}, seconds)


async def tell_invitations(session: Session) -> None:
    """Tell a player of the invitations by friends, if there are any.

    Raises:
        redis.RedisError: the store does not answer.
    """
    friends = await session.services.people.friends.of(person(session).id)
    invitations = await _invitations(session, friends)
    if invitations:
        session.send(Invited(invitations=invitations))


async def _invitations(session: Session, friends: Mapping[str, str]) -> tuple[Invitation, ...]:
    """Return the invitations that hold, of players who still exist and are still friends."""
    services = session.services
    me, all = person(session).id, services.people.invitations
    sent = [*(await all.of(me, services.clock.real())).items(), *await _asked(services, me)]
    return await _told(session, [one for one in sent if one[0] in friends])


async def _asked_by_friends(session: Session) -> tuple[Invitation, ...]:
    """Return the invitations of a player to correspondence duels.

    Raises:
        redis.RedisError: the store does not answer.
    """
    services, me = session.services, known(session).id
    if not (sent := await _asked(services, me)):
        return ()
    friends = await services.people.friends.of(me)
    return await _told(session, [one for one in sent if one[0] in friends])


async def _asked(services: Services, player: str) -> list[tuple[str, Sent]]:
    """Return a player's invitations to correspondence duels whose friends still wait. The others are forgotten."""
    invitations = services.people.invitations
    asked = await invitations.asked(player)
    if not asked:
        return []
    waiting = await services.store.running.waiting([(by, sent.room) for by, sent in asked])
    if gone := [sent.room for by, sent in asked if (by, sent.room) not in waiting]:
        await invitations.forget(player, gone)
    return [(by, sent) for by, sent in asked if (by, sent.room) in waiting]


async def _told(session: Session, sent: Sequence[tuple[str, Sent]]) -> tuple[Invitation, ...]:
    names = await session.services.people.players.names([player for player, _ in sent])
    return tuple(
        Invitation(player=player, name=name, **{**one._asdict(), "days": one.days or None})
        for (player, one), name in zip(sent, names, strict=True)
        if name is not None
    )


def _lobby(session: Session) -> Hub:
    """Return the room in which a player sits, and to which others can come.

    Raises:
        Refused: there is none.
    """
    outside = "open a room first, or take a seat in one, to invite friends there"
    hub, _ = own_seat(session, outside, "only players invite friends to their room: take a seat")
    state = hub.room.state
    if state.phase != "lobby":
        raise Refused(ErrorCode.WRONG_PHASE, "the game has begun: invite friends to the next one")
    if state.locked:
        raise Refused(ErrorCode.ROOM_LOCKED, "the room is locked: nobody who is invited could take a seat")
    if hub.room.seats.full:
        raise Refused(ErrorCode.ROOM_FULL, "the room is full: nobody who is invited could take a seat")
    return hub


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
    online = await services.people.invitations.who_is_here([player for player in players if player in mutual])
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
                    online=player in online,
                    room=_room(seated[player], mutual=player in mutual),
                )
                for player, name in zip(players, names, strict=True)
            ),
            invitations=await _invitations(session, friends),
        )
    )


def _room(seated: Sequence[IndexedSeat], *, mutual: bool) -> ListedRoom | None:
    """Return the room that a friend is in, if it may be shown: a public one first; else, to a mutual friend, one that
    everybody with its code may join."""
    visible = [one for one in seated if one.there and (one.public or (mutual and one.joinable))]
    first = min(visible, key=lambda one: not one.public, default=None)
    return first.room if first is not None else None

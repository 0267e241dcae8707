"""After the end of a room: a rematch, the next game, a vote on it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from cadogan_games import catalogue
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Ok, Propose, Rematch, Vote
from cadogan_protocol.parts import OptionValue
from cadogan_server.gateway.handlers.correspondence import must_have_few, one_more
from cadogan_server.gateway.handlers.entering import NOWHERE, enter, entrant, known, opened, own_seat, sit
from cadogan_server.gateway.session import Session
from cadogan_server.hosting.bots.seating import has_bots
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.sequel import Choice
from cadogan_server.rooms.state import Wish


async def rematch(session: Session, message: Rematch) -> None:
    """Enter the room that follows this one; open it if nobody has.

    Raises:
        Refused: the player has no seat here or may not continue yet, another player chooses the game, or a vote is
            going on.
        CatalogueError: there is no such game or option.
    """
    old, seat = own_seat(session, NOWHERE, "only those who have played ask for a rematch; you may watch it")
    player, services = known(session), session.services
    old.room.sequel.must_let_go_on(seat)
    if old.room.state.rematch is None and has_bots(old.room):
        await services.rooms.seating.prepare()
    await services.rooms.opener.prepare()
    found = None
    if old.room.state.rematch is None:
        found = await _open(session, old, _choice(session, old, seat, message), message.id)
    if found is None:
        assert old.room.state.rematch is not None
        if message.game is not None:
            _must_be_played_next(old, message.game)
        hub = await services.rooms.finder.find(old.room.state.rematch)
        if hub.room.state.seat_of(player.id) is None:
            await must_have_few(session, hub.room.state.rules)
        if hub.room.state.seat_of(player.id) is None and not session.program:
            services.rooms.seating.make_way(hub, services.clock.now())
        with hub.change() as room:
            taken = room.state.seat_of(player.id)
            mine = sit(session, hub, message.id) if taken is None else taken
        found = hub, mine
    enter(session, *found, message.id, {}, found[0].key)


async def _open(session: Session, old: Hub, choice: Choice | None, request: int) -> tuple[Hub, int] | None:
    """Open the room that follows another, and return it and the seat; None if somebody has opened it meanwhile.

    Raises:
        Refused: there are too many rooms, or the game does not go together with the room's options.
    """
    opener = session.services.rooms.opener
    async with one_more(session, old.room.state.rules) as place:
        if old.room.state.rematch is not None:
            return None
        found = opened(session, lambda: opener.rematch(old, entrant(session, request), choice))
        if place is not None:
            place.id = found[0].code
    return found


def propose(session: Session, message: Propose) -> None:
    """Put games to the vote for the next room, or cancel the vote."""
    hub, seat = own_seat(session, NOWHERE, "only those who have played choose the next game")
    wishes = tuple(_named(session, game.game, game.options) for game in message.games)
    for wish in wishes:
        hub.room.sequel.must_fit(catalogue.head_of(wish.game), hub.volatile.present)
    with hub.change() as room:
        room.propose(seat, wishes, hub.volatile.present, session.services.clock.now(), message.id)
    session.send(Ok(re=message.id))


def vote(session: Session, message: Vote) -> None:
    """Vote for one of the games."""
    hub, seat = own_seat(session, NOWHERE, "only those who have played vote on the next game")
    with hub.change() as room:
        room.vote(seat, message.choice, session.services.clock.now(), message.id)
    session.send(Ok(re=message.id))


def _choice(session: Session, hub: Hub, seat: int, message: Rematch) -> Choice | None:
    """Return the game that the chooser has named or the vote has chosen; None: the same as before."""
    room, here = hub.room, hub.volatile.present
    if message.game is None:
        if message.options:
            raise Refused(ErrorCode.BAD_OPTION, "options belong to a `game`: name it, or leave them out")
        if room.state.phase == "lobby":
            raise Refused(ErrorCode.BAD_OPTION, "this game has not begun: name another `game` to play instead")
        return room.sequel.voted_for(seat, here)
    room.sequel.must_let_change()
    room.sequel.must_choose(seat, here)
    wish = _named(session, message.game, message.options)
    room.sequel.must_fit(catalogue.head_of(wish.game), here)
    return Choice(wish)


def _named(session: Session, game: str, options: Mapping[str, OptionValue]) -> Wish:
    """Return a game with all its options as requested.

    Raises:
        CatalogueError: there is no such game or option.
    """
    year = datetime.fromtimestamp(session.services.clock.now() / 1000, UTC).year
    return Wish(game, catalogue.resolve_options(game, options, year))


def _must_be_played_next(hub: Hub, game: str) -> None:
    """Raise Refused if the next room has another game than the player has chosen."""
    followed = hub.room.state.followed
    played = (followed.game if followed else "") or hub.room.state.created.game
    if played != game:
        raise Refused(
            ErrorCode.WRONG_PHASE,
            f"{catalogue.head_of(played).title} is played next, in room {hub.room.state.rematch}: go there with `rematch` "
            "without a game, and choose another after it",
        )

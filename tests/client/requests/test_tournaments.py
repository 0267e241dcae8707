"""Tournaments: what the server tells of them, and the way back into the hall after a drop."""

from __future__ import annotations

from cadogan_client.requests.connected import Update
from cadogan_protocol import (
    Attend,
    Called,
    Error,
    ErrorCode,
    ListedTournament,
    ListRooms,
    Ok,
    Rooms,
    StopAttending,
    Tournament,
    TournamentPlayer,
    TournamentTerms,
)
from tests.client.scripted import ServerSide, connect, idle, scripted

ID = "abcdef"
CALL = Called(tournament=ID, room="K7QX2M", game="golf", opponent=TournamentPlayer(name="Bob"))


def told(re: int) -> Tournament:
    terms = TournamentTerms(kind="arena", game="golf", minutes=20)
    about = ListedTournament(id=ID, terms=terms, phase="running", starts=0, until=1, host="Ada", players=0)
    return Tournament(re=re, version=1, about=about, standings=(), games=(), games_played=0)


async def let_in(line: ServerSide) -> None:
    await line.welcome()
    asked = await line.receive(Attend)
    assert asked.tournament == ID
    await line.send(told(asked.id))


async def test_a_client_is_called_and_goes_back_into_the_hall_after_a_drop() -> None:
    async def first(line: ServerSide) -> None:
        await let_in(line)
        line.socket.transport.abort()

    async def second(line: ServerSide) -> None:
        await let_in(line)
        await line.send(CALL)
        await idle(line)

    async with scripted(first, second) as url, await connect(url, "Ada") as client:
        updates = client.updates()
        await client.attend(ID)
        seen: list[Update] = []
        while CALL not in seen:
            seen.append(await anext(updates))
        await updates.aclose()  # type: ignore[attr-defined]
    assert [type(update) for update in seen] in ([Tournament, Called], [Tournament, Tournament, Called])


async def test_a_client_does_not_go_back_into_a_hall_that_it_left() -> None:
    async def first(line: ServerSide) -> None:
        await let_in(line)
        left = await line.receive(StopAttending)
        await line.send(Ok(re=left.id))
        line.socket.transport.abort()

    async with scripted(first, lists_rooms) as url, await connect(url, "Ada", patience=20) as client:
        await client.attend(ID)
        await client.stop_attending()
        assert await client.list_rooms() == ()


async def test_a_tournament_that_is_gone_does_not_keep_a_client_away() -> None:
    async def first(line: ServerSide) -> None:
        await let_in(line)
        line.socket.transport.abort()

    async def second(line: ServerSide) -> None:
        await line.welcome()
        asked = await line.receive(Attend)
        await line.send(Error(re=asked.id, code=ErrorCode.UNKNOWN_TOURNAMENT, message="It is gone.", retry=False))
        await rooms(line)

    async with scripted(first, second) as url, await connect(url, "Ada", patience=20) as client:
        await client.attend(ID)
        assert await client.list_rooms() == ()


async def lists_rooms(line: ServerSide) -> None:
    await line.welcome()
    await rooms(line)


async def rooms(line: ServerSide) -> None:
    asked = await line.receive(ListRooms)
    await line.send(Rooms(re=asked.id, rooms=()))
    await idle(line)

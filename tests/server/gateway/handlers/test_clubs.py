"""Clubs over real sockets and a real store: joining, officers, the season's table, deleting a player."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from redis.asyncio import Redis

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import (
    Club,
    Clubs,
    ClubTerms,
    DeleteMe,
    EnterTournament,
    GetClub,
    GetClubs,
    GetClubSeason,
    JoinClub,
    LeaveClub,
    ListFriends,
    ManageClub,
    Moved,
    Ok,
    OpenClub,
    OpenTournament,
    Stand,
    TournamentTerms,
)
from cadogan_server.app import Running
from cadogan_server.store import keys
from cadogan_server.store.clubs.clubs import LEFT, MOST_REMEMBERED
from tests.server.conftest import Serve
from tests.server.test_over_nodes import several
from tests.server.waiting import until
from tests.server.wire import Wire, dial


def terms(name: str = "Hearts", **more: Any) -> ClubTerms:
    return ClubTerms(name=name, **more)


async def opened(wire: Wire, **more: Any) -> str:
    """Open a club and return its id."""
    club = await wire.ask(OpenClub, terms=terms(**more))
    assert isinstance(club, Club), club
    return club.about.id


def names(club: Club) -> list[str]:
    return [f"{one.name} {one.role}" for one in club.members]


async def test_a_club_is_opened_listed_joined_and_left(server: Running) -> None:
    async with dial(server.port) as olga, dial(server.port) as ben:
        await olga.hello("Olga")
        await ben.hello("Ben")
        id = await opened(olga, text="We play.", emblem={"motif": "crown", "ground": "wine", "figure": "gold"})
        secret = await opened(olga, name="Hidden", entry="link")
        assert (len(id), len(secret)) == (8, 16)
        listed: Clubs = await ben.ask(GetClubs)
        assert ([one.terms.name for one in listed.clubs], listed.mine) == (["Hearts"], ())
        assert [one.terms.name for one in (await olga.ask(GetClubs)).mine] == ["Hearts", "Hidden"]
        seen: Club = await ben.ask(GetClub, club=id)
        assert (names(seen), seen.role, seen.about.terms.emblem.motif) == (["Olga owner"], None, "crown")
        await olga.ask(ListFriends)  # from now on Olga counts as online
        joined: Club = await ben.ask(JoinClub, club=id)
        assert (names(joined), joined.role) == (["Olga owner", "Ben member"], "member")
        assert joined.members[0].online, "members see who is online"
        assert not (await ben.ask(GetClub, club=secret)).members[0].online, "and others don't"
        assert (await ben.refusal(JoinClub, club=id)).code is ErrorCode.WRONG_PHASE
        assert (await ben.refusal(GetClub, club="nowhere22")).code is ErrorCode.UNKNOWN_CLUB
        assert isinstance(await ben.ask(LeaveClub, club=id), Ok)
        assert (await ben.refusal(LeaveClub, club=id)).code is ErrorCode.NOT_MEMBER
        assert names(await olga.ask(GetClub, club=id)) == ["Olga owner"]


async def test_officers_accept_and_remove_and_the_owner_hands_over_and_closes(server: Running) -> None:
    async with dial(server.port) as olga, dial(server.port) as ben:
        await olga.hello("Olga")
        await ben.hello("Ben")
        id = await opened(olga, entry="approval")
        asked: Club = await ben.ask(JoinClub, club=id)
        assert (asked.asked, asked.role, asked.asking) == (True, None, ())
        assert (await ben.refusal(ManageClub, club=id, order="accept", player=ben.player)).code is ErrorCode.NOT_MEMBER
        assert [one.name for one in (await olga.ask(GetClub, club=id)).asking] == ["Ben"]
        accepted: Club = await olga.ask(ManageClub, club=id, order="accept", player=ben.player)
        assert names(accepted) == ["Olga owner", "Ben member"]
        assert (await olga.refusal(ManageClub, club=id, order="promote")).code is ErrorCode.BAD_MESSAGE
        assert (await olga.refusal(ManageClub, club=id, order="change")).code is ErrorCode.BAD_MESSAGE
        await olga.ask(ManageClub, club=id, order="promote", player=ben.player)
        changed: Club = await ben.ask(ManageClub, club=id, order="change", terms=terms("Spades"))
        assert (changed.about.terms.name, changed.role) == ("Spades", "officer")
        assert (await ben.refusal(ManageClub, club=id, order="close")).code is ErrorCode.NOT_MEMBER
        handed: Club = await olga.ask(ManageClub, club=id, order="hand_over", player=ben.player)
        assert names(handed) == ["Ben owner", "Olga officer"]
        assert isinstance(await ben.ask(ManageClub, club=id, order="close"), Ok)
        assert (await olga.refusal(GetClub, club=id)).code is ErrorCode.UNKNOWN_CLUB
        assert (await olga.ask(GetClubs)).mine == ()


ORDERS = ("accept", "refuse", "remove", "promote", "demote", "hand_over", "close", "change")


async def test_orders_of_others_and_forged_ids_leave_a_club_as_it_is(server: Running) -> None:
    async with dial(server.port) as olga, dial(server.port) as ben, dial(server.port) as eve:
        for wire, name in ((olga, "Olga"), (ben, "Ben"), (eve, "Eve")):
            await wire.hello(name)
        id = await opened(olga, entry="approval")
        for wire in (ben, eve):
            await wire.ask(JoinClub, club=id)
        await olga.ask(ManageClub, club=id, order="accept", player=ben.player)
        before: Club = await olga.ask(GetClub, club=id)
        for wire in (ben, eve):
            for order in ORDERS:
                refused = await wire.refusal(ManageClub, club=id, order=order, player=olga.player, terms=terms("Eve's"))
                assert refused.code is ErrorCode.NOT_MEMBER, (order, refused)
        forged = "AAAAAAAAAAAA"
        for order in ("accept", "refuse", "remove", "promote", "hand_over"):
            assert (
                await olga.refusal(ManageClub, club=id, order=order, player=forged)
            ).code is ErrorCode.UNKNOWN_PLAYER
        for kind in (GetClub, JoinClub, LeaveClub, GetClubSeason):
            assert (await eve.refusal(kind, club="2222222222222222")).code is ErrorCode.UNKNOWN_CLUB
            for bad in ("../x", "", "A" * 8, "x" * 17):
                assert (await eve.refusal_of_raw(kind, club=bad)).code is ErrorCode.BAD_MESSAGE
        assert (await eve.refusal(JoinClub, club=id)).code is ErrorCode.WRONG_PHASE, "asked twice"
        await olga.ask(ManageClub, club=id, order="refuse", player=eve.player)
        assert (
            await olga.refusal(ManageClub, club=id, order="refuse", player=eve.player)
        ).code is ErrorCode.UNKNOWN_PLAYER
        after: Club = await olga.ask(GetClub, club=id)
        assert (names(after), after.about, after.table) == (names(before), before.about, ())


async def test_whoever_joins_at_two_sockets_at_once_is_a_member_once(server: Running) -> None:
    async with dial(server.port) as olga, dial(server.port) as ben, dial(server.port, first_id=100) as again:
        await olga.hello("Olga")
        await ben.hello("Ben")
        await again.hello("Ben", ben.token)
        id = await opened(olga)
        answers = await asyncio.gather(ben.ask(JoinClub, club=id), again.ask(JoinClub, club=id))
        assert sorted(type(one).__name__ for one in answers) == ["Club", "Error"]
        assert names(await olga.ask(GetClub, club=id)) == ["Olga owner", "Ben member"]


async def test_clubs_of_a_player_and_of_an_address_are_limited(serve: Serve) -> None:
    async with serve(clubs_per_hour=4) as server, dial(server.port) as olga, dial(server.port) as ben:
        await olga.hello("Olga")
        await ben.hello("Ben")
        for number in range(3):
            await opened(olga, name=f"Club {number}")
        refusal = await olga.refusal(OpenClub, terms=terms())
        assert (refusal.code, "you own 3 clubs" in refusal.message) == (ErrorCode.BUSY, True)
        await opened(ben)
        assert (await ben.refusal(OpenClub, terms=terms())).code is ErrorCode.TOO_FAST
        assert (await ben.refusal(OpenClub, terms=terms("a\u202eb"))).code is ErrorCode.BAD_OPTION


async def test_who_has_been_in_very_many_clubs_is_told_so(server: Running) -> None:
    clubs = server.services.store.clubs
    async with dial(server.port) as olga:
        await olga.hello("Olga")
        async with Redis.from_url(server.services.settings.redis or "") as redis:
            await redis.hset(
                keys.clubs_of(olga.player), mapping={f"c{number}": LEFT for number in range(MOST_REMEMBERED)}
            )
        refusal = await olga.refusal(OpenClub, terms=terms())
        assert (refusal.code, f"you have been in {MOST_REMEMBERED} clubs" in refusal.message) == (ErrorCode.BUSY, True)
        assert await clubs.mine(olga.player) == {}


@pytest.mark.usefixtures("certain_at_once")
async def test_a_game_of_two_members_counts_once_in_the_table(serve: Serve) -> None:
    async with several(serve) as nodes, dial(nodes[0].port) as olga, dial(nodes[1].port) as ben:
        await olga.hello("Olga")
        await ben.hello("Ben")
        id = await opened(olga)
        await ben.ask(JoinClub, club=id)
        await olga.create("la_belle_lucie", seats=2, public=False)
        await ben.join(olga.code)
        for wire in (olga, ben):
            await wire.ready()
        for wire in (olga, ben):
            await wire.the(Moved)
            for _ in range(3):
                await wire.play(wire.moves[0])
        await olga.ask(Stand)
        await ben.ask(Stand)
        await olga.phase("finished")

        async def table() -> list[tuple[str, int, int]]:
            return [(line.name, line.points, line.games) for line in (await olga.ask(GetClubSeason, club=id)).table]

        async def counted() -> bool:
            return len(await table()) == 2

        await until(counted)
        assert sorted(games for _, _, games in await table()) == [1, 1]


async def test_a_tournament_of_a_club_is_for_its_members(server: Running) -> None:
    async with dial(server.port) as olga, dial(server.port) as ben:
        await olga.hello("Olga")
        await ben.hello("Ben")
        id = await opened(olga)
        about = TournamentTerms(kind="arena", game="klondike", minutes=20, club=id)
        assert (await ben.refusal(OpenTournament, terms=about)).code is ErrorCode.NOT_MEMBER
        told = await olga.ask(OpenTournament, terms=about)
        assert (told.about.terms.club, told.about.terms.private) == (id, True)
        tournament = told.about.id
        assert (await ben.refusal(EnterTournament, tournament=tournament)).code is ErrorCode.NOT_MEMBER
        joined: Club = await ben.ask(JoinClub, club=id)
        assert [one.id for one in joined.tournaments] == [tournament]
        assert (await ben.refusal(OpenTournament, terms=about)).code is ErrorCode.NOT_MEMBER
        assert isinstance(await ben.ask(EnterTournament, tournament=tournament), Ok)


async def test_a_deleted_player_is_in_no_club_and_in_no_table(server: Running) -> None:
    async with dial(server.port) as olga, dial(server.port) as ben:
        await olga.hello("Olga")
        await ben.hello("Ben")
        id, alone = await opened(olga), await opened(olga, name="Alone")
        await ben.ask(JoinClub, club=id)
        assert isinstance(await olga.ask(DeleteMe), Ok)
        left: Club = await ben.ask(GetClub, club=id)
        assert names(left) == ["Ben owner"]
        assert (await ben.refusal(GetClub, club=alone)).code is ErrorCode.UNKNOWN_CLUB

"""Hands at one table, of a duel and of a shared game: players see their own, and at the end all of them."""

from __future__ import annotations

import pytest

from cadogan_protocol.streams import BOARDS, OTHERS, SPECTATORS
from cadogan_server.rooms.effects import BoardChanged
from cadogan_server.rooms.kinds.table_views import TableViews
from cadogan_server.rooms.room import Room
from tests.server.rooms.duels import begun
from tests.server.rooms.kinds.test_shared_turns import room_of

WATCHED = {"duel": SPECTATORS, "shared": OTHERS}


def room(kind: str) -> tuple[Room, TableViews]:
    found = begun() if kind == "duel" else room_of(3)
    views = found.mode.views
    assert isinstance(views, TableViews)
    return found, views


def shown(views: TableViews, stream: int) -> list[bool]:
    """Return for each hand whether a view shows its cards."""
    assert views.table is not None
    piles = views.board(stream).piles
    return [min(piles[pile]) >= 0 for pile in views.table.game.indexes("hand") if piles[pile]]


@pytest.mark.parametrize("kind", WATCHED)
def test_a_player_sees_the_own_hand_and_spectators_none(kind: str) -> None:
    found, views = room(kind)
    seats = list(found.state.occupants)
    for seat in seats:
        assert views.seen_by(seat) == (BOARDS + seat,)
        assert shown(views, BOARDS + seat) == [seat == other for other in seats]
    assert views.seen_by(None) == (WATCHED[kind],)
    assert not any(shown(views, WATCHED[kind]))


@pytest.mark.parametrize("kind", WATCHED)
def test_at_the_end_players_see_the_spectators_view_with_all_hands(kind: str) -> None:
    found, views = room(kind)
    found.end("empty", found.state.starts or 0)
    assert views.seen_by(0) == (BOARDS, WATCHED[kind])
    assert all(shown(views, WATCHED[kind]))
    assert shown(views, BOARDS)[1:] == [False] * (len(found.state.occupants) - 1)


@pytest.mark.parametrize("kind", WATCHED)
def test_a_replay_has_the_spectators_view_alone_with_all_hands(kind: str) -> None:
    found, views = room(kind)
    found.state.laid_open = True
    assert views.replayed == (WATCHED[kind],)
    assert all(shown(views, WATCHED[kind]))


@pytest.mark.parametrize("kind", WATCHED)
def test_a_drawn_card_is_told_to_its_owner_alone(kind: str) -> None:
    found, views = room(kind)
    state, table = found.state, views.table
    assert table is not None
    told: set[tuple[int, bool]] = set()
    for _ in range(len(state.occupants)):  # then whoever began draws a card
        found.take_outcome()
        seat = next(seat for seat in state.occupants if found.mode.choices(seat)[1])
        found.play(seat, next(move for move in found.mode.choices(seat)[1] if move[0] == "discard"), state.starts or 0)
    changes = [effect for effect in found.take_outcome().effects if isinstance(effect, BoardChanged)]
    for change in changes:
        for event in change.events:
            if event[1] == table.number("stock"):
                told.add((change.stream, min(event[-1]) >= 0))
    drew = next(seat for seat in state.occupants if found.mode.choices(seat)[1])
    assert told == {(stream, stream == BOARDS + drew) for stream in views.streams}

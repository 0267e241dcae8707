"""A table as it is sent: each kind of event in its short form, by role, and the layout as the page draws it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import COUNT, FLIP, ORDER, SHIFT
from cadogan_games.engine.view import EVERYTHING, HIDDEN
from cadogan_protocol.games import TableLayout
from tests.each import each

GAME = catalogue.game("spite_and_malice")
MINE, THEIRS, STOCK, CENTRE = GAME.first["hand"], GAME.first["hand"] + 1, GAME.first["stock"], GAME.first["centre"]
FOUR, FIVE = 3, 4
LOWEST = 0
"""The card whose number, face down, is `DOWN` itself."""

ROLES = (0, 1, None, EVERYTHING)


def sent(*event: Any) -> list[Any]:
    """Return the forms in which the roles are sent an event."""
    return [view.events(GAME, [event], role)[0] for role in ROLES]


def test_a_packet_between_piles_of_one_owner_is_sent_without_faces() -> None:
    event = (SHIFT, CENTRE, 2, CENTRE + 1, 5, (FOUR, FIVE), False, True)
    assert sent(*event) == [(0, CENTRE, CENTRE + 1, 2)] * 4


def test_a_packet_into_the_middle_of_a_pile_is_sent_with_both_places() -> None:
    event = (SHIFT, CENTRE, 2, CENTRE + 1, 5, (FOUR, FIVE), False, False)
    assert sent(*event) == [(2, CENTRE, 2, CENTRE + 1, 5, (FOUR, FIVE))] * 4
    event = (SHIFT, CENTRE, 2, MINE, 5, (FOUR, FIVE), True, False)
    open_, hidden = ((2, CENTRE, 2, MINE, 5, faces) for faces in ((FOUR, FIVE), (HIDDEN, HIDDEN)))
    assert sent(*event) == [open_, hidden, hidden, open_]


def test_cards_turned_over_onto_an_open_pile_are_sent_with_faces() -> None:
    assert sent(SHIFT, STOCK, 9, CENTRE, 0, (FOUR, FIVE), True, True) == [(1, STOCK, CENTRE, (FOUR, FIVE))] * 4


@pytest.mark.parametrize("card", [LOWEST, FIVE])
def test_faces_of_cards_face_down_are_sent_to_nobody(card: int) -> None:
    down = card + DOWN
    assert sent(SHIFT, CENTRE, 0, STOCK, 9, (down,), True, True) == [(1, CENTRE, STOCK, (HIDDEN,))] * 4
    assert sent(SHIFT, CENTRE, 0, STOCK, 9, (FOUR, down), True, True) == [(1, CENTRE, STOCK, (FOUR, HIDDEN))] * 4
    assert sent(FLIP, STOCK, 3, down) == [(3, STOCK, 3, HIDDEN)] * 4
    assert sent(ORDER, STOCK, (), (down, FOUR), 1) == [(4, STOCK, (HIDDEN, FOUR))] * 4


def test_a_card_drawn_into_a_hand_is_sent_to_its_owner() -> None:
    drawn = sent(SHIFT, STOCK, 9, MINE, 0, (FOUR,), True, True)
    assert drawn == [
        (1, STOCK, MINE, (FOUR,)),
        (1, STOCK, MINE, (HIDDEN,)),
        (1, STOCK, MINE, (HIDDEN,)),
        (1, STOCK, MINE, (FOUR,)),
    ]
    drawn = sent(SHIFT, CENTRE, 0, THEIRS, 0, (FOUR,), False, True)
    hidden = (2, CENTRE, 0, THEIRS, 0, (HIDDEN,))
    assert drawn == [hidden, (0, CENTRE, THEIRS, 1), hidden, (0, CENTRE, THEIRS, 1)]


def test_a_card_played_from_a_hand_is_new_to_all_but_its_owner() -> None:
    played = sent(SHIFT, MINE, 1, CENTRE, 4, (FOUR,), False, True)
    shown = (2, MINE, 1, CENTRE, 4, (FOUR,))
    assert played == [(0, MINE, CENTRE, 1), shown, shown, (0, MINE, CENTRE, 1)]


def test_a_change_within_a_hand_is_sent_to_its_owner() -> None:
    assert sent(FLIP, MINE, 2, FOUR) == [(3, MINE, 2, face) for face in (FOUR, HIDDEN, HIDDEN, FOUR)]
    ordered = sent(ORDER, THEIRS, (FIVE, FOUR), (FOUR, FIVE), 0)
    hidden, shown = (4, THEIRS, (HIDDEN, HIDDEN)), (4, THEIRS, (FOUR, FIVE))
    assert ordered == [hidden, shown, hidden, shown]


def test_counters_are_sent_to_all() -> None:
    assert sent(COUNT, 2, 5, 7) == [(5, 2, 7)] * 4


def test_a_state_has_the_piles_as_a_role_sees_them_and_the_counters() -> None:
    table = GAME.deal(bytes(32))
    piles = table.piles
    for role in ROLES:
        shown, counters = view.state(table, role)
        assert counters == tuple(table.counters)
        assert isinstance(shown, tuple)
        for hand, owner in ((MINE, 0), (THEIRS, 1)):
            seen = role in (owner, EVERYTHING)
            assert shown[hand] == (tuple(piles[hand]) if seen else (HIDDEN,) * len(piles[hand]))
        assert shown[STOCK] == (HIDDEN,) * len(piles[STOCK])
    assert [view.sees(GAME, MINE, role) for role in ROLES] == [True, False, False, True]
    assert all(view.sees(GAME, CENTRE, role) for role in ROLES)


def test_a_layout_has_everything_to_draw_each_game() -> None:
    told_of = set()
    for id in catalogue.ids():
        game = catalogue.game(id)
        layout = view.layout(game)
        read = TableLayout.model_validate(layout)
        assert read.counters == tuple(game.counter_names)
        assert read.phases == tuple(game.phases)
        assert [group.id for group in read.groups] == [group.id for group in game.groups]
        for group, said in zip(game.groups, read.groups, strict=True):
            assert (said.name, said.kind, said.tail, said.counted) == (
                group.name,
                group.kind,
                group.tail,
                group.counted,
            )
            assert [vars(place) for place in said.places] == [vars(place) for place in group.places]
            assert (said.upright is None) == (group.upright is None)
            for high, place, usual in zip(said.upright or (), group.upright or (), group.places, strict=False):
                assert (high.x, high.y, high.label, high.owner) == (place.x, place.y, usual.label, usual.owner)
            assert (said.tally is None) == (group.tally is None)
            if said.tally is not None and group.tally is not None:
                assert (said.tally.rank, read.counters[said.tally.above]) == (group.tally.rank, group.tally.above)
                told_of.add("tally")
            assert (said.order is None) == (group.order is None)
            if said.order is not None and group.order is not None:
                assert game.group_of[said.order.pile].id == group.order.by
                assert said.order.ranks == tuple(map(tuple, group.order.ranks))
                told_of.add("order")
        assert [action.name for action in read.actions] == list(game.actions)
        for doing, told in zip(game.actions.values(), read.actions, strict=True):
            assert (told.label, told.spots, told.times) == (doing.label, doing.has_spots, doing.times)
            assert told.pile == (game.first[doing.pile] if doing.pile else None)
            told_of.add("pile" if doing.pile else "no pile")
    assert told_of == {"tally", "order", "pile", "no pile"}


def times(id: str, options: Mapping[str, bool | int | str]) -> int | None:
    """Return the number of redeals in the layout of a game."""
    actions = view.layout(catalogue.game(id, options))["actions"]
    found: int | None = next(action["times"] for action in actions if action["name"] == "redeal")
    return found


@pytest.mark.parametrize(
    ("id", "options", "most"),
    [
        ("la_belle_lucie", {}, 2),
        ("red_and_black", {}, 1),
        ("reversal", {"redeals": 3}, 3),
        ("reversal", {"redeals": 2}, 2),
        ("klondike_draw1", {}, None),
        ("klondike_draw1", {"passes": 3}, 2),
        ("klondike", {}, 0),
    ],
)
def test_the_most_redeals_are_told(id: str, options: dict[str, bool | int | str], most: int | None) -> None:
    assert times(id, options) == most


@each("id", catalogue.ids())
def test_only_redeals_are_limited_so_and_they_are_counted(id: str) -> None:
    layout = view.layout(catalogue.game(id))
    limited = [action["name"] for action in layout["actions"] if action["times"] is not None]
    assert limited in ([], ["redeal"])
    assert not limited or "redeals" in layout["counters"]

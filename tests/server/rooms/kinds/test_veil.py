"""The view that others have of a board during a race: it shows no card that a remaining racer has not seen.

The views are compared with a model (`tests/leaks/truth.py`) that keeps the places of cards by itself and does not use
the veil.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cadogan_games import catalogue
from cadogan_games.engine import view
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import FLIP, ORDER, SHIFT, Event
from cadogan_protocol.applying import after_events
from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.games import TableState
from cadogan_protocol.moves import HIDDEN, VEILED
from cadogan_protocol.room_options import RoomOptions
from cadogan_protocol.streams import OTHERS
from cadogan_server.rooms.effects import BoardChanged
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.kinds.veil import Veil
from cadogan_server.rooms.opening import continued, must_go_together, open_room, resolved_rules
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from tests.each import each
from tests.examples import examples
from tests.leaks.truth import Seen
from tests.server.core import NOON, created, race_of, started

RACES = [id for id in catalogue.ids() if catalogue.head_of(id).kind == "race"]


def check(room: Room, model: Seen, mirrors: dict[int, TableState]) -> None:
    """Compare the others' view of each board with the model, and with the sent events."""
    for seat, racer in race_of(room).racers.items():
        shown = room.mode.views.board(OTHERS + seat)
        assert shown == mirrors[OTHERS + seat]
        for place, (pile, known) in enumerate(zip(racer.table.piles, model.may_show(seat), strict=True)):
            faces = (HIDDEN if card >= DOWN else card if may else VEILED for card, may in zip(pile, known, strict=True))
            assert shown.piles[place] == tuple(faces), (seat, place)


def apply(room: Room, mirrors: dict[int, TableState]) -> None:
    for effect in room.take_outcome().effects:
        if isinstance(effect, BoardChanged):
            before = mirrors[effect.stream]
            piles, counters = after_events(before.piles, before.counters, effect.events)
            mirrors[effect.stream] = TableState(piles=piles, counters=counters)


@each("game", RACES)
def test_a_card_is_shown_when_all_who_still_play_have_seen_it(game: str, thorough: bool) -> None:
    chance = Random(game)
    room = started(game, players=3)
    room.take_outcome()
    model = Seen(room)
    mirrors = {stream: room.mode.views.board(stream) for stream in room.mode.views.streams}
    check(room, model, mirrors)
    steps = 120 if thorough else 50
    for step in range(steps):
        playing = [
            seat for seat in race_of(room).racers if room.state.phase == "running" and not room.mode.is_done(seat)
        ]
        if not playing:
            break
        seat = chance.choice(playing)
        moves = room.mode.choices(seat)[1]
        if not moves or (step > steps - 20 and chance.random() < 0.2):
            room.give_up(seat, NOON + 5000)
        else:
            odd = [move for move in moves if isinstance(move[0], str)]
            room.play(seat, chance.choice(odd if odd and chance.random() < 0.4 else moves), NOON + 5000)
            model.after_a_move(seat)
        apply(room, mirrors)
        check(room, model, mirrors)
    for seat in list(race_of(room).racers):
        if room.state.phase == "running" and not room.mode.is_done(seat):
            room.give_up(seat, NOON + 6000)
    apply(room, mirrors)
    assert room.state.phase == "finished"
    for seat in race_of(room).racers:
        assert room.mode.views.board(OTHERS + seat) == room.mode.views.board(1 + seat) == mirrors[OTHERS + seat]


@examples(15, thorough=40)
@given(st.data())
def test_moves_taken_back_leave_nothing_wrong(data: st.DataObject) -> None:
    room = started(data.draw(st.sampled_from(["klondike", "la_belle_lucie", "terrace", "spiderette"])), players=2)
    room.take_outcome()
    mirrors = {stream: room.mode.views.board(stream) for stream in room.mode.views.streams}
    for _ in range(data.draw(st.integers(1, 40))):
        seat = data.draw(st.integers(0, 1))
        _, moves, undo = room.mode.choices(seat)
        if undo and data.draw(st.booleans()):
            room.undo(seat, NOON + 5000)
        elif moves:
            room.play(seat, data.draw(st.sampled_from(moves)), NOON + 5000)
        apply(room, mirrors)
        for seat in race_of(room).racers:
            assert room.mode.views.board(OTHERS + seat) == mirrors[OTHERS + seat]
            assert room.mode.views.board(1 + seat) == mirrors[1 + seat]


def test_a_card_that_one_racer_turned_up_is_veiled_until_the_other_does() -> None:
    room = started("klondike", players=2)
    stock, waste = room.state.game.first["stock"], room.state.game.first["waste"]
    assert room.mode.views.board(OTHERS).piles == room.mode.views.board(1).piles  # all boards have the same deal
    room.take_outcome()
    room.play(0, ("turn",), NOON + 5000)
    mine = room.mode.views.board(1).piles[waste]
    assert mine[0] >= 0
    assert room.mode.views.board(OTHERS).piles[waste] == (VEILED,)
    assert room.mode.views.board(OTHERS).piles[stock] == room.mode.views.board(1).piles[stock]
    told = [effect for effect in room.take_outcome().effects if isinstance(effect, BoardChanged)]
    assert [effect.stream for effect in told] == [1, OTHERS]
    assert mine[0] in told[0].events[0][3]
    assert mine[0] not in told[1].events[0][3]
    room.play(1, ("turn",), NOON + 6000)
    told = [effect for effect in room.take_outcome().effects if isinstance(effect, BoardChanged)]
    assert [effect.stream for effect in told] == [2, OTHERS + 1, OTHERS]
    assert told[2].events == ((3, waste, 0, mine[0]),)
    assert room.mode.views.board(OTHERS).piles[waste] == mine


def test_a_card_that_all_have_seen_is_opened_on_the_first_racers_board() -> None:
    room = started("klondike", players=3)
    for seat in (2, 1, 0):
        room.take_outcome()
        room.play(seat, ("turn",), NOON + 5000)
    told = [effect.stream for effect in room.take_outcome().effects if isinstance(effect, BoardChanged)]
    assert told == [1, OTHERS, OTHERS + 1, OTHERS + 2]


def test_a_racer_who_gives_up_holds_no_card_back_and_sees_no_more() -> None:
    room = started("klondike", players=3)
    waste = room.state.game.first["waste"]
    room.play(0, ("turn",), NOON + 5000)
    room.play(1, ("turn",), NOON + 5000)
    assert room.mode.views.board(OTHERS).piles[waste] == (VEILED,)
    room.give_up(2, NOON + 6000)
    assert room.mode.views.board(OTHERS).piles[waste] == room.mode.views.board(1).piles[waste]
    room.play(0, ("turn",), NOON + 7000)
    assert room.mode.views.seen_by(2) == (3, OTHERS, OTHERS + 1)
    assert room.mode.views.board(OTHERS).piles[waste][-1] == VEILED


def test_a_shuffled_redeal_veils_its_order_until_the_others_have_made_it() -> None:
    room = started("la_belle_lucie", players=2)
    fans = room.state.game.spans["tableau"]
    room.play(0, ("redeal",), NOON + 5000)
    assert {card for pile in room.mode.views.board(OTHERS).piles[fans] for card in pile} == {VEILED}
    assert room.mode.views.board(OTHERS + 1).piles == room.mode.views.board(2).piles
    room.play(1, ("redeal",), NOON + 6000)
    for seat in (0, 1):
        assert room.mode.views.board(OTHERS + seat).piles == room.mode.views.board(1 + seat).piles


def test_a_redeal_that_was_taken_back_has_shown_nothing_of_its_order() -> None:
    room = started("sultan", players=2, undo="free", rated=False)
    stock, waste = room.state.game.first["stock"], room.state.game.first["waste"]

    def turn_all(seat: int) -> None:
        while room.mode.views.board(1 + seat).piles[stock]:
            room.play(seat, ("turn",), NOON + 5000)

    turn_all(0)
    for _ in range(2):  # the second redeal must not be left with the veil of the first one, which was taken back
        room.play(0, ("redeal",), NOON + 5000)
        assert room.undo(0, NOON + 5000)
    turn_all(1)
    room.play(1, ("redeal",), NOON + 5000)
    room.play(1, ("turn",), NOON + 5000)
    assert room.mode.views.board(2).piles[waste][0] >= 0
    assert room.mode.views.board(OTHERS + 1).piles[waste] == (VEILED,)
    room.play(0, ("redeal",), NOON + 6000)
    room.play(0, ("turn",), NOON + 6000)
    assert (
        room.mode.views.board(OTHERS).piles[waste]
        == room.mode.views.board(OTHERS + 1).piles[waste]
        == room.mode.views.board(2).piles[waste]
    )


@pytest.mark.parametrize("undo", ["free", "covered"])
def test_a_move_that_showed_a_card_is_undone_only_where_undo_is_free(undo: str) -> None:
    room = started("klondike", players=2, undo=undo, rated=undo == "covered")
    room.play(0, ("turn",), NOON + 5000)
    assert room.mode.choices(0)[2] == (undo == "free")
    if undo == "free":
        assert room.undo(0, NOON + 6000)
        assert race_of(room).racers[0].undone == 1
        return
    with pytest.raises(Refused, match="what is known can't be taken back") as refused:
        room.undo(0, NOON + 6000)
    assert refused.value.code is ErrorCode.NOTHING_TO_UNDO
    assert race_of(room).racers[0].undone == 0


def test_a_move_has_taught_something_if_any_of_its_events_has() -> None:
    """A move is several events. It has shown a card if one of them has."""
    room = started("klondike", players=2)
    stock, waste, pile = (
        room.state.game.first["stock"],
        room.state.game.first["waste"],
        room.state.game.first["tableau"] + 2,
    )
    table = race_of(room).racers[0].table
    down = table.piles[pile][0]
    top, at = table.piles[stock][-1], len(table.piles[stock]) - 1
    bare = (top - DOWN,)
    turned: list[Event] = [(SHIFT, stock, at, waste, 0, bare, True, True)]
    turned_back: list[Event] = [(SHIFT, waste, 0, stock, at, (top,), True, True)]
    flipped: list[Event] = [(FLIP, pile, 0, down - DOWN)]
    seen: list[Event] = [(FLIP, pile, 2, table.piles[pile][2])]
    one = (table.piles[pile][2],)
    laid_otherwise: list[Event] = [(ORDER, room.state.game.first["tableau"], one, one, 0)]
    shuffled: list[Event] = [(ORDER, room.state.game.first["tableau"], one, one, 1)]
    below, above = table.piles[pile - 1]
    turned_over: list[Event] = [(ORDER, pile - 1, (below, above), (above, below - DOWN), 0)]

    def teaches(*moves: list[Event], back: bool = False) -> bool:
        events = [event for move in moves for event in move]
        return Veil({0: table}).show(0, events, view.events(room.state.game, events, None), back=back)[0]

    for news in (turned, flipped, shuffled, turned_over):
        for old in (seen, laid_otherwise):
            assert teaches(news, old), (news, old)
            assert teaches(old, news), (news, old)
    assert teaches(turned, turned_back, turned)
    assert not teaches(seen, laid_otherwise)
    assert not teaches(laid_otherwise)


def test_a_racer_who_has_left_learns_nothing_and_may_leave_twice() -> None:
    table = race_of(started("klondike", players=1)).racers[0].table
    game, stock = table.game, table.game.first["stock"]
    turned: list[Event] = [(FLIP, stock, 0, table.piles[stock][0] - DOWN)]
    veil = Veil({0: table, 1: table})
    veil.leave(0)
    veil.leave(0)
    assert not veil.show(0, turned, view.events(game, turned, None), back=False)[0]
    assert veil.show(1, turned, view.events(game, turned, None), back=False)[0]


def test_a_veil_has_opened_cards_until_they_are_taken_from_it() -> None:
    table = race_of(started("klondike", players=1)).racers[0].table
    game, stock = table.game, table.game.first["stock"]
    veil = Veil({0: table})
    has_opened = [veil.has_opened]  # all boards have the same deal
    turned: list[Event] = [(FLIP, stock, 0, table.piles[stock][0] - DOWN)]
    veil.show(0, turned, view.events(game, turned, None), back=False)
    has_opened.append(veil.has_opened)
    veil.opened()
    has_opened.append(veil.has_opened)
    assert has_opened == [False, True, False]


@pytest.mark.parametrize("laid_after", [True, False])
def test_a_redeal_shows_the_racer_the_rest_of_the_table(laid_after: bool) -> None:
    """A card that another racer's redeal has gathered is then no longer veiled on this racer's table, where it lies open."""
    table = race_of(started("klondike", players=1)).racers[0].table
    game, first, second = table.game, table.game.first["tableau"], table.game.first["tableau"] + 1
    one, two = tuple(table.piles[first]), tuple(table.piles[second])
    shuffled: Event = (ORDER, first, one, one, 1)
    laid_otherwise: Event = (ORDER, first, one, one, 0)
    veil = Veil({0: table, 1: table})
    mine = [shuffled, laid_otherwise] if laid_after else [shuffled]
    veil.show(0, mine, view.events(game, mine, None), back=False)
    others: list[Event] = [(ORDER, second, two, two, 1)]
    veil.show(1, others, view.events(game, others, None), back=False)
    assert veil.piles(1, view.state(table, None)[0])[second] == (HIDDEN, two[-1])


@pytest.mark.parametrize("undo", ["free", "covered"])
def test_a_move_that_turned_up_a_card_is_undone_only_if_undo_is_free(undo: str) -> None:
    room = started("klondike", players=1, undo=undo, rated=undo == "covered")
    piles = room.state.game.spans["tableau"]

    def face_down() -> int:
        return sum(card >= DOWN for pile in race_of(room).racers[0].table.piles[piles] for card in pile)

    before = face_down()
    while face_down() == before:
        chosen = [move for move in room.mode.choices(0)[1] if not isinstance(move[0], str)]
        room.play(0, chosen[0] if chosen else ("turn",), NOON + 5000)
    assert room.mode.choices(0)[2] == (undo == "free")


def test_moves_that_showed_no_card_can_be_undone_and_are_counted() -> None:
    room = started("la_belle_lucie", players=2, undo="covered")
    for number in range(3):
        room.play(0, room.mode.choices(0)[1][0], NOON + 5000 + number)
    assert room.mode.choices(0)[2]
    room.undo(0, NOON + 6000)
    room.give_up(0, NOON + 7000)
    room.give_up(1, NOON + 7000)
    assert room.state.results is not None
    assert {row.seat: row.undone for row in room.state.results.rows} == {0: 1, 1: 0}


def test_a_card_seen_before_teaches_nothing_the_second_time() -> None:
    room = open_room(created("klondike", {"passes": 2}, undo="covered"))
    assert isinstance(room.mode, Race)
    room.sit("p0", "Player 0", NOON)
    room.ready(0, True, "", NOON)
    room.tick(NOON + 3000)
    while len(race_of(room).racers[0].table.group("stock")[0]):
        room.play(0, ("turn",), NOON + 5000)
    assert not room.mode.choices(0)[2]
    room.play(0, ("redeal",), NOON + 5000)
    assert room.mode.choices(0)[2]
    room.play(0, ("turn",), NOON + 5000)
    assert room.mode.choices(0)[2]


KLONDIKE = catalogue.head_of("klondike")
MALICE = next(catalogue.head_of(id) for id in catalogue.ids() if catalogue.head_of(id).kind == "duel")


@pytest.mark.parametrize(
    ("rules", "limit", "rated"),
    [
        ({}, 900, True),
        ({"spectators": "none"}, 900, True),
        ({"spectators": "live", "public": False}, 900, False),
        ({"spectators": "delayed", "delay": 60}, 900, False),
        ({"spectators": "delayed", "delay": 600}, 599, True),
        ({"spectators": "delayed", "delay": 600}, 600, False),
        ({"spectators": "delayed", "delay": 600}, 0, False),
    ],
)
def test_a_race_that_could_be_spied_on_is_not_rated(rules: dict[str, object], limit: int, rated: bool) -> None:
    held = resolved_rules(RoomOptions.model_validate(rules), KLONDIKE, limit)
    assert held.rated == rated
    assert held.undo == ("covered" if rated else "free")


@pytest.mark.parametrize("rated", [True, False])
def test_a_game_without_undo_has_none_in_its_room_either(rated: bool) -> None:
    assert resolved_rules(RoomOptions(rated=rated), catalogue.head_of("caesar"), 300).undo == "none"


def test_a_duel_may_be_watched_live_as_no_hand_is_shown() -> None:
    rules = RoomOptions(spectators="live")
    must_go_together(rules, MALICE)
    assert resolved_rules(rules, MALICE, 0).rated


def test_listed_races_are_not_watched_live_but_old_ones_go_on() -> None:
    rules = RoomOptions(spectators="live")
    with pytest.raises(Refused, match="second window"):
        must_go_together(rules, KLONDIKE)
    must_go_together(continued(rules, KLONDIKE), KLONDIKE)
    must_go_together(rules.model_copy(update={"public": False}), KLONDIKE)

"""The cards of a replay are those that its seed deals, or the check names the lie."""

from __future__ import annotations

from importlib.metadata import EntryPoints
from typing import Any

import pytest

from cadogan_client.dealt import check_deal
from cadogan_protocol import Replay
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.replays.from_log import story
from cadogan_server.rooms.opening import open_room
from tests.client.test_verify import finish, replayed
from tests.server.core import NOON, all_ready, created

GAMES = ["klondike", "aracnida", "louis", "la_belle_lucie", "nestor", "napoleons_square", "spite_and_malice"]


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_an_honest_game_are_those_of_its_seed(game: str) -> None:
    check = check_deal(replayed(game))
    assert check.holds, check
    assert "faces seen" in check.what


def test_the_later_games_of_a_match_are_checked_too() -> None:
    room = open_room(created("spite_and_malice_modern", {"riddance": 5}, target=1000))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    room.tick(NOON + 3000)
    now = NOON + 3000
    for _ in range(3):
        now += 1000
        room.give_up(0, now)
        now += 9000
        room.tick(now)
        for seat in (0, 1, 0, 1):
            if choices := room.mode.choices(seat)[1]:
                room.play(seat, choices[0], now)
    finish(room, now)
    boards, progress, _ = story(room.take_outcome().records)
    state = describe.state(room, Volatile(), NOON)
    replay = Replay(re=1, state=state, layout=describe.layout(room), boards=boards, progress=progress)
    check = check_deal(replay)
    assert check.holds, check
    forged = next(i for i, (_, events) in enumerate(boards[0].steps) if len([e for e in events if e[0] == 4]) > 5)
    moment, events = boards[0].steps[forged]
    swapped = tuple((4, e[1], tuple(reversed(e[2]))) if e[0] == 4 else e for e in events)
    steps = (*boards[0].steps[:forged], (moment, swapped), *boards[0].steps[forged + 1 :])
    lie = check_deal(replay.model_copy(update={"boards": (boards[0].model_copy(update={"steps": steps}),)}))
    assert lie.holds is False
    assert f"{moment} ms after the start" in lie.what


@pytest.mark.parametrize("where", ["start", "step", "height"])
def test_a_card_that_was_not_dealt_is_found_and_named(where: str) -> None:
    replay = replayed("klondike", deal="numbered", number=7)
    board = replay.boards[1]
    if where == "step":
        at = next(i for i, (_, events) in enumerate(board.steps) if any(event[0] == 3 for event in events))
        moment, events = board.steps[at]
        lie = tuple((3, e[1], e[2], (e[3] + 1) % 52) if e[0] == 3 else e for e in events)
        update: dict[str, Any] = {"steps": (*board.steps[:at], (moment, lie), *board.steps[at + 1 :])}
    else:
        piles = [list(pile) for pile in board.start.piles]
        shown = next(i for i, pile in enumerate(piles) if pile and pile[-1] >= 0)
        piles[shown] = piles[shown][1:] if where == "height" else [*piles[shown][:-1], (piles[shown][-1] + 1) % 52]
        update = {"start": board.start.model_copy(update={"piles": tuple(map(tuple, piles))})}
    check = check_deal(replay.model_copy(update={"boards": (replay.boards[0], board.model_copy(update=update))}))
    assert check.holds is False
    assert "on the board of Player 1" in check.what


def test_cards_cannot_be_checked_without_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadogan_client.installed.entry_points", lambda group: EntryPoints())
    check = check_deal(replayed("klondike"))
    assert (check.holds, "cadogan[server]" in check.why) == (None, True)

"""A player who is away is told how a correspondence duel has ended."""

from __future__ import annotations

import pytest

from cadogan_server.hosting.pushing.endings import Endings
from cadogan_server.hosting.pushing.posting import News
from cadogan_server.rooms.room import Room
from tests.server.hosting.stage import Stage
from tests.server.rooms.duels import begun
from tests.server.rooms.kinds.test_day_clock import HOUR_MS, turn
from tests.server.rooms.kinds.test_duel import now_of, on_turn


class Told:
    """Keeps what would be sent."""

    def __init__(self) -> None:
        self.news: list[tuple[str, News]] = []

    def tell(self, player: str, news: News) -> None:
        self.news.append((player, news))


def ended(*, by: int, turns: int) -> tuple[Room, Told]:
    """Return a duel that a player has given up after some turns, and what was told."""
    room = begun(days_per_turn=2)
    t = HOUR_MS
    for _ in range(turns):
        t = turn(room, t)
    room.give_up(by, now_of(room, t + 1))
    assert room.state.is_over
    told = Told()
    Endings(told).counted(Stage(room).hub)  # type: ignore[arg-type]
    return room, told


@pytest.mark.parametrize("by", [0, 1])
def test_the_winner_is_told_and_who_gave_up_is_not(by: int) -> None:
    room, told = ended(by=by, turns=2)
    ((player, news),) = told.news
    assert (player, news.kind, news.says, news.url, news.anyway) == (f"p{1 - by}", "turn", "won", "/me/games", True)
    assert news.text == f"You have won against Player {by}: {room.state.game.head.title}"


def test_who_let_the_days_pass_is_told_of_the_loss() -> None:
    room = begun(days_per_turn=2)
    t = turn(room, turn(room, HOUR_MS))
    loser = on_turn(room)
    room.tick(now_of(room, t + 72 * HOUR_MS))
    assert room.state.is_over
    told = Told()
    Endings(told).counted(Stage(room).hub)  # type: ignore[arg-type]
    assert {player: news.says for player, news in told.news} == {f"p{loser}": "lost", f"p{1 - loser}": "won"}


def test_a_game_that_is_called_off_is_no_news() -> None:
    _, told = ended(by=0, turns=0)
    assert told.news == []


def test_the_end_of_a_duel_without_days_is_no_news() -> None:
    room, told = begun(), Told()
    room.give_up(0, now_of(room, 1))
    assert room.state.is_over
    Endings(told).counted(Stage(room).hub)  # type: ignore[arg-type]
    assert told.news == []

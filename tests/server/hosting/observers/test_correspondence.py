"""The entries of a correspondence duel for its players follow its turns."""

from __future__ import annotations

from typing import Any

from cadogan_server.hosting.observers.correspondence import Correspondence
from cadogan_server.rooms.room import Room
from cadogan_server.store.games.running import RunningGame
from tests.server.core import NOON, race
from tests.server.hosting.stage import Stage
from tests.server.rooms.duels import begun
from tests.server.rooms.kinds.test_day_clock import HOUR_MS, turn
from tests.server.rooms.kinds.test_duel import now_of, on_turn


class Written:
    """Keeps what is written, by player and room."""

    def __init__(self) -> None:
        self.games: dict[str, RunningGame] = {}
        self.count = 0
        self.all: set[str] = set()
        self.alone = False

    def note(self, player: str, game: RunningGame) -> None:
        self.count += 1
        self.games[player] = game

    def drop(self, player: str, code: str) -> None:
        self.games.pop(player, None)

    def touch(self, code: str, now: int, *, alone: bool) -> None:
        self.all.add(code)
        self.alone = alone

    def over(self, code: str) -> None:
        self.all.discard(code)


def followed(room: Room) -> tuple[Any, Written, Correspondence]:
    written = Written()
    observer = Correspondence(written, lambda: NOON)  # type: ignore[arg-type]
    hub = Stage(room).hub
    observer.changed(hub)
    return hub, written, observer


def test_a_turn_is_written_once_when_it_begins() -> None:
    room = begun(days_per_turn=2)
    hub, written, observer = followed(room)
    first = on_turn(room)
    assert written.games[f"p{first}"].turn
    assert not written.games[f"p{1 - first}"].turn
    assert all(game.off for game in written.games.values())
    assert written.games["p0"].opponent == "Player 1"
    assert not written.alone
    before = written.count
    observer.changed(hub)
    assert written.count == before
    t = turn(room, HOUR_MS)
    observer.changed(hub)
    assert written.games[f"p{1 - first}"].turn
    assert (written.games[f"p{first}"].off, written.games[f"p{1 - first}"].off) == (True, False)
    assert written.games["p0"].deadline == now_of(room, t) + 48 * HOUR_MS


def test_an_ended_or_closed_duel_leaves_nothing() -> None:
    for close in (False, True):
        room = begun(days_per_turn=2)
        hub, written, observer = followed(room)
        assert written.all == {room.code}
        if close:
            observer.closed(hub)
        else:
            room.give_up(0, now_of(room, 5))
            observer.changed(hub)
        assert (written.games, written.all) == ({}, set())


def test_a_player_who_gives_up_the_seat_in_the_lobby_is_out_of_it() -> None:
    room = begun(days_per_turn=2)
    del room.state.occupants[1]
    hub, written, observer = followed(room)
    assert (list(written.games), written.games["p0"].opponent) == (["p0"], "")
    assert written.alone, "it may make way for another duel"
    observer.drop(hub)
    observer.changed(hub)
    assert written.count == 2, "a room that was here before is written anew"


def test_nothing_is_written_of_other_rooms() -> None:
    for room in (race(players=1), begun()):
        _, written, _ = followed(room)
        assert (written.count, written.all) == (0, set())

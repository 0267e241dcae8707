"""The players whose ratings a game changes, the size of the change, and the stored and shown ratings."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from cadogan_server.rooms.counting import Counted
from cadogan_server.rooms.kinds.duel import Duel
from cadogan_server.rooms.kinds.mode import Kind
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.rooms.records import RatingChange
from cadogan_server.store import keys
from cadogan_server.store.boards.ratings import NOTHING, OVER_ALL, Ratings, rivals_of
from cadogan_server.store.boards.skill import Skill, after, as_text
from tests.server.store.skipping import skipping


class Kept:
    """The hashes of a store."""

    def __init__(self, **hashes: dict[str, str]) -> None:
        self.hashes = {keys.ratings(OVER_ALL if name == "over_all" else name): found for name, found in hashes.items()}

    async def hmget(self, key: str, fields: list[str]) -> list[bytes | None]:
        assert fields
        return [text.encode() if (text := self.hashes.get(key, {}).get(field)) else None for field in fields]


def room(kind: Kind = Race.kind, board: str | None = "") -> Any:
    head = SimpleNamespace(family="family", id="game")
    state = SimpleNamespace(game=SimpleNamespace(head=head), created=SimpleNamespace(game="game", rules={}))
    return SimpleNamespace(state=state, mode=SimpleNamespace(kind=kind), scoring=SimpleNamespace(board=board))


def results(ranks: dict[str, int], against: dict[str, str]) -> list[Counted]:
    """Return the counted part of a room: each player's rank, and the rivals against whom it counts."""
    seats: Any = {player: SimpleNamespace(player=player, seat=number) for number, player in enumerate(ranks)}
    rows: Any = {player: SimpleNamespace(rank=rank) for player, rank in ranks.items()}
    return [
        Counted(seats[player], rows[player], tuple(seats[other] for other in against[player]), rank == 1)
        for player, rank in ranks.items()
    ]


def test_rivals_are_two_players_who_count_for_each_other() -> None:
    ranks = {"a": 1, "b": 2, "c": 3, "d": 4}
    found = rivals_of(results(ranks, {"a": "bcd", "b": "a", "c": "b", "d": ""}))
    assert found == {"a": {"b"}, "b": {"a"}}
    gone = results(ranks, {"a": "bcd", "b": "a", "c": "b", "d": ""})[:2]
    assert rivals_of(gone) == {"a": {"b"}, "b": {"a"}}, "nothing counts for the others"
    assert rivals_of(results(ranks, {"a": "bc", "b": "ac", "c": "ab", "d": "a"})) == {
        "a": {"b", "c"}, "b": {"a", "c"}, "c": {"a", "b"},
    }  # fmt: skip


async def test_only_existing_ratings_are_read() -> None:
    ratings: Any = Ratings(Kept(family={"b": "30.0 4.0 7"}, over_all={"a": "20.0 5.0 1"}))  # type: ignore[arg-type]
    assert await ratings.of("family", ["a", "b"]) == {"b": Skill(30.0, 4.0, 7)}
    assert await ratings.of(OVER_ALL, ["a", "b"]) == {"a": Skill(20.0, 5.0, 1)}
    assert await ratings.of("family", []) == {}


async def test_a_game_without_rivals_is_not_rated() -> None:
    alone = results({"a": 1, "b": 2}, {"a": "b", "b": ""})
    assert await Ratings(Kept()).reckon(room(), alone, {}) == NOTHING  # type: ignore[arg-type]
    assert NOTHING == ({}, ())


async def test_a_game_is_reckoned_in_its_family_and_over_all() -> None:
    kept = Kept(family={"a": "30.0 4.0 7"}, over_all={"a": "31.0 3.0 9", "b": "24.0 6.0 2"})
    shares = {"a": 1.0, "b": 0.5, "c": 0.0}
    ranks = {"b": 1, "a": 2, "c": 3, "d": 4}
    found = await Ratings(kept).reckon(  # type: ignore[arg-type]
        room(), results(ranks, {"a": "bc", "b": "ac", "c": "ab", "d": "a"}), shares
    )
    family = {"a": Skill(30.0, 4.0, 7), "b": Skill(), "c": Skill()}
    over_all = {"a": Skill(31.0, 3.0, 9), "b": Skill(24.0, 6.0, 2), "c": Skill()}
    in_family, in_all = (after(before, ranks, "abc", shares) for before in (family, over_all))
    assert found.lines == {
        player: {
            "share": shares[player],
            "family_read": "30.0 4.0 7" if player == "a" else "",
            "family": as_text(in_family[player]),
            "family_shown": in_family[player].shown,
            "all_read": {"a": "31.0 3.0 9", "b": "24.0 6.0 2", "c": ""}[player],
            "all": as_text(in_all[player]),
            "all_shown": in_all[player].shown,
        }
        for player in "bac"
    }
    assert [(change.seat, change.family.games, change.overall.games) for change in found.changes] == [
        (0, 1, 3), (1, 8, 10),
    ]  # fmt: skip
    of_a = found.changes[1]
    new, gained = in_family["a"], in_family["a"].shown - family["a"].shown
    assert of_a.family == RatingChange(new.shown, new.uncertainty, new.games, gained)
    new, gained = in_all["a"], in_all["a"].shown - over_all["a"].shown
    assert of_a.overall == RatingChange(new.shown, new.uncertainty, new.games, gained)


async def test_each_player_is_compared_only_with_own_rivals() -> None:
    """Two players sit at one address: neither gains by beating the other."""
    ranks = {"a": 1, "b": 2, "c": 3}
    with skipping(1000):
        found = await Ratings(Kept()).reckon(  # type: ignore[arg-type]
            room(), results(ranks, {"a": "c", "b": "c", "c": "ab"}), dict.fromkeys("abc", 1.0)
        )
        assert asyncio.get_running_loop().time() == 1000, "nobody waits for longer than one turn"
    before = dict.fromkeys("abc", Skill())
    for player, group in (("a", "ac"), ("b", "bc"), ("c", "abc")):
        assert found.lines[player]["family"] == as_text(after(before, ranks, group, dict.fromkeys("abc", 1.0))[player])


@pytest.mark.parametrize("board", ["its board", None])
@pytest.mark.parametrize(("kind", "begins"), [(Duel.kind, Skill(28.0, 4.0)), (Race.kind, Skill())])
async def test_a_duellists_old_rating_is_where_the_new_one_begins(kind: Kind, begins: Skill, board: str | None) -> None:
    kept = Kept(family={"b": "20.0 4.0 7"})
    kept.hashes[keys.old_ratings("game", board or "")] = {"a": "28.0 4.0", "b": "40.0 1.0"}
    ranks, shares = {"a": 1, "b": 2, "c": 3}, dict.fromkeys("abc", 1.0)
    found = await Ratings(kept).reckon(  # type: ignore[arg-type]
        room(kind, board), results(ranks, {"a": "bc", "b": "ac", "c": "ab"}), shares
    )
    before = {"a": begins, "b": Skill(20.0, 4.0, 7), "c": Skill()}
    assert {player: line["family"] for player, line in found.lines.items()} == {
        player: as_text(one) for player, one in after(before, ranks, "abc", shares).items()
    }
    assert found.lines["a"]["all"] == as_text(after(dict.fromkeys("abc", Skill()), ranks, "abc", shares)["a"])

"""The orders of people to a club."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.limits import MOST_ASKING, MOST_MEMBERS
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.clubs import club as orders
from cadogan_server.store.clubs.club import Club, Entry, Member, packed, unpacked

EMBLEM = ("crown", "wine", "gold")


def club(entry: Entry = "open") -> Club:
    """Return a club with an owner, two officers and a member."""
    made = orders.opened("Hearts", "We play.", EMBLEM, entry, "owner", "Olga", 1)
    members = {"second": Member("Sam", 3, "officer"), "first": Member("Fay", 2, "officer"), "m": Member("Max", 4)}
    return replace(made, members={**made.members, **members})


def roles(of: Club | None) -> dict[str, str]:
    assert of is not None
    return {player: member.role for player, member in of.ordered}


def refusal(call: Callable[[], object]) -> ErrorCode:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.code


def test_a_club_is_the_same_after_it_was_packed() -> None:
    made = orders.join(club("approval"), "new", "Нина ♥", 9)
    assert unpacked(packed(made)) == made


def test_whoever_joins_an_open_club_is_a_member_once() -> None:
    joined = orders.join(club(), "new", "Nina", 9)
    assert roles(joined)["new"] == "member"
    assert refusal(lambda: orders.join(joined, "new", "Nina", 10)) is ErrorCode.WRONG_PHASE


def test_officers_decide_who_joins_a_club_by_approval() -> None:
    asked = orders.join(club("approval"), "new", "Nina", 9)
    assert ("new" in asked.members, "new" in asked.asking) == (False, True)
    assert refusal(lambda: orders.join(asked, "new", "Nina", 9)) is ErrorCode.WRONG_PHASE
    assert refusal(lambda: orders.accept(asked, "m", "new")) is ErrorCode.NOT_MEMBER
    assert refusal(lambda: orders.accept(asked, "first", "nobody")) is ErrorCode.UNKNOWN_PLAYER
    accepted = orders.accept(asked, "first", "new")
    assert (roles(accepted)["new"], dict(accepted.asking)) == ("member", {})
    refused = orders.refuse(asked, "owner", "new")
    assert ("new" in refused.members, dict(refused.asking)) == (False, {})
    assert dict(orders.leave(asked, "new").asking) == {}  # type: ignore[union-attr]


def test_an_open_club_lets_those_in_who_have_asked() -> None:
    asked = orders.join(club("approval"), "new", "Nina", 9)
    opened = orders.change(asked, "first", "Hearts", "", EMBLEM, "open")
    assert (roles(opened)["new"], dict(opened.asking)) == ("member", {})


def test_a_full_club_takes_nobody() -> None:
    full = club()
    full = replace(full, members={**full.members, **{f"p{n}": Member("P", n) for n in range(MOST_MEMBERS - 4)}})
    assert refusal(lambda: orders.join(full, "new", "Nina", 9)) is ErrorCode.BUSY
    waiting = replace(club("approval"), asking={f"p{n}": Member("P", n) for n in range(MOST_ASKING)})
    assert refusal(lambda: orders.join(waiting, "new", "Nina", 9)) is ErrorCode.BUSY


def test_the_oldest_officer_follows_an_owner_and_then_the_oldest_member() -> None:
    left = orders.leave(club(), "owner")
    assert roles(left) == {"first": "owner", "second": "officer", "m": "member"}
    assert left is not None
    last = orders.without(left, ["first", "second"])
    assert roles(last) == {"m": "owner"}
    assert last is not None
    assert orders.leave(last, "m") is None
    assert refusal(lambda: orders.leave(club(), "stranger")) is ErrorCode.NOT_MEMBER


@pytest.mark.parametrize(
    ("by", "player", "code"),
    [
        ("m", "m", ErrorCode.NOT_MEMBER),
        ("first", "second", ErrorCode.NOT_MEMBER),
        ("first", "owner", ErrorCode.NOT_MEMBER),
        ("owner", "owner", ErrorCode.NOT_MEMBER),
        ("stranger", "m", ErrorCode.NOT_MEMBER),
        ("owner", "stranger", ErrorCode.UNKNOWN_PLAYER),
    ],
)
def test_nobody_puts_out_whom_they_do_not_lead(by: str, player: str, code: ErrorCode) -> None:
    assert refusal(lambda: orders.remove(club(), by, player)) is code


def test_officers_put_out_members_and_the_owner_officers() -> None:
    assert "m" not in roles(orders.remove(club(), "first", "m"))
    assert "first" not in roles(orders.remove(club(), "owner", "first"))


def test_only_the_owner_makes_officers_and_hands_over() -> None:
    promoted = orders.promote(club(), "owner", "m", officer=True)
    assert roles(promoted)["m"] == "officer"
    assert roles(orders.promote(promoted, "owner", "m", officer=False))["m"] == "member"
    assert roles(orders.hand_over(club(), "owner", "m")) == {
        "m": "owner",
        "owner": "officer",
        "first": "officer",
        "second": "officer",
    }
    assert orders.hand_over(club(), "owner", "owner") == club()
    for order in (partial(orders.promote, officer=True), orders.hand_over):
        assert refusal(lambda order=order: order(club(), "first", "m")) is ErrorCode.NOT_MEMBER  # type: ignore[misc]
        assert refusal(lambda order=order: order(club(), "owner", "stranger")) is ErrorCode.UNKNOWN_PLAYER  # type: ignore[misc]
    assert refusal(lambda: orders.promote(club(), "owner", "owner", officer=False)) is ErrorCode.NOT_MEMBER
    assert refusal(lambda: orders.must_own(club(), "first")) is ErrorCode.NOT_MEMBER


def test_terms_are_changed_by_officers_and_a_club_by_link_stays_one() -> None:
    changed = orders.change(club(), "first", "Spades", " new ", ("spade", "blue", "ivory"), "approval")
    assert (changed.name, changed.text, changed.emblem[0], changed.entry) == ("Spades", "new", "spade", "approval")
    assert refusal(lambda: orders.change(club(), "m", "Spades", "", EMBLEM, "open")) is ErrorCode.NOT_MEMBER
    pairs: list[tuple[Entry, Entry]] = [("open", "link"), ("link", "open")]
    for before, after in pairs:
        changing = partial(orders.change, club(before), "owner", "Spades", "", EMBLEM, after)
        assert refusal(changing) is ErrorCode.BAD_OPTION


@pytest.mark.parametrize(("name", "text"), [("a\u202eb", ""), ("a", "b\u200bc"), ("a\nb", "")])
def test_what_can_not_be_shown_is_refused(name: str, text: str) -> None:
    assert refusal(lambda: orders.must_be_readable(name, text)) is ErrorCode.BAD_OPTION
    orders.must_be_readable("a", "b\nc")

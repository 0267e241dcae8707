"""The preview of a club: its words and the leaders of its season."""

from __future__ import annotations

from dataclasses import replace

from cadogan_server.gateway.previews.clubs import of_club
from cadogan_server.gateway.previews.pictures import LinkPicture
from cadogan_server.store.clubs.club import opened
from cadogan_server.store.clubs.seasons import Line


def test_a_clubs_picture_has_the_leaders_of_its_season() -> None:
    club = opened("Hearts of Oak", "", ("crown", "wine", "gold"), "open", "a", "Ann", 0)
    table = [Line("a", "Ann", 3, 1, 0, 0), Line("b", "Bob", 1, 0, 1, 0), Line("c", "Cy", 1, 0, 1, 0)]
    note = "A club of 1 member. Anybody may join."
    lines = (("1. Ann", "3 points"), ("2. Bob", "1 point"), ("2. Cy", "1 point"))
    assert of_club(club, table) == ("Hearts of Oak – Cadogan", note, LinkPicture("Hearts of Oak", "Club", lines, note))


def test_a_clubs_words_stand_behind_its_number_of_members() -> None:
    club = opened("Oak", "Come in!", ("crown", "wine", "gold"), "approval", "a", "Ann", 0)
    both = replace(club, members={**club.members, "b": club.members["a"]})
    assert of_club(both, ())[1] == "A club of 2 members. Its officers decide who joins. Come in!"

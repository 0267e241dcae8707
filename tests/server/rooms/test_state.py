"""The first state of a room."""

from __future__ import annotations

from cadogan_protocol.days import DealProof
from cadogan_server.rooms.opening import open_room
from cadogan_server.rooms.records import RowProof
from tests.server.core import created, race


def test_a_new_room_has_no_records_ratings_or_votes() -> None:
    room = race(players=0)
    assert (room.state.length, room.state.rated, dict(room.state.votes)) == (0, (), {})
    assert room.state.woken == 0, "no node has taken it up again"
    room.sit("p0", "Player 0", room.state.created.at)
    assert room.state.length == 1, "the first record, which opens the room, is no change"


def test_a_room_of_the_day_begins_with_the_proof_of_its_deal() -> None:
    found = DealProof(number=4, nodes=100, revision=2, effort=7)
    assert open_room(created(deal="daily")._replace(proof=RowProof(4, 100, 2, 7))).state.proof == found
    assert open_room(created(deal="daily")).state.proof is None


def test_rooms_with_the_same_options_share_them_in_memory_and_no_others_do() -> None:
    one, same = race().state.created, race().state.created
    assert one.rules is same.rules
    assert one.options is same.options
    two, equal = (open_room(created()._replace(rules={"seats": seats})).state.created for seats in (1, True))
    assert two.rules["seats"] is not True
    assert equal.rules["seats"] is True, "1 equals True, but is another value"

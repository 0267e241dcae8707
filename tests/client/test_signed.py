"""Texts of replays that a server has signed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from typer.testing import CliRunner

from cadogan_client.commands import program
from cadogan_client.reading import Reader
from cadogan_client.records import fetch
from cadogan_client.signed import check_replay, check_signature, fetch_signed, published_keys
from cadogan_client.verify import is_fair
from cadogan_protocol import Replay
from cadogan_protocol.notation import Recording, Signed, parted, signed_bytes, with_signature, written
from cadogan_protocol.notation import read as read_recording
from cadogan_server.app import Running
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.replays.from_log import story
from cadogan_server.rooms.finished.retelling import recorded
from cadogan_server.rooms.opening import open_room
from cadogan_server.store import keys
from cadogan_server.store.people.signing import YEAR_MS, Signing
from tests.client.test_verify import Connect, finish, played, wrong
from tests.server.core import NOON, all_ready, created

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)


PUBLISHED = {"key-1": KEY.public_key().public_bytes_raw().hex()}


def written_down() -> tuple[Replay, Recording]:
    """Return a race of two, as replay and as recording."""
    room = open_room(created("klondike"))
    for seat in (0, 1):
        room.sit(f"p{seat}", f"Player {seat}", NOON)
    all_ready(room)
    assert room.state.starts is not None
    room.tick(room.state.starts)
    for number in range(1, 11):
        for seat in (0, 1):
            room.play(seat, room.mode.choices(seat)[1][0], room.state.starts + 2001 * number + 2 * seat)
    finish(room, room.state.starts + 30_000)
    records = room.take_outcome().records
    boards, progress, _ = story(records)
    state = describe.state(room, Volatile(), NOON)
    replay = Replay(re=1, state=state, layout=describe.layout(room), boards=boards, progress=progress)
    return replay, recorded(room, records)


def signed(recording: Recording) -> Signed:
    text = written(recording)
    return Signed(text, "key-1", KEY.sign(signed_bytes(text)).hex())


def test_a_replay_that_the_server_has_written_down_passes() -> None:
    replay, recording = written_down()
    assert [check.holds for check in check_replay(replay, signed(recording), PUBLISHED)] == [True] * 5


def halved(replay: Replay) -> Replay:
    boards = tuple(
        board.model_copy(update={"steps": tuple((t // 2, events) for t, events in board.steps)})
        for board in replay.boards
    )
    return replay.model_copy(update={"boards": boards})


def renamed(replay: Replay) -> Replay:
    def one(part: Any) -> Any:
        return part.model_copy(update={"name": "Mallory"}) if part.seat == 0 else part

    state, results = replay.state, replay.state.results
    assert results is not None
    rows = results.model_copy(update={"rows": tuple(map(one, results.rows))})
    other = state.model_copy(update={"seats": tuple(map(one, state.seats)), "results": rows})
    return replay.model_copy(update={"state": other, "boards": tuple(map(one, replay.boards))})


def faster(replay: Replay) -> Replay:
    results = replay.state.results
    assert results is not None
    rows = tuple(row.model_copy(update={"time": (row.time or 0) // 2}) for row in results.rows)
    return replay.model_copy(
        update={"state": replay.state.model_copy(update={"results": results.model_copy(update={"rows": rows})})}
    )


def elsewhere(replay: Replay) -> Replay:
    return replay.model_copy(update={"state": replay.state.model_copy(update={"starts": 1})})


@pytest.mark.parametrize(
    ("forge", "named"),
    [
        (halved, "the moments of all moves are those of the text"),
        (renamed, "the names are those of the text"),
        (faster, "the results are those of the text"),
        (elsewhere, "room, game and start are those of the text"),
    ],
)
def test_a_change_to_a_replay_is_found_and_named(forge: Callable[[Replay], Replay], named: str) -> None:
    replay, recording = written_down()
    assert named in wrong(check_replay(forge(replay), signed(recording), PUBLISHED))


SIGNED_BY_THE_SERVER = "the text is the one that the server has signed"


@pytest.mark.parametrize(
    "change",
    [
        lambda it: {"happened": tuple(one._replace(t=one.t // 2) for one in it.happened), "lasted": it.lasted // 2},
        lambda it: {"seats": tuple(seat.model_copy(update={"name": f"Mallory {seat.seat}"}) for seat in it.seats)},
        lambda it: {"results": tuple(row.model_copy(update={"time": 1}) for row in it.results)},
    ],
    ids=["times halved", "names changed", "results changed"],
)
def test_a_text_that_was_sealed_again_is_not_the_one_that_was_signed(change: Callable[[Recording], Any]) -> None:
    _, recording = written_down()
    again = written(recording.model_copy(update=change(recording)))
    read_recording(again)  # its own checksum fits
    assert wrong([check_signature(signed(recording)._replace(text=again), PUBLISHED)]) == [SIGNED_BY_THE_SERVER]


def test_a_signature_by_another_key_or_none_proves_nothing() -> None:
    _, recording = written_down()
    honest, other = signed(recording), Ed25519PrivateKey.from_private_bytes(b"o" * 32)
    assert check_signature(honest, PUBLISHED).holds
    by_other = honest._replace(signature=other.sign(signed_bytes(honest.text)).hex())
    assert check_signature(by_other, PUBLISHED).holds is False
    assert check_signature(honest._replace(signature="no hex"), PUBLISHED).holds is False
    assert check_signature(honest._replace(key="unknown"), PUBLISHED).holds is None
    assert check_signature(Signed(honest.text), PUBLISHED).holds is None
    assert check_signature(honest._replace(signature=KEY.sign(honest.text.encode()).hex()), PUBLISHED).holds is False


def test_a_signature_stands_in_a_line_behind_its_text() -> None:
    _, recording = written_down()
    honest = signed(recording)
    assert parted(with_signature(honest)) == honest
    assert parted(with_signature(honest).replace("\n", "\r\n")) == honest
    assert parted(honest.text) == Signed(honest.text)


async def test_a_servers_texts_are_signed_by_a_key_that_it_publishes(
    connect: Connect, url: str, tmp_path: Path, server: Running
) -> None:
    code, reader = await played(connect), Reader(url)
    text = await asyncio.to_thread(fetch_signed, reader, code)
    published = await asyncio.to_thread(published_keys, reader)
    assert check_signature(text, published).holds
    replay = await fetch(url, code)
    assert is_fair(check_replay(replay, text, published))
    assert all(check.holds for check in check_replay(replay, text, published))
    file, forged, bare = tmp_path / "replay", tmp_path / "forged", tmp_path / "bare"
    file.write_text(with_signature(text))
    recording = read_recording(text.text)
    mallory = tuple(seat.model_copy(update={"name": f"Mallory {seat.seat}"}) for seat in recording.seats)
    lie = written(recording.model_copy(update={"seats": mallory}))
    forged.write_text(with_signature(text._replace(text=lie)))
    bare.write_text(lie)
    for path, code_of_exit, said in (
        (file, 0, "holds  the text"),
        (forged, 1, "WRONG  the text"),
        (bare, 1, "WRONG  the text"),
    ):
        told = await asyncio.to_thread(CliRunner().invoke, program.app, ["replay", str(path), "--url", url])
        assert (told.exit_code, said in told.stdout) == (code_of_exit, True), told.output
    redis = server.services.store.opened.connections.upkeep
    before = server.services.people.signing.published
    await server.services.people.signing.load()
    assert server.services.people.signing.published == before, "a key signs for a year"
    kept = await redis.hgetall(keys.SIGNING)
    assert [len(seed) for seed in kept.values()] == [32]
    late = Signing(redis, lambda: NOON + 3 * YEAR_MS)
    await late.load()
    assert late.published[1:] == before, "earlier keys stay published"
    signed_late = late.sign("text")
    assert signed_late is not None
    assert signed_late[0] == late.published[0]

"""The log's lines, and the secrets that it must never contain."""

from __future__ import annotations

import io
import json
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from cadogan_games.engine.cards import DOWN
from cadogan_protocol.messages import Join, Moved, Play, Stand, Step
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms.kinds.race import Race
from cadogan_server.telemetry.log_lines import LogFormat, about, write_log
from tests.server.conftest import Serve
from tests.server.core import race_of
from tests.server.wire import dial


@contextmanager
def writing(form: LogFormat, *, verbose: bool) -> Iterator[io.StringIO]:
    """Yield everything that servers log in the block, without the lines of the tests' clients, which would tell all."""
    root, told = logging.getLogger(), io.StringIO()
    before, level = root.handlers[:], root.level
    others = [logging.getLogger(name) for name in ("asyncio", "websockets")]
    root.handlers.clear()
    for logger in others:
        logger.setLevel(logging.WARNING)
    try:
        write_log(form, "node-1", verbose, told)
        yield told
    finally:
        root.handlers[:] = before
        root.setLevel(level)
        for logger in others:
            logger.setLevel(logging.NOTSET)


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Yield everything that is logged in the block, at the most verbose level, as JSON."""
    with writing(LogFormat.JSON, verbose=True) as told:
        yield told


def lines(told: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.getvalue().splitlines()]


def test_a_json_line_has_ids_and_no_other_attribute_of_the_record(written: io.StringIO) -> None:
    logging.getLogger("cadogan_server.x").warning("lost %d", 3, extra={**about("ABCDEF", "p1"), "token": "geheim"})
    (line,) = lines(written)
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "warning",
        "logger": "cadogan_server.x",
        "message": "lost 3",
        "node": "node-1",
        "room": "ABCDEF",
        "player": "p1",
    }


def test_an_exception_is_in_its_line(written: io.StringIO) -> None:
    try:
        raise KeyError("freecell")
    except KeyError:
        logging.getLogger("cadogan_server.x").exception("a request failed")
    (line,) = lines(written)
    assert line["exception"].endswith("KeyError: 'freecell'")


def test_a_line_of_text_ends_with_its_ids() -> None:
    with writing(LogFormat.TEXT, verbose=False) as told:
        logging.getLogger("cadogan_server.x").info("opened", extra=about("ABCDEF"))
    assert told.getvalue().endswith(" node-1 INFO cadogan_server.x: opened [room=ABCDEF]\n")


def test_the_life_of_many_rooms_is_told_of_each_and_a_warning_once(written: io.StringIO) -> None:
    logger = logging.getLogger("cadogan_server.x")
    for code in ("AAAAAA", "BBBBBB", "AAAAAA"):
        logger.info("the room was opened", extra=about(code))
        logger.warning("a request failed", extra=about(code))
    told = [(line["level"], line["room"]) for line in lines(written)]
    assert told == [("info", "AAAAAA"), ("warning", "AAAAAA"), ("info", "BBBBBB")]


async def test_a_whole_game_tells_ids_and_no_secret_nor_any_card(
    serve: Serve, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(1)
    async with serve(node="node-1") as server, dial(server.port) as anna, dial(server.port) as olga:
        await (await anna.hello("Annabel")).create("klondike", by_link=True, public=False)
        room = server.services.rooms.registry.hubs[anna.code].room
        assert isinstance(room.mode, Race)
        await olga.hello("Olga")
        await olga.refusal(Join, room=anna.code)
        await anna.ready()
        await anna.the(Moved)
        for _ in range(20):
            assert isinstance(await anna.play(chance.choice(anna.moves)), Step | Moved)
        with monkeypatch.context() as broken:

            def fail(*_: object) -> None:
                raise RuntimeError("broken")

            broken.setattr(Hub, "play", fail)
            await anna.refusal(Play, move=anna.moves[0])
        await anna.ask(Stand)
        await anna.phase("finished")
        key = server.services.rooms.registry.hubs[anna.code].key
        assert key is not None
        secrets = [
            anna.token,
            anna.token.partition(".")[2],
            key,
            room.state.created.secret.hex(),
            room.state.seed.hex(),
        ]
        hidden = [
            str(sorted(pile)) for pile in race_of(room).racers[0].table.piles if any(card >= DOWN for card in pile)
        ]
    said = written.getvalue()
    for secret in [*secrets, *hidden, "Annabel", "127.0.0.1:"]:
        assert secret not in said
    told = lines(written)
    assert all(line["node"] == "node-1" for line in told)
    life = [line["message"] for line in told if line.get("room") == room.code and line["level"] == "info"]
    assert [text.partition(",")[0] for text in life] == [
        "the room was opened",
        "the game has begun",
        "the game is over",
    ]
    (failed,) = [line for line in told if line["message"] == "a request failed"]
    assert (failed["room"], failed["player"]) == (room.code, room.state.occupants[0].player)
    assert failed["exception"].endswith("RuntimeError: broken")
    assert "refused: unknown_room" in [line["message"] for line in told]

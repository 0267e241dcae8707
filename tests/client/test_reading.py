"""Reading a server's API, and the errors about a server that does not answer as it should."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from cadogan_client.errors import CannotConnect
from cadogan_client.reading import Problem, Reader, address

Answers = Callable[..., Reader]


@pytest.fixture
def answers() -> Iterator[Answers]:
    """Yield a function that starts a server with these answers, one after the other, and returns its reader."""
    servers: list[HTTPServer] = []

    def start(*given: tuple[int, str], token: str | None = None) -> Reader:
        left = list(given)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, body = left.pop(0)
                asked.append((self.path, self.headers["Authorization"]))
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        Thread(target=server.serve_forever, daemon=True).start()
        return Reader(f"ws://127.0.0.1:{server.server_port}/ws", token)

    asked: list[tuple[str, str | None]] = []
    start.asked = asked  # type: ignore[attr-defined]
    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("sockets", "pages"),
    [
        ("ws://host/ws", "http://host/api/v1"),
        ("wss://host:8443/ws", "https://host:8443/api/v1"),
        ("wss://host/cards/ws", "https://host/cards/api/v1"),
    ],
)
def test_the_api_lies_beside_the_sockets(sockets: str, pages: str) -> None:
    assert address(sockets) == pages


def test_paths_and_questions_are_escaped_and_the_token_goes_in_a_header(answers: Answers) -> None:
    reader = answers((200, '{"id": 1}'), token="secret")
    assert reader.object("games", "a/b", language=None, tag=["x y", "z"]) == {"id": 1}
    assert answers.asked == [("/api/v1/games/a%2Fb?tag=x+y&tag=z", "Bearer secret")]  # type: ignore[attr-defined]


def test_a_list_is_read_page_by_page(answers: Answers) -> None:
    pages = [{"rows": [1, 2], "next": "more"}, {"rows": [3], "next": None}]
    reader = answers(*((200, json.dumps(page)) for page in pages))
    assert list(reader.pages("rows", "boards", count=2)) == [1, 2, 3]
    assert [path for path, _ in answers.asked] == [  # type: ignore[attr-defined]
        "/api/v1/boards?count=2",
        "/api/v1/boards?cursor=more&count=2",
    ]


def test_a_refusal_is_told_as_the_server_tells_it(answers: Answers) -> None:
    refused = answers((404, '{"code": "unknown_room", "detail": "there is no room"}'))
    with pytest.raises(Problem, match="there is no room") as caught:
        refused.object("rooms", "ABCDEF")
    assert (caught.value.status, caught.value.code) == (404, "unknown_room")
    with pytest.raises(Problem, match="ask for less at once"):
        answers((414, "")).text("games")


@pytest.mark.parametrize("given", [(200, "<html>"), (200, "[]"), (502, "bad gateway")])
def test_an_answer_of_another_server_is_no_answer(answers: Answers, given: tuple[int, str]) -> None:
    with pytest.raises(CannotConnect, match="Cadogan server"):
        answers(given).object("games")


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(CannotConnect, match=r"http://127\.0\.0\.1:1/api/v1/games does not answer"):
        Reader("ws://127.0.0.1:1/ws").text("games")

"""However many clients look at a board, its first rows are read from the store once in a while."""

from __future__ import annotations

from typing import Any

from cadogan_server.store.boards.board_reader import Rows
from cadogan_server.store.boards.boards import MOST, Boards

ROWS: Any = tuple(range(MOST))


class Reader:
    """Notes the questions, and answers each by repeating it."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    async def top(self, board: Any, count: int, after: int = 0) -> Rows:
        self.asked.append((board, count, after))
        return Rows(ROWS[after : after + count], 250)

    async def around(self, board: Any, player: str, count: int) -> Any:
        rows: Any = ((board, "before"),) * (count - 1) + ((board, player),) if player != "nobody" else ()
        return Rows(rows, 250)

    async def among(self, *what: Any) -> Any:
        return what

    async def boards(self, game: str) -> Any:
        self.asked.append((game,))
        return ({"of": game},)

    async def ranking(self, player: str | None) -> Any:
        return "ranking", player

    async def ratings(self, *what: Any) -> Any:
        return what


async def test_the_first_rows_are_read_once_in_a_while_for_all() -> None:
    reader, clock, board = Reader(), [100.0], "a board"
    boards: Any = Boards(reader, lambda: clock[0], 5.0)  # type: ignore[arg-type]
    assert await boards.best(board, 10) == Rows(ROWS[:10], 250)
    assert await boards.best(board, 3, 7) == Rows(ROWS[7:10], 250)
    assert await boards.best(board, 10, MOST - 10) == Rows(ROWS[-10:], 250)
    assert reader.asked == [(board, MOST, 0)]
    await boards.best("another", 1)
    assert reader.asked[1:] == [("another", MOST, 0)]
    assert await boards.best(board, 10, MOST - 9) == Rows(ROWS[-9:], 250)
    assert reader.asked[2:] == [(board, 10, MOST - 9)], "rows further down are read from the store each time"
    clock[0] = 105.0
    await boards.best(board, 1)
    assert reader.asked[3:] == [(board, MOST, 0)]


async def test_the_list_of_boards_is_read_once_in_a_while() -> None:
    reader, clock = Reader(), [100.0]
    boards: Any = Boards(reader, lambda: clock[0], 5.0)  # type: ignore[arg-type]
    for now in (100.0, 104.9, 105.0):
        clock[0] = now
        assert await boards.boards("klondike") == ({"of": "klondike"},)
    assert reader.asked == [("klondike",)] * 2


async def test_the_rows_of_a_player_are_read_each_time() -> None:
    boards: Any = Boards(Reader(), lambda: 0.0, 5.0)  # type: ignore[arg-type]
    assert (await boards.around("board", "anna", 2)).rows == (("board", "before"), ("board", "anna"))
    assert await boards.among("board", ["anna", "olga"], 2) == ("board", ["anna", "olga"], 2)
    assert await boards.row_of("board", "anna") == ("board", "anna")
    assert await boards.row_of("board", "nobody") is None
    assert await boards.ranking("anna") == ("ranking", "anna")
    assert await boards.ratings("klondike", ["anna"]) == ("klondike", ["anna"])

"""`cadogan analyse`: where a race was lost, and which moves of a duel were mistakes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from cadogan_client.client import Client
from cadogan_client.commands import drawing
from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, ending_in_a_line, entrance, print_json
from cadogan_client.errors import ClientError
from cadogan_client.table import Table
from cadogan_protocol import Analysis, Replay, ReplayBoard
from cadogan_protocol.analysis import AnalysedBoard, JudgedMove
from cadogan_protocol.moves import Move

LOOK_SECONDS = 1.0
"""The time between two questions, in seconds."""

Piles = Sequence[Sequence[int]]


class NotAnalysed(ClientError):
    """There is no analysis of a room. The text says why."""


def analyse(
    room: Annotated[
        str, typer.Argument(metavar="ROOM", help="The code of a finished room, or CODE#KEY for one by link only.")
    ],
    mistakes: Annotated[int, typer.Option(min=1, help="Most mistakes of a duel that are shown.")] = 10,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Find out where a race was lost, or which moves of a duel were mistakes. It may take a minute, and longer while others
    wait; Ctrl-C does not stop the server's work, and asking again goes on with it.

    With --json, a race gives a line for each board: seat, name, and the parts of `analysed_board`. A duel gives a line for each
    move.
    """
    code, _, key = entrance(room, "ROOM")
    with ending_in_a_line():
        found, replay = asyncio.run(_ask(url, code, key))
        if as_json:
            for line in _lines(found, replay):
                print_json(line)
            return
        for board in found.boards:
            typer.echo(course_of(board, _of_seat(replay, board.seat), replay))
        if found.moves:
            for text in mistakes_of(found.moves, replay, mistakes):
                typer.echo(text)


async def _ask(url: str, code: str, key: str | None) -> tuple[Analysis, Replay]:
    """Return the analysis of a room once it is done, and its replay.

    Raises:
        NotAnalysed: there is none, or it has failed.
        ClientError: the server can't be reached, or refuses.
    """
    async with await Client.connect(url, "Analyst", patience=0) as client:
        with _bar() as bar:
            task = bar.add_task("", total=1)
            while (found := await client.analysis(code, key)).status in ("queued", "running"):
                bar.update(task, completed=found.progress, description=_state(found))
                await asyncio.sleep(LOOK_SECONDS)
        if found.status != "done":
            has = "is no" if found.status == "unavailable" else "has failed: the"
            raise NotAnalysed(f"there {has} analysis of room {code}: {found.why or 'the server does not say why'}")
        return found, await client.replay(code, key)


def _bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _state(found: Analysis) -> str:
    if found.status == "queued":
        return f"{found.waiting} others wait before it" if found.waiting else "waiting"
    return "analysing"


def _lines(found: Analysis, replay: Replay) -> list[dict[str, Any]]:
    boards = [{"name": name_of(replay, board.seat), **board.model_dump(mode="json")} for board in found.boards]
    return boards + [{"name": name_of(replay, move.seat), **move.model_dump(mode="json")} for move in found.moves]


def course_of(board: AnalysedBoard, shown: ReplayBoard, replay: Replay) -> str:
    """Return a line about a board of a race: its last winning move, and since when it was lost."""
    name, turning = name_of(replay, board.seat), board.turning
    if turning is None:
        won = any(seat.seat == board.seat and seat.state == "finished" for seat in replay.state.seats)
        if won:
            return f"{name}: won"
        if board.spans[-1].verdict == "won":
            return f"{name}: could still be won at the end"
        if board.spans[0].verdict == "lost":
            return f"{name}: this deal could not be won at all"
        return f"{name}: no win was found, and no proof that there is none"
    table = table_at(replay, shown, turning.position)
    winning = "" if turning.winning is None else f": {in_words(turning.winning, table)}"
    lost = next((span for span in board.spans if span.first > turning.position and span.verdict == "lost"), None)
    since = (
        f"proved lost since {drawing.clock(shown.steps[lost.first - 1][0])} (step {lost.first} of {len(shown.steps)})"
        if lost is not None
        else "whether it was lost after that is not proved"
    )
    return f"{name}: the last winning move was at {drawing.clock(turning.at)}{winning}; {since}"


def mistakes_of(moves: Sequence[JudgedMove], replay: Replay, most: int) -> list[str]:
    """Return a line for each player, and one for each of the greatest mistakes of a duel, the greatest first."""
    lines = []
    for seat in sorted({move.seat for move in moves}):
        own = [move for move in moves if move.seat == seat]
        missed = sum(move.best is not None for move in own)
        lost = sum(move.loss for move in own) / 10 / len(own)
        lines.append(
            f"{name_of(replay, seat)}: {len(own)} moves, in {missed} the bot would have played better; {lost:.1f} % lost a move"
        )
    worst = sorted((move for move in moves if move.loss), key=lambda move: (-move.loss, move.position))[:most]
    if not worst:
        return [*lines, "no mistakes: the bot would not have played better anywhere"]
    (shown,) = replay.boards
    for move in worst:
        table = table_at(replay, shown, move.position)
        best = "" if move.best is None else f"; better: {in_words(move.best, table)}"
        lines.append(
            f"{drawing.clock(move.at)}  −{move.loss / 10:.1f} %  {name_of(replay, move.seat)}: {in_words(move.played, table)}{best}"
        )
    return lines


def name_of(replay: Replay, seat: int) -> str:
    """Return the name of a player."""
    return next((one.name for one in replay.state.seats if one.seat == seat), f"seat {seat}")


def _of_seat(replay: Replay, seat: int) -> ReplayBoard:
    return next(board for board in replay.boards if board.seat == seat)


def table_at(replay: Replay, board: ReplayBoard, position: int) -> Table:
    """Return the table of a board after its first `position` steps."""
    table = Table(replay.layout)
    table.load(board.start)
    for _, events in board.steps[:position]:
        table.apply(events)
    return table


def in_words(move: Move, table: Table) -> str:
    """Return a move on a table as "4♦ to 5♠", or "play 4♦ to centre 2": the name of the action, then cards and places."""
    if isinstance(move[0], str):
        action, *spots = move
        return " ".join([action, *_spots(spots, table)])
    start, end, count = move
    return f"{_card(table.piles[start], -count)} to {_place(end, table)}"


def _spots(spots: Sequence[Any], table: Table) -> list[str]:
    """Return the card at the first spot and the place at the second."""
    words = []
    for number, spot in enumerate(spots):
        pile, place = (spot, -1) if isinstance(spot, int) else spot
        words.append(_card(table.piles[pile], place) if number == 0 else f"to {_pile(pile, table)}")
    return words


def _card(pile: Sequence[int], place: int) -> str:
    return str(drawing.card(pile[place])) if -len(pile) <= place < len(pile) else "–"


def _place(pile: int, table: Table) -> str:
    """Return the card on which a packet is laid, or the name of an empty or squared pile."""
    if table.piles[pile] and table.kinds[pile] == "tableau":
        return _card(table.piles[pile], -1)
    return _pile(pile, table)


def _pile(pile: int, table: Table) -> str:
    first = 0
    for group in table.layout.groups:
        if pile < first + len(group.places):
            return f"{group.name} {pile - first + 1}" if len(group.places) > 1 else group.name
        first += len(group.places)
    return f"pile {pile}"

"""`cadogan replay`: shows a finished room, from a server or from a text that is played by the rules."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Protocol

import typer
from rich.console import Group, RenderableType
from rich.live import Live

from cadogan_client.commands import drawing
from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, ending_in_a_line, entrance, print_json, terminal
from cadogan_client.installed import installed
from cadogan_client.reading import Reader
from cadogan_client.records import BadReplay, fetch
from cadogan_client.records import read as read_json
from cadogan_client.signed import check_text, fetch_signed
from cadogan_client.table import BadEvent, Table
from cadogan_client.verify import Check, in_words
from cadogan_protocol import Replay, TableEvent
from cadogan_protocol.applying import after_standings
from cadogan_protocol.notation import (
    FIRST,
    MOST_CHARACTERS,
    BadNotation,
    NotByTheRules,
    Recording,
    parted,
    read,
    with_signature,
)
from cadogan_protocol.rooms import Standing

RETELLERS = "cadogan.retellers"
"""The entry-point group in which a package offers a function that plays a recording by the rules of its game."""

FRAME_SECONDS = 0.1
"""The time between two pictures, in seconds."""


class Reteller(Protocol):
    """Plays a recording by the rules."""

    def __call__(self, recording: Recording) -> Replay:
        """Return the replay.

        Raises:
            NotByTheRules: the recording breaks the rules.
        """


@dataclass(frozen=True)
class Moment:
    """An event of a replay: its moment, its board, and the table events."""

    t: int
    board: int
    events: tuple[TableEvent, ...]


def replay(
    what: Annotated[
        str,
        typer.Argument(
            metavar="CODE|FILE", help="A finished room, CODE#KEY for one by link only; or a replay in a file."
        ),
    ],
    speed: Annotated[float, typer.Option(min=0.1, help="Speed, as a multiple of the original.")] = 10,
    save: Annotated[Path | None, typer.Option(help="Keep it as text in this file, which must not exist yet.")] = None,
    show: Annotated[bool, typer.Option(help="Show the course of the game; only in a terminal.")] = True,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Show a finished room. A text is played by the rules, which must be installed here: every move must be legal, and
    the results must be those that the text claims.

    With --json, each step is a line with its moment in milliseconds, seat, and events; a line for each result follows.
    """
    with ending_in_a_line(BadReplay, BadNotation, NotByTheRules, BadEvent):
        found, verified, written = _found(what, url, save)
        moments = moments_of(found)
        console = terminal()
        if show and console.is_terminal and not as_json:
            play_back(found, moments, speed)
        _tell(found, moments, verified, as_json, written)
        if written is not None and written.holds is False:
            raise typer.Exit(1)


def _found(what: str, url: str, save: Path | None) -> tuple[Replay, bool, Check | None]:
    """Return a replay, true if it was played by the rules here, and for a text the check that the server has written
    it."""
    file = Path(what)
    try:
        is_file = file.is_file()
    except (OSError, ValueError):  # the text is too long for the name of a file
        is_file = False
    if is_file:
        return _from_file(file, url, save)
    code, _, key = entrance(what, "CODE|FILE")
    if save is not None:
        _write(with_signature(fetch_signed(Reader(url), code, key)), save)
    return asyncio.run(fetch(url, code, key)), False, None


def _from_file(file: Path, url: str, save: Path | None) -> tuple[Replay, bool, Check | None]:
    try:
        if file.stat().st_size > 4 * MOST_CHARACTERS:
            raise BadReplay(f"{file} has {file.stat().st_size} bytes, more than any replay")
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise BadReplay(f"{file} can't be read as a replay: {error}") from error
    if not text.startswith(FIRST.split(" ")[0] + " "):
        if not text.lstrip().startswith("{"):
            raise BadReplay(
                f"{file} can't be read as a replay: as text one begins with {FIRST!r}, as JSON with a brace"
            )
        found = read_json(file)
        if save is not None:
            raise BadReplay(f"{file} is no text but JSON, which has no moves: ask the server for the text with --save")
        return found, False, None
    signed = parted(text)
    recording = read(signed.text)
    if save is not None:
        _write(text, save)
    return _reteller()(recording), True, check_text(signed, recording, Reader(url))


def _reteller() -> Reteller:
    reteller: Reteller | None = installed(RETELLERS)
    if reteller is not None:
        return reteller
    raise BadReplay(
        "a text is played by the rules of the games, which are not installed here: pip install 'cadogan[server]'"
    )


def _write(text: str, path: Path) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError as error:
        raise BadReplay(f"{path} exists already: choose another name") from error
    except OSError as error:
        raise BadReplay(f"{path} can't be written: {error.strerror}") from error


def moments_of(found: Replay) -> list[Moment]:
    """Return all events on the boards, in order."""
    steps = [Moment(t, board, events) for board, shown in enumerate(found.boards) for t, events in shown.steps]
    return sorted(steps, key=lambda moment: moment.t)


def tables_of(found: Replay) -> list[Table]:
    """Return a table for each board, as it was dealt."""
    tables = [Table(found.layout) for _ in found.boards]
    for table, board in zip(tables, found.boards, strict=True):
        table.load(board.start)
    return tables


def _tell(found: Replay, moments: list[Moment], verified: bool, as_json: bool, written: Check | None) -> None:
    """Print the results, with JSON after the steps. All events are applied, to check that they fit together."""
    tables = tables_of(found)
    for moment in moments:
        tables[moment.board].apply(moment.events)
        if as_json:
            seat = found.boards[moment.board].seat
            print_json({"t": moment.t, "seat": seat, "events": moment.events})
    rows = sorted(found.state.results.rows, key=lambda row: row.rank) if found.state.results else []
    if as_json:
        for row in rows:
            checked = {"verified": verified, "signed": written.holds if written else None}
            print_json({**row.model_dump(mode="json", exclude_none=True), **checked})
        return
    terminal().print(drawing.standings(found.state))
    if verified:
        typer.echo(
            f"{len(moments)} steps on {len(found.boards)} boards: all by the rules, and the results are those claimed"
        )
    if written is not None:
        typer.echo(in_words(written))


def play_back(found: Replay, moments: list[Moment], speed: float, frame: float = FRAME_SECONDS) -> None:
    """Show the course of the game, with a pause of `frame` seconds after each picture."""
    tables, end = tables_of(found), max([0, *(moment.t for moment in moments)])
    left, standings = iter(moments), iter(found.progress)
    following, reached = next(left, None), next(standings, None)
    state = found.state.model_copy(update={"results": None, "phase": "running", "seats": _before(found)})
    began = time.monotonic()
    with Live(console=terminal(), auto_refresh=False, transient=True) as live:
        while following is not None:
            now = min(end, round(1000 * speed * (time.monotonic() - began)))
            while following is not None and following.t <= now:
                tables[following.board].apply(following.events)
                following = next(left, None)
            lines = []
            while reached is not None and reached[0] <= now:
                lines.append(Standing(reached[1], reached[2], 0))
                reached = next(standings, None)
            state = after_standings(state, tuple(lines))
            live.update(_picture(state, now, found, tables), refresh=True)
            time.sleep(frame)


def _before(found: Replay) -> tuple[Any, ...]:
    fresh = {"progress": 0, "moves": 0, "penalty": 0, "state": "playing", "ended": None}
    return tuple(seat.model_copy(update=fresh) for seat in found.state.seats)


def _picture(state: Any, now: int, found: Replay, tables: list[Table]) -> RenderableType:
    names: Iterator[str] = (board.name for board in found.boards)
    at = (state.starts or 0) + now
    return Group(drawing.standings(state, at), drawing.boards(zip(names, tables, strict=True)))

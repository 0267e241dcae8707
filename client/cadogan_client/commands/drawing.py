"""Draws rooms and tables in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table as Grid
from rich.text import Text

from cadogan_client.table import Table
from cadogan_protocol import HIDDEN, ResultRow, RoomState, Seat
from cadogan_protocol.moves import VEILED

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "♣♦♥♠"
JOKER = 52

MOST_SPREAD = 24
"""The largest number of cards shown of a spread pile: the last ones."""


def card(number: int) -> Text:
    """Return a card. Backs, and cards that only their racer sees, are shades."""
    if number == HIDDEN:
        return Text("▒▒", style="dim")
    if number == VEILED:
        return Text("░░", style="dim")
    if number >= JOKER:
        return Text("★", style="bold")
    suit, rank = divmod(number, 13)
    return Text(f"{RANKS[rank]}{SUITS[suit]}", style="red" if suit in (1, 2) else "bold")


def clock(milliseconds: int | None) -> str:
    """Return a span of time as minutes and seconds."""
    if milliseconds is None:
        return ""
    minutes, rest = divmod(max(0, milliseconds), 60_000)
    return f"{minutes}:{rest / 1000:04.1f}"


def table(of: Table) -> RenderableType:
    """Return a table, group by group: the top cards of squared piles, all cards of others, bottom first."""
    grid = Grid.grid(padding=(0, 2))
    first = 0
    for group in of.layout.groups:
        piles = of.piles[first : first + len(group.places)]
        first += len(group.places)
        if group.kind in ("tableau", "reserve", "hand", "fixed") and any(len(pile) > 1 for pile in piles):
            for number, pile in enumerate(piles, 1):
                grid.add_row(Text(f"{group.name} {number}", style="dim"), _spread(pile))
        else:
            grid.add_row(Text(group.name, style="dim"), _tops(group.kind, piles))
    return grid


def _spread(pile: Sequence[int]) -> Text:
    shown = pile[-MOST_SPREAD:]
    more = [Text(f"{len(pile) - len(shown)} more", style="dim")] if len(shown) < len(pile) else []
    return Text(" ").join([*more, *map(card, shown)]) if pile else Text("–", style="dim")


def _tops(kind: str, piles: Iterable[Sequence[int]]) -> Text:
    counted = kind in ("stock", "waste", "discard")
    tops = []
    for pile in piles:
        if not pile:
            tops.append(Text("–", style="dim"))
        else:
            tops.append(card(pile[-1]) + Text(f" ({len(pile)})" if counted else "", style="dim"))
    return Text("  ").join(tops)


def standings(state: RoomState, now: int | None = None) -> RenderableType:
    """Return the players of a room and their progress. `now` is the server's clock, for the elapsed time."""
    grid = Grid(box=None, padding=(0, 1), header_style="dim")
    for name in ("", "name", "progress", "", "moves", "state", "time"):
        grid.add_column(name, justify="right" if name in ("moves", "time") else "left")
    rows = {row.seat: row for row in state.results.rows} if state.results else {}
    for seat in sorted(state.seats, key=lambda seat: _order(seat, rows)):
        row = rows.get(seat.seat)
        grid.add_row(
            str(row.rank) if row else "",
            Text(seat.name, style="bold") + Text(f" ({seat.bot})" if seat.bot else "", style="dim"),
            ProgressBar(total=max(1, state.progress_max), completed=seat.progress, width=20),
            f"{seat.progress}/{state.progress_max}",
            str(seat.moves),
            ("won" if row.won else seat.state) if row else seat.state,
            clock(row.time if row else seat.ended),
        )
    return Group(_headline(state, now), grid)


def _order(seat: Seat, rows: dict[int, ResultRow]) -> tuple[int, int, int]:
    row = rows.get(seat.seat)
    return (row.rank, 0, seat.seat) if row else (0, -seat.progress, seat.seat)


def _headline(state: RoomState, now: int | None) -> Text:
    parts = [Text(state.title, style="bold"), Text(f"room {state.code}"), Text(state.phase)]
    if state.phase == "running" and now is not None and state.starts is not None:
        left = f", {clock(state.ends - now)} left" if state.ends is not None else ""
        parts.append(Text(f"{clock(now - state.starts)}{left}"))
    if state.match is not None:
        parts.append(Text(" : ".join(map(str, state.match))))
    if state.watchers:
        parts.append(Text(f"{state.watchers} watching", style="dim"))
    return Text(" · ").join(parts)


def boards(tables: Iterable[tuple[str, Table]]) -> RenderableType:
    """Return tables one below the other, each with its name."""
    parts: list[RenderableType] = []
    for name, shown in tables:
        parts += [Text(f"\n{name}", style="underline"), table(shown)]
    return Group(*parts)

"""Prints measurements as a table for people or JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from cadogan_server.bench.machine import shown
from cadogan_server.bench.measures import Row


def as_json(name: str, settings: Mapping[str, Any], machine: dict[str, Any], rows: Sequence[Row]) -> str:
    """Return everything as a JSON object on one line."""
    return json.dumps({"bench": name, "settings": settings, "machine": machine, "rows": rows}, ensure_ascii=False)


def print_table(machine: dict[str, Any], rows: Sequence[Row]) -> None:
    """Print the figures: one column per row, as there are more figures than rows; if there are many rows, one line
    each."""
    console = Console(soft_wrap=True)
    console.print(shown(machine), highlight=False)
    table = Table(box=None)
    if len(rows) > MOST_COLUMNS:
        table.add_column(next(iter(rows[0])), no_wrap=True)
        for name in [*rows[0]][1:]:
            table.add_column(name, justify="right")
        for row in rows:
            table.add_row(*map(_text, row.values()))
    else:
        table.add_column("", no_wrap=True)
        for _ in rows:
            table.add_column("", justify="right")
        for name in rows[0]:
            table.add_row(name, *(_text(row[name]) for row in rows))
        table.show_header = False
    console.print(table, width=200 if console.is_terminal else WIDEST)


WIDEST = 100
"""Columns of a table that is not printed to a terminal."""

MOST_COLUMNS = 8
"""Number of rows above which they are printed as lines."""


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_text(each)}" for name, each in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    if isinstance(value, float) and value >= 1000:
        return f"{value:,.0f}"
    return "-" if value is None else str(value)

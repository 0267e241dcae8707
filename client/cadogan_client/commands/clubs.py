"""`cadogan club`: clubs in a terminal."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cadogan_client.commands.arguments import DEFAULT_URL, Json, Url, ending_in_a_line, print_json, terminal
from cadogan_client.reading import Reader

app = typer.Typer(no_args_is_help=True, help="List and show clubs, and the tables of their seasons.")

Id = Annotated[str, typer.Argument(metavar="ID", help="The club's id, or its link.", show_default=False)]


@app.command("list")
def list_them(url: Url = DEFAULT_URL, as_json: Json = False) -> None:
    """List the clubs, those with the latest news first."""
    with ending_in_a_line():
        lines = Reader(url).object("clubs")["clubs"]
    if as_json:
        for line in lines:
            print_json(line)
        return
    table = Table(box=None)
    for column in ("id", "name", "members", "entry"):
        table.add_column(column, justify="right" if column == "members" else "left")
    for line in lines:
        table.add_row(line["id"], Text(line["terms"]["name"]), str(line["members"]), line["terms"]["entry"])
    if not lines:
        table.add_row("", "none", "", "")
    terminal().print(table)


@app.command()
def show(club: Id, url: Url = DEFAULT_URL, as_json: Json = False) -> None:
    """Show a club: its text, and its members."""
    with ending_in_a_line():
        found = Reader(url).object("clubs", _id(club))
    if as_json:
        print_json(found)
        return
    terms = found["about"]["terms"]
    out = terminal()
    out.print(Text(f"{terms['name']}: {found['about']['members']} members, {terms['entry']}"))
    if terms.get("text"):
        out.print(Text(terms["text"]))
    for member in found["members"]:
        role = member.get("role", "member")
        out.print(Text(f"  {member['name']}{'' if role == 'member' else f' ({role})'}"))


@app.command()
def season(
    club: Id,
    season: Annotated[str | None, typer.Option(metavar="YEAR-QUARTER", help="As 2026-4; by default this one.")] = None,
    url: Url = DEFAULT_URL,
    as_json: Json = False,
) -> None:
    """Show the table of a season of a club."""
    with ending_in_a_line():
        found = Reader(url).object("clubs", _id(club), "season", season=season)
    if as_json:
        print_json(found)
        return
    table = Table(box=None, title=found["season"], title_justify="left")
    columns = ("rank", "name", "points", "tournaments", "games", "won")
    for column in columns:
        table.add_column(column, justify="left" if column == "name" else "right")
    for line in found["table"]:
        table.add_row(*(Text(str(line[column])) for column in columns))
    terminal().print(table)


def _id(text: str) -> str:
    """Return the id in an id or a link."""
    return text.rstrip("/").rpartition("/")[2][:40]

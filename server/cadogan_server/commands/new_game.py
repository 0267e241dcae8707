"""`cadogan new-game`."""

from __future__ import annotations

from typing import Annotated

import typer

from cadogan_games import new_game as template
from cadogan_games.listing import FAMILIES


def new_game(
    id: Annotated[
        str,
        typer.Argument(metavar="ID", help="Its id: small letters, digits and _, as four_corners.", show_default=False),
    ],
    title: Annotated[str, typer.Argument(metavar="TITLE", help="Its title, as players read it.", show_default=False)],
    packs: Annotated[int, typer.Option(help="How many packs it takes.", min=1, max=2)] = 1,
    family: Annotated[str, typer.Option(help=f"One of {', '.join(FAMILIES)}.")] = FAMILIES[0],
) -> None:
    """Begin a new game in a checkout of Cadogan: sheet, definition, places, Checks and texts, from a template that can be played.

    CONTRIBUTING.md tells how it goes on; `make game ID=...` says what is missing.
    """
    try:
        made = template.files(template.ROOT, id, title, packs, family)
        template.write(template.ROOT, made)
    except template.NotNew as error:
        raise typer.BadParameter(str(error)) from error
    except OSError as error:
        typer.echo(f"error: {error.filename} can't be written: {error.strerror}", err=True)
        raise typer.Exit(1) from error
    for path in made:
        typer.echo(path)
    typer.echo(f"Write what {template.MARK} stands for in them; `cadogan deal {id}` deals it.")
    typer.echo(f"`make game ID={id}` tells what is missing.")

"""`cadogan new-game`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cadogan_games import new_game as template
from cadogan_games.listing import FAMILIES


def new_game(
    id: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="Id of the game: lower-case letters, digits and _, such as four_corners.",
            show_default=False,
        ),
    ],
    title: Annotated[str, typer.Argument(metavar="TITLE", help="Title that players see.", show_default=False)],
    packs: Annotated[int, typer.Option(help="Number of packs.", min=1, max=2)] = 1,
    family: Annotated[str, typer.Option(help=f"One of {', '.join(FAMILIES)}.")] = FAMILIES[0],
    checkout: Annotated[
        Path,
        typer.Option(
            help="Folder of the checkout; by default the one that this command belongs to.", show_default=False
        ),
    ] = template.ROOT,
) -> None:
    """Start a new game in a checkout of Cadogan: sheet, definition, places, Checks and texts, from a playable template.

    CONTRIBUTING.md describes the next steps; `make game ID=...` lists what is missing.
    """
    try:
        made = template.files(checkout, id, title, packs, family)
        template.write(checkout, made)
    except template.NotNew as error:
        raise typer.BadParameter(str(error)) from error
    except OSError as error:
        typer.echo(f"error: {error.filename} can't be written: {error.strerror}", err=True)
        raise typer.Exit(1) from error
    for path in made:
        typer.echo(path)
    typer.echo(
        f"Replace each {template.MARK} in them by the text that it asks for; `cadogan deal {id}` deals the game."
    )
    typer.echo(f"`make game ID={id}` lists what is missing.")

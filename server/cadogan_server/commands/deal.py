"""`cadogan deal`."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer

from cadogan_games.engine.cards import name
from cadogan_games.engine.table import Table
from cadogan_server.commands.options import (
    ByNumbering,
    GameId,
    Json,
    Number,
    Options,
    bytes_of,
    chosen_game,
    print_json,
    seed_of_deal,
)


def deal(
    id: GameId,
    seed: Annotated[str | None, typer.Option(metavar="HEX", help="Seed of the deal; by default a new one.")] = None,
    number: Number = None,
    numbering: ByNumbering = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    """Print a table right after the deal. A # marks a card that lies face down."""
    game = chosen_game(id, option)
    chosen = secrets.token_bytes(32) if seed is None else bytes_of(seed)
    if number is not None and seed is not None:
        raise typer.BadParameter("a numbered deal has its seed: leave out --number or --seed", param_hint="--seed")
    chosen, named = seed_of_deal(game, number, numbering) or (chosen, f"seed {chosen.hex()}")
    table = game.deal(chosen)
    piles = _piles(table)
    if as_json:
        counters = {name: table.count(name) for name in game.counter_names if not name.startswith("_")}
        del counters["phase"]
        head = {"game": game.head.id, "title": game.head.title, "options": game.options, "seed": chosen.hex()}
        print_json({**head, "phase": table.phase, "counters": counters, "piles": piles})
        return
    typer.echo(f"{game.head.title}, {named}")
    width = max(len(str(pile["name"])) for pile in piles)
    for pile in piles:
        typer.echo(f"{pile['name']:<{width}}  {' '.join(pile['cards']) or '-'}")


def _piles(table: Table) -> list[dict[str, str | list[str]]]:
    """Return every pile with its name (group and number), group and cards from the bottom."""
    return [
        {"name": f"{group.id}/{number}", "group": group.id, "cards": [name(card) for card in pile]}
        for group in table.game.groups
        for number, pile in enumerate(table.group(group.id))
    ]

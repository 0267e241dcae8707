"""Brackets published shares by the rules they were measured with, where ours are stricter: `python -m tests.bench.others_rules`.

C. Blake and I. P. Gent give the shares of deals that can be won. What each of their games allows stands in their program,
Solvitaire (`sol_preset_types.cpp`; a row is dealt over empty columns too, `game_state::stock_can_deal_all_tableau`). A bracket
that excludes a share would mean a fault in the solver or the engine, as with our own rules in `reports/winnability.md`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from dataclasses import replace

from rich.console import Console
from rich.progress import track

from cadogan_games import catalogue
from cadogan_games.brackets import Published, contradicts
from cadogan_games.engine.game import Game
from cadogan_games.games.spider import a_row, spider_kin
from cadogan_games.registry import registered
from cadogan_games.simulate import seed_of
from cadogan_games.solver.solve import solve
from cadogan_games.solver.solved import SolvedRow
from cadogan_games.words import (
    ACE,
    ALL,
    KINGS,
    Patience,
    all_home,
    alternate_colour,
    down,
    down_wrapping,
    foundations,
    packets,
    rest,
    runs_of,
    same_suit,
    tableau,
    top_of,
    triangle,
    up_from,
)

SEED = bytes(1)
"""The seed from which the deals follow, as in the reports."""

SOURCE = "C. Blake and I. P. Gent, 2024"


def canfield() -> Patience:
    """Any part of a column moves, and once the reserve is empty any card fills a space."""
    ours = registered["canfield"].define(partial_runs=True)
    assert isinstance(ours.moves, Mapping)
    into_spaces = runs_of("tableau", alternate_colour & down_wrapping).to("tableau").only_into_spaces(ALL)
    return replace(ours, moves={**ours.moves, "5, column": into_spaces})


def fan() -> Patience:
    """La Belle Lucie without redeals: kings fill spaces, and cards come back from the foundations."""
    return Patience(
        groups=[
            tableau(18, same_suit & down, space=KINGS, name="fan"),
            foundations(same_suit & up_from(ACE)),
        ],
        deal=[packets("tableau", 3)],
        moves={"1": top_of("tableau").home(), "2": top_of("tableau", "foundations").to("tableau")},
        goal=all_home(),
    )


def spiderette() -> Patience:
    """Rows are dealt over empty columns too."""
    return spider_kin(7, [triangle("tableau"), rest()], homes=4, row=a_row)


GAMES: dict[str, tuple[str, Callable[[], Patience], Published]] = {
    "canfield": ("canfield", canfield, Published(0.71245, SOURCE)),
    "fan": ("la_belle_lucie", fan, Published(0.48776, SOURCE)),
    "spiderette": ("spiderette", spiderette, Published(0.9962, SOURCE)),
}
"""By name: the id of our game, the other rules, and the published share."""


def game_of(name: str) -> Game:
    """Return a game by the others' rules."""
    id, define, _ = GAMES[name]
    ours = catalogue.game(id)
    return Game(ours.head, ours.options, define())


def bracketed(name: str, deals: int, nodes: int) -> SolvedRow:
    """Solve deals of a game by the others' rules, each within so many nodes, and show the progress."""
    game, row = game_of(name), SolvedRow(1, budget=nodes)
    for number in track(range(deals), name, console=Console(stderr=True), transient=True):
        row = row.plus(number, solve(game.deal(seed_of(SEED, number)), nodes))
    return row


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each game. Exit code 1 if a bracket excludes the published share."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.others_rules", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*GAMES, []], metavar="NAME", help="canfield, fan or spiderette")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=20_000)
    chosen = parser.parse_args(arguments)
    wrong = False
    for name in chosen.names or GAMES:
        row, figures = bracketed(name, chosen.deals, chosen.nodes), GAMES[name][2]
        wrong |= (excludes := contradicts(row, figures))
        least, most = row.bracket
        print(
            f"{name}: {row.deals} deals, {row.won} won, {row.lost} lost: {100 * least:.1f} to {100 * most:.1f} %, "
            f"published {100 * figures.share:.6g} %{' IS EXCLUDED' if excludes else ''}",
            flush=True,
        )
    return int(wrong)


if __name__ == "__main__":
    raise SystemExit(main())

"""`python -m tests.games.solver --deals 1000`: compares the solver with looking at everything, on many small deals.

Each shortcut is tried alone, and all of them together. Exit code 1 if a verdict differs.
"""

from __future__ import annotations

import argparse
import sys

from cadogan_games import catalogue
from cadogan_games.solver.deriving import form_of
from tests.games.solver.compared import RACES, differences, forms_with_one_shortcut


def main() -> int:
    """Compare the verdicts in the games named, by default in all races; print a line for each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.solver", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", default=RACES)
    parser.add_argument("--deals", type=int, default=100, help="small deals of each game for each shortcut")
    parser.add_argument("--most", type=int, default=2000, help="the most positions that can be reached from each")
    chosen = parser.parse_args()
    wrong = 0
    for id in chosen.ids:
        game = catalogue.game(id)
        forms = {**forms_with_one_shortcut(game), "all": form_of(game)}
        for name, form in forms.items():
            found = list(differences(game, chosen.deals, chosen.most, form))
            wrong += len(found)
            for sentence in found[:3]:
                print(f"{name}: {sentence}")
        print(f"{id}: {chosen.deals} deals for each of {', '.join(forms)}; {wrong} wrong verdicts so far", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

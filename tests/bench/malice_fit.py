"""Fits the weights of the master at Spite and Malice: `python -m tests.bench.malice_fit --game standard`.

Bots play games, and each end of a search that is really reached is noted with its features. The worth of an end should be the
riddance cards that the seat plays until the next end that it reaches, less the opponent's, plus the worth of that end, which
counts a little less if it lies in a later turn. The weights are those that come closest to this: the fixed point of temporal
differences by least squares (Bradtke and Barto, 1996). The good bot plays the first round, and the master with the weights of the
round before each later one; in every third game the good bot has the second seat. So the weights come from the rules, the
features and the good bot alone.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.progress import track

from cadogan_client.bots import malice
from cadogan_client.bots.malice import MaliceGood, MaliceMaster
from cadogan_client.bots.malice.ends import NAMES, Ends
from cadogan_client.bots.malice.master import Fitted, Weights
from cadogan_client.bots.malice.sight import Sight
from cadogan_client.bots.malice.turn import Turn
from cadogan_client.bots.policy import Move, View
from cadogan_games import catalogue
from cadogan_games.engine import duel
from cadogan_games.players import Seen

GAMES = {"standard": "spite_and_malice", "modern": "spite_and_malice_modern"}
WEIGHTS = Path(malice.__path__[0]) / "weights.json"
DISCOUNT = 0.92
"""The share of the worth of an end that is left a turn earlier."""
WIN = 2.0
"""The value of winning the game besides its last card."""
RIDGE = 0.001
"""Added to the diagonal for each game, so that features that always go together have one solution."""
KINDS = tuple(NAMES)
FIRST = dict(zip(KINDS, accumulate((len(NAMES[kind]) for kind in KINDS), initial=0), strict=False))
"""The place of the first feature of each kind in one long row of all weights."""
ALL = sum(map(len, NAMES.values()))


class End(NamedTuple):
    """An end that a seat has reached: its features, by their places in the row of all weights, and the lead in riddance cards
    played."""

    kind: str
    features: list[tuple[int, float]]
    lead: int


class Notes:
    """Notes the ends that one seat reaches."""

    def __init__(self) -> None:
        self.ends: list[End] = []

    def note(self, view: View, move: Move) -> None:
        """Note the end that a move reaches, if it does."""
        sight = Sight(view)
        ends, turn = Ends(sight), Turn(sight)
        start, lead = turn.start(), sight.their_left - sight.left
        if move[0] == "discard":
            way = (sight.hand[move[1][1]], sight.own_discards.index(move[2]))
            self._add("ended", ends.ended(start, *way), lead)
        elif move[0] != "play":
            self._add("ended", ends.ended(start), lead)
        else:
            after = turn.after(start, MaliceGood.step(sight, move))
            if after.out and sight.left > 1:
                self._add("out", ends.out(after), lead + 1)
            elif not after.hand and start.hand and not after.out:
                self._add("emptied", ends.emptied(after), lead)

    def _add(self, kind: str, features: Sequence[float], lead: int) -> None:
        row = [(place, value) for place, value in enumerate(features, FIRST[kind]) if value]
        self.ends.append(End(kind, row, lead))


class Squares:
    """The linear equations for the weights, which grow with each game."""

    def __init__(self) -> None:
        self.left = [[0.0] * ALL for _ in range(ALL)]
        self.right = [0.0] * ALL

    def add(self, ends: Sequence[End], final: float) -> None:
        """Add the ends that one seat has reached in a game, which closed with this lead."""
        for end, following in zip(ends, [*ends[1:], None], strict=True):
            gain = (following.lead if following else final) - end.lead
            difference = list(end.features)
            if following:
                share = DISCOUNT if end.kind == "ended" else 1.0
                difference += [(place, -share * value) for place, value in following.features]
            for place, value in end.features:
                row = self.left[place]
                self.right[place] += value * gain
                for other, amount in difference:
                    row[other] += value * amount

    def solved(self, games: int) -> list[float]:
        """Return the weights, by Gaussian elimination."""
        rows = [[*row, right] for row, right in zip(self.left, self.right, strict=True)]
        for i, row in enumerate(rows):
            row[i] += RIDGE * games
        for i in range(ALL):
            best = max(range(i, ALL), key=lambda k: abs(rows[k][i]))
            rows[i], rows[best] = rows[best], rows[i]
            pivot = rows[i]
            for row in rows[i + 1 :]:
                factor = row[i] / pivot[i]
                if factor:
                    row[i:] = [value - factor * other for value, other in zip(row[i:], pivot[i:], strict=True)]
        weights = [0.0] * ALL
        for i in reversed(range(ALL)):
            known = sum(value * weight for value, weight in zip(rows[i][i + 1 : -1], weights[i + 1 :], strict=True))
            weights[i] = (rows[i][-1] - known) / rows[i][i]
        return weights


def play(id: str, number: int, policies: Sequence[type[MaliceGood]], squares: Squares) -> None:
    """Play a game, and add what it teaches to the equations."""
    table = catalogue.game(id).deal(sha256(b"fit %d" % number).digest())
    views, notes = [Seen(table, seat) for seat in (0, 1)], (Notes(), Notes())
    bots = [policy(Random(2 * number + seat)) for seat, policy in enumerate(policies)]
    while (seat := duel.awaited(table)) is not None:
        views[seat].look()
        move = bots[seat].choose(views[seat], table.moves())
        assert move is not None, "a bot never resigns"
        notes[seat].note(views[seat], move)
        table.play(move)
    outcome = duel.outcome(table)
    assert outcome is not None
    if outcome.winner is None:
        return
    left = [len(pile) for pile in table.group("riddance")]
    for seat in (0, 1):
        won = WIN if outcome.winner == seat else -WIN
        squares.add(notes[seat].ends, left[1 - seat] - left[seat] + won)


def by(weights: Weights) -> type[MaliceMaster]:
    """Return a master with these weights."""

    class Master(MaliceMaster):
        @staticmethod
        def judge(sight: Sight) -> Fitted:
            return Fitted(sight, weights)

    return Master


def fit(id: str, games: int, rounds: int) -> Iterator[Weights]:
    """Yield the weights after each round."""
    bot: type[MaliceGood] = MaliceGood
    for turn in range(rounds):
        squares = Squares()
        numbers = range(turn * games, (turn + 1) * games)
        for number in track(numbers, f"{id}, round {turn + 1}", console=Console(stderr=True), transient=True):
            play(id, number, (bot, MaliceGood if number % 3 == 0 else bot), squares)
        row = squares.solved(games)
        weights = {kind: row[FIRST[kind] : FIRST[kind] + len(names)] for kind, names in NAMES.items()}
        yield weights
        bot = by(weights)


def main() -> None:
    """Fit the weights, and write them to where the master reads them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=GAMES, action="append", help="only these weights")
    parser.add_argument("--games", type=int, default=200, help="how many games are played in each round")
    parser.add_argument("--rounds", type=int, default=2, help="how often the weights are fitted")
    parser.add_argument("--into", type=Path, default=WEIGHTS, help="the file whose weights are replaced")
    chosen = parser.parse_args()
    for name in chosen.game or GAMES:
        for weights in fit(GAMES[name], chosen.games, chosen.rounds):
            write(name, weights, chosen.into)


def write(name: str, weights: Weights, file: Path) -> None:
    """Replace the weights of one game in a file."""
    written = json.loads(file.read_text("utf-8")) if file.exists() else {}
    written[name] = {
        kind: {feature: round(weight, 4) for feature, weight in zip(names, weights[kind], strict=True)}
        for kind, names in NAMES.items()
    }
    file.write_text(json.dumps(written, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""The errors of the judge of moves at Spite and Malice: `python -m tests.bench.malice_judge`.

The first table sorts positions by the chance to win that the judge gives, and shows the share of them that was then won. The
good bot plays these games against itself. The second table shows moves of the fair bot that the judge calls mistakes. It
compares the loss that the judge estimates with the loss in play: the good bot plays on from the judge's move and from the move
that was made, several times, with the cards that the player could not see in other orders.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from hashlib import sha256
from random import Random
from statistics import mean
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table as Printed

from cadogan_client.bots.malice import MaliceFair, MaliceGood
from cadogan_client.bots.malice.judging import THOUSAND, Judgement, judge
from cadogan_client.bots.policy import Policy
from cadogan_games import catalogue
from cadogan_games.engine import duel
from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.table import Move, Table
from cadogan_games.players import Seen
from cadogan_games.solver.tables import copied
from tests.bench.malice_bots import GAMES

MOST_MOVES = 20_000
LEAST = 20
"""The loss from which a move is called a mistake, in thousandths."""


class Decision(NamedTuple):
    """A move of a game: the position, the seat that moved, the move, and the judge's opinion of it."""

    before: Table
    seat: int
    played: Move
    judgement: Judgement


def played_on(table: Table, policies: tuple[Policy, Policy]) -> Iterator[tuple[int, Seen, Move]]:
    """Play a game to its end; yield each move before it is made."""
    seen = [Seen(table, seat) for seat in (0, 1)]
    for _ in range(MOST_MOVES):
        seat = duel.awaited(table)
        if seat is None:
            return
        seen[seat].look()
        move = policies[seat].choose(seen[seat], table.moves())
        assert move is not None, "a bot never resigns"
        yield seat, seen[seat], move
        table.play(move)
    raise AssertionError("the game does not end")


def won(table: Table, seat: int) -> float:
    """Return 1 if a seat has won a game that is over, 0.5 after a draw, else 0."""
    ended = duel.outcome(table)
    assert ended is not None
    return 0.5 if ended.winner is None else float(ended.winner == seat)


def decisions(id: str, number: int, bot: type[Policy], every: int) -> tuple[Table, list[Decision]]:
    """Play one game; return its end, and one decision out of every `every`."""
    table = catalogue.game(id).deal(sha256(b"judge %d" % number).digest())
    found = []
    for made, (seat, seen, move) in enumerate(played_on(table, (bot(Random(number)), bot(Random(-number - 1))))):
        if (made + number) % every == 0 and len(table.moves()) > 1:
            found.append(Decision(copied(table), seat, move, judge(seen, table.moves(), move)))
    return table, found


def calibration(ids: Sequence[str], games: int, every: int) -> list[list[tuple[int, float]]]:
    """Return the judge's chances and the outcomes, in ten classes."""
    classes: list[list[tuple[int, float]]] = [[] for _ in range(10)]
    for id in ids:
        for number in track(range(games), id, console=Console(stderr=True), transient=True):
            end, found = decisions(id, number, MaliceGood, every)
            for _, seat, _, (_, chance, loss) in found:
                classes[min((chance - loss) // 100, 9)].append((chance - loss, won(end, seat)))
    return classes


def shuffled(table: Table, seat: int, random: Random) -> Table:
    """Return a copy of a table in which the cards that a seat has never seen lie in another order."""
    copy, seen = copied(table), Seen(table, seat)
    unseen = [
        (pile, place)
        for pile, cards in enumerate(seen.piles)
        for place, card in enumerate(cards)
        if card < 0 and seen.group_of[pile] != "completed"
    ]
    faces = [copy.piles[pile][place] % DOWN for pile, place in unseen]
    random.shuffle(faces)
    for (pile, place), face in zip(unseen, faces, strict=True):
        card = copy.piles[pile][place]
        copy.piles[pile][place] = card - card % DOWN + face
    copy.changed()
    return copy


def loss_in_play(made: Decision, samples: int) -> float:
    """Return how much more often the seat wins after the judge's move than after the one that was played."""
    differences = []
    for sample in range(samples):
        ends = []
        for move in (made.judgement.best, made.played):
            table = shuffled(made.before, made.seat, Random(sample))
            table.play(move)
            for _ in played_on(table, (MaliceGood(Random(sample)), MaliceGood(Random(sample)))):
                pass
            ends.append(won(table, made.seat))
        differences.append(ends[0] - ends[1])
    return mean(differences)


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30, help="games of each kind for the first table")
    parser.add_argument("--mistakes", type=int, default=60, help="mistakes of each kind for the second")
    parser.add_argument("--samples", type=int, default=10, help="orders of the unseen cards for each mistake")
    parser.add_argument("--id", choices=GAMES, action="append", help="only this game")
    chosen = parser.parse_args()
    games = tuple(chosen.id or GAMES)
    if chosen.games:
        _print_chances(calibration(games, chosen.games, 8))
    if chosen.mistakes:
        _print_losses(games, chosen.mistakes, chosen.samples)


def _print_chances(classes: list[list[tuple[int, float]]]) -> None:
    printed = Printed("chance", "positions", "mean chance", "won")
    for number, told in enumerate(classes):
        if told:
            printed.add_row(
                f"{10 * number}–{10 * number + 10} %",
                str(len(told)),
                f"{mean(chance for chance, _ in told) / 10:.1f} %",
                f"{100 * mean(result for _, result in told):.1f} %",
            )
    Console(width=100).print(printed)


def _print_losses(ids: Sequence[str], mistakes: int, samples: int) -> None:
    printed = Printed("game", "mistakes", "games", "mean loss, judge", "mean loss, played on", "standard error")
    for id in ids:
        found: list[Decision] = []
        number = 0
        while len(found) < mistakes:
            found += [made for made in decisions(id, number, MaliceFair, 8)[1] if made.judgement.loss >= LEAST]
            number += 1
        found = found[:mistakes]
        losses = [
            loss_in_play(made, samples) for made in track(found, id, console=Console(stderr=True), transient=True)
        ]
        middle = mean(losses)
        spread = (sum((loss - middle) ** 2 for loss in losses) / len(losses) / max(len(losses) - 1, 1)) ** 0.5
        printed.add_row(
            id,
            str(len(found)),
            str(2 * samples * len(found)),
            f"{100 * mean(made.judgement.loss for made in found) / THOUSAND:.1f} %",
            f"{100 * middle:.1f} %",
            f"{100 * spread:.1f} %",
        )
    Console(width=100).print(printed)


if __name__ == "__main__":
    main()

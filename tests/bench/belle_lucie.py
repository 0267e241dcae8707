"""Measures how much of La Belle Lucie a player wins who takes the most cards home: `python -m tests.bench.belle_lucie`.

Each player of La Belle Lucie has three layouts, and sees no card of the next one. A card that can go home always should: the
cards that could lie on it are home already. Any other card moves at most once, on to the next higher one of its suit. So the
moves that were made decide how a layout lies, and all positions that can follow are soon gone through. Only the cards of each
suit that are home count, as the others are shuffled. This player goes through all of each layout, up to a limit, and takes the
most cards home. With `--home 10,10,10,10` only the last layout is played, with these numbers of cards of each suit at home.
"""

from __future__ import annotations

import argparse
from random import Random

from rich.console import Console
from rich.progress import track

RANKS, CARDS, FAN, LAYOUTS = 13, 52, 3, 3


class Layout:
    """Some fans: the card under each card, the top card of each fan, and the number of cards of each suit that are home."""

    def __init__(self, below: list[int], tops: list[int], home: list[int]) -> None:
        self.below = below
        self.tops = tops
        self.home = home

    def send_home(self) -> None:
        """Let all cards go home that can."""
        before = -1
        while before != sum(self.home):
            before = sum(self.home)
            for fan, card in enumerate(self.tops):
                while card >= 0 and self.home[card // RANKS] == card % RANKS:
                    self.home[card // RANKS] += 1
                    card = self.tops[fan] = self.below[card]

    def moved(self, fan: int, to: int) -> Layout:
        """Return the layout after the top card of a fan has gone to another fan."""
        below, tops, home = self.below[:], self.tops[:], self.home[:]
        card = tops[fan]
        tops[fan], below[card], tops[to] = below[card], tops[to], card
        made = Layout(below, tops, home)
        made.send_home()
        return made

    def moves(self) -> list[tuple[int, int]]:
        """Return the moves from fan to fan."""
        where = {card: fan for fan, card in enumerate(self.tops) if card >= 0}
        return [(fan, where[c + 1]) for c, fan in where.items() if c % RANKS < RANKS - 1 and c + 1 in where]


def dealt(home: list[int], random: Random) -> Layout:
    """Return a new layout of the cards that are not home."""
    cards = [card for card in range(CARDS) if card % RANKS >= home[card // RANKS]]
    random.shuffle(cards)
    below = [-1] * CARDS
    for place, card in enumerate(cards):
        below[card] = cards[place - 1] if place % FAN else -1
    tops = [cards[min(first + FAN, len(cards)) - 1] for first in range(0, len(cards), FAN)]
    made = Layout(below, tops, home[:])
    made.send_home()
    return made


def best_of(layout: Layout, most: int) -> tuple[list[int], bool]:
    """Return the most cards home that a layout can lead to, and whether all of it was gone through."""
    best, seen = layout.home, {0}
    stack = [(layout, 0)]
    while stack:
        here, made = stack.pop()
        if sum(here.home) > sum(best):
            best = here.home
        if sum(best) == CARDS:
            return best, True
        if len(seen) > most:
            return best, False
        following = []
        for fan, to in here.moves():
            key = made | 1 << here.tops[fan]
            if key not in seen:
                seen.add(key)
                following.append((here.moved(fan, to), key))
        stack += sorted(following, key=lambda each: sum(each[0].home))
    return best, True


def _home(text: str) -> list[int]:
    """Return the numbers of cards at home that an argument names, one for each suit."""
    home = [int(part) for part in text.split(",")]
    if len(home) != CARDS // RANKS or not all(0 <= cards <= RANKS for cards in home) or sum(home) == CARDS:
        raise argparse.ArgumentTypeError(f"four numbers from 0 to {RANKS}, not all {RANKS}")
    return home


def main() -> None:
    """Print how many games are won."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--positions", type=int, default=300_000, help="the limit for one layout")
    parser.add_argument("--home", type=_home, help="cards of each suit at home before the only layout: 10,10,10,10")
    chosen = parser.parse_args()
    start, most_layouts = (chosen.home, 1) if chosen.home else ([0, 0, 0, 0], LAYOUTS)
    won = whole = layouts = 0
    console = Console(stderr=True)
    for number in track(range(chosen.games), "games", console=console, transient=True):
        random, home = Random(number), start
        for _ in range(most_layouts):
            home, all_seen = best_of(dealt(home, random), chosen.positions)
            layouts += 1
            whole += all_seen
            if sum(home) == CARDS:
                won += 1
                break
    print(f"{won} of {chosen.games} games won; {whole} of {layouts} layouts were gone through to their ends or a win")


if __name__ == "__main__":
    main()

"""The Wheel: three cards that make eighteen and a court card, round a cross of aces."""

from collections.abc import Iterable

from cadogan_games.words import *


@refused(
    "no_eighteen",
    "three open cards of different ranks, 2 to 10, that make eighteen go with an open court card, named last",
)
def eighteens(table: Table) -> Iterable[Spots]:
    """Return every three piles of the cushion whose cards make eighteen, with every pile that shows a court card."""
    numbers: list[tuple[int, int]] = []
    courts: list[int] = []
    for pile in table.numbers("cushion"):
        cards = table.piles[pile]
        if cards:
            rank = rank_of(cards[-1])
            if rank < JACK:
                numbers.append((pile, rank))
            else:
                courts.append(pile)
    if not courts:
        return
    for i, (a, first) in enumerate(numbers):
        for j in range(i + 1, len(numbers)):
            b, second = numbers[j]
            third = 18 - first - second
            if first == second or third in (first, second):
                continue
            for c, rank in numbers[j + 1 :]:
                if rank == third:
                    for court in courts:
                        yield (a, b, c, court)


def crown(table: Table, *piles: int) -> None:
    """Move the three cards, and the court card over them, to the next free place of the circle."""
    place = next(i for i in table.numbers("circle") if not table.piles[i])
    for pile in piles:
        table.shift(pile, place)


def deal(table: Table) -> None:
    """Deal a card of the stock to each pile of the cushion; from then on nothing is refilled."""
    table.enter("second")
    deal_round(table, table.numbers("cushion"))


@patience("wheel")
def wheel() -> Patience:
    """Twenty-four packets of eighteen, each crowned, round the aces."""
    a_round = "a card to each pile of the cushion"
    return Patience(
        groups=[
            fixed(8, "aces", "cross"),
            Group("circle", "circle", "foundation", count=24),
            tableau(12, id="cushion", name="cushion", counted=True),
            stock(),
        ],
        deal=[set_out("aces", each_suit(copies=2)), rounds("cushion", 1), rest()],
        moves={
            "1": Action("crown", "Crown", crown, eighteens),
            "2": Action("deal", "Deal", deal, when=(stock_has_cards,), pile="stock", text=a_round),
        },
        phases=["first", "second"],
        auto=[during("first", refill("cushion", "stock"))],
        goal=all_home(of=96),
    )

"""La Belle Lucie and its two houses: fans of three, built in suit, redealt twice."""

from __future__ import annotations

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left
from cadogan_games.engine.cards import KING
from cadogan_games.engine.deals import packets
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, tableau
from cadogan_games.engine.layout import Places, fanned, grid, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.regather import gathered, in_packets, lay_anew
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.shuffle import redealt
from cadogan_games.engine.table import Table


def fans_have_cards(table: Table) -> bool:
    """No card is left in the fans."""
    return any(table.group("tableau"))


def gather_and_deal_in_threes(table: Table) -> None:
    """All cards of the fans are gathered, shuffled, and dealt again in threes."""
    table.add("redeals")
    number = table.count("redeals")
    pack = redealt(gathered(table, "tableau"), table.seed, number)
    lay_anew(table, "tableau", in_packets(pack, 3), number)


def fan_places(count: int, in_row: int, *, x_step: float = 2.5, y_step: float = 1.2, dx: float = 0.5) -> Places:
    """Fans in rows, each two and a half cards wide if not said otherwise."""
    rows = -(-count // in_row)
    return fanned(grid(0, 1.2, rows, in_row, x_step=x_step, y_step=y_step)[:count], dx=dx)


UPRIGHT_FANS = {1: fan_places(18, 3, x_step=2.3, y_step=1.1), 2: fan_places(35, 4, x_step=2.1, y_step=1.03, dx=0.45)}
UPRIGHT_HOMES = {
    "foundations": row(0.6, 0, 8),
    "ace_foundations": row(0, 0, 4),
    "king_foundations": row(4.4, 0, 4),
}


@patience(
    "la_belle_lucie",
    "La Belle Lucie",
    packs=1,
    family="open builders",
    source="Cadogan 1914",
    race="good",
    why="open cards; shuffled redeals keep racers together",
)
def la_belle_lucie(decks: int = 1, both_ways: bool = False) -> Patience:
    """Fans of three, built down in suit (or both ways, with foundations both ways)."""
    cards = 52 * decks
    if both_ways:
        homes = [
            foundations(
                "ace_foundations", labelled(row(4, 0, 4), "♣♦♥♠"), same_suit & up, each_suit(), name="ace foundation"
            ),
            foundations(
                "king_foundations",
                labelled(row(9, 0, 4), "♣♦♥♠"),
                same_suit & down,
                each_suit(KING),
                name="king foundation",
            ),
        ]
    else:
        signs = "".join(sign * decks for sign in "♣♦♥♠")
        homes = [
            foundations("foundations", labelled(row(4, 0, 4 * decks), signs), same_suit & up, each_suit(copies=decks))
        ]
    ids = [group.id for group in homes]
    built = same_suit & (up | down) if both_ways else same_suit & down
    return Patience(
        groups=[tableau("tableau", fan_places(18, 5) if decks == 1 else fan_places(35, 7), built, name="fan"), *homes],
        deal=[packets("tableau", 3)],
        moves=[
            top_of("tableau").to(*ids).says("1: the top card of a fan goes home in suit"),
            top_of("tableau").to("tableau").says("2: the top card of a fan goes on another fan's, in suit"),
            Action(
                "redeal",
                "Redeal",
                gather_and_deal_in_threes,
                when=(fans_have_cards, *redeals_left(2)),
                line="3: the cards in the fans are gathered, shuffled and dealt again in threes, twice in a game",
            ),
        ],
        counters=["redeals"],
        progress=cards_on(*ids),
        upright={"tableau": UPRIGHT_FANS[decks], **{home.id: UPRIGHT_HOMES[home.id][: home.size] for home in homes}},
        progress_max=cards,
    )


la_belle_lucie.variant(
    "house_in_the_wood",
    "The House in the Wood",
    packs=2,
    decks=2,
    race="good",
    why="open cards; shuffled redeals keep racers together",
)
la_belle_lucie.variant(
    "house_on_the_hill",
    "The House on the Hill",
    packs=2,
    decks=2,
    both_ways=True,
    race="good",
    why="building both ways: easier, much choice",
)

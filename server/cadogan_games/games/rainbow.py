"""The Rainbow: seven columns under an arc of thirteen cards, which may be packed when nothing else can."""

from __future__ import annotations

from itertools import chain

from cadogan_games.catalogue import patience
from cadogan_games.engine.cards import ALL
from cadogan_games.engine.deals import rounds, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, reserve, tableau
from cadogan_games.engine.layout import at, fanned, labelled, row
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

HALF_AN_ARCH = ((0, 4.1), (0, 3.1), (0.15, 2.1), (0.5, 1.1), (1.1, 0.1), (2.12, -0.05))
ARCH = at(*HALF_AN_ARCH, (3.15, -0.1), *((6.3 - x, y) for x, y in reversed(HALF_AN_ARCH)))
"""Higher, for a window that is."""

ARC = at(*((k, round(1.2 * ((k - 6) / 6) ** 2, 3)) for k in range(13)))
goes_home = same_suit & up


def is_stuck(table: Table) -> bool:
    """The rainbow is packed only when no card can go home and none can be packed on a column."""
    columns = table.group("tableau")
    useful = packable = 0
    for home in table.group("foundations"):
        if home:
            useful |= goes_home.on[home[-1]]
    for column in filter(None, columns):
        packable |= down.on[column[-1]]
    for pile in chain(columns, table.group("rainbow")):
        if not pile:
            continue
        if useful >> pile[-1] & 1:
            return False
        # A card that only passes from one packing to another doesn't count.
        if packable >> pile[-1] & 1 and not (len(pile) > 1 and down.holds(pile[-1], pile[-2])):
            return False
    return True


@patience(
    "rainbow",
    "The Rainbow",
    packs=1,
    family="open builders",
    source="Hapgood 1908",
    race="good",
    why="open cards, all skill",
    options={"rainbow_free": (False, True)},
    revision=2,
    earlier={1: {}},
)
def rainbow(rainbow_free: bool) -> Patience:
    """Aces up in suit, from columns packed in any suit and the arc above them."""
    pack_rainbow = (
        top_of("tableau")
        .to("rainbow")
        .says("4: the last card of a column goes on a card of the rainbow that is one rank higher")
    )
    return Patience(
        groups=[
            reserve("rainbow", ARC, name="rainbow", accepts=down),
            tableau("tableau", fanned(row(3, 2.4, 7), dy=0.25), down, ALL, name="column"),
            foundations("foundations", labelled(row(4.5, 6, 4), "♣♦♥♠"), goes_home, base=0),
        ],
        deal=[set_out("foundations", each_suit()), rounds("tableau", 5), rounds("rainbow", 1)],
        moves=[
            top_of("tableau", "rainbow")
            .to("foundations")
            .says("1: the last card of a column or a card of the rainbow goes home in suit"),
            top_of("tableau", "rainbow")
            .to("tableau")
            .says(
                "2, 3: the last card of a column or a card of the rainbow goes on a card one rank higher, or into a space"
            ),
            pack_rainbow if rainbow_free else pack_rainbow.only_when(is_stuck),
        ],
        progress=cards_on("foundations"),
        upright={
            "rainbow": ARCH,
            "tableau": fanned(row(0.15, 5.3, 7), dy=0.3),
            "foundations": row(1.65, 2.6, 4),
        },
        progress_max=52,
    )

"""The Rainbow: seven columns under an arc of thirteen cards, which may be packed when nothing else can."""

from itertools import chain

from cadogan_games.words import *

goes_home = same_suit & up


@refused("not_stuck", "a card goes on the rainbow only when none can go home and none fits a column")
def is_stuck(table: Table) -> bool:
    """True if no available card fits a foundation or, if it isn't packed already, a column."""
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


@patience("rainbow", earlier={1: {}})
def rainbow(rainbow_free: bool) -> Patience:
    """Aces up in suit, from columns packed in any suit and the arc above them."""
    pack_rainbow = top_of("tableau").to("rainbow")
    return Patience(
        groups=[
            reserve(13, "rainbow", name="rainbow", accepts=down),
            tableau(7, down, space=ALL, name="column"),
            foundations(goes_home, count=4, base=NOTHING),
        ],
        deal=[set_out("foundations", each_suit()), rounds("tableau", 5), rounds("rainbow", 1)],
        moves={
            "1": top_of("tableau", "rainbow").home(),
            "2, 3": top_of("tableau", "rainbow").to("tableau"),
            "4": pack_rainbow if rainbow_free else pack_rainbow.only_when(is_stuck),
        },
        goal=all_home(),
    )

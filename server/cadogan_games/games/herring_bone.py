"""The Herring-Bone: a fish's spine of 28 cards that feeds the bars; foundations run both ways from any rank."""

from cadogan_games.words import *

SPINE = 28
HOMES = ("up_foundations", "down_foundations")
OF_SUIT = [suits(suit) for suit in range(4)]

spine_fills_bars = refill("bars", "reserve")


def base_rank(table: Table) -> int:
    """Return the rank of the cards that begin foundations; 0 before the first."""
    return next((rank_of(pile[0]) for id in HOMES for pile in table.group(id) if pile), 0)


def begun_alike(builds: Relation, id: str, name: str) -> Group:
    """Return the group of a foundation for each suit, begun by its card of the base rank and built by the relation."""

    def wants(table: Table, pile: int) -> int:
        cards = table.piles[pile]
        return builds.on[cards[-1]] if cards else OF_RANK[base_rank(table)] & OF_SUIT[pile - table.game.first[id]]

    return foundations(builds, id, name=name, count=4, base=NOTHING, wants=wants)


@refused("only_first_move", "the first base card changes sides only as the first move of all")
def nothing_was_done(table: Table) -> bool:
    """True if nothing has been played or turned yet."""
    return table.progress == 1 and not table.waste and not table.count("redeals")


def spine_of_one_pack(dealer: Dealer) -> None:
    """Deal the herring-bone from one pack only. The rest of it is shuffled with the other pack."""
    pack = standard_order(1)
    dealer.begin_with(pack)
    rounds("reserve", SPINE)(dealer)
    dealer.shuffle([*dealer.pack, *pack])


def lay_base(dealer: Dealer) -> None:
    """Lay the next card as the base of its suit's upward foundation."""
    card = dealer.next()
    dealer.lay(card, dealer.piles("up_foundations")[suit_of(card)])


@patience("herring_bone", earlier={2: {}})
def herring_bone(refill: str, german: bool = False) -> Patience:
    """Eight foundations of one base rank, up and down in suit, from bone, side scenes, bars and waste."""
    exchanged = "the top card of a foundation goes on the other of its suit"
    change_sides = top_of("up_foundations").to("down_foundations")
    return Patience(
        groups=[
            reserve(1, name="herring-bone"),
            reserve(8, "scenes", name="side scenes"),
            reserve(4, "bars", name="bars"),
            begun_alike(same_suit & up_wrapping, "up_foundations", "upward foundation"),
            begun_alike(same_suit & down_wrapping, "down_foundations", "downward foundation"),
            stock(),
            waste(),
        ],
        deal=[
            spine_of_one_pack if german else rounds("reserve", SPINE),
            rounds("scenes", 1),
            rounds("bars", 1),
            lay_base,
            rest(),
        ],
        moves={
            "1": top_of("reserve", "scenes", "bars", "waste").home(),
            "3": change_sides.only_when(nothing_was_done).says(
                "the first base card goes to the other side of its suit"
            ),
            "2": [
                change_sides.only_if_free(above_base).says(exchanged),
                top_of("down_foundations").to("up_foundations").only_if_free(above_base).says(exchanged),
            ],
            "4": turn(),
            "5": redeal(2, shuffled=True),
        },
        forced=refill_choices("scenes", refill),
        auto=[spine_fills_bars, *refilled("scenes", refill)],
        goal=all_home(),
    )


herring_bone.variant("herring_bone_german", german=True)

"""The Herring-Bone: a fish's spine of 28 cards that feeds the bars; foundations run both ways from any rank."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import redeal, turn
from cadogan_games.engine.auto import refill as refill_from
from cadogan_games.engine.cards import rank_of, standard_order, suit_of
from cadogan_games.engine.conditions import above_base
from cadogan_games.engine.deals import Dealer, rest, rounds
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import OF_RANK, foundations, reserve, stock, waste
from cadogan_games.engine.layout import along, at, column, fanned, labelled, turned
from cadogan_games.engine.plays import top_of
from cadogan_games.engine.refills import refill_choices, refilled
from cadogan_games.engine.relations import Relation, down_wrapping, same_suit, up_wrapping
from cadogan_games.engine.table import Table

SPINE = 28
BONE = [(x, 0.8 * fan + y) for fan in range(SPINE // 4) for x, y in ((-1, 0), (0, 0), (1, 0), (0, 0.4))]
"""Seven times a fan of three, and a single card that half covers it."""

BESIDE = (1.25, 5.75)
"""How far to the right the side scenes and bars stand, left and right of the herring-bone."""

HOMES = ("up_foundations", "down_foundations")
OF_SUIT = [sum(1 << card for card in range(52) if suit_of(card) == suit) for suit in range(4)]


def base_rank(table: Table) -> int:
    """The rank of the cards that begin foundations; 0 before the first."""
    return next((rank_of(pile[0]) for id in HOMES for pile in table.group(id) if pile), 0)


def nothing_was_done(table: Table) -> bool:
    """The first base card changes sides only as the first move of all."""
    return table.progress == 1 and not table.group("waste")[0] and not table.count("redeals")


def begun_alike(id: str, builds: Relation) -> Callable[[Table, int], int]:
    """What a foundation takes: its suit's card of the base rank, then cards by the relation."""

    def wants(table: Table, pile: int) -> int:
        cards = table.piles[pile]
        if cards:
            return builds.on[cards[-1]]
        return OF_RANK[base_rank(table)] & OF_SUIT[pile - table.game.first[id]]

    return wants


def spine_of_one_pack(dealer: Dealer) -> None:
    """The herring-bone is dealt from one pack alone; what is left of it is shuffled with the other pack."""
    pack = standard_order(1)
    dealer.begin_with(pack)
    rounds("reserve", SPINE)(dealer)
    dealer.shuffle([*dealer.pack, *pack])


def lay_base(dealer: Dealer) -> None:
    """The next card begins the upward foundation of its suit."""
    card = dealer.next()
    dealer.lay(card, dealer.piles("up_foundations")[suit_of(card)])


@patience(
    "herring_bone",
    "The Herring-Bone",
    packs=2,
    family="reserve feeders",
    source="Cadogan 1914",
    race="good",
    why="two directions, exchanges and redeals leave choice; hard, ranked by cards home",
    options={"refill": ("auto", "choose")},
    revision=3,
    earlier={2: {}},
)
def herring_bone(refill: str, german: bool = False) -> Patience:
    """Eight foundations of one base rank, up and down in suit, from bone, side scenes, bars and waste."""
    up, down = same_suit & up_wrapping, same_suit & down_wrapping
    exchange = "2: the top card of a foundation goes on the other of its suit, if it fits; the base card never moves"
    return Patience(
        groups=[
            reserve("reserve", along(fanned(at((3.5, 0)), dy=0.2), BONE), name="herring-bone"),
            reserve(
                "scenes", tuple(place for x in BESIDE for place in column(x, 1.05, 4, step=1.05)), name="side scenes"
            ),
            reserve("bars", turned(at(*((x, y) for x in BESIDE for y in (0.1, 5.15))), 90), name="bars"),
            foundations(
                "up_foundations",
                labelled(column(7, 1.05, 4, step=1.05), "♣♦♥♠"),
                up,
                name="upward foundation",
                wants=begun_alike("up_foundations", up),
            ),
            foundations(
                "down_foundations",
                labelled(column(0, 1.05, 4, step=1.05), "♣♦♥♠"),
                down,
                name="downward foundation",
                wants=begun_alike("down_foundations", down),
            ),
            stock(at((7, 5.25))),
            waste(at((8, 5.25))),
        ],
        deal=[
            spine_of_one_pack if german else rounds("reserve", SPINE),
            rounds("scenes", 1),
            rounds("bars", 1),
            lay_base,
            rest(),
        ],
        moves=[
            top_of("reserve", "scenes", "bars", "waste")
            .to(*HOMES)
            .says("1: an open card goes home in suit, up on one side and down on the other, or begins either"),
            top_of("up_foundations")
            .to("down_foundations")
            .only_when(nothing_was_done)
            .says("3: as the first move of all, the first base card may go to the other side, to be built down"),
            top_of("up_foundations").to("down_foundations").only_if_free(above_base).says(exchange),
            top_of("down_foundations").to("up_foundations").only_if_free(above_base).says(exchange),
            turn(),
            redeal(2, shuffled=True),
        ],
        forced=refill_choices("scenes", refill),
        auto=[refill_from("bars", "reserve"), *refilled("scenes", refill)],
        counters=["redeals"],
        progress=cards_on(*HOMES),
        progress_max=104,
    )


herring_bone.variant(
    "herring_bone_german",
    "The Herring-Bone, German",
    race="good",
    why="two directions, exchanges and redeals leave choice; hard, ranked by cards home",
    german=True,
)

"""Napoleon's Favorite: twelve packets round two rows of foundations, each row served by its own side at first."""

from cadogan_games.words import *

PACKETS = 12
ABOVE, BELOW = range(4), range(6, 10)
"""The packets above the kings and those below the aces, counted from 0."""


@refused("serves_aces_yet", "before the first redeal the packets below the aces serve only the ace foundations")
def serves_kings(table: Table, packet: int) -> bool:
    """True if a packet may play to the king foundations."""
    return table.count("redeals") > 0 or packet - table.game.first["tableau"] not in BELOW


@refused("serves_kings_yet", "before the first redeal the packets above the kings serve only the king foundations")
def serves_aces(table: Table, packet: int) -> bool:
    """True if a packet may play to the ace foundations."""
    return table.count("redeals") > 0 or packet - table.game.first["tableau"] not in ABOVE


@patience("napoleons_favorite")
def napoleons_favorite(sequence_units: bool) -> Patience:
    """Kings down, aces up, from packets built both ways in any suit."""
    return Patience(
        groups=[
            foundations(same_suit & down, "king_foundations", count=4, base=NOTHING),
            foundations(same_suit & up, "ace_foundations", count=4, base=NOTHING),
            tableau(PACKETS, up | down, name="packet"),
        ],
        deal=[
            set_out("king_foundations", each_suit(KING)),
            set_out("ace_foundations", each_suit()),
            rounds("tableau", 8),
        ],
        moves={
            "1": [
                top_of("tableau").to("king_foundations").only_if_free(serves_kings),
                top_of("tableau").to("ace_foundations").only_if_free(serves_aces),
            ],
            "2": (runs_of("tableau", up, down) if sequence_units else top_of("tableau")).to("tableau"),
            "3": deal_again("tableau", lambda cards: in_rounds(cards, PACKETS), times=2, shuffled=False),
        },
        goal=all_home(),
    )

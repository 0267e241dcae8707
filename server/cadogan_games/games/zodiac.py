"""The Zodiac: first every card finds a place round the Equator, then all are played home."""

from cadogan_games.words import *

TO_PLACE = 72
"""The number of cards to place in the first stage."""
placing = in_phase("place", "nothing_placed_any_more", "nothing is placed any more: cards only go to the foundations")
playing = in_phase("play", "foundations_closed", "the foundations are closed until stock and waste are used up")
cards_home = cards_on()
cards_to_place = cards_on("stock", "waste")


def begin_play_when_all_is_placed(table: Table) -> None:
    """Begin the second stage when stock and waste are both empty."""
    if table.phase == "place" and stock_and_waste_are_empty(table):
        table.enter("play")


def progress(table: Table) -> int:
    """Return the number of cards placed, plus the cards home."""
    return TO_PLACE - cards_to_place(table) + cards_home(table)


@patience("zodiac")
def zodiac() -> Patience:
    """Twenty-four piles built both ways in suit round an Equator of eight; foundations open when all is placed."""
    return Patience(
        groups=[
            reserve(8, name="Equator"),
            tableau(24, same_suit & (up | down), name="Zodiac", counted=True),
            foundations(same_suit & up_from(ACE), "ace_foundations"),
            foundations(same_suit & down_from(KING), "king_foundations"),
            stock(),
            waste(),
        ],
        deal=[rounds("reserve", 1), rounds("tableau", 1), rest()],
        moves={
            "1": top_of("reserve").to("tableau").only_when(placing),
            "2": top_of("waste").to("tableau"),
            "3": top_of("waste").to("reserve").only_into_spaces(ALL),
            "4": turn(),
            "5": redeal(shuffled=False),
            "6": top_of("reserve", "tableau").home().only_when(playing),
        },
        phases=["place", "play"],
        auto=[begin_play_when_all_is_placed],
        goal=Goal(progress, TO_PLACE + 104, all_on(104)),
    )

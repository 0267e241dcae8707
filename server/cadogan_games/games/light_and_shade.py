"""Light and Shade: red on black and black on red, home by way of four Auxiliaries only."""

from cadogan_games.words import *

ACES_BY_TURNS = [1 << parse(ace) for ace in "AC AD AS AH".split()] * 2


@refused("rivals_first", "a Rival's place must be filled first")
def rivals_are_full(table: Table) -> bool:
    """True if no Rival's place is to be filled by the player."""
    return all(table.group("reserve")) or not (stock_has_cards(table) and waste_has_cards(table))


@patience("light_and_shade")
def light_and_shade(refill: str) -> Patience:
    """Aces built up in alternate colours; Auxiliaries built down, fed by Rivals and the waste."""
    return Patience(
        groups=[
            foundations(alternate_colour & up, count=8, base=NOTHING),
            tableau(4, alternate_colour & down, name="Auxiliary"),
            reserve(4, name="Rivals"),
            stock(),
            waste(),
        ],
        deal=[set_out("foundations", ACES_BY_TURNS), rounds("tableau", 1), rounds("reserve", 1), rest()],
        moves={
            "1": top_of("tableau").home(),
            "2, 3, 4": top_of("reserve", "waste", "tableau").to("tableau"),
            "6": turn(),
        },
        forced={
            "": refill_choices("reserve", refill),
            "5": top_of("reserve")
            .to("tableau")
            .only_into_spaces(ALL)
            .only_when(rivals_are_full)
            .says("an empty Auxiliary is filled with a Rival"),
        },
        auto=refilled("reserve", refill),
        goal=all_home(),
    )

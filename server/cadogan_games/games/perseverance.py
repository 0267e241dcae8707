"""Perseverance: packets of four built down in suit, and redeals as long as one brings a card home."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from cadogan_games.words import *

goes_home, packed = same_suit & up, same_suit & down


def in_fours(cards: Sequence[int]) -> Sequence[Sequence[int]]:
    """Return the cards cut into packets of four."""
    return in_packets(cards, 4)


def not_in_vain(units: bool) -> Callable[[Table], bool]:
    """Return the condition that a redeal changes something or that another move exists; otherwise the game is blocked."""

    @refused("redeal_in_vain", "no move is left, and a redeal would change nothing")
    def condition(table: Table) -> bool:
        now = table.group("tableau")
        cut = in_fours(gathered(table, "tableau"))
        return now[: len(cut)] != cut or can_build(table, units)

    return condition


def can_build(table: Table, units: bool) -> bool:
    """True if a packet's top card, or with `units` a run, fits anywhere."""
    on_packets = on_homes = 0
    for home in table.group("foundations"):
        if home:
            on_homes |= goes_home.on[home[-1]]
    packets = [packet for packet in table.group("tableau") if packet]
    for packet in packets:
        on_packets |= packed.on[packet[-1]]
    return any(
        on_homes >> packet[-1] & 1
        or any(on_packets >> packet[-n] & 1 for n in range(1, (run_length(packet, packed) if units else 1) + 1))
        for packet in packets
    )


def is_barren(table: Table) -> bool:
    """True if the last redeal has brought no card home so far."""
    return table.count("redeals") > 0 and not table.count("home")


@refused("redeals_barren", "two redeals in succession have brought no card home")
def last_redeals_were_not_barren(table: Table) -> bool:
    """True if one of the last two redeals has brought a card home."""
    return not (table.count("barren") and is_barren(table))


def unless_barren(redeal: Action) -> Action:
    """Return the redeal, counting barren ones. After two of them in succession it is refused."""

    def do(table: Table) -> None:
        table.set("barren", table.count("barren") + 1 if is_barren(table) else 0)
        table.set("home", 0)
        redeal.do(table)

    counted = replace(redeal, do=do, counters=(*redeal.counters, "barren", "home"))
    return counted.only_when(last_redeals_were_not_barren)


def note_card_home(table: Table, src: int, dst: int, n: int) -> None:
    """Note that a card has gone home since the last redeal."""
    table.set("home", 1)


@patience("perseverance")
def perseverance(units: bool = False) -> Patience:
    """Aces up in suit, from twelve packets; with `units` runs move whole, and there are two redeals."""
    home = top_of("tableau").home()
    cut = deal_again("tableau", in_fours, times=2 if units else None, shuffled=False, when=(not_in_vain(units),))
    return Patience(
        groups=[foundations(goes_home, count=4, base=NOTHING), tableau(12, packed, name="packet")],
        deal=[set_out("foundations", each_suit()), packets("tableau", 4)],
        moves={
            "1": home if units else home.and_then(note_card_home),
            "2, a" if units else "2": (runs_of("tableau", packed) if units else top_of("tableau")).to("tableau"),
            "3, b" if units else "3": cut if units else unless_barren(cut),
        },
        goal=all_home(),
    )


perseverance.variant("perseverance_units", units=True)

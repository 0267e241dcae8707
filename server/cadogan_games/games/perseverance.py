"""Perseverance: packets of four built down in suit, cut anew as long as that brings something home."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_games.catalogue import patience
from cadogan_games.engine.actions import Action, redeals_left
from cadogan_games.engine.deals import packets, set_out
from cadogan_games.engine.game import Patience
from cadogan_games.engine.goals import cards_on
from cadogan_games.engine.groups import each_suit, foundations, tableau
from cadogan_games.engine.layout import fanned, grid, labelled, row
from cadogan_games.engine.plays import run_length, runs_of, top_of
from cadogan_games.engine.regather import gathered, in_packets, lay_anew
from cadogan_games.engine.relations import down, same_suit, up
from cadogan_games.engine.table import Table

IN_PACKET = 4
goes_home, packed = same_suit & up, same_suit & down


def last_redeals_were_not_barren(table: Table) -> bool:
    """Two redeals in succession have brought no card home."""
    return not (table.count("barren") and is_barren(table))


def is_barren(table: Table) -> bool:
    """Whether the last redeal has brought no card home so far."""
    return table.count("redeals") > 0 and not table.count("home")


def not_in_vain(units: bool) -> Callable[[Table], bool]:
    """The condition that a redeal changes something, or that there is another move: else the game is blocked."""

    def condition(table: Table) -> bool:
        """No move is left, and a redeal would change nothing."""
        now = table.group("tableau")
        cut = in_packets(gathered(table, "tableau"), IN_PACKET)
        return now[: len(cut)] != cut or can_build(table, units)

    return condition


def can_build(table: Table, units: bool) -> bool:
    """Whether a packet's top card, or with `units` a run, fits anywhere."""
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


def cut_anew(table: Table) -> None:
    """The packets are put together in order and cut into fours."""
    table.add("redeals")
    lay_anew(table, "tableau", in_packets(gathered(table, "tableau"), IN_PACKET))


def cut_anew_and_count(table: Table) -> None:
    """As `cut_anew`, counting the barren redeals before it that came in succession."""
    table.set("barren", table.count("barren") + 1 if is_barren(table) else 0)
    table.set("home", 0)
    cut_anew(table)


def note_card_home(table: Table, src: int, dst: int, n: int) -> None:
    """A card has gone home since the last redeal."""
    table.set("home", 1)


@patience(
    "perseverance",
    "Perseverance",
    packs=1,
    family="open builders",
    source="Dick 1898; PySolFC and later books have the modern form",
    race="fair",
    why="single cards and no spaces: little room; `perseverance_units` is the better race",
)
def perseverance(units: bool = False) -> Patience:
    """Aces up in suit, from twelve packets; with `units` runs move whole, and there are two redeals."""
    home = top_of("tableau").to("foundations").says("1: the top card of a packet goes home in suit")
    cut = Action(
        "redeal",
        "Redeal",
        cut_anew if units else cut_anew_and_count,
        when=(not_in_vain(units), *(redeals_left(2) if units else (last_redeals_were_not_barren,))),
        line="3: the packets are put together in order and cut anew into fours",
    )
    return Patience(
        groups=[
            foundations("foundations", labelled(row(4, 0, 4), "♣♦♥♠"), goes_home, base=0),
            tableau("tableau", fanned(row(0, 1.3, 12), dy=0.25), packed, name="packet"),
        ],
        deal=[set_out("foundations", each_suit()), packets("tableau", IN_PACKET)],
        moves=[
            home if units else home.and_then(note_card_home),
            (runs_of("tableau", packed) if units else top_of("tableau"))
            .to("tableau")
            .says(f"2: {'a run' if units else 'the top card'} of a packet goes on a card one rank higher, in suit"),
            cut,
        ],
        counters=["redeals"] if units else ["redeals", "barren", "home"],
        progress=cards_on("foundations"),
        progress_max=52,
        upright={"foundations": row(1, 0, 4), "tableau": fanned(grid(0, 1.3, 2, 6, y_step=3), dy=0.3)},
    )


perseverance.variant(
    "perseverance_units",
    "Perseverance, runs as units",
    race="good",
    why="runs move as units: real planning",
    units=True,
)

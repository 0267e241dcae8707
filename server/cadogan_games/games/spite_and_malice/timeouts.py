"""The standard game's actions when the time of the seat to act is up."""

from __future__ import annotations

from cadogan_games.engine.actions import Spots
from cadogan_games.engine.duel import count_time_out
from cadogan_games.engine.table import Table
from cadogan_games.games.spite_and_malice.discards import best_discard
from cadogan_games.games.spite_and_malice.legal import compelled_plays, forced_plays
from cadogan_games.games.spite_and_malice.piles import RANKS, discards, hand, riddance, spot_card
from cadogan_games.games.spite_and_malice.turns import make_discard, make_play, make_stand, make_stay


def time_out(table: Table) -> None:
    """Let the seat to act forfeit, or end its turn for it as part 4.7 of the sheet says."""
    if count_time_out(table):
        return
    seat, phase = table.count("seat"), table.phase
    if phase == "offer":
        make_stay(table)
    elif phase == "compel":
        make_play(table, *min(compelled_plays(table, seat), key=lambda way: RANKS[spot_card(table, way[0])]))
    else:
        _end_turn(table, seat)


def _end_turn(table: Table, seat: int) -> None:
    while table.phase == "turn" and (forced := forced_plays(table, seat)):
        make_play(table, *_first_forced(table, seat, forced))
    if table.phase != "turn":
        return
    best = best_discard(table.piles[hand(table, seat)], [table.piles[pile] for pile in discards(table, seat)])
    if best is None:
        make_stand(table)
    else:
        make_discard(table, (hand(table, seat), best[0]), discards(table, seat)[best[1]])


def _first_forced(table: Table, seat: int, forced: list[Spots]) -> Spots:
    """Return the first forced play: upcard ace, upcard two, then a two from the lowest discard pile, each to the lowest
    place."""
    shown = [way for way in forced if isinstance(way[0], int)]
    return min(shown, key=lambda way: (way[0] != riddance(table, seat), way[0], way[1]))

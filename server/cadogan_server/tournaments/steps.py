"""The steps of a tournament without an order: it starts, pairs its players, gives up games that never came about, and ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from cadogan_server.tournaments import arena, knockout, swiss
from cadogan_server.tournaments.records import Cause, Decided, Entered, Over, Paired, Record, Started
from cadogan_server.tournaments.state import Competitor, Pairing, Tournament

OPENING_MS = 10_000
"""A pairing whose room is not open so long after it is given up, and its players are paired anew."""

NEVER = 1 << 62
"""A moment that does not come."""

Nodes = Callable[[str], str]


def due(
    t: Tournament, now: int, waiting: Mapping[str, int], node_of: Nodes, bot_name: Callable[[int], str]
) -> list[Record]:
    """Return the records that are due at this moment, as one step. Apply them and ask again, until there are none.

    Args:
        t: the tournament.
        now: the moment.
        waiting: the players who are in the hall and do not play → the moment since when.
        node_of: returns the node that opens the room of a pairing, for a player of it: a person if there is one.
        bot_name: returns the name of a bot that fills the tournament, for its number from 1 on.
    """
    if t.phase == "open":
        return _start(t, now, bot_name) if now >= t.starts else []
    if t.is_over:
        return []
    given_up = [Decided(now, p.number, "void", cause) for p in t.open_pairings.values() if (cause := _fault(t, p, now))]
    if given_up or t.paused:
        return [*given_up]
    if t.terms.kind == "arena":
        return _go_on_in_arena(t, now, waiting, node_of)
    return _go_on_in_rounds(t, now, node_of)


def idle_until(t: Tournament, now: int, waiting: Mapping[str, int]) -> int:
    """Return the next moment at which something may be due, if neither the tournament nor the waiting players change until
    then. Nothing is due now."""
    if t.phase == "open":
        return t.starts
    moments = [_gives_up_at(t, pairing) for pairing in t.open_pairings.values()]
    if t.terms.kind == "arena" and not t.paused:
        moments += [t.until, arena.idle_until(t, now, waiting)]
    return min((moment for moment in moments if moment > now), default=NEVER)


def _start(t: Tournament, now: int, bot_name: Callable[[int], str]) -> list[Record]:
    here = [c for c in t.competitors.values() if not c.out]
    bots = max(0, t.terms.fill - len(here)) if here else 0
    count = len(here) + bots
    if count < 2:
        return [Over(now, cancelled=True)]
    entered = [Entered(now, f"bot-{n}", bot_name(n), 0, t.terms.bots) for n in range(1, bots + 1)]
    return [*entered, Started(now, _rounds(t, count))]


def _rounds(t: Tournament, count: int) -> int:
    if t.terms.kind == "arena":
        return 0
    return swiss.rounds_for(t.terms.rounds, count) if t.terms.kind == "swiss" else knockout.rounds_for(count)


# ---- games that never came about -------------------------------------------------------------------------------------


def _gives_up_at(t: Tournament, pairing: Pairing) -> int:
    if not pairing.room:
        return pairing.at + OPENING_MS
    limit = t.terms.time_limit
    return pairing.opened + 2_000 * limit + 600_000


def _fault(t: Tournament, pairing: Pairing, now: int) -> Cause | None:
    if now < _gives_up_at(t, pairing):
        return None
    return "overdue" if pairing.room else "not_opened"


# ---- arenas ----------------------------------------------------------------------------------------------------------


def _go_on_in_arena(t: Tournament, now: int, waiting: Mapping[str, int], node_of: Nodes) -> list[Record]:
    if now >= t.until:
        return [] if t.open_pairings else [Over(now)]
    pairs = arena.pairs(t, now, waiting)
    return [_paired(t, now, 0, pairs, node_of)] if pairs else []


# ---- tournaments in rounds -------------------------------------------------------------------------------------------


def _go_on_in_rounds(t: Tournament, now: int, node_of: Nodes) -> list[Record]:
    again = [
        tuple(t.competitors[player] for player in pairing.players)
        for pairing in t.meetings(t.round)
        if pairing.result == "void"
    ]
    if t.terms.kind == "swiss":
        again = [both for both in again if not all(c.out for c in both)]
    if again:
        return _round(t, now, t.round, again, node_of)
    if t.open_pairings:
        return []
    pairs = _next_round(t)
    if pairs:
        return _round(t, now, t.round + 1, pairs, node_of)
    return [Over(now, cancelled=not t.round)]


def _next_round(t: Tournament) -> Sequence[tuple[Competitor, ...]]:
    """Return who meets in the next round; nobody if there is none."""
    here = [c for c in t.competitors.values() if not c.out]
    if t.terms.kind == "swiss":
        return swiss.pairs(t, here) if t.round < t.rounds and len(here) >= 2 else []
    if t.round:
        slots = knockout.next_slots(t)
    else:
        slots = knockout.first_slots(here) if len(here) >= 2 else []
    found = [tuple(t.competitors[player] for player in slot) for slot in slots]
    return [arena.in_order(*both) if len(both) == 2 else both for both in found]


def _round(
    t: Tournament, now: int, round: int, pairs: Sequence[tuple[Competitor, ...]], node_of: Nodes
) -> list[Record]:
    """Return the pairings of a round, and the results of those that need no game: bots do not play each other, and who has
    left has lost."""
    paired = _paired(t, now, round, pairs, node_of)
    results: list[Record] = []
    for (number, players, _), both in zip(paired.pairings, pairs, strict=True):
        gone = [c.out for c in both]
        cause: Cause = "left" if any(gone) else "lot"
        if len(both) == 1 or not (any(gone) or all(c.bot for c in both)):
            continue
        if sum(gone) == 1:
            results.append(Decided(now, number, "second" if gone[0] else "first", cause))
        else:
            results.append(Decided(now, number, knockout.lot(t, players), cause))
    return [paired, *results]


def _paired(t: Tournament, now: int, round: int, pairs: Iterable[Sequence[Competitor]], node_of: Nodes) -> Paired:
    made = []
    for number, both in enumerate(pairs, t.next_number):
        asked = next((c for c in both if not c.bot), both[0])
        made.append((number, tuple(c.player for c in both), node_of(asked.player) if len(both) == 2 else ""))
    return Paired(now, round, tuple(made))

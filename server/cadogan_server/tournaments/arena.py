"""Pairs the players of an arena: again and again, as soon as they wait, with somebody near in standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from cadogan_protocol.limits import HELD_SECONDS, LONGEST_HELD_SECONDS
from cadogan_server.tournaments.state import Competitor, Tournament

GATHER_MS = 1_000
"""A wait after which all who wait are paired together, so that each finds somebody near in standing. A player who is left over
is the first to be paired the next time."""

ENOUGH = 4
"""Fewer waiting people wait for more to come."""

PATIENCE_MS = 3_000
"""The same wait if fewer than `ENOUGH` wait."""

AGAIN_MS = 10_000
"""A wait after which a player may meet the last opponent again, if nobody else is there."""

_MOST_SWAPS = 20
"""Players left over for whom pairs are taken apart; more are left over only where most come from one place."""

Pair = tuple[Competitor, Competitor]


def pairs(t: Tournament, now: int, waiting: Mapping[str, int]) -> list[Pair]:
    """Return the pairs that meet now; the first of each plays first.

    They gather for a second. The player who has waited longest gets a partner first: a waiting person near in standing, else a
    bot. Nobody meets the last opponent before having waited for ten seconds, and in a public arena never somebody of the same
    marks. A player who leaves or misses several games in a row is held back.

    Args:
        t: the arena.
        now: the moment.
        waiting: the players in the hall → the moment since when.
    """
    known = [c for c in map(t.competitors.get, waiting) if c is not None and c.is_person]
    people = [c for c in known if _may_be_paired(t, c) and held_until(c) <= now]
    people.sort(key=lambda c: (waiting[c.player], c.number))
    if not people or now - waiting[people[0].player] < (GATHER_MS if len(people) >= ENOUGH else PATIENCE_MS):
        return []
    patient = {c.player for c in people if now - waiting[c.player] >= AGAIN_MS}
    made, left = _among_themselves(t, people)
    bots = {c.player: c for c in t.competitors.values() if not c.is_person and _may_be_paired(t, c)} if left else {}
    made += _with_bots(left, bots)
    made += _rematches(t, patient, left, bots)
    return [in_order(*pair) for pair in made]


def idle_until(t: Tournament, now: int, waiting: Mapping[str, int]) -> int:
    """Return the next moment at which time alone may make a pair of the waiting players, as `pairs` has just found none."""
    known = [(c, since) for player, since in waiting.items() if (c := t.competitors.get(player)) is not None]
    free = [(c, since) for c, since in known if c.is_person and _may_be_paired(t, c)]
    waited = (GATHER_MS, PATIENCE_MS, AGAIN_MS) if len(free) >= ENOUGH else (PATIENCE_MS, AGAIN_MS)
    moments = (moment for c, since in free for moment in (*(since + ms for ms in waited), held_until(c)))
    return min((moment for moment in moments if moment > now), default=t.until)


def _among_themselves(t: Tournament, people: Sequence[Competitor]) -> tuple[list[Pair], list[Competitor]]:
    """Return pairs, and the players left over. If the number is odd, that is the last to come, unless it helps another."""
    even = len(people) - len(people) % 2
    made, left = _Market(t, people[:even]).matched()
    left += people[even:]
    if len(left) > 1:
        more, left = _Market(t, left).matched()
        made += more
    return made, left


def held_until(c: Competitor) -> int:
    """Return the moment until which a player is held back for leaving or missing several games in a row."""
    missed = 0
    for pairing in reversed(c.pairings):
        if pairing.cause not in ("no_show", "left") or pairing.winner() == c.player:
            break
        missed += 1
    return c.pairings[-1].ended + held_ms(missed) if missed else 0


def held_ms(missed: int) -> int:
    """Return the time for which a player is held back who has left or missed `missed` games in a row, in ms."""
    return 1000 * min(HELD_SECONDS * max(0, missed - 1), LONGEST_HELD_SECONDS)


def in_order(one: Competitor, other: Competitor) -> Pair:
    """Return the two in the order in which they play: the player who was first less often, or was second the last time, begins."""
    return (one, other) if _turn(one) < _turn(other) else (other, one)


def _turn(c: Competitor) -> tuple[int, bool, int]:
    return (c.firsts, bool(c.pairings) and c.pairings[-1].players[0] == c.player, c.number)


def _may_be_paired(t: Tournament, c: Competitor) -> bool:
    return not c.out and c.player not in t.playing


def _by_standing(c: Competitor) -> tuple[int, int, int]:
    return (-c.points, -c.rating, c.number)


def _last_opponent(c: Competitor) -> str:
    return c.pairings[-1].other(c.player) if c.pairings else ""


class _Market:
    """People who look for partners: a list in the order of their standing, from which matched people are taken out."""

    def __init__(self, t: Tournament, people: Sequence[Competitor]) -> None:
        self._people = people
        self._private = t.terms.private
        self._order = sorted(people, key=_by_standing)
        self._place = {c.player: place for place, c in enumerate(self._order)}
        self._above = [place - 1 for place in range(len(people))]
        self._below = [place + 1 for place in range(len(people))]
        self._last = {c.player: _last_opponent(c) for c in people}
        self._marks = Counter(mark for c in people for mark in c.marks)
        self._free = {c.player for c in people}

    def matched(self) -> tuple[list[Pair], list[Competitor]]:
        """Return pairs, and the players left over, in the order of waiting."""
        made: list[Pair] = []
        left: list[Competitor] = []
        for c in self._people:
            if c.player not in self._free:
                continue
            other = self._nearest(c)
            self._take_out(c)
            if other is None:
                left.append(c)
            else:
                self._take_out(other)
                made.append((c, other))
        return self._swapped(made, left)

    def _nearest(self, c: Competitor) -> Competitor | None:
        """Return the free partner who is nearest in standing to a player; None: there is none."""
        if not self._private and any(self._marks[mark] >= len(self._free) for mark in c.marks):
            return None
        place = self._place[c.player]
        up, down = self._above[place], self._below[place]
        end = len(self._order)

        def distance(at: int) -> tuple[int, int]:
            return abs(self._order[at].points - c.points), abs(at - place)

        while up >= 0 or down < end:
            nearer_above = down == end or (up >= 0 and distance(up) <= distance(down))
            other = self._order[up if nearer_above else down]
            if self._suit(c, other):
                return other
            if nearer_above:
                up = self._above[up]
            else:
                down = self._below[down]
        return None

    def _suit(self, one: Competitor, other: Competitor) -> bool:
        if self._last[one.player] == other.player or self._last[other.player] == one.player:
            return False
        return self._private or one.marks.isdisjoint(other.marks)

    def _take_out(self, c: Competitor) -> None:
        place = self._place[c.player]
        up, down = self._above[place], self._below[place]
        if up >= 0:
            self._below[up] = down
        if down < len(self._order):
            self._above[down] = up
        self._free.discard(c.player)
        self._marks.subtract(c.marks)

    def _swapped(self, made: list[Pair], left: list[Competitor]) -> tuple[list[Pair], list[Competitor]]:
        """Take pairs apart whose players suit two of the players left over."""
        tried = 0
        while len(left) >= 2 and tried < min(_MOST_SWAPS, len(left) - 1):
            one, other = left[tried], left[tried + 1]
            for at, (first, second) in enumerate(made):
                if self._suit(one, second) and self._suit(other, first):
                    first, second = second, first
                if self._suit(one, first) and self._suit(other, second):
                    made[at] = (one, first)
                    made.append((other, second))
                    del left[tried : tried + 2]
                    break
            else:
                tried += 1
        return made, left


def _with_bots(left: list[Competitor], bots: dict[str, Competitor]) -> list[Pair]:
    """Return pairs of people and bots, and take both out of the lists."""
    made: list[Pair] = []
    for c in list(left):
        others = [bot for bot in bots.values() if bot.player != _last_opponent(c)]
        if others:
            bot = min(others, key=lambda bot: (abs(bot.points - c.points), bot.number))
            del bots[bot.player]
            left.remove(c)
            made.append((c, bot))
    return made


def _rematches(t: Tournament, patient: set[str], left: Sequence[Competitor], bots: dict[str, Competitor]) -> list[Pair]:
    """Return pairs of players who have just met, for those who have waited long and find nobody else."""
    free = {c.player: c for c in left} | bots
    made: list[Pair] = []
    for c in left:
        other = free.get(_last_opponent(c))
        if other is None or c.player not in free or patient.isdisjoint((c.player, other.player)):
            continue
        if t.terms.private or c.marks.isdisjoint(other.marks):
            made.append((c, other))
            del free[c.player], free[other.player]
    return made

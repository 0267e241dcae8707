"""Measures the strength of the bots' levels in each game: all play the same deals, on a clock that runs as for people.

`cadogan simulate --all --among random,easy,fair,good --report DIR` keeps `levels.json` and writes `levels.md` from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine.game import Game
from cadogan_games.engine.table import Move, Table
from cadogan_games.kept import Kept, KeptRow, in_markdown, title_of
from cadogan_games.simulate import Policy, Tally, play_out

Seconds = Callable[[int], float]
"""Maps the number of legal moves to the mean number of seconds that a player takes for one of them."""

USUAL_SECONDS = 2.0
"""Seconds per move of a policy that has no tempo of its own, such as `random`."""

MARKS = (180, 300)
"""Times on the clock, in seconds, at which the cards that are home are counted."""

CLOSE = 0.01
"""The largest difference between the shares of two levels that are taken as equally strong."""


@dataclass(frozen=True)
class Score:
    """One policy's results on the deals of a game: sums over all of them.

    Attributes:
        won: the number of deals won.
        progress: the number of cards home at the end, as the game counts its progress.
        after_3, after_5: the number of cards home after three and after five minutes.
        moves: the number of moves made.
        seconds: the time taken, by the policy's tempo.
    """

    won: int = 0
    progress: int = 0
    after_3: int = 0
    after_5: int = 0
    moves: int = 0
    seconds: int = 0

    def plus(self, other: Score) -> Score:
        """Return the sums of both."""
        return Score(**{name: value + getattr(other, name) for name, value in asdict(self).items()})


@dataclass(frozen=True)
class Row(KeptRow):
    """The results of the deals of one id, by policy."""

    deals: int = 0
    by: dict[str, dict[str, int]] = field(default_factory=dict)

    def score(self, policy: str) -> Score:
        """Return the sums of a policy."""
        return Score(**self.by.get(policy, {}))

    def plus(self, scores: dict[str, Score]) -> Row:
        """Return the row with one more deal, which each policy has played."""
        by = {policy: asdict(self.score(policy).plus(score)) for policy, score in scores.items()}
        return replace(self, deals=self.deals + 1, by=by)

    def share(self, policy: str, sum_of: str, id: str) -> float:
        """Return one of a policy's sums as its mean share of the game's cards, 0 to 1."""
        total: int = getattr(self.score(policy), sum_of)
        return total / (self.deals * catalogue.head_of(id).progress_max)


@dataclass
class Levels(Kept[Row]):
    """Deals that several policies have played. They are the deals of `simulate.seeds`, from the first on."""

    row_type = Row

    policies: list[str]
    seed: str
    most_moves: int
    rows: dict[str, Row] = field(default_factory=dict)

    def described(self) -> str:
        """Return how the games of this series were played, as a part of a sentence."""
        return f"{', '.join(self.policies)}, seed {self.seed}, of at most {self.most_moves} moves"


def played(game: Game, seed: bytes, policy: Policy, seconds: Seconds, most: int) -> Score:
    """Play one deal to its end, or for `most` moves, while a clock runs. Raises InvariantBroken."""
    tally, clock = Tally(game.head.id), _Clock(policy, seconds)
    play_out(game, seed, clock.choose, tally, most, lambda: 0.0)
    home = tally.progress[0]
    at = [clock.home.get(mark, home) for mark in MARKS]
    return Score(tally.won, home, at[0], at[1], tally.lengths[0], round(clock.seconds))


class _Clock:
    """A policy whose moves take time. `home` has the number of cards home at each mark that has passed."""

    def __init__(self, policy: Policy, seconds: Seconds) -> None:
        self._policy = policy
        self._seconds = seconds
        self.seconds = 0.0
        self.home: dict[int, int] = {}

    def choose(self, table: Table, moves: list[Move]) -> Move | None:
        self.seconds += self._seconds(len(moves))
        for mark in MARKS:
            if self.seconds > mark:
                self.home.setdefault(mark, table.progress)
        return self._policy(table, moves)


def levels_table(series: Levels) -> str:
    """Return the series in Markdown: the means, and each level's results at the end of a deal and at the clock's marks."""
    return "\n".join(
        [
            *_what_it_is(series),
            "",
            "## All games",
            "",
            *_means(series),
            "",
            "## At the end of a deal",
            "",
            "The mean share of the cards home in %, the number of deals won, and the mean minutes for a deal.",
            "",
            *_table(series, {"home %": "progress", "won": "won", "minutes": "minutes"}),
            "",
            "## By the clock",
            "",
            "The mean share of the cards home after three and after five minutes, in %.",
            "",
            *_table(series, {"3 min %": "after_3", "5 min %": "after_5"}),
            "",
            "## Games in which a weaker level got further",
            "",
            *(_out_of_order(series) or ["None."]),
            "",
        ]
    )


def _what_it_is(series: Levels) -> list[str]:
    deals = sorted({row.deals for row in series.rows.values()})
    each = f"{deals[0]}" if len(deals) == 1 else f"{deals[0]} to {deals[-1]}"
    names = [f"`{policy}`" for policy in series.policies]
    return [
        "# How strong the levels are",
        "",
        f"{', '.join(names[:-1])} and {names[-1]} play the same {each} deals of every race game,",
        "with default options. *Home* is the progress of a deal as a share of the highest progress in the game. The clock",
        "runs by the tempo of each level, which is that of a person: a constant time for the hand, and a time that grows with",
        f"the number of legal moves. `random` takes {USUAL_SECONDS:.0f} seconds for each move. `make levels` makes this file, and",
        "continues a run that was stopped:",
        "",
        f"    cadogan simulate --all --among {','.join(series.policies)} --seed {series.seed} --moves {series.most_moves}"
        f" --games {deals[-1]} --report server/cadogan_games/reports",
        "",
        "Games that depend on the current year were played with the year of the measurement.",
    ]


def _means(series: Levels) -> list[str]:
    def mean(policy: str, sum_of: str) -> str:
        shares = [row.share(policy, sum_of, id) for id, row in series.rows.items()]
        return f"{100 * sum(shares) / len(shares):.1f}"

    def won(policy: str) -> str:
        shares = [row.score(policy).won / row.deals for row in series.rows.values()]
        return f"{100 * sum(shares) / len(shares):.1f}"

    heads = ("level", "games", "home %", "won %", "home after 3 min %", "after 5 min %")
    lines = (
        (f"`{policy}`", len(series.rows), mean(policy, "progress"), won(policy), *(mean(policy, at) for at in _AT))
        for policy in series.policies
    )
    return in_markdown(heads, lines)


_AT = ("after_3", "after_5")


def _table(series: Levels, columns: dict[str, str]) -> list[str]:
    heads = ("game", "id", "deals", *(f"{policy} {name}" for name in columns for policy in series.policies))
    return in_markdown(heads, _lines(series, columns.values()))


def _lines(series: Levels, columns: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    for id, row in sorted(series.rows.items()):
        cells = (_cell(row, policy, column, id) for column in columns for policy in series.policies)
        yield title_of(id), f"`{id}`", row.deals, *cells


def _cell(row: Row, policy: str, column: str, id: str) -> str:
    score = row.score(policy)
    if column == "won":
        return str(score.won)
    if column == "minutes":
        return f"{score.seconds / row.deals / 60:.1f}"
    return f"{100 * row.share(policy, column, id):.1f}"


def _out_of_order(series: Levels) -> list[str]:
    """Return a line for each two neighbouring levels of a game of which the weaker one got further."""
    lines = []
    for id, row in sorted(series.rows.items()):
        for weaker, stronger in zip(series.policies, series.policies[1:], strict=False):
            less, more = (row.share(policy, "progress", id) for policy in (stronger, weaker))
            if more - less > CLOSE:
                lines.append(f"- `{id}`: {weaker} {100 * more:.1f} %, {stronger} {100 * less:.1f} %")
    return lines

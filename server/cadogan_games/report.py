"""The results of many simulated games, kept in `reports/`: how often each game is won, and how fast its rules are.

`cadogan simulate --all --report DIR` keeps `winnability.json` and writes `winnability.md` from it and from what `cadogan
solve --all --deals N --report DIR` keeps in `solved.json`.
`reports/second_looks.json` holds a sentence for each game whose figures called for a second look at the sheet. `cadogan
bench rules --all --report DIR` keeps `speed.json`, the measurements of `speeds`, and writes `speed.md` from it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

from cadogan_games import catalogue
from cadogan_games.brackets import brackets, published, solved_in
from cadogan_games.kept import FOLDER, Kept, KeptRow, in_markdown, title_of
from cadogan_games.simulate import Tally
from cadogan_games.solver.solved import Solved, SolvedRow
from cadogan_games.speeds import STEPS, Speed, Verbs

MOST_MICROSECONDS = 50
"""The most microseconds that a move and the next list of moves should take, in any game."""


def races_told(rows: Collection[str]) -> str:
    """Return how many games a report covers, and which games of the catalogue it never covers."""
    others = [id for id in catalogue.ids() if catalogue.head_of(id).players > 1]
    return f"{len(rows)} races; the catalogue's {len(others)} other games have no line, as nobody plays them alone"


@dataclass(frozen=True)
class Row(KeptRow):
    """The results of one id's games: counts, and sums over all games."""

    games: int = 0
    won: int = 0
    blocked: int = 0
    given_up: int = 0
    unfinished: int = 0
    moves: int = 0
    progress: int = 0

    def plus(self, tally: Tally) -> Row:
        """Return the row with more games added."""
        return replace(
            self,
            games=self.games + tally.games,
            won=self.won + tally.won,
            blocked=self.blocked + tally.blocked,
            given_up=self.given_up + tally.given_up,
            unfinished=self.unfinished + tally.unfinished,
            moves=self.moves + sum(tally.lengths),
            progress=self.progress + sum(tally.progress),
        )

    @property
    def share(self) -> float:
        """The share of the games that was won, 0 to 1."""
        return self.won / self.games


@dataclass
class Winnability(Kept[Row]):
    """A series of games by one policy, for many ids. The deals are those of `simulate.seeds`, from the first on."""

    row_type = Row

    policy: str
    seed: str
    most_moves: int
    rows: dict[str, Row] = field(default_factory=dict)

    def described(self) -> str:
        """Return how the games of this series were played, as a part of a sentence."""
        return f"policy {self.policy}, seed {self.seed}, of at most {self.most_moves} moves"


@cache
def won_share(id: str) -> float | None:
    """Return the share of deals that the good bot wins, or None if it has not been counted by the game's present rules."""
    row = _kept().row(id)
    return round(row.share, 3) if row.games else None


@cache
def deals_played(id: str) -> int | None:
    """Return the number of deals that the good bot has played by the game's present rules, or None if it has played none."""
    return _kept().row(id).games or None


@cache
def mean_moves(id: str) -> int | None:
    """Return the mean number of moves of the good bot on a deal, won or not; None if not counted by the present rules."""
    row = _kept().row(id)
    return round(row.moves / row.games) if row.games else None


@cache
def verdicts_on(id: str) -> SolvedRow:
    """Return what the solver has proved of a game's deals (`solved.json`). The row has no deals if it has tried none by
    the game's present rules."""
    return _solved().row(id)


@cache
def solvable_share(id: str) -> float | None:
    """Return the published share of deals that can be won by a player who knows all cards (`solvable.json`), or None if
    nobody has published one for our rules."""
    figures = published().get(id)
    return figures.share if figures and figures.looser is None else None


@cache
def second_looks() -> dict[str, str]:
    """Return the findings of the second looks at games' figures, by id."""
    found: dict[str, str] = json.loads((FOLDER / "second_looks.json").read_text(encoding="utf-8"))
    return found


@cache
def _kept() -> Winnability:
    return Winnability.parse((FOLDER / "winnability.json").read_text(encoding="utf-8"))


@cache
def _solved() -> Solved:
    return solved_in((FOLDER / "solved.json").read_text(encoding="utf-8"))


def winnability_table(series: Winnability, solved: Solved) -> str:
    """Return the series in Markdown: the games, those won most often first, then what the solver proved, then the results
    of the second looks."""
    rows = sorted(series.rows.items(), key=lambda item: (-item[1].share, item[0]))
    deals = sorted({row.games for row in series.rows.values()})
    each = f"{deals[0]:,}" if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,}"
    looks = second_looks()
    odd = [(id, row) for id, row in rows if row.won in (0, row.games) or id in looks]
    return "\n".join(
        [
            "# Winnability",
            "",
            f"The results of the `{series.policy}` bot in {each} deals of every race game, with default options. It sees the same",
            "as a player, looks one move ahead (a few moves in games with cells, or with runs that go home), and never undoes a",
            "move. It has no special knowledge of any game, so a game that it seldom wins may be easy for a player who plans.",
            "`make winnability` makes this file, and continues a run that was stopped:",
            "",
            f"    cadogan simulate --all --policy {series.policy} --seed {series.seed} --moves {series.most_moves}"
            f" --games {deals[-1]} --report server/cadogan_games/reports",
            "",
            "*Given up*: the bot saw only moves that lead back, or had made no progress for a long time. *Blocked*: no legal move",
            f"was left. *Cut*: the game was not over after {series.most_moves:,} moves. The means are over all deals, won or not.",
            "Games that depend on the current year were played with the year of the measurement.",
            "",
            *in_markdown(
                (
                    "game",
                    "id",
                    "deals",
                    "won",
                    "won %",
                    "blocked",
                    "given up",
                    "cut",
                    "mean progress",
                    "of",
                    "mean moves",
                ),
                (_winnability_line(id, row) for id, row in rows),
            ),
            "",
            *brackets(solved),
            "## Second looks",
            "",
            "The findings on games that the bot never or always won, or had not won yet at the time of the second look. Searches",
            "are programs that try many lines of play and know the hidden cards, which no player does.",
            "",
            *(
                f"- **{title_of(id)}** (`{id}`, {_how_often(row)}): {looks.get(id, 'not looked at yet.')}"
                for id, row in odd
            ),
            "",
        ]
    )


def _winnability_line(id: str, row: Row) -> tuple[Any, ...]:
    return (
        title_of(id),
        f"`{id}`",
        row.games,
        row.won,
        f"{100 * row.share:.1f}",
        row.blocked,
        row.given_up,
        row.unfinished,
        f"{row.progress / row.games:.1f}",
        catalogue.head_of(id).progress_max,
        f"{row.moves / row.games:.0f}",
    )


def _how_often(row: Row) -> str:
    if row.won in (0, row.games):
        return "always won" if row.won else "never won"
    return f"won {row.won} of {row.games:,}"


@dataclass(frozen=True)
class Measured(KeptRow):
    """A row with the place of its measurement."""

    where: str


@dataclass(frozen=True)
class SpeedRow(Verbs, Measured):
    """The speed of one id's rules, with the machine that it was measured on."""


@dataclass
class Speeds(Kept[SpeedRow]):
    """The speeds of the rules of many ids, each measured over `steps` moves."""

    row_type = SpeedRow

    steps: int = STEPS
    rows: dict[str, SpeedRow] = field(default_factory=dict)

    def keep_speed(self, speed: Speed, where: str) -> None:
        """Keep the measured speed of a game, in place of earlier figures."""
        measured = asdict(speed)
        id, _ = measured.pop("game"), measured.pop("steps")
        self.rows[id] = SpeedRow(revision=catalogue.head_of(id).revision, where=where, **measured)


def kept_speeds(text: str | None) -> Speeds:
    """Return the speeds in the text of a speed.json; none if there is no text, or if they were measured over other
    moves."""
    found = Speeds.parse(text) if text is not None else Speeds()
    if found.steps != STEPS:
        return Speeds()
    return Speeds(rows={id: row for id, row in found.rows.items() if id in catalogue.ids()})


def speed_table(speeds: Speeds) -> str:
    """Return the speeds of the rules in Markdown, slowest first."""
    rows = sorted(speeds.rows.items(), key=lambda item: (-item[1].total, item[0]))
    slow = [id for id, row in rows if row.total >= MOST_MICROSECONDS]
    verdict = f"Too slow: {', '.join(slow)}." if slow else "No game takes longer."
    machines = Counter(row.where for row in speeds.rows.values()).most_common()
    return "\n".join(
        [
            "# Speed of the rules",
            "",
            "The table shows times in microseconds: to make a move with its automatic changes (*push*), to find all legal moves",
            "after it (*moves*), to make a move that is checked first (*play*), to undo it (*undo*), and to mask its events for",
            "spectators (*events*). They are means over random moves. Each move counts with the quickest of some runs.",
            f"*push* and *moves* together may take {MOST_MICROSECONDS} microseconds. {verdict}",
            "`make speeds` makes this file, and measures the games that have no figures for their present rules.",
            "`make game ID=...` measures one game anew.",
            "",
            *(f"Measured with {where}: {count}." for where, count in machines),
            "",
            *in_markdown(
                ("game", "id", "push and moves", "push", "moves", "play", "undo", "events"),
                (_speed_line(id, row) for id, row in rows),
            ),
            "",
        ]
    )


def _speed_line(id: str, row: SpeedRow) -> tuple[str, ...]:
    verbs = row.total, row.push, row.moves, row.play, row.undo, row.events
    return (
        title_of(id),
        f"`{id}`",
        *("none" if microseconds is None else f"{microseconds:.1f}" for microseconds in verbs),
    )

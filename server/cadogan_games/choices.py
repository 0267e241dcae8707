"""Measures how much choices decide in each game: a good player and a random one play the same deals.

`cadogan simulate --all --policy good --against random --report DIR` keeps `choices.json` and writes `choices.md` from
it. A game's `race` must not be better than `highest_race`, which follows from the figure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from cadogan_games import catalogue
from cadogan_games.engine.head import Race
from cadogan_games.kept import Kept, KeptRow, in_markdown, title_of
from cadogan_games.simulate import Tally

LEAST_EDGE: dict[Race, float] = {"good": 0.7, "fair": 0.55}
"""The smallest share of the deals that the good player must have, by race class."""

BEYOND_THE_BOT = {
    "accordion": "all cards are open: the solver won four of 20 deals, and the bot none of 1,000",
    "beleaguered_castle": "all cards are open: the solver won 320 of 1,000 deals, and the bot one",
    "black_hole": "all cards are open: the solver won 411 of 1,000 deals, and the bot none",
    "fourteenth": "every deal comes out and exchanges rank, but the bot does not try to make few of them",
    "wheel": "a beam search that knows the stock won four of six deals, and the bot none",
    "zodiac": "a search that knows the stock brought 136 and 143 of 176 home in two deals, the bot 131 in its best of 150",
}
"""Games whose low figure comes from the bot, which looks only one move ahead, and not from chance. They may be called
fair."""


@dataclass(frozen=True)
class Row(KeptRow):
    """The results of one id's deals: in `further` of them the player got further than the other, in `less` less far."""

    deals: int = 0
    further: int = 0
    less: int = 0
    won: int = 0
    won_by_other: int = 0
    progress: int = 0
    progress_of_other: int = 0

    def plus(self, tally: Tally, other: Tally) -> Row:
        """Return the row with more deals added, which both have played in the same order."""
        ranked, others = _ranks(tally), _ranks(other)
        return replace(
            self,
            deals=self.deals + tally.games,
            further=self.further + sum(own > rival for own, rival in zip(ranked, others, strict=True)),
            less=self.less + sum(own < rival for own, rival in zip(ranked, others, strict=True)),
            won=self.won + tally.won,
            won_by_other=self.won_by_other + other.won,
            progress=self.progress + sum(tally.progress),
            progress_of_other=self.progress_of_other + sum(other.progress),
        )

    @property
    def edge(self) -> float:
        """The player's share of the deals, 0 to 1. A deal in which both got equally far counts half, so equal players
        have 0.5."""
        return (self.further + (self.deals - self.further - self.less) / 2) / self.deals


@dataclass
class Choices(Kept[Row]):
    """Deals played by one policy and by another. They are the deals of `simulate.seeds`, from the first on."""

    row_type = Row

    policy: str
    against: str
    seed: str
    most_moves: int
    rows: dict[str, Row] = field(default_factory=dict)

    def described(self) -> str:
        """Return how the games of this series were played, as a part of a sentence."""
        return f"policy {self.policy} against {self.against}, seed {self.seed}, of at most {self.most_moves} moves"


def highest_race(id: str, row: Row) -> Race:
    """Return the best race class that a game with these figures may have."""
    order: tuple[Race, ...] = ("good", "fair")
    allowed: Race = next((race for race in order if row.edge >= LEAST_EDGE[race]), "poor")
    return "fair" if allowed == "poor" and id in BEYOND_THE_BOT else allowed


def choices_table(series: Choices) -> str:
    """Return the series in Markdown; the games in which choices decide least come first."""
    rows = sorted(series.rows.items(), key=lambda item: (item[1].edge, item[0]))
    heads = ("game", "id", "deals", "further", "level", "less far", "edge %", "won", "by other", "progress", "of other")
    return "\n".join(
        [*_what_it_is(series), "", *in_markdown((*heads, "race"), (_line(id, row) for id, row in rows)), ""]
    )


def _what_it_is(series: Choices) -> list[str]:
    deals = max(row.deals for row in series.rows.values())
    others = [id for id in catalogue.ids() if catalogue.head_of(id).players > 1]
    return [
        "# Do choices decide?",
        "",
        f"The `{series.policy}` bot and the policy `{series.against}` play the same {deals:,} deals of every race game, with",
        "default options. They are compared as racers are: by progress, then by exchanges if a game counts them. *Edge* is the",
        f"share of the deals in which the `{series.policy}` bot got further. A level deal counts half. At 50 % the bot is no",
        "better than chance. `make choices` makes this file:",
        "",
        f"    cadogan simulate --all --policy {series.policy} --against {series.against} --seed {series.seed}"
        f" --moves {series.most_moves} --games {deals} --report server/cadogan_games/reports",
        "",
        "Games that depend on the current year were played with the year of the measurement.",
        "",
        f"The catalogue's {len(others)} other games have no line, as nobody plays them alone:",
        f"{', '.join(f'`{id}`' for id in others)}.",
        "`python -m tests.bench.malice_bots` shows the bots' results in duels of Spite and Malice.",
        "",
        "The edge limits the `race` of a game in its sheet:",
        f"*good* needs an edge of {100 * LEAST_EDGE['good']:.0f} %, *fair* of {100 * LEAST_EDGE['fair']:.0f} %. Games with a",
        "smaller edge are *poor*. A large edge proves little, because the random policy wastes turns and redeals: Anno Domini has",
        "the full edge, although it leaves no choice at all. So a sheet may call a game less than its edge allows. It gives the",
        "reason: luck between equals, speed, length, or that the game is almost never or almost always won.",
        "",
        "The following games are fair in spite of a low edge, because it comes from the bot, which looks only one move ahead, and",
        "not from chance:",
        "",
        *(f"- `{id}`: {reason}." for id, reason in BEYOND_THE_BOT.items()),
    ]


def _line(id: str, row: Row) -> tuple[Any, ...]:
    return (
        title_of(id),
        f"`{id}`",
        row.deals,
        row.further,
        row.deals - row.further - row.less,
        row.less,
        f"{100 * row.edge:.1f}",
        row.won,
        row.won_by_other,
        f"{row.progress / row.deals:.1f}",
        f"{row.progress_of_other / row.deals:.1f}",
        catalogue.head_of(id).race,
    )


def _ranks(tally: Tally) -> Iterable[tuple[int, int]]:
    """Return the sort keys of a tally's games: the higher key is the better result."""
    return [(progress, -penalty) for progress, penalty in zip(tally.progress, tally.penalties, strict=True)]

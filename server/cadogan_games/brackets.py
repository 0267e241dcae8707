"""Writes bounds of the share of deals that can be won. The solver proves some deals won, and some lost.

`cadogan solve --all --deals N --report DIR` keeps `solved.json`. The table is in `winnability.md`, below the bots' results
on the same deals.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from math import sqrt

from cadogan_games.kept import FOLDER, in_markdown, title_of
from cadogan_games.solver.solved import Solved, SolvedRow

DEVIATIONS = 3
"""The number of standard deviations by which a sample of deals may differ from all deals."""


@dataclass(frozen=True)
class Published:
    """The share of deals that can be won by a player who knows all cards (0 to 1), as others measured it, and where they
    published it. `looser` is a sentence on how their rules are looser than ours, so that our share can only be smaller; None:
    their rules are ours."""

    share: float
    source: str
    looser: str | None = None


@cache
def published() -> dict[str, Published]:
    """Return the published shares (`reports/solvable.json`) by the games' ids."""
    known = json.loads((FOLDER / "solvable.json").read_text(encoding="utf-8"))
    return {id: Published(**figures) for id, figures in known.items()}


def solved_in(text: str | None) -> Solved:
    """Return the verdicts in the text of a solved.json; none if there is no text."""
    return Solved("") if text is None else Solved.parse(text)


def contradicts(row: SolvedRow, figures: Published) -> bool:
    """True if a bracket excludes a published share of all deals, even if these deals are an unlucky sample of them. A share by
    looser rules may be larger than any of the bracket."""
    least, most = row.bracket
    margin = DEVIATIONS * sqrt(figures.share * (1 - figures.share) / max(1, row.deals))
    return figures.share < least - margin or (figures.looser is None and figures.share > most + margin)


def brackets(solved: Solved) -> list[str]:
    """Return Markdown lines with the share of each game's deals that was proved won or lost; none if nothing was
    solved."""
    rows = [(id, row) for id, row in solved.rows.items() if row.deals]
    if not rows:
        return []
    rows.sort(key=lambda item: (-item[1].bracket[0], -item[1].bracket[1], item[0]))
    deals = sorted({row.deals for _, row in rows})
    each = f"{deals[0]:,}" if len(deals) == 1 else f"{deals[0]:,} to {deals[-1]:,}"
    budget = min(row.budget for _, row in rows)
    known = {id: published()[id] for id, _ in rows if id in published()}
    return [
        "## Proofs of the solver",
        "",
        f"The solver knows all cards. It tried {each} deals of each game, the first of those above, each within a *budget* of",
        "search nodes. *At least* is the share of deals proved won, and *at most* the share of deals not proved lost. The share",
        "of all deals that can be won lies between the two, except for the chance of a small sample. *Published* is the share that",
        "others found (sources below); with ≤ their rules are looser than ours, so that ours can only be smaller. `make brackets`",
        "makes this table, and goes on with games that have fewer deals so far. Rows with more nodes were made by the same",
        "command with the ids of these games:",
        "",
        f"    cadogan solve --all --seed {solved.seed} --nodes {budget} --deals {deals[-1]}"
        " --report server/cadogan_games/reports",
        "",
        *in_markdown(
            (
                "game",
                "id",
                "deals",
                "proved won",
                "proved lost",
                "open",
                "at least %",
                "at most %",
                "published %",
                "budget",
                "nodes per deal",
            ),
            (_line(id, row) for id, row in rows),
        ),
        "",
        *(
            f"- `{id}`: {figures.source}.{f' {figures.looser}.' if figures.looser else ''}"
            for id, figures in sorted(known.items())
        ),
        *([""] if known else []),
    ]


def _line(id: str, row: SolvedRow) -> tuple[object, ...]:
    least, most = row.bracket
    figures = published().get(id)
    return (
        title_of(id),
        f"`{id}`",
        row.deals,
        row.won,
        row.lost,
        row.deals - row.won - row.lost,
        f"{100 * least:.1f}",
        f"{100 * most:.1f}",
        f"{'≤ ' if figures.looser else ''}{100 * figures.share:.6g}" if figures else "",
        f"{row.budget:,}",
        f"{row.nodes / row.deals:,.0f}",
    )

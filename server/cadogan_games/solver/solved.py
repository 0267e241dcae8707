"""The solver's verdicts on many deals of many games, as they are kept between runs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cadogan_games.kept import Kept, KeptRow
from cadogan_games.solver.outcome import LOST, UNKNOWN, WON, Outcome

LETTERS = {WON: "w", LOST: "l", UNKNOWN: "u"}
"""The letter for each verdict."""
PENDING = "-"
"""The letter for a deal that has no verdict yet."""


@dataclass(frozen=True)
class SolvedRow(KeptRow):
    """The results for one id's deals. `verdicts` has a letter for each deal from the first on, `nodes` is the sum over
    all deals, `budget` the nodes allowed for each deal."""

    verdicts: str = ""
    nodes: int = 0
    budget: int = 0

    def within(self, budget: int) -> SolvedRow:
        """Return the row to continue with another budget. If it is larger than before, deals without proof are pending
        again."""
        if budget <= self.budget:
            return self
        return replace(self, verdicts=self.verdicts.replace(LETTERS[UNKNOWN], PENDING), budget=budget)

    def plus(self, deal: int, outcome: Outcome) -> SolvedRow:
        """Return the row with the outcome of one more deal, counted from 0."""
        letters = self.verdicts.ljust(deal + 1, PENDING)
        return replace(
            self,
            verdicts=letters[:deal] + LETTERS[outcome.verdict] + letters[deal + 1 :],
            nodes=self.nodes + outcome.nodes,
        )

    def pending(self, deals: int) -> list[int]:
        """Return which of the first `deals` deals have no verdict yet."""
        letters = self.verdicts.ljust(deals, PENDING)
        return [deal for deal in range(deals) if letters[deal] == PENDING]

    @property
    def won(self) -> int:
        """The number of deals proved won."""
        return self.verdicts.count(LETTERS[WON])

    @property
    def lost(self) -> int:
        """The number of deals proved lost."""
        return self.verdicts.count(LETTERS[LOST])

    @property
    def deals(self) -> int:
        """The number of deals that have a verdict."""
        return len(self.verdicts) - self.verdicts.count(PENDING)

    @property
    def bracket(self) -> tuple[float, float]:
        """The share of the deals that is proved won, and one minus the share that is proved lost: 0 and 1 if no deal has a
        verdict."""
        return (self.won / self.deals, 1 - self.lost / self.deals) if self.deals else (0.0, 1.0)


@dataclass
class Solved(Kept[SolvedRow]):
    """The verdicts on deals of many ids. The deals are those of `simulate.seeds`, from the first on."""

    row_type = SolvedRow

    seed: str
    rows: dict[str, SolvedRow] = field(default_factory=dict)

    def described(self) -> str:
        """Return how the deals of this series were solved, as a part of a sentence."""
        return f"seed {self.seed}"

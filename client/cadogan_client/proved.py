"""Checks that a room with a winnable deal dealt the first deal of its row that the solver wins.

The solver is part of the rules, which are not part of this package; if they are installed too, they offer the solver by
an entry point. It tries the row of deals again, from 0 on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from cadogan_client.installed import installed
from cadogan_client.verify import Check, PublishedDay, seed_of_row
from cadogan_protocol import OptionValue, RoomState

SOLVERS = "cadogan.solvers"
"""The entry-point group in which a package offers a function that finds the first deal that is won."""


class Solver(Protocol):
    """Tries the deals of a row."""

    def __call__(
        self, id: str, options: Mapping[str, OptionValue], seed: bytes, nodes: int, revision: int, most: int
    ) -> int | None:
        """Return the number of the first deal that is won within `nodes` nodes; None if no deal below `most` is.

        Raises:
            LookupError: there is no such game, or the solver is of another revision.
        """


def check_proof(state: RoomState, published: PublishedDay | None = None) -> list[Check]:
    """Return the check of a finished room whose deal comes from a row of deals; an empty list for other rooms.

    `published` has the server's published facts of the room's day.
    """
    if state.results is None or (state.rules.deal != "winnable" and not (state.rules.deal == "daily" and state.proof)):
        return []
    proof = state.proof
    number = proof.number if proof is not None else None
    if proof is None or number is None:
        return [Check("the deal is winnable", None, "the server found no such deal in time, so it dealt the first one")]
    what = f"deal {number} is the first of the row that the solver wins within {proof.nodes} positions"
    solver = find_solver()
    if solver is None:
        return [Check(what, None, "the rules of the games are not installed here: pip install 'cadogan[server]'")]
    seed = seed_of_row(state, state.results, published)
    if seed is None:
        return [Check(what, None, "the secret of that day is published when it is over (UTC)")]
    try:
        found = solver(state.game, state.options, seed, proof.nodes, proof.revision, number + 1)
    except LookupError as error:
        return [Check(what, None, str(error))]
    return [Check(what, found == number)]


def find_solver() -> Solver | None:
    """Return the installed function that tries deals, or None."""
    solver: Solver | None = installed(SOLVERS)
    return solver

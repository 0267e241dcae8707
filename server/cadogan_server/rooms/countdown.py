"""The part of a room for readiness and the countdown: promised nonces, players who withhold them, and the moment of the
deal.
"""

from __future__ import annotations

from cadogan_games.solver.proof import NODES, SOLVER_REVISION
from cadogan_protocol.errors import ErrorCode
from cadogan_server.rooms import fairness
from cadogan_server.rooms.kinds.mode import Mode
from cadogan_server.rooms.records import CountingDown, Proved, Readied, Revealed, RowProof, Unseated
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.series import Series
from cadogan_server.rooms.state import Reducers, State, proof_of

REVEAL_MS = 3000
"""Milliseconds for players to show their promised nonces, from the moment when everybody is ready."""

PROVE_MS = 5000
"""Milliseconds for the solver to find a winnable deal, from the moment when all nonces are known."""

NO_VOID_PROMISES: frozenset[str] = frozenset()
"""Shared by all rooms without void promises."""


class Countdown:
    """The countdown of a room.

    Attributes:
        reveals_within: milliseconds to wait for promised nonces. The log does not hold this, only the seats that were
            freed because of it.
        proves_within: milliseconds to wait for the solver. The log does not hold this, only the solver's result.
    """

    __slots__ = (
        "_began", "_fewest", "_last_input", "_series", "_state", "_void_promises", "proves_within", "reveals_within",
    )  # fmt: skip

    def __init__(self, state: State, mode: Mode, series: Series) -> None:
        self.reveals_within = REVEAL_MS
        self.proves_within = PROVE_MS
        self._state = state
        self._series = series
        self._fewest = mode.fewest
        self._began = 0
        """The moment at which the current countdown began."""
        self._last_input = 0
        """The moment at which the deal last got an input: a nonce, or the solver's result. 0: none so far."""
        self._void_promises = NO_VOID_PROMISES
        """Hashes of nonces that may have been seen, and so can't be promised again."""

    # ---- commands: they check, and return the record to commit -------------------------------------------------------

    def ready(self, seat: int, ready: bool, nonce_hash: str, now: int, request: int) -> Readied:
        """Set a player ready, or no longer. See `Room.ready`."""
        state = self._state
        state.must_have_space()
        occupant = state.must_sit(seat)
        state.must_be("lobby", "countdown")
        if ready and state.followed is not None:
            raise Refused(
                ErrorCode.WRONG_PHASE,
                f"the host has gone on to room {state.rematch} with another game; go there with `rematch`",
            )
        if occupant.fixed:
            nonce_hash = occupant.nonce_hash
        elif not ready or not state.takes_nonces:
            nonce_hash = ""
        if ready and state.phase == "countdown" and nonce_hash != occupant.nonce_hash:
            raise Refused(
                ErrorCode.WRONG_PHASE, "the countdown has begun with the nonce that you promised; keep its `nonce_hash`"
            )
        if nonce_hash in self._void_promises:
            raise Refused(ErrorCode.BAD_MESSAGE, "the nonce of this `nonce_hash` may have been seen; make a new one")
        return Readied(now, seat, ready, "", request, nonce_hash)

    def reveal(self, seat: int, nonce: str, now: int, request: int) -> Revealed:
        """Show a promised nonce. See `Room.reveal`."""
        state = self._state
        occupant = state.must_sit(seat)
        if not state.by_days or state.phase != "lobby":
            state.must_be("countdown")
        if not occupant.promises:
            raise Refused(ErrorCode.WRONG_PHASE, "you have promised no nonce, so there is none to reveal")
        if fairness.promise(nonce) != occupant.nonce_hash:
            raise Refused(
                ErrorCode.BAD_MESSAGE,
                f"the SHA-256 of this nonce is not the `nonce_hash` that you promised, {occupant.nonce_hash}; send the "
                "nonce that has this hash",
            )
        return Revealed(now, seat, nonce, request)

    def recount(self, now: int) -> CountingDown | None:
        """Return the record that begins the countdown or calls it off, after a player left or changed readiness; None if
        neither follows.
        """
        state = self._state
        occupants = state.occupants.values()
        enough = len(occupants) >= self._fewest and any(not occupant.ours for occupant in occupants)
        all_ready = enough and all(occupant.ready for occupant in occupants)
        if state.phase == "lobby" and all_ready:
            return None if self._series.gathers(now) else self.begin(now)
        return CountingDown(now, None) if state.phase == "countdown" and not all_ready else None

    def begin(self, now: int) -> CountingDown:
        """Return the record that begins the countdown, or begins it again."""
        return CountingDown(now, now + self._state.created.countdown)

    def start_over(self, now: int) -> CountingDown | None:
        """Void all nonces after a player has left: once nonces have been seen, nobody may change the deal by leaving. If
        nobody has promised any, recount.
        """
        void = self._state.phase == "countdown" and self.is_promised and not self._state.by_days
        return CountingDown(now, None) if void else self.recount(now)

    def restart(self, now: int) -> CountingDown:
        """Begin the countdown again after a recovery. If nonces were promised, call it off, as all must promise new ones."""
        return CountingDown(now, None) if self.is_promised and not self._state.by_days else self.begin(now)

    def withheld(self, now: int) -> list[Unseated]:
        """Return records that free the seats of players who have not shown their nonces in time."""
        return [Unseated(now, seat, seat, 0, withheld=True) for seat in self.withholders]

    def prove(self, seed: bytes, number: int | None, now: int, effort: int) -> Proved | None:
        """Return the record of the solver's result for a seed's row of deals; None if the room does not wait for it."""
        return Proved(now, number, NODES, SOLVER_REVISION, effort) if seed == self.sought else None

    # ---- facts -------------------------------------------------------------------------------------------------------

    @property
    def withholders(self) -> list[int]:
        """The seats of players who have not shown the nonce that they have promised."""
        occupants = self._state.occupants.values()
        return [occupant.seat for occupant in occupants if occupant.promises and not occupant.nonce]

    @property
    def is_promised(self) -> bool:
        """True if anybody has promised a nonce."""
        return any(occupant.promises for occupant in self._state.occupants.values())

    @property
    def ends(self) -> int:
        """The moment of the deal. While the room waits for nonces or the solver, the latest moment for these."""
        starts = self._state.starts
        assert starts is not None
        if self.withholders:
            return max(starts, self._began + self.reveals_within)
        if self.sought is not None:
            return max(starts, max(self._began, self._last_input) + self.proves_within)
        return max(starts, self._last_input)

    @property
    def sought(self) -> bytes | None:
        """The seed in whose row of deals the solver must now find a winnable one; None: the room needs no search."""
        state = self._state
        if state.rules.deal != "winnable" or state.phase != "countdown" or state.proof is not None or self.withholders:
            return None
        return fairness.fresh_seed(state.created.secret, state.nonces)

    # ---- reducers ----------------------------------------------------------------------------------------------------

    def _on_readied(self, record: Readied) -> None:
        occupant = self._state.occupants[record.seat]
        occupant.ready = record.ready
        if not record.nonce_hash or record.nonce_hash != occupant.nonce_hash:
            occupant.nonce_hash, occupant.nonce = record.nonce_hash, record.nonce
        occupant.note(record.request)
        self._state.changed("seats")

    def _on_revealed(self, record: Revealed) -> None:
        occupant = self._state.occupants[record.seat]
        occupant.nonce = record.nonce
        occupant.note(record.request)
        self._last_input = record.at

    def _on_counting_down(self, record: CountingDown) -> None:
        state = self._state
        state.phase = "lobby" if record.starts is None else "countdown"
        if record.starts is not None:  # a countdown that is called off leaves it: an update can't carry None
            state.starts = record.starts
        else:
            state.called_off += 1
            state.proof = None
            if not state.by_days:  # a player who is away could promise no other
                self._void_all_promises()
        state.changed("phase", "starts", "called_off")
        self._began, self._last_input = record.at, 0

    def _on_proved(self, record: Proved) -> None:
        self._state.proof = proof_of(RowProof(record.number, record.nodes, record.revision, record.effort))
        self._state.changed("proof")
        self._last_input = record.at

    def _void_all_promises(self) -> None:
        """Make all players unready who have promised a nonce: some nonces may have been seen, so all must promise new
        ones.
        """
        for occupant in self._state.occupants.values():
            if occupant.promises:
                self._void_promises |= {occupant.nonce_hash}
                occupant.ready, occupant.nonce_hash, occupant.nonce = False, "", ""
                self._state.changed("seats")


REDUCERS: Reducers = {
    Readied: Countdown._on_readied,
    Revealed: Countdown._on_revealed,
    CountingDown: Countdown._on_counting_down,
    Proved: Countdown._on_proved,
}

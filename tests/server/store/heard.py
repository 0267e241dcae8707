"""A journal with callbacks for its events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cadogan_server.store.log.journal import Journal
from cadogan_server.store.log.mending import DataLoss
from cadogan_server.store.log.unwritten import JournalObserver

Heard = Callable[[], Any]


class Listening(JournalObserver):
    """Calls back."""

    def __init__(
        self,
        safe: Callable[[bool], Any] | None = None,
        full: Heard | None = None,
        holding: Heard | None = None,
        went_back: Callable[[DataLoss], Any] | None = None,
        replaced: Heard | None = None,
    ) -> None:
        self._safe, self._full, self._holding = safe, full, holding
        self._went_back, self._replaced = went_back, replaced

    def safety_changed(self, safe: bool) -> None:
        if self._safe:
            self._safe(safe)

    def became_full(self) -> None:
        if self._full:
            self._full()

    def began_holding(self) -> None:
        if self._holding:
            self._holding()

    def went_back(self, loss: DataLoss) -> None:
        if self._went_back:
            self._went_back(loss)

    def was_replaced(self) -> None:
        if self._replaced:
            self._replaced()


def heard(journal: Journal, **callbacks: Callable[..., Any]) -> Journal:
    """Return a journal that calls back on its events."""
    journal.observe(Listening(**callbacks))
    return journal

"""Requests about tournaments: opening one, taking part, and what its host may do."""

from __future__ import annotations

from typing import Any

from cadogan_client.requests.connected import Connected
from cadogan_protocol import (
    Attend,
    EnterTournament,
    LeaveTournament,
    ManageTournament,
    Ok,
    OpenTournament,
    StopAttending,
    Tournament,
    TournamentTerms,
)


class Evenings(Connected):
    """A player who takes part in tournaments. The server's news of them comes by `updates`."""

    async def open_tournament(self, terms: TournamentTerms, starts: int | None = None) -> Tournament:
        """Open a tournament, as its host. `starts` is the moment of its start in ms since 1970; None: in an hour, or when the
        host starts it."""
        return await self._request(Tournament, OpenTournament, terms=terms, starts=starts)

    async def attend(self, tournament: str) -> Tournament:
        """Come into the hall of a tournament: the player is called to games from now on, after `enter_tournament`."""
        told = await self._request(Tournament, Attend, tournament=tournament)
        self._hall = tournament
        return told

    async def stop_attending(self) -> None:
        """Leave the hall, but not the tournament."""
        self._hall = ""
        await self._request(Ok, StopAttending)

    async def enter_tournament(self, tournament: str) -> None:
        """Take part."""
        await self._request(Ok, EnterTournament, tournament=tournament)

    async def leave_tournament(self, tournament: str) -> None:
        """Take part no longer."""
        await self._request(Ok, LeaveTournament, tournament=tournament)

    async def manage_tournament(self, tournament: str, order: str, **about: Any) -> None:
        """Do what only the host may do: see `ManageTournament` for the orders and what they need."""
        await self._request(Ok, ManageTournament, tournament=tournament, order=order, **about)

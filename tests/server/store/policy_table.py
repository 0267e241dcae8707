"""The table of `store/upkeep/policy.py` as SECURITY.md has it: `python -m tests.server.store.policy_table`."""

from __future__ import annotations

from cadogan_server.hosting.clearing import LONG
from cadogan_server.settings import DEFAULT_STORE_MEMORY, Settings
from cadogan_server.store.upkeep.policy import KINDS, Bound, DataKind, EvictionStep

HOUR = 3600

SETTINGS = Settings()

AN_HOUR = {
    Bound.PLAYERS: (SETTINGS.players_per_hour, SETTINGS.new_players),
    Bound.ROOMS: (SETTINGS.rooms_per_hour, SETTINGS.new_rooms),
    Bound.SEATS: (SETTINGS.seats_per_hour, SETTINGS.new_seats),
    Bound.MESSAGES: (
        int(HOUR * SETTINGS.messages_per_second * SETTINGS.messages_per_address),
        SETTINGS.rooms * LONG,
    ),
    Bound.PASSKEYS: (SETTINGS.passkeys_per_hour, SETTINGS.new_passkeys),
    Bound.PUSH_DEVICES: (SETTINGS.push_devices_per_hour, SETTINGS.new_push_devices),
    Bound.TICKETS: (SETTINGS.tickets_per_hour, SETTINGS.new_tickets),
    Bound.FRIENDS: (SETTINGS.friends_per_hour, SETTINGS.new_friends),
    Bound.INVITATIONS: (SETTINGS.invitations_per_hour, SETTINGS.new_invitations),
    Bound.TOURNAMENTS: (SETTINGS.tournaments_per_hour, SETTINGS.new_tournaments),
    Bound.CORRESPONDENCE: (SETTINGS.correspondence_per_hour, SETTINGS.new_correspondence),
    Bound.CLUBS: (SETTINGS.clubs_per_hour, SETTINGS.new_clubs),
    Bound.DELETIONS: (SETTINGS.deletions_per_hour, SETTINGS.deletions),
    Bound.ANALYSES: (SETTINGS.analyses_per_hour, SETTINGS.new_analyses),
}
"""The number an hour that one address may cause, and all addresses together.

Moves of all together have no number an hour: games of more than `LONG` moves a seat are evicted before others, so only
the number of simultaneous games counts.
"""


def table() -> list[str]:
    """Return the lines of the table, and of the order of eviction below it."""
    steps = list(EvictionStep)
    return [
        "| what is kept | for how long | bytes | an address, all, an hour | hours in which one address, all fill 1 GB | evicted |",
        "| --- | --- | --- | --- | --- | --- |",
        *(_row(kind, steps) for kind in KINDS if kind.bound is not None),
        "",
        *(f"{number}. {step.value}" for number, step in enumerate(steps, 1)),
    ]


def _row(kind: DataKind, steps: list[EvictionStep]) -> str:
    assert kind.bound is not None
    one, all = AN_HOUR[kind.bound]
    goes = f"{steps.index(kind.goes) + 1}" if kind.goes else f"never: {kind.why}"
    times = ", ".join(_hours(DEFAULT_STORE_MEMORY / (kind.size * rate)) for rate in (one, all))
    return f"| {kind.what} | {kind.lasts} | {kind.size} | {one:,}, {all:,} `{kind.bound.value}` | {times} | {goes} |"


def _hours(hours: float) -> str:
    return f"{hours:,.0f}" if hours >= 10 else f"{hours:.1f}"


if __name__ == "__main__":
    print("\n".join(table()))

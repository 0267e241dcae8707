"""A ticket takes a seat over on another device."""

from __future__ import annotations

from cadogan_server.live.tickets import TICKET_SECONDS, Tickets


def test_a_ticket_is_good_once_and_not_for_long() -> None:
    now = 0.0
    tickets = Tickets(lambda: now)
    first, second, other = tickets.make("p", "p.secret"), tickets.make("p", "p.secret"), tickets.make("q", "q.secret")
    assert tickets.take(first) is None, "there is a newer one"
    assert tickets.take("p.guess") is None
    assert tickets.take(second) == "p.secret"
    assert tickets.take(second) is None
    now = TICKET_SECONDS + 1.0
    assert tickets.take(other) is None

"""Spite and Malice: the centre between the players, seat 0 at the lower edge."""

from __future__ import annotations

from typing import Any

from cadogan_games.engine.layout import Layout, Places, at, fanned, owned, row


def for_two(centre: Places) -> Layout:
    """Return the piles of both seats round these places of the centre. Each hand lies beside its seat's discard piles."""
    return Layout(
        {
            "riddance": owned(at((0, 4)), 0) + owned(at((0, 0)), 1),
            "hand": owned(fanned(at((6.5, 4)), dx=1), 0) + owned(fanned(at((6.5, 0)), dx=1), 1),
            "discards": owned(fanned(row(2, 4, 4), dy=0.2), 0) + owned(fanned(row(2, 0, 4), dy=0.2), 1),
            "centre": centre,
            "completed": at((9.5, 2)),
            "stock": at((0, 2)),
        }
    )


def modern(centre: int, **_: Any) -> Layout:
    """Return the places of `centre` piles, in the middle of their row."""
    return for_two(row({3: 3, 4: 2.5, 8: 1}[centre], 2, centre))


def seat_at(left: float, top: float, seat: int) -> dict[str, Places]:
    """Return the piles of a seat of the table for four: the pay-off pile and the discard piles, and the hand below them."""
    return {
        "riddance": owned(at((left, top)), seat),
        "hand": owned(fanned(at((left, top + 2)), dx=1), seat),
        "discards": owned(fanned(row(left + 1, top, 4), dy=0.2), seat),
    }


def for_four() -> Layout:
    """Return the piles of four seats round the centre: seat 0 below, the others clockwise."""
    seats = [seat_at(*corner, seat) for seat, corner in enumerate([(6, 7), (0, 3.5), (6, 0), (12, 3.5)])]
    return Layout(
        {
            **{group: sum((each[group] for each in seats), ()) for group in ("riddance", "hand", "discards")},
            "centre": row(6.5, 4.5, 4),
            "completed": at((9.5, 5.5)),
            "stock": at((6.5, 5.5)),
        }
    )


LAYOUTS = {
    "spite_and_malice": for_two(row(1, 2, 8)),
    "spite_and_malice_modern": modern,
    "spite_and_malice_table": for_four(),
}

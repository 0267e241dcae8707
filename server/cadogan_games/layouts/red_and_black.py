"""Red and Black: the foundations over the volunteers; their suits are named where the aces are set out."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, fanned, labelled, row


def foundations_labelled(labels: str) -> Layout:
    """Return the table with these labels on the empty places of the foundations."""
    return Layout(
        {
            "foundations": labelled(row(1, 0, 8), labels),
            "tableau": fanned(row(1, 1.3, 8), dy=0.25),
            "stock": at((0, 0)),
            "waste": at((0, 1.3)),
        }
    )


LAYOUTS = {
    "red_and_black": foundations_labelled("♣♣♦♦♠♠♥♥"),
    "blondes_and_brunettes": foundations_labelled("A" * 8),
}

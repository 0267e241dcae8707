"""The Fish-Bone: the gridiron beside the spine with its ribs."""

from __future__ import annotations

from cadogan_games.engine.layout import Layout, at, column, fanned, grid, labelled, rotated

BONES = 8

KINGS = rotated(column(3.85, 0, BONES), -14)
QUEENS = rotated(column(6.15, 0, BONES), 14)
RIBS = tuple(rib for bone in zip(KINGS, QUEENS, strict=True) for rib in bone)
"""The ribs: for each bone of the spine the place of its king and of its queen, both slanting back."""

LAYOUTS = {
    "fish_bone": Layout(
        {
            "foundations": column(5, 0, BONES),
            "wings": labelled(RIBS, "KQ" * BONES),
            "tableau": fanned(grid(0, 0, 3, 2, x_step=1.3, y_step=2.2), dy=0.25),
            "stock": at((0, 7)),
            "waste": at((1.3, 7)),
        }
    )
}

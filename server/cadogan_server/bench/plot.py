"""Draws measured curves into a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cadogan_server.bench.errors import BenchError
from cadogan_server.bench.measures import Row

Panel = tuple[str, tuple[str, ...]]
"""Label of a panel's vertical axis, and the names of the figures drawn in it."""


def must_draw(path: Path) -> None:
    """Raise BenchError if no picture can be drawn into this file. Call it before measuring."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise BenchError(
            f"a plot needs matplotlib, which is not installed ({error}): pip install 'cadogan[bench]'"
        ) from error
    if path.suffix != ".svg":
        raise BenchError(f"a plot is drawn as SVG; {path} should end in .svg")
    if not path.absolute().parent.is_dir():
        raise BenchError(f"{path} can't be written: there is no folder {path.absolute().parent}")


def draw(path: Path, title: str, rows: Sequence[Row], along: str, panels: Sequence[Panel]) -> None:
    """Draw panels below each other, with figures over the figure `along` of the rows.

    Raises:
        BenchError: the file can't be written.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 2.6 * len(panels)), layout="constrained")
    figure.suptitle(title)
    words = any(isinstance(row[along], str) for row in rows)
    for place, (meaning, names) in enumerate(panels, 1):
        axes = figure.add_subplot(len(panels), 1, place)
        for name in names:
            points = [(row[along], row[name]) for row in rows if row.get(name) is not None]
            if points:
                across, up = zip(*points, strict=True)
                axes.plot(across, up, marker="o", linestyle="" if words else "-", label=name)
        axes.set(xlabel=along, ylabel=meaning)
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        if words:
            axes.tick_params(axis="x", rotation=90, labelsize=6)
        if len(names) > 1:
            axes.legend()
    try:
        figure.savefig(path, format="svg")
    except OSError as error:
        raise BenchError(f"{path} can't be written: {error.strerror}") from error

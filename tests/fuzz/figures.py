"""The figures of a run of the fuzzer: its cases, the answers, and the faults."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

MOST_FAULTS = 20
"""The number of faults after which a run ends."""

SHOWN_BYTES = 600
"""The number of bytes shown of the input that led to a fault."""


@dataclass
class Figures:
    """Counts of a run.

    Attributes:
        cases: the number of cases of each kind.
        answers: the number of answers of each shape.
        faults: the answers that should not have come, each with its input.
        notes: lines with other figures, such as the server's memory.
    """

    cases: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def hopeless(self) -> bool:
        """True if there are so many faults that the run can end."""
        return len(self.faults) >= MOST_FAULTS

    def fault(self, what: str, data: bytes | str = b"") -> None:
        """Note that something went wrong after this was sent."""
        self.faults.append(f"{what}; after {data[:SHOWN_BYTES]!r} ({len(data)} in all)" if data else what)

    def lines(self, seconds: float) -> list[str]:
        """Return the figures of a run of `seconds`."""
        total = self.cases.total()
        return [
            f"{total} cases in {seconds:.0f} s, {total / max(seconds, 0.001):.0f} a second",
            *(f"  {count:9} {kind}" for kind, count in sorted(self.cases.items())),
            f"{len(self.answers)} kinds of answers, of which the most frequent:",
            *(f"  {count:9} {shape}" for shape, count in self.answers.most_common(12)),
            *self.notes,
            f"{len(self.faults)} faults",
            *(f"  {fault}" for fault in self.faults),
        ]


def shape(sentence: str) -> str:
    """Return a sentence without its values, so that equal sentences with other values are equal."""
    plain = re.sub(r'"(?:[^"\\]|\\.)*"?', '"…"', sentence)
    return re.sub(r"-?\d[\d.e+]*", "9", re.sub(r"`[^`]*`", "`…`", plain))[:160]

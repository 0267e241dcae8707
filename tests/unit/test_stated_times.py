"""The documents state the times by default after which another node takes a silent node's rooms. They follow the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cadogan_server.settings import Settings
from cadogan_server.store.nodes.node_lease import ALONE_LEASES

ROOT = Path(__file__).parents[2]
LEASE = f"{Settings().lease:g} s"
IN_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
MORE = f"{IN_WORDS[ALONE_LEASES]} leases"
ALL = f"{IN_WORDS[ALONE_LEASES + 1]} leases"
ALL_SECONDS = f"{(ALONE_LEASES + 1) * Settings().lease:g} s"


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ("ARCHITECTURE.md", f"A lease lasts `--lease` ({LEASE})"),
        ("ARCHITECTURE.md", f"a node that was alone keeps its rooms for {MORE} more"),
        ("CONTRIBUTING.md", f"`Settings.lease` ({LEASE})"),
        ("deploy/README.md", f"pause within a lease ({LEASE})"),
        ("deploy/README.md", f"after {ALL} ({ALL_SECONDS})"),
        ("docs/decisions/102-a-lone-node-plays-on.md", f"for {MORE} after the silent node's own has run out"),
        ("docs/decisions/102-a-lone-node-plays-on.md", f"wait for {ALL} ({ALL_SECONDS} by default)"),
        ("docs/decisions/040-node-leases-and-fencing.md", f"(`--lease`, {LEASE}), or for {ALL} if it was alone"),
    ],
)
def test_documents_state_how_long_a_silent_node_keeps_its_rooms(document: str, sentence: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    assert sentence in re.sub(r"\s+", " ", text), (
        "the number differs, or the sentence has changed: then change it here too"
    )

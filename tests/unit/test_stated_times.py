"""The documents state the times by default after which another node takes a silent node's rooms. They follow the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cadogan_server.settings import Settings
from cadogan_server.store.nodes.node_lease import ALONE_LEASES
from tests.each import each

ROOT = Path(__file__).parents[2]
IN_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
TIMES = {
    "lease": f"{Settings().lease:g} s",
    "more": f"{IN_WORDS[ALONE_LEASES]} leases",
    "all": f"{IN_WORDS[ALONE_LEASES + 1]} leases",
    "all_seconds": f"{(ALONE_LEASES + 1) * Settings().lease:g} s",
}
"""The times that sentences name in braces."""

SENTENCES = (
    ("ARCHITECTURE.md", "A lease lasts `--lease` ({lease})"),
    ("ARCHITECTURE.md", "a node that was alone keeps its rooms for {more} more"),
    ("CONTRIBUTING.md", "`Settings.lease` ({lease})"),
    ("deploy/README.md", "pause within a lease ({lease})"),
    ("deploy/README.md", "after {all} ({all_seconds})"),
    ("docs/decisions/102-a-lone-node-plays-on.md", "for {more} after the silent node's own has run out"),
    ("docs/decisions/102-a-lone-node-plays-on.md", "wait for {all} ({all_seconds} by default)"),
    ("docs/decisions/040-node-leases-and-fencing.md", "(`--lease`, {lease}), or for {all} if it was alone"),
)


def outdated(document: str, text: str, sentence: str) -> str | None:
    """Return what is wrong with a sentence of a document; None if it states the times of the code."""
    right = sentence.format(**TIMES)
    words = re.sub(r"\\{\w+\\}", r"[\\w.]+\\s+\\w+", re.escape(sentence)).replace("\\ ", r"\s+")
    found = re.search(words, text)
    if found is None:
        return f"{document} has no words like {right!r} any more: if they have changed, change them in {__name__} too"
    present = " ".join(found[0].split())
    line = 1 + text.count("\n", 0, found.start())
    return None if present == right else f"{document}:{line} says {present!r}, and the code {right!r}"


@each("document,sentence", SENTENCES, called=lambda value: value[0])
def test_documents_state_how_long_a_silent_node_keeps_its_rooms(document: str, sentence: str) -> None:
    fault = outdated(document, (ROOT / document).read_text(encoding="utf-8"), sentence)
    assert fault is None, fault


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"It waits\nfor {TIMES['all']}\n({TIMES['all_seconds']}).", None),
        (f"It\nwaits for {TIMES['all']} (99 s).", "A.md:2 says 'for {} (99 s)', and the code 'for {} ({})'"),
        ("It waits.", "A.md has no words like 'for {} ({})' any more"),
    ],
)
def test_an_outdated_sentence_is_quoted_with_its_line(text: str, fault: str | None) -> None:
    said = outdated("A.md", text, "for {all} ({all_seconds})")
    if fault is None:
        assert said is None
    else:
        leases, seconds = TIMES["all"], TIMES["all_seconds"]
        values = (leases, leases, seconds) if "99" in fault else (leases, seconds)
        assert said is not None
        assert said.startswith(fault.format(*values))

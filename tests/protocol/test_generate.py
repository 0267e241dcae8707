"""The generated files are fresh, and the models tell their readers what these need."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cadogan_protocol import (
    ErrorCode,
    errors,
    generate,
)
from cadogan_protocol.documents import shapes
from cadogan_protocol.documents.api_document import api_document
from cadogan_protocol.documents.document import document
from cadogan_protocol.documents.typescript import typescript
from tests.each import each

MODELS = [*shapes.parts(), *shapes.client_messages(), *shapes.server_messages()]


def test_nothing_generated_is_stale() -> None:
    assert generate.stale() == {}


def test_check_names_stale_files_and_fails(tmp_path: Path, capsys) -> None:
    assert generate.main(["--check"], tmp_path) == 1
    assert "protocol/PROTOCOL.md is stale" in capsys.readouterr().err
    assert generate.main([], tmp_path) == 0
    assert generate.main(["--check"], tmp_path) == 0
    (tmp_path / "protocol" / "PROTOCOL.md").write_text("old")
    assert generate.main(["--check"], tmp_path) == 1


@cache
def files() -> tuple[str, str]:
    """Return the texts for readers and for the page, made once for all models."""
    return document(), typescript()


def test_each_row_of_a_table_is_one_line() -> None:
    """A line that breaks within a cell ends the table for readers."""
    for name, text in (("PROTOCOL.md", document()), ("API.md", api_document())):
        rows = [line for line in text.splitlines() if line.startswith("|")]
        assert [row for row in rows if not row.endswith(" |")] == [], name
        assert [row for row in rows if re.search(r"\w  ", row)] == [], f"{name}: a word is missing between two blanks"


@each("kind", MODELS, called=lambda kind: kind.__name__)
def test_every_model_is_described_in_both_files(kind) -> None:
    assert kind.__doc__
    assert kind.__doc__.strip().endswith(".")
    heading = f"### `{shapes.name_of(kind)}`" if kind not in shapes.parts() else f"### {kind.__name__}"
    for_readers, for_the_page = files()
    assert heading in for_readers
    assert f" {kind.__name__} " in for_the_page


def test_types_and_tags_are_unique() -> None:
    for kinds in (shapes.client_messages(), shapes.server_messages()):
        tags = [shapes.name_of(kind) for kind in kinds]
        assert len(set(tags)) == len(tags)


def test_every_code_has_a_meaning_and_says_whether_to_retry() -> None:
    for code in ErrorCode:
        assert code in errors.RETRY
        assert code in errors.ERROR_MEANING
        assert f"| `{code.value}` |" in files()[0]
    for close in errors.CloseCode:
        assert close in errors.RECONNECT
        assert close in errors.CLOSE_MEANING
        assert f"| {int(close)} |" in files()[0]

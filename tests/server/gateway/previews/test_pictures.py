"""Pictures of tables for link previews."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan_games import catalogue
from cadogan_server.gateway.previews.pictures import LinkPicture, png


def games() -> Iterator[str]:
    """Yield one game of each family, and the tables with turned cards and crooked piles."""
    yield from {catalogue.head_of(id).family: id for id in catalogue.ids()}.values()


def test_every_kind_of_table_can_be_drawn_and_words_of_any_length() -> None:
    for game in games():
        assert png(LinkPicture("x" * 200, "漢字", (("漢字", "y" * 200),) * 9, "", game)).startswith(b"\x89PNG")
    assert png(LinkPicture("")).startswith(b"\x89PNG")

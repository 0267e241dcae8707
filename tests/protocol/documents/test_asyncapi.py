"""asyncapi.json names the answers of each request."""

from __future__ import annotations

import re

from cadogan_protocol.documents import shapes
from cadogan_protocol.documents.asyncapi import asyncapi


def test_each_request_has_the_answers_that_its_description_names() -> None:
    kinds = {kind.__name__: shapes.name_of(kind) for kind in shapes.server_messages()}
    operations = asyncapi()["operations"]
    for kind in shapes.client_messages():
        said = re.search(r"answered by (?:a )?`(\w+)`(?:, or by `(\w+)`)?", kind.__doc__ or "")
        named = {name for name in said.groups() if name} if said else {"ok"}
        replies = operations[shapes.name_of(kind)]["reply"]["messages"]
        assert {kinds[reply["$ref"].rpartition("/")[2]] for reply in replies} == named | {"error"}, kind

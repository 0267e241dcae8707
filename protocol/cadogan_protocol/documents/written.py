"""The generated documents for programs, which come with the package."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

FOLDER = Path(__file__).parent


def written(name: Literal["openapi", "asyncapi"]) -> dict[str, Any]:
    """Return a document as `python -m cadogan_protocol.generate` has written it.

    To make one takes 0.1 s and megabytes of schemas, which no server needs for anything else.
    """
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return found

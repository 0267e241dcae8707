"""Writes PROTOCOL.md, API.md, the OpenAPI and AsyncAPI documents and the page's types from the models.

Run `python -m cadogan_protocol.generate [--check]`. With `--check` it writes nothing; it names the stale files, if
there are any, and its exit code is 1 then.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from cadogan_protocol.documents.api_document import api_document
from cadogan_protocol.documents.asyncapi import asyncapi
from cadogan_protocol.documents.document import document
from cadogan_protocol.documents.openapi import openapi
from cadogan_protocol.documents.typescript import typescript

ROOT = Path(__file__).resolve().parents[2]
FOLDER = "protocol/cadogan_protocol/documents"
"""The folder of the documents for programs. They come with the package, since each server serves them."""


def generated() -> dict[str, str]:
    """Return the text that each generated file should have, by its path in the checkout."""
    return {
        "protocol/PROTOCOL.md": document(),
        "protocol/API.md": api_document(),
        f"{FOLDER}/openapi.json": _readable(openapi()),
        f"{FOLDER}/asyncapi.json": _readable(asyncapi()),
        "client/web/src/wire/types.ts": typescript(),
    }


def _readable(data: dict[str, Any]) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def stale(checkout: Path = ROOT) -> dict[str, str]:
    """Return the generated files of a checkout that are missing or differ, with the text that they should have."""
    return {
        name: text
        for name, text in generated().items()
        if not (file := checkout / name).exists() or file.read_text("utf-8") != text
    }


def main(arguments: list[str], checkout: Path = ROOT) -> int:
    """Write the files of a checkout, or check them, and return the exit code."""
    parser = argparse.ArgumentParser("python -m cadogan_protocol.generate", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file is stale")
    wanted = parser.parse_args(arguments)
    found = stale(checkout)
    for name, text in found.items():
        if wanted.check:
            print(f"{name} is stale: run python -m cadogan_protocol.generate", file=sys.stderr)
            continue
        path = checkout / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        print(f"wrote {name}")
    return 1 if wanted.check and found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

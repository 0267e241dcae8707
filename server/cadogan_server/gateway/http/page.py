"""The page's files, read, compressed and tagged once."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

PICTURES = "pictures"
"""Folder with the pictures for link previews of games. Each is read when it is first requested."""

FOR_EVER = "public, max-age=31536000, immutable"
"""Cache policy of files with a hash in their names."""

CHECKED = "no-cache"
"""Cache policy of other files: browsers keep them, but ask each time whether they have changed."""

NOT_BUILT = """<!doctype html>
<html lang="en">
<title>Cadogan</title>
<h1>The page has not been built yet</h1>
<p>The server runs, but the files of its page are missing. Build them with</p>
<pre>make page</pre>
<p>or, without make, <code>python hatch_build.py</code>, then start the server again.</p>
</html>
"""


@dataclass(frozen=True)
class Asset:
    """A file ready to be sent. `gzipped` is None if compression would not help."""

    body: bytes
    gzipped: bytes | None
    kind: str
    tag: str
    caching: str
    status: int = 200


@cache
def load(folder: Path) -> tuple[Mapping[str, Asset], Asset]:
    """Return path → file of the page in a folder, and the page itself. If it is not built, the page says so."""
    assets: dict[str, Asset] = {}
    if not (folder / "index.html").is_file():
        return assets, asset(NOT_BUILT.encode(), "text/html", CHECKED, 503)
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.parent != folder / PICTURES:
            path = file.relative_to(folder).as_posix()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            assets[f"/{path}"] = asset(file.read_bytes(), kind, FOR_EVER if path.startswith("assets/") else CHECKED)
    return assets, assets["/index.html"]


def asset(body: bytes, kind: str, caching: str, status: int = 200) -> Asset:
    """Compress and tag a file."""
    packed = gzip.compress(body, mtime=0)
    tag = f'"{sha256(body).hexdigest()[:20]}"'
    return Asset(body, packed if len(packed) < 0.9 * len(body) else None, kind, tag, caching, status)

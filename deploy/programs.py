"""Finds the system's programs that read the files of this folder."""

from __future__ import annotations

import os
import shutil


class Missing(Exception):
    """A program is not installed. The message names it."""


def program(name: str) -> str:
    """Return the path of a program.

    Raises:
        Missing: it is not installed.
    """
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/sbin")
    if found is None:
        raise Missing(f"{name} is not installed: apt install {name}")
    return found

"""Write the packages with all mutants of the chosen modules into `mutants`, below the current folder.

The command `mutmut run` would also try them, and start pytest anew for each.
"""

from __future__ import annotations

import contextlib
import os

from mutmut.__main__ import create_mutants
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir


def plant() -> None:
    """Copy and mutate the modules that the configuration in the current folder names."""
    set_mutant_under_test("mutant_generation")
    os.makedirs("mutants", exist_ok=True)
    with open(os.devnull, "w", encoding="utf-8") as nothing, contextlib.redirect_stdout(nothing):
        copy_src_dir()
        copy_also_copy_files()
        create_mutants(max_children=1)


if __name__ == "__main__":
    plant()

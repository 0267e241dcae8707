"""Chance for properties that are tried in whole games."""

from __future__ import annotations

import random

from hypothesis import strategies as st

seeds = st.binary(min_size=32, max_size=32)
"""Seeds of deals."""

chances = st.builds(random.Random, st.integers(0, 2**32))
"""Generators of chance. hypothesis picks the first number of each. If it picked every draw, a walk would cost ten times
as much, and it would still find no shorter one."""

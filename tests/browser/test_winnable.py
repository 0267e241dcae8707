"""A race on a deal that is proved winnable: begun by one press, labelled, and named in the results."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import QUICK
from tests.browser.desks import PHONE, Desks
from tests.browser.server import PAGE, RUN, serve
from tests.server.forked import SET_TO

pytestmark = pytest.mark.browser

PATIENT = f"""
{SET_TO.format("prove=60, solver_slow=60")}
{RUN}"""
"""A server that waits for its solver, which has a low priority, on the busiest machine."""


def test_a_race_against_bots_can_be_won_and_says_so(own_desks: Desks, own_port: int, tmp_path: Path) -> None:
    if not PAGE.is_file():
        pytest.skip("the page is not built: run `make page`, or `python hatch_build.py`")
    with serve(tmp_path, *QUICK, "--solvers", "1", port=own_port, run=PATIENT), own_desks.seats() as sit:
        page = sit("Ann", PHONE).page
        page.goto("/")
        page.get_by_role("button", name="Play now against bots").click()
        # On a phone the title's second line has room for one text: it is this one, and it is not cut off.
        label = page.locator("header").get_by_text("can be won", exact=True)
        expect(label).to_be_in_viewport(ratio=0.8)
        assert label.evaluate("label => label.scrollWidth <= label.clientWidth")
        page.get_by_role("button", name="Give up").last.click()
        page.get_by_role("dialog").get_by_role("button", name="Give up").click()
        results = page.get_by_role("dialog")
        expect(results).to_contain_text("This deal can be won: the server’s solver has won it")
        results.get_by_text("Checked: the deal was fixed before the start.").click()
        expect(results).to_contain_text("in the row of deals made from the secret and all random numbers")

"""Processes of low priority in which the solver runs, so that play never waits for it."""

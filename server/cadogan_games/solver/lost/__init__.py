"""Finds where a race was lost, by verdicts on the positions that its boards went through."""

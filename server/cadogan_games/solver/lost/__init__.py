"""Where a race was lost: verdicts on the positions that its boards went through."""

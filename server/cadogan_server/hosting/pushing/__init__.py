"""News for devices whose page is closed, over the push services of browsers."""

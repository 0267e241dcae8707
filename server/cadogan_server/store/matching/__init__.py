"""People of all nodes who wait for somebody to play with, and the pairs that are made of them."""

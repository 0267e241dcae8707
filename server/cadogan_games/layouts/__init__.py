"""Where the piles of each game lie: a module a sheet, found by itself.

Each has `LAYOUTS`: for an id its `Layout`, or, where that depends on options, a function that takes them all and returns it.
A variant that has none lies as the game that it is a variant of.
"""

"""The places of each game's piles: one module for each sheet. The registry finds them by itself.

Each has `LAYOUTS`, which maps an id to its `Layout`, or, if the places depend on options, to a function that takes all
options and returns it. A variant without an entry has the layout of its main game.
"""

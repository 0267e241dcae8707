"""The parts of a server below its door: the store, the people, the rooms. A function builds each from those that it needs."""

"""The parts of a server below its door: the store, the people, the rooms. Each opens itself from the parts that it needs."""

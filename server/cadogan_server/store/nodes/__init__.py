"""The nodes on one store, and what they tell each other through it."""

"""What is made of rooms that are over."""

"""What nodes do with each other's rooms."""

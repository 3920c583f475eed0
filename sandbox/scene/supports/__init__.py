"""What bodies stand on: surfaces, their edges, and how they move in a world."""

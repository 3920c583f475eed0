"""A body that slides: the equations, and the first and last moments of a slip."""

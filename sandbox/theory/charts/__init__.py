"""Charts that the theory draws: the mathematics of their curves, without Qt."""

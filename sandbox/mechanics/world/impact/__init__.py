"""An impact of a ball: what it does to all that hold each other, and what follows it."""

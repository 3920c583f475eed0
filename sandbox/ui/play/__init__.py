"""Challenges in the window: what is tried, what became of it, and the card that says so."""

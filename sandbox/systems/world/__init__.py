"""Worlds of several balls: from words to a system that runs."""

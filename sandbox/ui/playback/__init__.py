"""A run against the wall clock, and what is wanted of it."""

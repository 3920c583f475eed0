"""Stepped groups: balls of which too much happens within a frame for one thing after the other. They go on by small
steps."""

"""Colours, icons and formats of the window."""

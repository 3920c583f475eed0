"""Films from the window."""

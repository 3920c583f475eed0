"""One simulation without a window, and what it leaves behind."""

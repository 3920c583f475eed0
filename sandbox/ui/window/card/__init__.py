"""The card over the picture of a window."""

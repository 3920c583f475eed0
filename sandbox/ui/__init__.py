"""HANDS: the window with its controls, plots and messages."""

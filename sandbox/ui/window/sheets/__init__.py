"""Sheets over the whole window, searched by typing: the scenes with their pictures, the keys."""

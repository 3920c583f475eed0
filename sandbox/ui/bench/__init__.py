"""Building with mouse and keys: what a press in the picture does to the parts on the bench."""

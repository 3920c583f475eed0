"""A ball by itself, until the next thing happens to it: in closed forms and by steps."""

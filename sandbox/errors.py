"""The error for a value that a person gave; imports nothing, so that a command can refuse it before it begins."""


class BadValue(ValueError):
    """A refused value; the text says what, where, found and allowed."""

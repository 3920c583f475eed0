"""What is wrong with what a person gave, in words; loads nothing, so that a command can complain before it begins."""


class BadValue(ValueError):
    """A value that was refused; its text says what, where, found and allowed."""

"""Places in flat arrays that compiled code reads and writes, given out one after the other: no offset is written down.

    _state = Places()
    POINT = _state.take(3)       # 0
    SPIN = _state.take(3)        # 3
    SIZE = _state.size           # 6

A block that is repeated has places of its own, counted from its start.
"""


class Places:
    """Gives out places from `start` on; `size` is the first that is still free."""

    def __init__(self, start: int = 0):
        self.size = start

    def take(self, count: int = 1) -> int:
        """Returns the first of the next `count` places."""
        place = self.size
        self.size += count
        return place

"""A stretch of a run that is shown again and again."""


class Loop:
    """The stretch from the place `a` to the place `b`; a place that is None is not marked.

    is_on   whether play goes back to a when it comes to b; both are marked then
    """

    def __init__(self):
        self.a: int | None = None
        self.b: int | None = None
        self.is_on = False

    def clear(self):
        self.a = self.b = None
        self.is_on = False

    def mark(self, a: int, b: int):
        """Marks both ends, in whichever order, and goes round; a stretch of no length is none."""
        if a == b:
            self.clear()
            return
        self.a, self.b = min(a, b), max(a, b)
        self.is_on = True

    def mark_a(self, at: int):
        """Marks the beginning; an end that is not behind it goes."""
        self.a = at
        self._settle(keeps="a")

    def mark_b(self, at: int):
        """Marks the end; a beginning that is not before it goes."""
        self.b = at
        self._settle(keeps="b")

    def _settle(self, keeps: str):
        if self.a is not None and self.b is not None and self.a >= self.b:
            if keeps == "a":
                self.b = None
            else:
                self.a = None
        self.is_on = self.a is not None and self.b is not None

    def switch(self) -> bool:
        """Goes round or no longer; returns False where no stretch is marked."""
        if self.a is None or self.b is None:
            return False
        self.is_on = not self.is_on
        return True

    def end_after(self, at: int) -> int | None:
        """Returns where play turns back that is at a place, or None."""
        return max(self.b, at) if self.is_on and self.b is not None else None

    def landing(self, beyond: int) -> int:
        """Returns the place of play that has come so many steps beyond the end."""
        assert self.a is not None and self.b is not None
        return self.a + beyond % (self.b - self.a)

"""The band in which a body stays, handed to the picture when it is another one."""

REST = 0.5      # [s] at least between two questions: an answer costs milliseconds


class Band:
    """Asks a run for its turning circles once for each beginning of its closed form.

    is_shown   there are circles in the picture
    """

    def __init__(self, view):
        self._show = getattr(view, "show_band", None)
        self._last = float("-inf")
        self.is_shown = False
        self.forget()

    def forget(self):
        """Another run begins, perhaps with another picture."""
        self._key = None

    def look(self, simulation, now: float) -> bool:
        """Whether the picture was changed."""
        band, key = getattr(simulation, "band", None), getattr(simulation, "anchor_count", 0)
        if self._show is None or band is None or key == self._key or now - self._last < REST:
            return False
        self._key, self._last = key, now
        circles = band()
        if circles is None and not self.is_shown:
            return False
        self.is_shown = circles is not None
        self._show(circles)
        return True

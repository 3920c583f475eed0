"""Where a surface z = f(x, y) is asked for: a disc or a rectangle about the origin, cut into boxes."""

from dataclasses import dataclass

import numpy as np

from sandbox.scene.typed.intervals import Interval


@dataclass(frozen=True)
class Domain:
    """A disc of the radius `rim`, or a rectangle of the half sides `sides` where rim is 0 [m]."""

    rim: float = 0.0
    sides: tuple[float, float] = (0.0, 0.0)

    @property
    def half(self) -> tuple[float, float]:
        """Half length and half width of the rectangle around it."""
        return (self.rim, self.rim) if self.rim else self.sides

    @property
    def size(self) -> float:
        return max(self.half)

    def inside(self, x, y):
        """Whether points belong to it."""
        return np.hypot(x, y) <= self.rim if self.rim else np.ones(np.shape(x), bool)

    def clipped(self, x, y):
        """Points, those outside moved to the rim."""
        if not self.rim:
            return np.clip(x, -self.sides[0], self.sides[0]), np.clip(y, -self.sides[1], self.sides[1])
        share = np.minimum(1.0, self.rim/np.maximum(np.hypot(x, y), 1e-300))
        return x*share, y*share

    def grid(self, count: int):
        """Points x, y of it on an even grid of count by count, and its rim."""
        a, b = self.half
        x, y = (part.ravel() for part in np.meshgrid(np.linspace(-a, a, count), np.linspace(-b, b, count)))
        keep = self.inside(x, y)
        if not self.rim:
            return x[keep], y[keep]
        angle = np.linspace(0.0, 2.0*np.pi, 4*count, endpoint=False)
        edge = self.clipped(self.rim*np.cos(angle), self.rim*np.sin(angle))
        return np.append(x[keep], edge[0]), np.append(y[keep], edge[1])

    def boxes(self, count: int) -> "Cells":
        """Boxes that cover it, count by count over its rectangle."""
        a, b = self.half
        x = (np.arange(count) + 0.5)*(2.0*a/count) - a
        y = (np.arange(count) + 0.5)*(2.0*b/count) - b
        x, y = (part.ravel() for part in np.meshgrid(x, y))
        return Cells(x, y, a/count, b/count).within(self)


@dataclass(frozen=True)
class Cells:
    """Boxes of equal size: middles x, y (n,), half width, half height [m]."""

    x: np.ndarray
    y: np.ndarray
    half_x: float
    half_y: float

    def __len__(self):
        return len(self.x)

    def intervals(self) -> tuple[Interval, Interval]:
        """Where x and y lie in them."""
        return (Interval(self.x - self.half_x, self.x + self.half_x),
                Interval(self.y - self.half_y, self.y + self.half_y))

    def chosen(self, which) -> "Cells":
        """Those of an index or a mask."""
        return Cells(self.x[which], self.y[which], self.half_x, self.half_y)

    def within(self, domain: Domain) -> "Cells":
        """Those that reach into a domain."""
        if not domain.rim:
            return self
        near = np.hypot(np.maximum(np.abs(self.x) - self.half_x, 0.0), np.maximum(np.abs(self.y) - self.half_y, 0.0))
        return self.chosen(near <= domain.rim)

    def quarters(self, domain: Domain) -> "Cells":
        """The four quarters of each that reach into a domain."""
        a, b = 0.5*self.half_x, 0.5*self.half_y
        x = np.stack((self.x - a, self.x + a, self.x - a, self.x + a), axis=1).ravel()
        y = np.stack((self.y - b, self.y - b, self.y + b, self.y + b), axis=1).ravel()
        return Cells(x, y, a, b).within(domain)

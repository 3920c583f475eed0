"""Slope and curvature of a typed surface: at points, and as bounds that hold in whole boxes.

With W = sqrt(1 + f_x^2 + f_y^2) the principal curvatures kappa of z = f(x, y), positive where it bends towards a body
above it, are the eigenvalues of Hess f/W against the metric 1 + grad f grad f^T.
"""

import numpy as np

from sandbox.scene.typed.domain import Cells
from sandbox.scene.typed.intervals import Boxes, Interval, ends, square
from sandbox.scene.typed.jets import jets_of
from sandbox.scene.typed.program import Program


class SurfaceShape:
    """Height, slope and principal curvatures at points x, y (n,)."""

    def __init__(self, x, y, jet):
        self.x, self.y = x, y
        self.z, p, q, xx, xy, yy = (np.broadcast_to(np.asarray(u, float), x.shape) for u in jet)
        self.is_finite = np.isfinite(self.z) & np.isfinite(p) & np.isfinite(q) & np.isfinite(xx + xy + yy)
        self.slope = np.hypot(p, q)
        w = np.sqrt(1.0 + p*p + q*q)
        mean = ((1.0 + q*q)*xx - 2.0*p*q*xy + (1.0 + p*p)*yy)/(2.0*w**3)
        gauss = (xx*yy - xy*xy)/w**4
        apart = np.sqrt(np.maximum(mean*mean - gauss, 0.0))
        self.bend, self.bend_away = mean + apart, mean - apart


def bounds_in(program: Program, cells: Cells, a: float, e: float, steepest: float):
    """Returns how far below zero the matrices may get in boxes, at most 0 where all is shown, and who is to blame.

    a, e        radius of the ball and of the sharpest edges [m];  steepest  the largest slope
    returns     (n,) and the number of the step of the program in each box that has no smooth value, -1 for none
    """
    boxes = Boxes(len(cells))
    with np.errstate(all="ignore"):
        jet = [_interval(u, len(cells)) for u in jets_of(program, *cells.intervals(), boxes)]
        p, q, xx, xy, yy = _along_gradient(*jet[1:])
        pp, qq, pq = square(p), square(q), p*q
        w = Interval(np.sqrt(1.0 + pp.lo + qq.lo), np.sqrt(1.0 + pp.hi + qq.hi))
        worst = np.maximum(pp.hi + qq.hi - steepest**2, 0.0)
        for radius in (a, -e):
            m_xx, m_yy, m_xy = w*(pp + 1.0) - radius*xx, w*(qq + 1.0) - radius*yy, w*pq - radius*xy
            det = m_xx*m_yy - square(m_xy)
            for part in (m_xx, det):
                worst = np.maximum(worst, np.maximum(-part.lo, 0.0))
                worst[~(part.lo > 0.0)] = np.maximum(worst[~(part.lo > 0.0)], 1e-300)
    worst[np.isnan(worst) | (boxes.blame >= 0)] = np.inf
    return worst, boxes.blame


def _interval(u, count: int) -> Interval:
    lo, hi = ends(u)
    return Interval(np.broadcast_to(np.asarray(lo, float), count), np.broadcast_to(np.asarray(hi, float), count))


def _along_gradient(p, q, xx, xy, yy):
    """Gradient and Hessian along and across the gradient in the middle of each box.

    On a slope the bounds would be far too wide along x and y, where large terms cancel.
    """
    along, across = 0.5*(p.lo + p.hi), 0.5*(q.lo + q.hi)
    size = np.hypot(along, across)
    has_way = (size > 1e-9) & np.isfinite(size)
    cosine, sine = np.where(has_way, along/size, 1.0), np.where(has_way, across/size, 0.0)
    c, s = Interval(cosine, cosine), Interval(sine, sine)
    return (c*p + s*q, c*q - s*p, c*c*xx + 2.0*(c*s)*xy + s*s*yy, (c*c - s*s)*xy + c*s*(yy - xx),
            s*s*xx - 2.0*(c*s)*xy + c*c*yy)

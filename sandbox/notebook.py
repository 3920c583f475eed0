"""What notebooks show of runs and scenes: small tables, and ways seen from above, as HTML that needs nothing else."""

from collections.abc import Iterable, Sequence
from html import escape
from math import floor, log10

import numpy as np

WIDTH, HEIGHT, MARGIN = 260, 220, 14      # [px]
MOST_POINTS, MOST_WAYS, MOST_ROWS = 400, 40, 60
LEAST = 1e-6      # [m] what moves less stays where it is
# readable on light and on dark pages
COLOURS = ("#2f7ed8", "#e07b39", "#3aa76d", "#b05fc4")


def page(title: str, parts: Iterable[str]) -> str:
    """Returns parts side by side under a title."""
    return (f'<div><strong>{escape(title)}</strong><div style="display:flex;gap:1.5em;align-items:flex-start;'
            f'flex-wrap:wrap">{"".join(parts)}</div></div>')


def table(rows: Sequence[tuple[str, ...]], head: tuple[str, ...] = ()) -> str:
    """Returns a table of texts; of a long one the beginning."""
    def line(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f'<{tag} style="text-align:left">{escape(cell)}</{tag}>' for cell in cells) + "</tr>"
    lines = [line(head, "th")] if head else []
    lines += [line(row, "td") for row in rows[:MOST_ROWS]]
    if len(rows) > MOST_ROWS:
        lines.append(line((f"… {len(rows) - MOST_ROWS}",), "td"))
    return f"<table>{''.join(lines)}</table>"


def seen_from_above(centre: np.ndarray) -> str:
    """Returns the ways (n, bodies, 3) [m] of bodies as a drawing: a ring where each begins, a dot where it ends.

    x points to the right, y up, both in the same scale, which a bar shows.
    """
    ways = [way[np.isfinite(way).all(axis=1)] for way in np.moveaxis(centre[:, :MOST_WAYS, :2], 1, 0)]
    ways = [way[np.linspace(0, len(way) - 1, min(len(way), MOST_POINTS)).round().astype(int)]
            for way in ways if len(way)]
    if not ways:
        return ""
    low, high = np.min([way.min(axis=0) for way in ways], axis=0), np.max([way.max(axis=0) for way in ways], axis=0)
    room, span = np.array((WIDTH - 2*MARGIN, HEIGHT - 3*MARGIN)), np.maximum(high - low, LEAST)
    scale = float(min(room/np.maximum(span, 1e-3*span.max())))
    middle = 0.5*(low + high)

    def placed(point: np.ndarray) -> tuple[float, float]:
        x, y = (point - middle)*scale
        return round(0.5*WIDTH + x, 1), round(0.5*(HEIGHT - MARGIN) - y, 1)

    parts = []
    for i, way in enumerate(ways):
        colour, points = COLOURS[i % len(COLOURS)], [placed(point) for point in way]
        line = " ".join(f"{x},{y}" for x, y in points)
        (x0, y0), (x1, y1) = points[0], points[-1]
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
                     f'<circle cx="{x0}" cy="{y0}" r="3.5" fill="none" stroke="{colour}" stroke-width="1.5"/>'
                     f'<circle cx="{x1}" cy="{y1}" r="3" fill="{colour}"/>')
    if span.max() > LEAST:
        parts.append(_scale_bar(scale))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {WIDTH} {HEIGHT}">{"".join(parts)}</svg>')


def _scale_bar(scale: float) -> str:
    """A bar of a round length below the drawing;  scale  [px/m]."""
    bar = _bar(0.4*(WIDTH - 2*MARGIN)/scale)
    left, right, below = MARGIN, MARGIN + bar*scale, HEIGHT - 8
    return (f'<path d="M{left} {below - 4}V{below}H{right:.1f}V{below - 4}" fill="none" stroke="#888"/>'
            f'<text x="{right + 6:.1f}" y="{below}" font-size="11" fill="#888">{bar:g} m</text>')


def _bar(most: float) -> float:
    """Returns the largest of 1, 2, 5 times a power of ten that is not above `most`."""
    power = 10.0**floor(log10(most))
    return next(step*power for step in (5.0, 2.0, 1.0) if step*power <= most*(1.0 + 1e-12))

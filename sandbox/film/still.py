"""A picture of the present view in any number of pixels."""

import numpy as np

from sandbox.view.frames import Lens, NoPicture

__all__ = ["NoPicture", "take"]


def take(view, width: int, height: int) -> np.ndarray:
    """Returns what a View shows now: (height, width, 4), bytes RGBA, top row first; NoPicture when the page fails."""
    return Lens(view).still(width, height)

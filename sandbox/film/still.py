"""A picture of what is seen now, in any number of pixels."""

import numpy as np

from sandbox.view.frames import Lens, NoPicture

__all__ = ["NoPicture", "take"]


def take(view, width: int, height: int) -> np.ndarray:
    """(height, width, 4) bytes RGBA, top row first, of what a View shows; NoPicture when it cannot."""
    return Lens(view).still(width, height)

"""From the numbers of what is shown (mechanics/shown.py) to a body and a support by name."""

from typing import Any

import numpy as np

from sandbox.mechanics.shown import IN_BODY, IN_SUPPORT
from sandbox.systems.bodies_seen import BodyState
from sandbox.systems.picture import SupportState


def body_state(numbers: np.ndarray, word: str, support: int = 0) -> BodyState:
    """Takes the numbers (BODY_SIZE,) of a body, the word of its mode and the index of its support."""
    parts: dict[str, Any] = {name: numbers[place] for name, place in IN_BODY.items()}
    parts["N"] = float(parts["N"])
    return BodyState(**parts, mode=word, support=support)


def support_state(numbers: np.ndarray) -> SupportState:
    """Takes the numbers (SUPPORT_SIZE,) of a support."""
    return SupportState(**{name: numbers[place] for name, place in IN_SUPPORT.items()})

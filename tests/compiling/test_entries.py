"""Entries called from Python: arrays are checked, and what happens on the way stays what it is."""

import numpy as np
import pytest

from sandbox.compiling import signature
from sandbox.compiling.signature import Numbers
from sandbox.mechanics.probe import _field_at


def test_a_ctrl_c_on_the_way_stays_one(monkeypatch):
    """ctypes would make an ArgumentError of it, and the run would end in a traceback."""
    def interrupted(_array):
        raise KeyboardInterrupt
    monkeypatch.setattr(Numbers, "from_param", interrupted)
    monkeypatch.setattr(signature, "buffer_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        _field_at(0, 0.0, 0.0, 0.0, np.zeros(1), 0, np.zeros(10))


@pytest.mark.parametrize("array", [np.zeros(4, np.float32), np.zeros(8)[::2], np.zeros(4, np.int64)])
def test_a_foreign_array_is_refused(array):
    with pytest.raises(TypeError, match="compiled code needs a contiguous array of float64"):
        _field_at(0, 0.0, 0.0, 0.0, array, 0, np.zeros(10))


def test_a_missing_argument_is_refused():
    with pytest.raises((TypeError, IndexError)):
        _field_at(0, 0.0, 0.0, 0.0, np.zeros(1), 0)

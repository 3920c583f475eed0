"""How much of a predicted path is shown."""

import numpy as np
import pytest

from sandbox.theory.ghost import ROUNDS, SAMPLE, SHORTEST, WINDINGS, predicted_path, unwound, winds

T = np.arange(0.0, 20.0, SAMPLE)


def test_a_drifting_path_is_shown_whole():
    drift = np.column_stack((0.05*T - 0.05*np.sin(T), 0.05*np.cos(T), 0*T))      # cycloid
    assert len(unwound(drift)) == len(T)
    assert len(unwound(np.column_stack((T, 0*T, 0*T)))) == len(T)


def test_a_path_that_winds_over_itself_is_cut():
    turns = np.column_stack((np.cos(3*T)*np.cos(0.31*T), np.sin(3*T), 0*T))
    shown = unwound(turns)
    assert SHORTEST/SAMPLE <= len(shown) < len(turns)
    length = np.linalg.norm(np.diff(shown, axis=0), axis=1).sum()
    assert length == pytest.approx(WINDINGS*np.ptp(shown, axis=0).max(), rel=0.05)
    # however fast it winds, some seconds are shown
    assert len(unwound(np.column_stack((np.cos(40*T), np.sin(41*T), 0*T)))) == pytest.approx(SHORTEST/SAMPLE, abs=1)


class Loops:
    """A closed form, an ellipse that turns: back at its start after 25 s and some loops."""

    def __init__(self, loops):
        self.loops = loops

    def ghost(self, times):
        a, b = 2*np.pi*times/50.0, 2*np.pi*self.loops*times/50.0
        x, y = np.cos(b), 0.3*np.sin(b)
        return np.column_stack((x*np.cos(a) - y*np.sin(a), x*np.sin(a) + y*np.cos(a), 0*a))


@pytest.mark.parametrize(("loops", "closes"), [(3, True), (40, False)])
def test_a_path_that_closes_after_many_rounds_is_cut(loops, closes):
    """Forty loops would be a bush of dashes: the path is shown as one that does not close."""
    path, is_closed, span = predicted_path(Loops(loops), 0.0)
    assert is_closed == closes and (span > 20.0) == closes
    assert winds(path) < ROUNDS

"""How much of a predicted path is shown."""

import numpy as np
import pytest

from sandbox.theory.ghost import SAMPLE, SHORTEST, WINDINGS, unwound

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

"""The sound of the page is that of films: the same recipe by two programs, at the same distances."""

import numpy as np
import pytest

LATER, LAG, RATE = 0.06, 128, 48_000


@pytest.fixture(scope="module")
def found(run_page):
    return run_page("heard", script="look_sound.py")


def test_it_runs_without_a_complaint(found):
    assert found["device"] == "" and found["trouble"] == "" and found["state"] == "running"
    assert found["taken"] == [1, 0] and found["problems"] == []


def test_blows_are_the_same_to_a_thousandth(found):
    page, film = map(np.array, found["sounds"]["bounce, Infinitely many bounces"])
    off = page[LAG:] - film[:-LAG]
    assert np.sqrt((film**2).mean()) > 1e-3 and np.sqrt((off**2).mean()) < 2e-3*np.sqrt((film**2).mean())


@pytest.mark.parametrize("name", ["bounce, Sliding to rolling: 5/7", "coin, Euler's disk"])
def test_what_lasts_is_as_loud_and_as_bright(found, name):
    """Its noise begins elsewhere: loudness and rate of crossings of zero are compared, a quarter of a second each."""
    page, film = map(np.array, found["sounds"][name])
    loud, bright = ([], [])
    for part in (page[LAG:], film[:-LAG]):
        parts = part[RATE//10:][:5*RATE//4].reshape(5, -1)
        loud.append(np.sqrt((parts**2).mean(axis=1)))
        bright.append((np.diff(np.sign(parts), axis=1) != 0).sum(axis=1))
    assert (np.array(loud) > 1e-3).all()
    assert loud[0] == pytest.approx(loud[1], rel=0.3) and bright[0] == pytest.approx(bright[1], rel=0.3)


def test_messages_are_placed_as_far_apart_as_their_instants(found):
    first, even, late, too_late, slower, after, jump = found["places"]
    assert first == pytest.approx(5.0 + LATER)
    assert even - first == pytest.approx(0.016) and late - even == pytest.approx(0.016)
    # what is far too late, at another speed or elsewhere begins anew
    assert (too_late, slower, jump) == pytest.approx((5.3 + LATER, 5.31 + LATER, 5.4 + LATER))
    assert after - slower == pytest.approx(0.02)

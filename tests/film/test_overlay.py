"""What is painted over a frame."""

import numpy as np
import pytest

from sandbox.film.painted.overlay import LegendEntry, Overlay, shown_speed

ENTRIES = (LegendEntry("Trail", "#0072b2", "line"), LegendEntry("Chalk", "#ffffff", "line"),
           LegendEntry("Theory", "#d55e00", "dashes"), LegendEntry("Velocity", "#009e73", "arrow", "10 cm = 1 m/s"))


def painted(size=(640, 360), theme="dark", t=1.5, entries=(), title=(), fade=1.0, **options):
    pixels = np.full((size[1], size[0], 4), 128, np.uint8)
    pixels[..., 3] = 255
    Overlay(theme, **options).paint(pixels, t, entries, title, fade)
    return pixels[..., :3].astype(int)


def changed(pixels):
    """Rows and columns that were painted over: first and last of each."""
    rows, columns = np.nonzero(np.abs(pixels - 128).max(axis=2) > 4)
    return rows.min(), rows.max(), columns.min(), columns.max()


def test_nothing_is_painted_without_a_wish(qapp):
    assert (painted(clock=False) == 128).all()


@pytest.mark.parametrize("theme", ["dark", "projector"])
@pytest.mark.parametrize("size", [(640, 360), (1920, 1080)])
def test_the_clock_is_large_and_stays_in_its_corner(qapp, theme, size):
    first, last, left, right = changed(painted(size, theme))
    assert first > 0.01*size[1] and left > 0.01*size[0]
    assert 0.04*size[1] < last - first < 0.12*size[1] and right < 0.4*size[0]
    # digits that run move nothing but themselves
    assert changed(painted(size, theme, t=7.77)) == changed(painted(size, theme, t=1.11))


def test_a_slow_film_says_so(qapp):
    assert changed(painted(speed=0.25))[3] > changed(painted())[3] + 20
    assert (shown_speed(0.25), shown_speed(2.0), shown_speed(0.3)) == ("1/4×", "2×", "1/3.33333×")


@pytest.mark.parametrize("theme", ["dark", "projector"])
def test_the_legend_stays_within_the_picture(qapp, theme):
    for entries in (ENTRIES, ENTRIES*4):
        first, last, left, right = changed(painted(theme=theme, clock=False, entries=entries))
        assert first > 180 and last < 358 and left > 2 and right < 637
    pixels = painted((1280, 720), theme, clock=False, entries=ENTRIES)
    blue = (np.abs(pixels - (0, 0x72, 0xb2)).max(axis=2) < 12).sum()
    assert blue > 100


def test_a_title_card_covers_the_picture_and_goes(qapp):
    whole = painted(title=("A very long title of a scene that has to be broken into lines", "Preset"))
    assert changed(whole)[:2] == (0, 359) and (whole > 200).any()
    half = painted(title=("Title", "Preset"), fade=0.5, clock=False)
    assert 20 < np.abs(half - 128).mean() < np.abs(whole - 128).mean()
    assert (painted(title=("Title",), fade=0.0, clock=False) == 128).all()


def test_the_same_is_painted_twice(qapp):
    first, second = (painted(entries=ENTRIES, title=()) for _k in range(2))
    assert (first == second).all()

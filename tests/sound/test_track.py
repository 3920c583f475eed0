"""Samples of scores: where they begin, how they ring, that they stay within bounds, that they are the same bits."""

from hashlib import blake2b

import numpy as np
import pytest

from sandbox.scene.materials import MATERIALS
from sandbox.sound.blows import LOUD, RATE, Blow, Mode, Pair, Piece
from sandbox.sound.choir import BLOWS, RUBS, Choir, loudest
from sandbox.sound.digits import TURN, halvings, noise, rounded, scattered, sines
from sandbox.sound.rubbing import Rub
from sandbox.sound.score import Score
from sandbox.sound.track import CEILING, LARGEST, Track, pitch_of

ONE = (Mode(1000.0, 20.0, 1.0),)


def track_of(*scores, speed=1.0):
    return Track(scores, lambda t: t/speed, lambda t: speed)


def score(blows=(), instants=(), end=10.0):
    return Score(0.0, end, tuple(blows), tuple(instants))


def rubs(kind, level, rate, seconds=1.0, body=0):
    return [(k/60, {(body, kind): Rub(level, rate, 0.0)}) for k in range(round(60*seconds) + 1)]


# ---- digits ---------------------------------------------------------------------------------------------------------

def test_sines_and_halvings_are_those_of_mathematics():
    phases = np.arange(0, 3*TURN, 12_345_677, dtype=np.int64)
    assert np.abs(sines(phases) - np.sin(2*np.pi*phases/TURN)).max() < 1e-7
    x = np.linspace(0.0, 30.0, 5001)
    assert np.abs(halvings(x)/2.0**-x - 1.0).max() < 3e-7


def test_rounding_swallows_the_last_digits_of_a_library():
    values = np.random.default_rng(1).lognormal(size=1000)
    assert all(rounded(float(x)) == rounded(float(x)*(1.0 + 4e-16)) for x in values)
    assert all(abs(rounded(float(x))/x - 1.0) < 2.0**-16 for x in values)


def test_noise_is_scattered_evenly_and_goes_smoothly_from_cell_to_cell():
    cells = scattered(np.arange(200_000), 7)
    assert abs(cells.mean()) < 5e-3 and abs((cells**2).mean() - 1/3) < 5e-3
    assert abs(np.corrcoef(cells[:-1], cells[1:])[0, 1]) < 5e-3
    heard = noise(np.arange(0, 400*TURN, TURN//100), 7)
    assert np.abs(heard).max() <= 1.0 and np.abs(np.diff(heard)).max() < 2.0*1.5/100 + 1e-9


# ---- blows ----------------------------------------------------------------------------------------------------------

def test_a_blow_begins_at_its_very_sample():
    k = 30_011
    samples = track_of(score([Blow(k/RATE, 0.5, ONE, 2e-4)])).samples(RATE)
    assert not samples[:k + 1].any() and samples[k + 1:k + 20].any()


def test_a_blow_rings_at_its_frequency_and_falls_as_it_should():
    samples = track_of(score([Blow(0.0, 0.5, ONE, 2e-4)])).samples(RATE)[:, 0]/LARGEST
    spectrum = np.abs(np.fft.rfft(samples[:RATE//2]*np.hanning(RATE//2)))
    assert abs(np.argmax(spectrum)*2 - 1000.0) <= 2.0
    # in a twentieth of a second it has halved
    one, other = (np.abs(samples[n:n + 480]).max() for n in (4800, 4800 + RATE//20))
    assert other/one == pytest.approx(0.5, rel=0.02)


def test_louder_by_the_root_of_the_energy_lower_by_size_duller_by_softness():
    def piece(name, size):
        return Piece(MATERIALS[name], size, MATERIALS[name].density*4.19*size**3)

    wood = Piece(MATERIALS["wood"], float("inf"), float("inf"))
    quiet, loud = (Pair(piece("steel", 0.01), wood).blow(0.0, 1.0, lost, 1e-2) for lost in (1e-3, 4e-3))
    assert loud.level == pytest.approx(2*quiet.level, rel=1e-4)
    assert quiet.level == pytest.approx(LOUD*0.1**0.5, rel=1e-4)
    small, large = (Pair(piece("steel", size), wood).modes(1.0)[0].frequency for size in (0.02, 0.04))
    assert small == pytest.approx(2*large, rel=1e-4)

    def middle(name, size=0.02, speed=1.0):
        modes = Pair(piece(name, size), wood).modes(speed)
        return sum(mode.share*mode.frequency for mode in modes)

    assert middle("glass") > middle("oak") > middle("rubber")
    assert middle("steel", speed=3.0) > middle("steel", speed=0.1)


def test_a_blow_lasts_as_long_as_hertz_has_it():
    """Against m x'' = -4/3 E* sqrt(R) x^(3/2), integrated step by step until it lets go."""
    ball, wall = Piece(MATERIALS["brass"], 0.015, 0.12), Piece(MATERIALS["glass"], float("inf"), float("inf"))
    stiff = 4/3/(0.91/1.0e11 + 0.91/7.0e10)*0.015**0.5
    x, v, t, h = 0.0, 0.8, 0.0, 1e-8
    while x >= 0.0:
        v -= h*stiff*max(x, 0.0)**1.5/0.12
        x += h*v
        t += h
    assert Pair(ball, wall).pulse(0.8) == pytest.approx(t, rel=5e-3)


def test_a_pair_that_loses_nothing_is_heard_all_the_same():
    steel = Piece(MATERIALS["steel"], 0.02, 0.26)
    assert Pair(steel, steel).blow(0.0, 1.0, 0.0, 1e-2).level > 0.0


@pytest.mark.parametrize("speed, octaves", [(2.0, 0.0), (1.0, 0.0), (0.7, 0.51), (0.5, 1.0), (1/64, 1.0)])
def test_slow_motion_lowers_by_an_octave_at_most(speed, octaves):
    assert -np.log2(pitch_of(speed)) == pytest.approx(octaves, abs=0.01)
    samples = track_of(score([Blow(0.0, 0.5, ONE, 2e-4)]), speed=speed).samples(RATE)[:, 0]
    peak = np.argmax(np.abs(np.fft.rfft(samples*np.hanning(RATE))))
    assert peak == pytest.approx(1000.0*2**-octaves, rel=0.01)


# ---- voices ---------------------------------------------------------------------------------------------------------

def test_of_many_blows_at_once_the_loudest_are_heard():
    choir, levels = Choir(), np.random.default_rng(3).permutation(np.arange(1, 101))/100
    heard = []
    for k, level in enumerate(levels.tolist()):
        voice, cut = choir.add(1e-9*k, Blow(0.0, level, ONE, 2e-4))
        heard = [one for one in heard if one is not cut] + ([voice] if voice is not None else [])
        assert len(choir) <= BLOWS
    assert sorted(voice.blow.level for voice in heard) == sorted(levels.tolist())[-BLOWS:]
    rubbed = {(k, "roll"): Rub(level, 100.0, 0.0) for k, level in enumerate(levels.tolist())}
    assert sorted(rub.level for rub in loudest(rubbed).values()) == sorted(levels.tolist())[-RUBS:]


def test_voices_begin_and_end_without_a_click():
    random = np.random.default_rng(5)
    blows = [Blow(0.01*k, float(random.uniform(0.02, 0.06)), (Mode(300.0, 5.0, 1.0),), 4e-3) for k in range(150)]
    instants = [(t, given if k % 20 < 12 else {}) for k, (t, given) in enumerate(rubs("roll", 0.05, 300.0, 2.0))]
    samples = track_of(score(blows, instants)).samples(3*RATE)[:, 0]/LARGEST
    # of twelve blows at 300 Hz and noise of 1200 cells no two samples that follow one another are further apart
    most = sum(sorted(blow.level for blow in blows)[-BLOWS:])*2*np.pi*300/RATE + 0.05*1.6*2*1.5*1200/RATE
    assert np.abs(np.diff(samples)).max() < most
    # and the slope does not jump either: a click is one that does
    assert np.abs(np.diff(samples, 2)).max() < 0.3*most


def test_peaks_stay_below_one_however_much_is_heard():
    blows = [Blow(1e-4*k, 3.0, ONE, 2e-4) for k in range(2000)]
    track = track_of(score(blows, rubs("slip", 0.4, 900.0)))
    samples = track.samples(RATE)
    peak = int(np.abs(samples.astype(int)).max())
    assert 0.5*LARGEST < peak <= CEILING*LARGEST + 1


# ---- the same bits --------------------------------------------------------------------------------------------------

def busy():
    random = np.random.default_rng(11)
    blows = [Blow(rounded(float(t)), rounded(float(level)), (Mode(700.0, 30.0, 0.75), Mode(2100.0, 90.0, 0.25)), 3e-4,
                  rounded(float(pan)))
             for t, level, pan in zip(np.sort(random.uniform(0, 1, 60)), random.uniform(0.1, 0.6, 60),
                                      random.uniform(-1, 1, 60), strict=True)]
    one, other, third = rubs("roll", 0.1, 440.5), rubs("slip", 0.2, 1000.25), rubs("whirr", 0.15, 30.75)
    return score(blows, [(t, {**a, **b, **c}) for (t, a), (_t, b), (_u, c) in zip(one, other, third, strict=True)], 1.0)


def test_the_pieces_in_which_a_track_is_asked_for_change_nothing():
    whole = track_of(busy()).samples(RATE)
    track, found = track_of(busy()), []
    for until in (1, 7, 800, 801, 1600, 20_000, 20_064, RATE):
        found.append(track.samples(until))
    assert np.array_equal(np.concatenate(found), whole) and len(whole) == RATE


def test_the_same_score_has_the_same_bits_on_every_machine():
    """Samples are made of whole numbers, sums and products: nothing that two processors compute differently."""
    assert blake2b(track_of(busy()).samples(RATE).astype("<i2").tobytes(), digest_size=8).hexdigest() == \
        "7cafda101e122389"


def test_a_bound_from_below_spares_no_voice_that_is_quieter():
    """The quietest voice is found by bounds; it is the one that is found by looking at all of them."""
    random, choir, singing = np.random.default_rng(7), Choir(), []
    for k in range(4000):
        # many close together, then long pauses; many modes
        t = 1e-3*k + 0.3*(k//200)
        modes = tuple(Mode(500.0, float(random.uniform(3.0, 300.0)), share) for share in random.dirichlet((1, 1, 1)))
        blow = Blow(t, float(random.lognormal()), modes, 1e-3)
        singing = [voice for voice in singing if voice.end > t]
        levels = [sum(voice.blow.level*mode.share*2.0**((voice.begin - t)*mode.halvings) for mode in voice.blow.modes)
                  for voice in singing]
        full = len(singing) == BLOWS
        expected = singing[int(np.argmin(levels))] if full and min(levels) < blow.level else None
        voice, cut = choir.add(t, blow)
        assert cut is expected and (voice is None) == (full and expected is None)
        singing = [one for one in singing if one is not cut] + ([voice] if voice is not None else [])


def test_a_number_is_rounded_to_its_leading_digits():
    """By whole numbers: the nearest multiple of the sixteenth binary digit, of two equally near ones the even one."""
    random = np.random.default_rng(5)
    values = [float(x) for x in random.normal(size=2000)*10.0**random.uniform(-12, 12, 2000)]
    values += [float(np.ldexp(2*int(n) + 1, int(e))) for n, e in zip(
        random.integers(1 << 15, 1 << 16, 500), random.integers(-40, 10, 500), strict=True)]
    for x in values:
        mantissa, exponent = np.frexp(x)
        assert rounded(x) == np.ldexp(round(float(mantissa)*65536), int(exponent) - 16)
    assert rounded(0.0) == rounded(float("nan")) == rounded(float("inf")) == 0.0

"""The samples of a score: 48 kHz, two channels, at most 1; the same bits in whatever pieces they are asked for.

A blow is a sum of damped sines, what lasts is noise along the way (digits.py). The sum of all goes through a limiter
that looks ahead: the gain of each block is at most what its peak allows, falls in time and comes back slowly.
"""

from collections.abc import Callable, Sequence
from math import ceil, floor

import numpy as np

from sandbox.sound.blows import RATE, Blow
from sandbox.sound.choir import Choir, Voice, seconds_of
from sandbox.sound.digits import TURN, halvings, noise, sines
from sandbox.sound.rubbing import ROLL, WHIRR, Rub
from sandbox.sound.score import Score

BLOCK = 64                       # samples of one gain of the limiter
CEILING = 0.97                   # of the largest sample
RELEASE = 1.0/256                # share of what is missing by which the gain comes back with each block
CUT, FADE = 240, 64              # samples in which a voice goes that is cut, or that has come to its end
LARGEST = 32767                  # of a 16-bit sample
SEEDS = {"roll": 0x51ED270B, "slip": 0x2545F491, "whirr": 0x3C6EF372}
OCTAVES = ((1, 0.55), (2, 0.3), (4, 0.15))      # of roughness: how much finer, and how much of it
PULSE = 12870/65536              # mean of ((1 + sin)/2)^8
RATTLE = 2400                    # cells per second of what a coin's rim rattles with


def pitch_of(speed: float) -> float:
    """Returns by what frequencies are multiplied in slow motion: at most an octave lower; never higher."""
    return min(max(speed, 0.5), 1.0)


class Track:
    """The samples of scores, sample k at the time k/RATE of what is heard.

    shown    shown(t): when the instant t [s] of the run is heard [s];  speed(t): simulated time per time there [1]
    """

    def __init__(self, scores: Sequence[Score], shown: Callable[[float], float], speed: Callable[[float], float]):
        self._voices = [voice for score in scores for voice in _voices(score, shown, speed)]
        self._voices.sort(key=lambda voice: voice.first)
        self._rubs = [line for score in scores for line in _lines(score, shown, speed)]
        self._mixed = _Limiter()
        self._done = 0               # samples that were asked for
        self._ready = np.zeros((0, 2))
        self._made = 0               # samples that were mixed, whole blocks

    @property
    def voices(self) -> int:
        """Number of blows that are heard."""
        return len(self._voices)

    def samples(self, until: int) -> np.ndarray:
        """Returns the next samples (n, 2), 16 bit, up to before the sample `until`."""
        while self._done + len(self._ready) < until:
            # the limiter is one block behind
            n = (ceil((until - self._done - len(self._ready))/BLOCK) + 1)*BLOCK
            self._ready = np.concatenate((self._ready, self._mixed.limited(self._mix(self._made, self._made + n))))
            self._made += n
        n = max(0, until - self._done)
        found, self._ready = self._ready[:n], self._ready[n:]
        self._done += n
        return np.rint(found*LARGEST).astype(np.int16)

    def _mix(self, begin: int, end: int) -> np.ndarray:
        """The sum of all voices (n, 2) from one sample to before another."""
        found = np.zeros((end - begin, 2))
        for voice in self._voices:
            if voice.first >= end:
                break
            if voice.end > begin:
                voice.add(found, begin)
        self._voices = [voice for voice in self._voices if voice.end > end]
        for line in self._rubs:
            if line.first < end and line.end > begin:
                line.add(found, begin)
        return found


def sides(pan: float) -> tuple[float, float]:
    """Returns the shares of left and right, of about the same loudness everywhere."""
    return 1.0 - 0.5*(1.0 + pan)*0.75, 1.0 - 0.5*(1.0 - pan)*0.75


# ---- blows ----------------------------------------------------------------------------------------------------------

class _Ringing:
    """A blow in samples: from `first` to before `end`."""

    def __init__(self, voice: Voice):
        self._blow = voice.blow
        self.first = floor(voice.begin*RATE + 0.5)
        self.end = self.first + ceil(seconds_of(voice.blow)*RATE)
        self._fade = FADE
        if voice.cut < float("inf"):
            cut = floor(voice.cut*RATE + 0.5) + CUT
            if cut < self.end:
                self.end, self._fade = max(cut, self.first + 1), CUT

    def add(self, found: np.ndarray, begin: int):
        """Adds its samples to those (n, 2) that begin at a sample."""
        low, high = max(self.first, begin), min(self.end, begin + len(found))
        after = np.arange(low - self.first, high - self.first, dtype=np.int64)
        sound = np.zeros(len(after))
        for mode in self._blow.modes:
            step = floor(mode.frequency*(TURN/RATE) + 0.5)
            sound += mode.share*sines(after*step % TURN)*halvings(after*(mode.halvings/RATE))
        rise = np.minimum(after*(1.0/max(8.0, self._blow.rise*RATE)), 1.0)
        sound *= rise*rise*(3.0 - 2.0*rise)*np.minimum((self.end - self.first - after)*(1.0/self._fade), 1.0)
        left, right = sides(self._blow.pan)
        found[low - begin:high - begin, 0] += self._blow.level*left*sound
        found[low - begin:high - begin, 1] += self._blow.level*right*sound


def _voices(score: Score, shown: Callable, speed: Callable) -> list[_Ringing]:
    choir, found = Choir(), []
    for blow in score.blows:
        pitch = pitch_of(speed(blow.t))
        voice, _cut = choir.add(shown(blow.t), slower(blow, pitch))
        if voice is not None:
            found.append(voice)
    return [_Ringing(voice) for voice in found]


def slower(blow: Blow, pitch: float) -> Blow:
    """A blow as it is heard in slow motion."""
    if pitch == 1.0:
        return blow
    modes = tuple(mode._replace(frequency=mode.frequency*pitch, halvings=mode.halvings*pitch) for mode in blow.modes)
    return Blow(blow.t, blow.level, modes, blow.rise/pitch, blow.pan)


# ---- what lasts -----------------------------------------------------------------------------------------------------

class _Line:
    """What lasts, of one body and kind: amplitudes, rates and sides at samples, straight lines between."""

    def __init__(self, key: tuple[int, str]):
        self._body, self._kind = key
        self._at: list[int] = []
        self._points: list[tuple[float, float, float]] = []
        self._phases = np.zeros(0, np.int64)

    def put(self, at: int, level: float, rate: float, pan: float):
        """Adds a point at a sample, later than the last one."""
        if self._at and at <= self._at[-1]:
            return
        self._at.append(at)
        self._points.append((level, rate, pan))

    def close(self):
        """No more points: phases at the points follow, whole numbers."""
        phases = [0]
        for (at, after), ((_l, one, _p), (_m, other, _q)) in zip(
                zip(self._at, self._at[1:], strict=False), zip(self._points, self._points[1:], strict=False),
                strict=True):
            phases.append(phases[-1] + int(_turned(one, other, after - at, np.array([after - at]))[0]))
        self._phases = np.array(phases, np.int64)

    @property
    def first(self) -> int:
        return self._at[0]

    @property
    def end(self) -> int:
        return self._at[-1]

    def add(self, found: np.ndarray, begin: int):
        """Adds its samples to those (n, 2) that begin at a sample."""
        end = begin + len(found)
        k = max(0, int(np.searchsorted(self._at, begin, side="right")) - 1)
        while k + 1 < len(self._at) and self._at[k] < end:
            low, high = max(self._at[k], begin), min(self._at[k + 1], end)
            if high > low and (self._points[k][0] > 0.0 or self._points[k + 1][0] > 0.0):
                self._add_piece(found[low - begin:high - begin], k, low)
            k += 1

    def _add_piece(self, found: np.ndarray, k: int, low: int):
        span = self._at[k + 1] - self._at[k]
        (level, rate, pan), (level_, rate_, pan_) = self._points[k], self._points[k + 1]
        after = np.arange(low - self._at[k], low - self._at[k] + len(found), dtype=np.int64)
        share = after*(1.0/span)
        phases = self._phases[k] + _turned(rate, rate_, span, after)
        sound = (level + (level_ - level)*share)*_voiced(self._kind, phases, low + np.arange(len(found)), self._seed)
        left, right = sides(0.5*(pan + pan_))
        found[:, 0] += left*sound
        found[:, 1] += right*sound

    @property
    def _seed(self) -> int:
        return (SEEDS[self._kind] + 0x9E3779B9*self._body) & 0xFFFFFFFF


def _turned(rate: float, other: float, span: int, after: np.ndarray) -> np.ndarray:
    """The whole phases (n,) that pass in `after` (n,) samples of a span in which a rate goes to another [1/s]."""
    return np.floor((rate + (other - rate)*0.5*(after*(1.0/span)))*after*(TURN/RATE)).astype(np.int64)


def _voiced(kind: str, phases: np.ndarray, samples: np.ndarray, seed: int) -> np.ndarray:
    """The sound (n,) of a kind at phases, within about -1..1; `samples` are counted from the beginning of the track."""
    if kind == WHIRR:
        pulse = 0.5 + 0.5*sines(phases % TURN)
        for _squaring in range(3):
            pulse = pulse*pulse
        tone = sum(sines(k*phases % TURN)*(1.0/k) for k in range(1, 7))
        return (pulse - PULSE)*0.4 + pulse*noise(samples*(TURN//RATE*RATTLE), seed)*0.8 + 0.25*tone
    rough = np.zeros(len(phases))
    for finer, share in OCTAVES:
        rough += share*noise(phases*finer, seed + finer)
    if kind == ROLL:
        return 1.6*rough
    return 1.6*rough*(0.6 + 0.4*noise(phases//24, seed ^ 0x5BD1E995))


def _lines(score: Score, shown: Callable, speed: Callable) -> list[_Line]:
    lines: dict[tuple[int, str], _Line] = {}
    before: dict[tuple[int, str], Rub] = {}
    at_last = None
    for t, rubs in score.instants:
        at, pitch = floor(shown(min(t, score.end))*RATE + 0.5), pitch_of(speed(t))
        for key in {**before, **rubs}:
            line = lines.setdefault(key, _Line(key))
            if key not in before and at_last is not None:
                # comes up from nothing since the last instant
                line.put(at_last, 0.0, rubs[key].rate*pitch, rubs[key].pan)
            one = rubs.get(key)
            if one is None:
                line.put(at, 0.0, line._points[-1][1], line._points[-1][2])
            else:
                line.put(at, one.level, one.rate*pitch, one.pan)
        before, at_last = rubs, at
    if at_last is not None:
        for key in before:
            line = lines[key]
            line.put(at_last + CUT, 0.0, line._points[-1][1], line._points[-1][2])
    found = [line for line in lines.values() if len(line._at) > 1]
    for line in found:
        line.close()
    return found


# ---- the limiter ----------------------------------------------------------------------------------------------------

class _Limiter:
    """Keeps what comes block by block within CEILING; it gives a block when it has seen the next one."""

    def __init__(self):
        self._waiting = np.zeros((0, 2))
        self._gain = 1.0             # at the beginning of the waiting block

    def limited(self, mixed: np.ndarray) -> np.ndarray:
        """Takes whole blocks (n, 2); returns all but the last, with the one that waited before them."""
        blocks = np.concatenate((self._waiting, mixed)).reshape(-1, BLOCK, 2)
        peaks = np.abs(blocks).max(axis=(1, 2))
        allowed = np.where(peaks > CEILING, CEILING/np.maximum(peaks, CEILING), 1.0)
        gains = [self._gain if self._waiting.size else float(allowed[0])]
        for k in range(len(blocks) - 1):
            up = gains[-1] + (1.0 - gains[-1])*RELEASE
            gains.append(float(min(up, allowed[k], allowed[k + 1])))
        self._gain, self._waiting = gains[-1], blocks[-1]
        begins, ends = np.array(gains[:-1])[:, None], np.array(gains[1:])[:, None]
        along = np.arange(BLOCK)*(1.0/BLOCK)
        return (blocks[:-1]*(begins + (ends - begins)*along)[..., None]).reshape(-1, 2)

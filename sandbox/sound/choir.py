"""At most sixteen voices at once: twelve blows and four that last, the loudest."""

from collections.abc import Iterable, Mapping

from sandbox.sound.blows import Blow
from sandbox.sound.rubbing import Rub

BLOWS, RUBS = 12, 4
VOICES = BLOWS + RUBS
GONE = 14.0              # halvings after which a mode is not heard any more (84 dB)
LN2 = 0.6931471805599453
SURE = 1.0 - 1e-6        # of a level: what rounding takes of a bound is far less, up to ten million seconds
WHOLE = 1.0 - 2.0**-14   # of a level: shares of modes are 1 together, but for KEPT digits of each (digits.py)


def seconds_of(blow: Blow) -> float:
    """Returns how long a blow is heard [s]."""
    return GONE/min([mode.halvings for mode in blow.modes])


class Voice:
    """A blow that is heard from `begin` on; `cut` is when a louder one takes its place [s], inf where none does.

    surely, fall   from when its level was asked for last it is at least as loud as surely - fall t at t [s]: what
                   halves again and again stays above each of its tangents
    """

    __slots__ = ("_falls", "begin", "blow", "cut", "end", "fall", "number", "surely")

    def __init__(self, number: int, begin: float, blow: Blow):
        self.number, self.begin, self.blow = number, begin, blow
        self.cut = float("inf")
        self._falls: list[tuple[float, float]] | None = None
        pair = blow.pair
        if pair is not None:
            # all of it falls as its fastest mode at most: its modes are not asked for before somebody has to know
            self.end, self.fall = begin + GONE/pair.slowest, LN2*pair.fastest*blow.level
            self.surely = WHOLE*blow.level + self.fall*begin
            return
        self.end = begin + seconds_of(blow)
        self.level(begin)

    def level(self, t: float, most: float = float("inf")) -> float:
        """Returns how loud it is at an instant [s] of what is heard; where that is more than `most`, a part of it that
        is more, too.
        """
        falls = self._falls
        if falls is None:
            loud = self.blow.level
            self._falls = falls = [(loud*share, halvings) for _frequency, halvings, share in self.blow.modes]
        after, found, fall = self.begin - t, 0.0, 0.0
        for level, halvings in falls:
            now = level*2.0**(after*halvings)
            found += now
            fall += now*halvings
            if found > most:
                break
        self.fall = LN2*fall
        self.surely = SURE*found + self.fall*t
        return found


class Choir:
    """Gives voices to blows, one by one in the order of their instants as they are heard."""

    def __init__(self):
        self._singing: list[Voice] = []
        self._first_end = float("inf")       # [s] when one of them ends
        self._count = 0

    def add(self, begin: float, blow: Blow) -> tuple[Voice | None, Voice | None]:
        """Returns the voice of a blow that begins at an instant [s], None where louder ones have all, and the voice
        that is cut for it, None where there is room.
        """
        if self._first_end <= begin:
            self._singing = [voice for voice in self._singing if voice.end > begin]
            self._first_end = min([voice.end for voice in self._singing], default=float("inf"))
        quietest, singing = None, self._singing
        if len(singing) >= BLOWS:
            quietest = self._quietest(begin, blow.level)
            if quietest is None:
                return None, None
            quietest.cut = begin
            singing.remove(quietest)
        voice = Voice(self._count, begin, blow)
        self._count += 1
        singing.append(voice)
        if voice.end < self._first_end:
            self._first_end = voice.end
        return voice, quietest

    def _quietest(self, t: float, level: float) -> Voice | None:
        """Returns the quietest voice at an instant, of equal ones the first; None where none is below `level`."""
        found, least = None, level
        for voice in self._singing:
            if voice.surely - voice.fall*t > least:
                continue
            now = voice.level(t, least)
            if now < least or (now == least and found is not None and voice.number < found.number):
                found, least = voice, now
        return found

    def __len__(self) -> int:
        return len(self._singing)


def loudest(rubs: Mapping[tuple[int, str], Rub] | Iterable[tuple[tuple[int, str], Rub]]
            ) -> dict[tuple[int, str], Rub]:
    """Returns the RUBS loudest of what lasts; of equally loud ones those of the first bodies."""
    items = rubs.items() if isinstance(rubs, Mapping) else rubs
    return dict(sorted(items, key=lambda item: (-item[1].level, item[0]))[:RUBS])

"""At most sixteen voices at once: twelve blows and four that last, the loudest."""

from collections.abc import Iterable, Mapping

from sandbox.sound.blows import Blow
from sandbox.sound.rubbing import Rub

BLOWS, RUBS = 12, 4
VOICES = BLOWS + RUBS
GONE = 14.0              # halvings after which a mode is not heard any more (84 dB)
LN2 = 0.6931471805599453
SURE = 1.0 - 1e-9        # of a level: what rounding takes of a bound is far less


def seconds_of(blow: Blow) -> float:
    """Returns how long a blow is heard [s]."""
    return GONE/min([mode.halvings for mode in blow.modes])


class Voice:
    """A blow that is heard from `begin` on; `cut` is when a louder one takes its place [s], inf where none does.

    surely, fall, since   it is at least as loud as surely - fall (t - since) from `since` [s] on: what halves again and
                          again stays above each of its tangents
    """

    __slots__ = ("_falls", "begin", "blow", "cut", "end", "fall", "number", "since", "surely")

    def __init__(self, number: int, begin: float, blow: Blow):
        self.number, self.begin, self.blow = number, begin, blow
        self.cut, self.since, loud = float("inf"), begin, blow.level
        self._falls = falls = [(loud*share, halvings) for _frequency, halvings, share in blow.modes]
        slowest, surely, fall = falls[0][1], 0.0, 0.0
        for level, halvings in falls:
            surely += level
            fall += level*halvings
            if halvings < slowest:
                slowest = halvings
        self.end, self.surely, self.fall = begin + GONE/slowest, SURE*surely, LN2*fall

    def level(self, t: float, most: float = float("inf")) -> float:
        """Returns how loud it is at an instant [s] of what is heard; where that is more than `most`, a part of it that
        is more, too.
        """
        after, found, fall = self.begin - t, 0.0, 0.0
        for level, halvings in self._falls:
            now = level*2.0**(after*halvings)
            found += now
            fall += now*halvings
            if found > most:
                break
        self.since, self.surely, self.fall = t, SURE*found, LN2*fall
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
        quietest = None
        if len(self._singing) >= BLOWS:
            quietest = self._quietest(begin, blow.level)
            if quietest is None:
                return None, None
            quietest.cut = begin
            self._singing.remove(quietest)
        voice = Voice(self._count, begin, blow)
        self._count += 1
        self._singing.append(voice)
        self._first_end = min(self._first_end, voice.end)
        return voice, quietest

    def _quietest(self, t: float, level: float) -> Voice | None:
        """Returns the quietest voice at an instant, of equal ones the first; None where none is below `level`."""
        found, least = None, level
        for voice in self._singing:
            if voice.surely - voice.fall*(t - voice.since) > least:
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

"""At most sixteen voices at once: twelve blows and four that last, the loudest."""

import heapq
from collections.abc import Iterable, Mapping

from sandbox.sound.blows import Blow
from sandbox.sound.rubbing import Rub

BLOWS, RUBS = 12, 4
VOICES = BLOWS + RUBS
GONE = 14.0              # halvings after which a mode is not heard any more (84 dB)


def seconds_of(blow: Blow) -> float:
    """Returns how long a blow is heard [s]."""
    return max(GONE/mode.halvings for mode in blow.modes)


class Voice:
    """A blow that is heard from `begin` on; `cut` is when a louder one takes its place [s], inf where none does."""

    __slots__ = ("_falls", "begin", "blow", "cut", "end", "number")

    def __init__(self, number: int, begin: float, blow: Blow):
        self.number, self.begin, self.blow = number, begin, blow
        self.end, self.cut = begin + seconds_of(blow), float("inf")
        self._falls = tuple([(blow.level*mode.share, mode.halvings) for mode in blow.modes])

    def level(self, t: float, most: float = float("inf")) -> float:
        """Returns how loud it is at an instant [s] of what is heard; where that is more than `most`, a part of it that
        is more, too.
        """
        after, found = self.begin - t, 0.0
        for level, halvings in self._falls:
            found += level*2.0**(after*halvings)
            if found > most:
                break
        return found


class Choir:
    """Gives voices to blows, one by one in the order of their instants as they are heard."""

    def __init__(self):
        self._singing: list[tuple[float, int, Voice]] = []
        self._count = 0

    def add(self, begin: float, blow: Blow) -> tuple[Voice | None, Voice | None]:
        """Returns the voice of a blow that begins at an instant [s], None where louder ones have all, and the voice
        that is cut for it, None where there is room.
        """
        while self._singing and self._singing[0][0] <= begin:
            heapq.heappop(self._singing)
        quietest = None
        if len(self._singing) >= BLOWS:
            quietest = self._quietest(begin, blow.level)
            if quietest is None:
                return None, None
            quietest.cut = begin
            self._singing = [item for item in self._singing if item[2] is not quietest]
            heapq.heapify(self._singing)
        voice = Voice(self._count, begin, blow)
        self._count += 1
        heapq.heappush(self._singing, (voice.end, voice.number, voice))
        return voice, quietest

    def _quietest(self, t: float, level: float) -> Voice | None:
        """Returns the quietest voice at an instant, of equal ones the first; None where none is below `level`."""
        found, least = None, level
        for _end, _number, voice in self._singing:
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

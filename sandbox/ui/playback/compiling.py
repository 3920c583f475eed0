"""How far the compiler is, in words: the first start of a scene compiles its mechanics, later ones load them."""

import sys
import time

from sandbox.compiling import machine_code
from sandbox.text import _, unit_text

TRANSLATOR = "sandbox.compiling.translator"      # is loaded where something has to be compiled


class Compiling:
    """Counts from `begin` on."""

    def __init__(self):
        self.begin()

    def begin(self):
        """Another run is being prepared."""
        self._since, self._first = time.monotonic(), len(machine_code.needed)

    @property
    def compiled(self) -> int:
        """How many pieces have been compiled."""
        return sum(is_new for _module, _name, is_new in machine_code.needed[self._first:])

    def text(self) -> str:
        """Returns what is going on."""
        if TRANSLATOR not in sys.modules:
            return _("Preparing the mechanics…")
        return _("Compiling the mechanics, once for all later starts: part {part}, {seconds:.0f} {second}…").format(
            part=self.compiled + 1, seconds=time.monotonic() - self._since, second=unit_text("s"))

"""Where a run ends at the rim of its model, instead of going on beyond it (scene/beyond.py)."""

from collections.abc import Iterable

from sandbox.errors import BadValue
from sandbox.systems.protocol import Automaton
from sandbox.systems.renewed import renewed
from sandbox.text import _

# up to where a run goes: as far as its body does; or as far as the equations that its scene declares
ON, RIM = "", "rim"


def as_far_as(systems: Iterable[Automaton], until: str) -> list[Automaton]:
    """Returns systems that end at the rims of their models where `until` is RIM, and go on beyond them where it is ON.

    Up to the rim both have the same bits: what goes on there is made at that instant. Raises BadValue for another word.
    """
    if until not in (ON, RIM):
        raise BadValue(_("until: got {found!r}, needs 'rim', or '' for as far as the body goes").format(found=until))
    return [renewed(one, ends_at_rim=True) if until and hasattr(one, "ends_at_rim") else one for one in systems]

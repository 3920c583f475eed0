"""The modes that a body with a law of contact can be in."""

from sandbox.mechanics.contact.mode import ContactMode
from sandbox.mechanics.contact.modes import MODES
from sandbox.mechanics.contact.state import LEDGER
from sandbox.scene.contact import Contact
from sandbox.systems.contact.unturned import UNTURNED
from sandbox.systems.protocol import Mode


def mode_of(mode: ContactMode) -> Mode:
    """A mode of a body on a support as a run wants it."""
    return Mode(mode.word, mode.functions, mode.size, LEDGER, mode.clock, mode.stride, about=mode.about)


# modes of a body that carries masses
LOADED = {"flight": "loaded_flight", "sliding": "loaded_sliding", "slip_onset": "loaded_slip_onset",
          "slip_end": "loaded_slip_end", "rolling": "carrying"}


def loaded_modes() -> dict[str, Mode]:
    """The modes that a body which carries masses can reach, by the names of those of a body that carries none."""
    return {name: mode_of(MODES[own]) for name, own in LOADED.items()}


def contact_modes(contact: Contact, can_tip: bool, has_faces: bool = False) -> dict[str, Mode]:
    """The modes that a body can reach, also after a change of its friction.

    has_faces   flat ones of its own, on which it may come to lie
    """
    law = contact.law
    names = ["flight", "sliding", "slip_onset", "slip_end", "rubber" if contact.rubber else "rolling"]
    if law.k_r or law.k_s:
        names += ["resisted", "roll_onset", "rest_end", "rest", "pivot", "rubber"]
    if law.k_r and can_tip:
        names += [*UNTURNED.values(), "turn_onset", "turn_end"]
    if not can_tip:
        names += ["rest", "pivot"]
    elif has_faces:
        names += ["lying", "standing"]
    return {name: mode_of(MODES[name]) for name in dict.fromkeys(names)}

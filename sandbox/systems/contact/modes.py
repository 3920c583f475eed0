"""The modes that a body with a law of contact can be in."""

from sandbox.mechanics.contact.modes import mode_table
from sandbox.scene.contact import Contact
from sandbox.systems.contact.states import LEDGER, SLIP_CLOCK
from sandbox.systems.protocol import Mode

SIZES = {"rolling": 11, "rubber": 11, "resisted": 11, "rest": 11, "pivot": 11, "rest_end": 12,
         "sliding": 17, "slip_begin": 17, "slip_end": 18, "flight": 17}
# what a person reads, and the compiled table, where they differ from the name
WORDS = {"resisted": "rolling", "pivot": "rolling", "rest_end": "rolling",
         "slip_begin": "sliding", "slip_end": "sliding"}
TABLES = {"rolling": "body"}
CLOCKS = {"rest_end": 11, "slip_end": SLIP_CLOCK}
# step of the variable that replaces time near the end of a slip: slips lose a share of this order in it [s^2/m]
STRIDE = 1.0


def contact_modes(contact: Contact, can_tip: bool) -> dict[str, Mode]:
    """The modes that a body can reach, also after a change of its friction."""
    law = contact.law
    names = ["flight", "sliding", "slip_begin", "slip_end", "rubber" if contact.rubber else "rolling"]
    if law.k_r or law.k_s:
        names += ["resisted", "rest_end", "rest", "pivot", "rubber"]
    if not can_tip:
        names += ["rest"]
    return {name: Mode(WORDS.get(name, name), mode_table(TABLES.get(name, name)), SIZES[name], LEDGER,
                       CLOCKS.get(name, -1), STRIDE if name in CLOCKS else 0.0) for name in dict.fromkeys(names)}

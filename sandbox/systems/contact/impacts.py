"""What is said of impacts and booked of them: how fast, and how much energy was lost, or gained."""

from dataclasses import replace
from typing import NamedTuple

from sandbox.mechanics.impact.impact import Impact, strike
from sandbox.systems.contact.states import Held
from sandbox.systems.protocol import Event
from sandbox.text import _

# energies below this share of that of the impact are rounding: none is said, and none gained is booked
ROUNDED = 1e-9
NOTHING = 1e-15          # [J] below which an energy is said to be none


def impact_event(t: float, speed: float, lost: float) -> Event:
    """Returns the event of an impact at the speed [m/s] in which energy [J] was lost, or gained where it is below 0."""
    lost = lost if abs(lost) > NOTHING else 0.0
    sentence = (_("Impact at t = {t:.4f} s with {speed:.3g} m/s, {lost:.2g} J lost.") if lost >= 0.0 else
                _("Impact at t = {t:.4f} s with {speed:.3g} m/s, {gained:.2g} J gained."))
    # never -0
    return Event(t, 0, "impact", sentence.format(t=t, speed=speed + 0.0, lost=lost, gained=-lost), speed + 0.0, lost)


class Loss(NamedTuple):
    """The energy lost in an impact [J], below 0 if gained."""

    booked: float       # 0 where a gain is rounding
    said: float         # 0 where it is rounding, and never -0


def loss_of(held: Held, impact: Impact) -> Loss:
    """Returns what is lost in an impact."""
    return booked_of(impact.energy, float(impact.P @ held.touch.u))


def booked_of(energy: float, work: float) -> Loss:
    """Returns what is lost where `energy` [J] is gained; `work` is P.u, of impulse and velocity before [J]."""
    rounding = ROUNDED*abs(work)
    lost = 0.0 if 0.0 < energy <= rounding else -energy
    return Loss(lost, lost + 0.0 if abs(lost) > rounding else 0.0)


def bounce(held: Held) -> Impact:
    """The impact of a contact under its law."""
    contact = held.contact
    return strike(held.touch, contact.law, contact.restitution, contact.tangential, contact.impact)


def stay(held: Held, slips: bool = False) -> Impact:
    """The impact after which a contact stays closed: it gives nothing back, of its slip neither.

    A tangential restitution ends with the normal one. The slip that it turns round at every bounce has no limit when
    infinitely many bounces come to their end, and a rough contact that stays closed has none.

    slips   a law that only holds gives way as it does where a hand pulls: to stop the slip would open the contact
    """
    law = held.contact.law
    return strike(held.touch, replace(law, mu_impact=law.at_rest.mu) if slips else law, 0.0, 0.0, held.contact.impact)

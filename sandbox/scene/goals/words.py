"""What may stand in a goal: conditions, measures, quantities with their units and ranges, kinds of events."""

from math import inf, pi

from sandbox.text import N_

# words of the language, which no mark and no guess may be called by
JOINTS = ("and", "or", "not")
CONDITIONS = ("passes", "in", "stays", "rests", "event", "before")
MEASURES = ("max", "min", "mean", "count", "at", "last", "when", "value")

# what happens in runs, as logs name it, and in words
EVENTS = {"slip": N_("slip"), "grip": N_("the end of slip"), "detach": N_("letting go"),
          "impact": N_("an impact"), "rim": N_("the rim"), "apex": N_("the apex"),
          "breakaway": N_("a blade that gives way"), "regrip": N_("a blade that grips again"),
          "slip_reversal": N_("slip that turns round"), "stop": N_("a stop")}

# quantity of a body -> its unit, and the range that it cannot leave
OF_BODY = {
    **dict.fromkeys(("x", "y", "z", "cx", "cy", "cz"), ("m", -inf, inf)),
    "radius": ("m", 0.0, inf), "azimuth": ("rad", -inf, inf), "speed": ("m/s", 0.0, inf),
    **dict.fromkeys(("vx", "vy", "vz"), ("m/s", -inf, inf)), "spin": ("rad/s", 0.0, inf),
    **dict.fromkeys(("wx", "wy", "wz", "wn"), ("rad/s", -inf, inf)),
    "tilt": ("rad", 0.0, pi), "heading": ("rad", -inf, inf), "normal": ("N", -inf, inf), "friction": ("N", 0.0, inf)}
# of the run as a whole
OF_RUN = {"t": ("s", 0.0, inf), "support_spin": ("rad/s", -inf, inf)}


def quantity_named(name: str) -> tuple[str, int] | None:
    """Returns the quantity that a name means, and of which body (from 0): "x_2" is x of the second; None for no name.
    """
    if name in OF_BODY or name in OF_RUN:
        return name, 0
    word, joint, number = name.rpartition("_")
    if joint and word in OF_BODY and number.isdecimal() and len(number) < 4 and int(number) > 0:
        return word, int(number) - 1
    return None

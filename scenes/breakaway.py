"""Blade that gives way: hold, skid, grip again.

A real blade holds a sideways force up to N_hold. On a floor at rest the ideal sleigh (mass centre a ahead of its blade,
I = I_C + m a^2, speed v1 along the edge, spin w) needs

    v1' = a w^2,     I w' = -m a v1 w,     N = (I_C/I) m w v1,     max |N| = (I_C/I) sqrt(m/I) E.

When |N| reaches N_hold the edge is torn out; the blade skids against the constant force N_slide, which keeps the sign
of the force that held, and takes the power N_slide |v2| from the sleigh. When the sideways slip v2 is over, the blade
grips again if the ideal force there is below N_hold, else it goes on skidding to the other side. No impulse is needed:
the velocity across the blade is zero at either event. The energy that was lost is in the ledger.

The ideal sleigh from the same start runs beside it.
"""

from math import sqrt

from sandbox.scene import (
    Blade,
    Breakable,
    Card,
    Ideal,
    Number,
    Parameter,
    Plane,
    Preset,
    Scene,
    Showing,
    Sleigh,
    Spin,
    Try,
)

PARAMETERS = (
    Parameter("N_hold", 0.6, "N", low=0, high=20, about="force that the blade holds"),
    Parameter("N_slide", 0.4, "N", low=0, high=20, about="force against which it skids, not above the first"),
    Parameter("v1", 0.05, "m/s", low=-2, high=2, role="start", about="speed along the edge"),
    Parameter("spin", 4.0, "rad/s", low=-10, high=10, role="start", about="rate of turning"),
    Parameter("offset", 0.08, "m", low=-0.3, high=0.3, about="how far the mass centre is ahead of the blade"),
    Parameter("inertia", 0.015, "kg m²", low=0.001, high=0.2, about="moment of inertia about the mass centre"),
    Parameter("x", 0.6, "m", low=-1.4, high=1.4, role="start", about="place of the blade"),
    Parameter("rate", 0.0, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("beside", True, about="the ideal sleigh starts with it"),
)


def build(p):
    blades = [Breakable(p.N_hold, p.N_slide), Ideal()][:2 if p.beside else 1]
    return [Sleigh(1.0, p.inertia, (Blade((-p.offset, 0.0), realisation=blade),), Spin("z", "rate"), Plane(rim=1.5))
            for blade in blades]


def start(p):
    return build(p)[0].start(p.x, 0.0, 0.0, p.v1, p.spin, p.rate)


def most_needed(p):
    """Largest force that the edge needs on a floor at rest [N]."""
    I = p.inertia + p.offset**2
    return p.inertia/I*sqrt(1.0/I)*0.5*(p.v1**2 + I*p.spin**2)


CARD = Card(
    "The blade is torn out where it would have to hold too much; it skids, and grips again. Beside it runs the "
    "ideal sleigh.",
    "The edge needs up to (I_C/I) √(m/I) E = {needs}; it holds {p.N_hold}. Now it has {r.friction}.",
    Try("[Let the blade hold 3 N]: both sleighs run alike.", N_hold=3.0),
    {"needs": Number("N", lambda p, r: most_needed(p))})

SCENE = Scene(
    "Blade that gives way", PARAMETERS, build, start,
    showing=Showing(camera="follow"),
    card=CARD, topic="blades", level="research",
    presets=(
        Preset("It skids and grips again"),
        Preset("Strong enough",
               Card("The blade is strong enough: it holds all the way, and both sleighs run as one.",
                    try_=Try("[Let it hold only 0.6 N]: it is torn out.", N_hold=0.6)),
               N_hold=1.5),
        Preset("On ice once it is out",
               Card("Once torn out it skids as on ice: hardly anything stops it from slipping on."),
               N_slide=0.02),
        Preset("Skidding to either side", N_slide=0.6, spin=7.0),
        Preset("Launched backwards",
               Card("Launched backwards, the sleigh turns round; where it turns fastest the blade would have to "
                    "hold most."),
               v1=-0.8, spin=0.05, x=0.6, inertia=0.0192, N_hold=1.0, N_slide=0.8),
        Preset("On a turntable",
               Card("A table that turns throws the sleigh out, and asks more of its blade the farther it is.",
                    "Now the blade's force is {r.friction}; it holds {p.N_hold}, and skids against {p.N_slide}.",
                    Try("[Let the blade hold 3 N]: it lets go later, or not at all.", N_hold=3.0)),
               rate=1.7, x=0.1, v1=0.0, spin=0.0, N_hold=0.3, N_slide=0.2),
    ),
)

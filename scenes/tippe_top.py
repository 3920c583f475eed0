"""Tippe top: it turns over and stands on its head.

A ball of radius R whose mass centre lies e below its middle spins about the axis through both, almost upright. Its foot
is a point of the ball: friction acts there, below the middle and not below the mass centre, and whatever law it obeys,
its moment about the middle is perpendicular to the line from the middle to the foot. So the angular momentum L about
the mass centre keeps its part along the line r from the mass centre to the foot,

    J = -L . r = L . (R e_z - e e_3) = const        (Jellett's integral)

with e_3 the axis from the mass centre's side to the stem. Slip takes energy, and the axis climbs as long as there is
slip: of all motions with the same J the one with the least energy is that on the head, where mass centre and energy of
place are highest and the spin is slower by (R - e)/(R + e). The body turns round about its own axis on the way. That
holds for 1 - e/R < A/C < 1 + e/R, with C the moment of inertia about the axis and A across it, and for a spin that is
fast enough; beyond 1 + e/R it stops at an angle, below 1 - e/R it stays up. A foot that is a single point may come to
roll without any slip before the top stands on its head, and then it stays as it is, short of it. A patch of contact
(Contensou) slips always while it spins; it has a moment about the vertical, too, which takes spin and J away slowly.

Jellett 1872; Contensou 1963; Ebenfeld, Scheck 1995; Rauch-Wojciechowski, Skoldstam, Glad 2005.
"""

from math import cos, radians, sin

import numpy as np

from sandbox.scene import (
    ANEW,
    Board,
    Card,
    Contact,
    Contensou,
    Coulomb,
    Ellipsoid,
    Parameter,
    Preset,
    Scene,
    Showing,
    Start,
    Still,
    Try,
)

PARAMETERS = (
    Parameter("spin", 140.0, "rad/s", low=-300, high=300, role="start", about="spin about the vertical"),
    Parameter("theta", 5.73, "deg", low=0.1, high=175, role="start", about="tilt of the axis against the vertical"),
    Parameter("ratio", 1.0, low=0.6, high=1.9, about="moment of inertia across the axis over that about it, A/C"),
    Parameter("aside", 0.005, "m", low=0.0, high=0.01, about="from the middle of the ball down to its mass centre",
              title="mass centre below"),
    Parameter("radius", 0.025, "m", low=0.01, high=0.05, about="radius of the ball"),
    Parameter("mu", 0.3, low=0.01, high=2, about="friction coefficient"),
    Parameter("patch", 0.0005, "m", low=0.0, high=0.003, about="radius of the patch of contact; 0: a point"),
)

MASS = 0.03          # [kg]


def build(p):
    C = 0.4*MASS*p.radius*p.radius
    body = Ellipsoid(p.radius, p.radius, p.radius, MASS, np.diag([p.ratio*C, p.ratio*C, C]), (0.0, 0.0, -p.aside))
    return body, Board(1.0, 1.0), Still(), Contact(Contensou(p.mu, p.patch) if p.patch else Coulomb(p.mu))


def start(p):
    half = 0.5*radians(p.theta)
    return Start(at=(0.0, 0.0), velocity=(0.0, 0.0, 0.0), omega=(0.0, 0.0, p.spin),
                 orientation=(cos(half), sin(half), 0.0, 0.0))


CARD = Card(
    "The top turns over and stands on its head: its mass centre has climbed.",
    "Friction at the foot keeps L · r, whatever its law, and takes energy: the least energy with that L · r is on the "
    "head. Spin {r.spin}, tilt {r.tilt}.",
    Try("[Spin it slowly]: it stays as it is.", "Too slow to rise"))

SCENE = Scene(
    "Tippe top", PARAMETERS, build, start, showing=Showing(1/2, closer=4.0),
    card=CARD, topic="contact", level="university",
    presets=(
        Preset("It turns over"),
        Preset("A foot that is a point: it stops short",
               Card("A foot that is a point comes to roll: nothing takes energy any more, and the top stays short of "
                    "its head."),
               patch=0.0),
        Preset("Too slow to rise",
               Card("With so little spin the mass centre does not climb.",
                    try_=Try("[Spin it fast]: it turns over.", ANEW, spin=140.0)),
               spin=30.0),
        Preset("Long: it stops half way",
               Card("A long top, A/C = {p.ratio}, above 1 + e/R: its best place is at an angle."), ratio=1.6),
        Preset("Flat: it stays up",
               Card("A flat top, A/C = {p.ratio}, below 1 − e/R: upright is where its energy is least."), ratio=0.75),
        Preset("Let go upside down", theta=170.0),
        Preset("A slippery table: slowly", mu=0.05),
    ),
)

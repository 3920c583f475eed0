"""Suslov's problem: a body whose spin about an axis of its own is given.

A rigid body with a fixed point has the angular velocity w in its own axes and the inertia J. A constraint prescribes
the part along its third axis, w_3 = c. Its moment lambda acts about that axis:

    J w' = (J w) x w + gamma x dU/dgamma + lambda e_3,     gamma' = gamma x w,     gamma the vertical in body axes,

with U = rc . gamma for a weight at the place rc/(m g). The constraint does work, dE/dt = lambda c. The energy is
constant all the same where the body and its weight are symmetric about e_3: then lambda = 0, it is Lagrange's top, and
the constraint does nothing at all. For I_1 != I_2 and c != 0 the energy goes up and down; it grows without
bound when I_3 lies between the two: w_1'' = c^2 (I_2 - I_3) (I_3 - I_1)/(I_1 I_2) w_1.

For c = 0, Suslov's own case, with products of inertia J_13, J_23 the energy is constant and

    w_1' (J_11 w_1 + J_12 w_2)' ... = (J_13 w_1 + J_23 w_2) (w_2, -w_1)   up to the matrix of J_11, J_12, J_22:

the body leaves one steady spin, J_13 w_1 + J_23 w_2 = 0, and settles into the opposite one, for ever. An invariant
measure would forbid that; nonholonomic systems need not have one. With c != 0 there are foci.

The tip of the third axis writes on a sphere. The device for c != 0 is a thought, nobody has built one.

Suslov 1902; Borisov, Mamaev, Bizyaev 2015, section 1.3.
"""

from math import radians, sqrt

from sandbox.scene import (
    ON_A_STAND,
    At,
    Card,
    Number,
    Parameter,
    Preset,
    RowConvergence,
    Scene,
    Showing,
    Suslov,
    SuslovPortrait,
    Try,
    inertia_of,
    leaning,
)

PARAMETERS = (
    Parameter("c", 2.0, "rad/s", low=-20, high=20, about="given spin about the third axis"),
    Parameter("I_1", 3.0, "g m²", low=0.5, high=10, about="moment of inertia about the first axis"),
    Parameter("I_2", 5.0, "g m²", low=0.5, high=10, about="moment of inertia about the second axis"),
    Parameter("I_3", 6.0, "g m²", low=0.5, high=10, about="moment of inertia about the third axis"),
    Parameter("J_13", 0.0, "g m²", low=-3, high=3, about="product of inertia of the first and third axis"),
    Parameter("J_23", 0.0, "g m²", low=-3, high=3, about="product of inertia of the second and third axis"),
    Parameter("weight", 0.0, "J", low=-0.2, high=0.2, about="weight times its height on the third axis"),
    Parameter("w_1", 1.5, "rad/s", low=-10, high=10, role="start", about="spin about the first axis"),
    Parameter("w_2", 0.5, "rad/s", low=-10, high=10, role="start", about="spin about the second axis"),
    Parameter("tilt", 40.0, "deg", low=0, high=179, role="start", about="angle of the third axis with the vertical"),
)


def build(p):
    inertia = inertia_of(*(1e-3*x for x in (p.I_1, p.I_2, p.I_3, p.J_13, p.J_23)))
    return Suslov(inertia, p.c, rc=(0.0, 0.0, p.weight), **ON_A_STAND)


def start(p):
    return At((leaning(radians(p.tilt)),), ((p.w_1, p.w_2, p.c),))


def growth(p):
    """Rate at which the spin grows about a middle third axis [1/s], else 0."""
    return abs(p.c)*sqrt(max(0.0, (p.I_2 - p.I_3)*(p.I_3 - p.I_1)/(p.I_1*p.I_2)))


CARD = Card(
    "A body turns about a fixed point, and its spin about its own third axis is given. The tip of that axis "
    "writes on a sphere.",
    "The constraint works, dE/dt = λ c, where the body is not alike about its third axis: E = {r.E_J} goes up and "
    "down.",
    Try("[Make the third moment the middle one]: the energy runs away.", "About the middle axis it runs away"))

SCENE = Scene(
    "Suslov's problem", PARAMETERS, build, start,
    card=CARD, topic="bodies", level="research",
    chart=(SuslovPortrait(), RowConvergence(0.03)),
    presets=(
        Preset("The energy goes up and down"),
        Preset("About the middle axis it runs away", Showing(8, at=24.0),
               Card("The third moment of inertia lies between the others: the energy grows without bound.",
                    "w₁″ = c² (I₂ − I₃)(I₃ − I₁)/(I₁ I₂) w₁: it grows like exp(λt) with λ = {growth}. E = {r.E_J}.",
                    Try("[Make the third moment the largest]: the energy goes up and down.", I_3=6.0),
                    {"growth": Number("1/s", lambda p, r: growth(p))}),
               I_3=4.0, c=0.5, w_1=0.2, w_2=0.0),
        Preset("Lagrange's top: nothing to hold",
               Card("A symmetric body: the constraint has nothing to do, it is Lagrange's top.",
                    "λ = 0 where body and weight are alike about the third axis: E = {r.E_J} stays.",
                    Try("[Make it lopsided]: now the constraint works.", I_2=5.0)),
               I_1=3.0, I_2=3.0, I_3=4.0, weight=0.04, c=12.0, w_1=0.0, w_2=0.0,
               tilt=30.0),
        Preset("From one steady spin to the opposite",
               Card("It leaves one steady spin and settles into the opposite one, for ever, although E stays.",
                    "c = 0: E = {r.E_J} stays; J₁₃ w₁ + J₂₃ w₂ = 0 is left on one side and reached on the other. Now "
                    "ω = {r.spin}.",
                    Try("[Take the product of inertia away]: it keeps its spin.", J_13=0.0)),
               c=0.0, I_3=4.0, J_13=1.5, w_1=-0.05, w_2=-4.0),
        Preset("A focus",
               Card("With products of inertia and a given spin there is a focus: the motion winds up to it.",
                    try_=Try("[Take the products of inertia away]: the energy runs away instead.", J_13=0.0, J_23=0.0)),
               c=2.0, I_3=4.0, J_13=1.0, J_23=0.5),
        Preset("A pendulum that may not twist",
               Card("A heavy body hangs and may not twist: a pendulum in all directions.",
                    "c = 0: the constraint does no work, E = {r.E_J} stays.",
                    Try("[Put the weight on top]: it stands on its head, and falls.", weight=0.15)),
               c=0.0, I_1=3.0, I_2=3.0, I_3=4.0, weight=-0.15, w_1=0.0, w_2=2.0),
    ),
)

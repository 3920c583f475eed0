"""Ball in a turning bowl: round or oval, elliptic or parabolic, upright or leaning.

The bowl is the lower half of an ellipsoid with the semi-axes A, B (its rim) and C (its depth), or, with the switch
`paraboloid`, the parabolic bowl of the same rim and depth. It turns at the rate Omega about its own axis, which leans
by the angle `lean` from the vertical. For each of them the ball (normal n, contact r_P, centre r, angular velocity w)
obeys

    v = Omega x r_P + a w x n,      m v' = m g + F + N n,      I w' = -a n x F.

E_J: the contact force R = F + N n acts at a point that moves with the bowl, so that its power R . (Omega x r_P) is
Omega times its moment r_P x R about the axis. In

    E_J = m v^2/2 + I w^2/2 + U - Omega . (m r x v + I w)

the two cancel and dE_J/dt = -Omega . (r x m g) is left. On any bowl, oval or round, E_J is constant as long as
gravity lies along the axis; the plain energy is not, since the wall of an oval bowl works on the ball.

The sphere (A = B = C = b, elliptic): turning it about its centre changes the spin of the ball, nothing else. With
w~ = w - (b/a) Omega rolling reads v = a w~ x n, and (n, w~) obey the equations of a bowl at rest: Lagrange's top,
hanging, with the constants s = w~ . n, E~ and J~, even if the axis leans. For small swings about the lowest point,
with z = x + i y,

    z'' + i s chi a/(b - a) z' + (1 - chi) g/(b - a) z = 0,

a pendulum which for s = 0 keeps its plane or ellipse, and which spin turns slowly like that of Foucault. A ball let
go at rest has s = -(b/a) Omega . n: the turning of the bowl alone makes the rosette.

The oval bowl: near its bottom let r = (x, y) turn with the bowl, J be the quarter turn, K = diag(k_A, k_B) with
1/k_A = A^2/C - a, 1/k_B = B^2/C - a the curvatures of the surface on which the centre moves. A ball with w_n = 0
obeys

    r'' + 2 Omega J r' - Omega^2 r = chi Omega J (1 + a K) r' - chi Omega^2 (1 + a K) r - (1 - chi) g K r.

A displacement along one axis of the oval stays as it is (r' = r'' = 0) at the rate

    Omega^2 = g k/(1 - a k chi/(1 - chi)),      k = k_A or k_B.

Between these two rates, 5.0 and 7.3 rad/s for the oval of the presets, the product of the restoring forces is
negative and the bottom is unstable: the bowl turns its valley away from under the ball, works on it and throws it
over the rim, and all the while E_J does not change.

Routh, Dynamics of a system of rigid bodies, advanced part; Borisov, Mamaev, Bizyaev 2015, section 3.
"""

from math import cos, pi, sin, sqrt

from numpy import linspace

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    ConstraintPower,
    Contact,
    Edge,
    EffectivePotential,
    Energies,
    Number,
    Parameter,
    Preset,
    Scene,
    Showing,
    Smooth,
    Spin,
    Start,
    Surface,
    Try,
    Unrolled,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 6.0, "rad/s", low=-20, high=20, live=True, about="rotation rate of the bowl"),
    Parameter("A", 0.15, "m", low=0.05, high=0.3, about="half width of the bowl at its rim, along x"),
    Parameter("B", 0.15, "m", low=0.05, high=0.3, about="half width of the bowl at its rim, along y"),
    Parameter("C", 0.15, "m", low=0.02, high=0.3, about="depth of the bowl"),
    Parameter("paraboloid", False, about="parabolic bowl instead of an elliptic one"),
    Parameter("lean", 0.0, "rad", low=0, high=0.6, about="angle of the bowl's axis with the vertical"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("smooth", False, about="no friction at all: the ball slides, and keeps its spin"),
    Parameter("x", 0.08, "m", low=-0.25, high=0.25, role="start", about="place of the contact along x"),
    Parameter("y", 0.0, "m", low=-0.25, high=0.25, role="start", about="place of the contact along y"),
    Parameter("vx", 0.0, "m/s", low=-2, high=2, role="start", about="horizontal speed of the centre along x"),
    Parameter("vy", 0.0, "m/s", low=-2, high=2, role="start", about="horizontal speed of the centre along y"),
    Parameter("spin", 0.0, "rad/s", low=-200, high=200, role="start", about="spin about the normal"),
)


def elliptic(x, y, z, half, a, b, c):
    return half*(1.0 - a*x*x - b*y*y - c*z*z)


def parabolic(x, y, z, depth, a, b):
    return z + depth*(1.0 - a*x*x - b*y*y)


def below_rim(x, y, z, *shape):
    return -z


def is_sphere(p):
    return p.A == p.B == p.C and not p.paraboloid


def meridian(p):
    """Function of n that gives n points (R, Z) of a round bowl from the bottom to the rim, or None for an oval one."""
    if p.A != p.B:
        return None
    if p.paraboloid:
        return lambda n: [(p.A*k, p.C*(k*k - 1.0)) for k in linspace(0.0, 1.0, n)]
    return lambda n: [(p.A*sin(q), -p.C*cos(q)) for q in linspace(0.0, pi/2, n)]


def build(p):
    a, b, c = 1.0/p.A**2, 1.0/p.B**2, 1.0/p.C**2
    phi, shape = (parabolic, (p.C, a, b)) if p.paraboloid else (elliptic, (0.5*min(p.A, p.B, p.C), a, b, c))
    # the plane of the rim is z = 0 of the bowl, its centre stands at the height C
    bowl = Surface(phi, shape, (Edge(below_rim, "rim", "reached the rim"),), name="bowl", shape=-p.A,
                   outline=meridian(p), rim=max(p.A, p.B))
    axis = (0.0, -sin(p.lean), cos(p.lean))
    parts = (Ball(radius=p.radius, shell=p.shell), bowl.placed((0.0, 0.0, p.C), (1.0, 0.0, 0.0), p.lean),
             Spin(axis=axis, rate="rate", point=(0.0, 0.0, p.C)))
    return (*parts, Contact(Smooth())) if p.smooth else parts


def start(p):
    return Start(at=(p.x, p.y), velocity=(p.vx, p.vy), spin=p.spin)


def conserved(p):
    upright = ("E_J",) if p.lean == 0 else ()
    is_top = is_sphere(p) and not p.smooth
    return (*upright, "sphere_spin_s", "sphere_E_tilde", "sphere_Jz_tilde") if is_top else upright


def turned_away(p, half):
    """Rate at which a displacement along the axis of the oval with this half width stays as it is [rad/s]."""
    k, share = 1.0/(half*half/p.C - p.radius), 0.0 if p.smooth else 2/3 if p.shell else 2/5
    return sqrt(G*k/(1.0 - p.radius*k*share))


CARD = Card(
    "The ball swings through the bowl, and the bowl's turning alone turns its swing: it draws a rosette.",
    "s = ω · n − (b/a) Ω · n = {r.integral:sphere_spin_s} stays: the ball moves like a top that hangs, and s turns "
    "its swing.",
    Try("[Turn the bowl the other way]: the rosette is drawn in a mirror.", ANEW, rate=lambda p: -p.rate),
    {"slow": Number("rad/s", lambda p, r: turned_away(p, p.A)),
     "fast": Number("rad/s", lambda p, r: turned_away(p, p.B))})

SCENE = Scene(
    "Ball in a turning bowl", PARAMETERS, build, start, conserved=conserved,
    card=CARD, topic="surfaces", level="university",
    chart=(Unrolled(), EffectivePotential(), Energies(), ConstraintPower()),
    presets=(
        Preset("The turning bowl makes a rosette"),
        Preset("Bowl at rest: one plane",
               Card("The bowl is at rest: the ball swings to and fro in one plane, like a pendulum.",
                    "s = ω · n − (b/a) Ω · n = {r.integral:sphere_spin_s}: without it nothing turns the plane of the "
                    "swing. Now {r.speed}.",
                    Try("[Turn the bowl at 6 rad/s]: the swing draws a rosette.", ANEW, rate=6.0)),
               rate=0.0),
        Preset("Leaning axis",
               Card("The axis leans, and still the ball swings about the lowest point: for a round bowl only "
                    "its spin counts."),
               lean=0.35),
        Preset("Parabolic bowl",
               Card("A parabolic bowl: no closed form any more, and a rosette all the same.",
                    "E_J = E − Ω · L = {r.E_J} stays as long as gravity lies along the axis; N = {r.normal}.",
                    Try("[Stop the bowl]: the swing of a ball thrown aside in a bowl at rest.", ANEW, rate=0.0)),
               paraboloid=True, C=0.1125, rate=5.0, x=0.1, vy=0.3),
        Preset("Oval bowl",
               Card("The oval bowl turns its valleys under the ball and works on it, to and fro.",
                    "The bottom is unstable from Ω = {slow} to {fast}; here {p.rate}. E_J = E − Ω · L = {r.E_J} "
                    "stays.",
                    Try("[Turn it at 7 rad/s]: it throws the ball out.", ANEW, rate=7.0)),
               A=0.2, B=0.14, C=0.1, rate=3.0, x=0.1, y=0.02),
        Preset("The oval bowl throws it out", Showing(1/2),
               Card("The bowl turns its valley away from under the ball, works on it, and throws it over the "
                    "rim.",
                    "The bottom is unstable from Ω = {slow} to {fast}; here {p.rate}. All the while E_J = E − Ω · L "
                    "= {r.E_J} stays.",
                    Try("[Turn it at 3 rad/s]: the ball stays in the bowl.", ANEW, rate=3.0)),
               A=0.2, B=0.14, C=0.1, rate=7.0, x=0.1, y=0.02),
        Preset("Oval bowl, leaning axis",
               Card("Oval, and its axis leans: now gravity, too, turns about the bowl.",
                    "Gravity does not lie along the axis: E_J = {r.E_J} changes, by the work in the ledger, "
                    "{r.ledger}.",
                    Try("[Set the axis upright]: E_J stays as it is.", lean=0.0)),
               A=0.2, B=0.14, C=0.1, rate=4.0, lean=0.15, x=0.1, y=0.02),
        Preset("Smooth oval bowl",
               Card("No friction: the bowl turns away under the ball, and still its oval wall works on it.",
                    "The wall pushes along its normal only: ω = {r.spin} stays. E_J = E − Ω · L = {r.E_J} stays, too; "
                    "the bottom is unstable from {slow} to {fast}.",
                    Try("[Turn it at 6 rad/s]: the smooth bowl throws the ball out.", ANEW, rate=6.0)),
               A=0.2, B=0.14, C=0.1, rate=3.0, x=0.1, y=0.02, smooth=True),
    ),
)

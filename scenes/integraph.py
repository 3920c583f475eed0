r"""Integraph: a wheel with a sharp edge draws the integral of a curve.

Before there were computers this is how integrals were drawn: a wheel whose sharp edge always points along the slope
that the given curve prescribes. It is the simplest nonholonomic machine, and the one with the most use.

## Assumptions

- A carriage is driven along $x$ at the speed $u=\p{speed}$, whatever force that takes. On it a wheel of the mass $m$ =
  0.2 kg moves along $y$; a linkage without play turns it to the angle $\varphi$ with $\tan\varphi=f(x)$.
- The ideal edge lets the wheel roll along its own plane and holds any sideways force. A viscous one yields, with the
  force $-\p{c}\,v_\perp$ against the sideways velocity $v_\perp$.
- The curve $f$ is a mean {p.mean}, a slope {p.tilt} and a wave of the height {p.wave}, or the smooth line through
  points drawn with the mouse.

## Derivation

The velocity across the plane of the wheel has to vanish,

$$ v_\perp=-\sin\varphi\,\dot x+\cos\varphi\,\dot y=0 . $$

This row is linear in the velocities, and no relation between $x$ and $y$ alone follows from it as long as $\varphi$ is
free. The linkage makes $\varphi$ a function of $x$, and division by $\cos\varphi\,\dot x$ leaves

$$ \frac{dy}{dx}=f(x),\qquad y(x)=y(x_0)+\int_{x_0}^{x}f(\xi)\,d\xi . $$

Time has dropped out: the line does not depend on how the carriage is driven. The edge pays for it with the force that
accelerates the wheel along $y$, found as the multiplier of the row.

A viscous edge has no such force at its disposal before it slips. With $F_y=-\p{c}\,v_\perp\cos\varphi$ and
$\cos^2\varphi=1/(1+f^2)$ the wheel obeys

$$ m\ddot y=-\frac{\p{c}}{1+f^2}\,(\dot y-u f) , $$

so that for small slopes $\dot y$ follows $uf$ late by the time $m/\p{c}$ = 0.2 kg divided by {p.c}. As
$\p{c}\to\infty$ the delay goes to zero like $1/\p{c}$, and the constraint is recovered as a limit of forces.

## What is conserved

- $y-F(x)$ with $F'=f$, for the ideal edge: here the nonholonomic row can be integrated, because $\varphi$ is given. A
  viscous edge, or one that gives way, loses it.
- Not the energy: the drive does work, and takes it back.

## What to see

- **Integral of a wave**: the pencil runs along the integral in the chart; steer $\p{speed}$ while it runs, even
  backwards, and it stays on the line.
- **A straight line gives a parabola**: the slope grows evenly, and the line bends.
- **A blunt edge lags behind**: two waves per metre at 0.1 m/s; the blunt wheel comes 0.2 s late, about 2 cm along $x$.

## Ask the class

The carriage is driven back to where it began. Where is the pencil then, with a sharp edge and with a blunt one?
Reverse $\p{speed}$ and see which of the two machines remembers its way.

## References

- B. Abdank-Abakanowicz, Die Integraphen, Leipzig, 1889.
- E. T. Whittaker, A Treatise on the Analytical Dynamics of Particles and Rigid Bodies, Cambridge, 1904, chapter 8
  (constraints that cannot be integrated).
- V. N. Brendelev, On the realization of constraints in nonholonomic mechanics, J. Appl. Math. Mech. 45, 1981 (the
  viscous edge).
"""

import numpy as np

from sandbox.scene import (
    Board,
    Card,
    Chart,
    Curve,
    DrawnCurve,
    Ideal,
    Integraph,
    Number,
    Paper,
    Parameter,
    Preset,
    Scene,
    Try,
    ViscousRow,
    curve_points,
    curve_text,
    papers,
    smooth_curve,
)

LOW, HIGH = -0.5, 0.5                           # [m]
WHEEL = 0.2                                     # [kg] what moves along y
X = np.linspace(LOW, HIGH, 801)
# a curve drawn by hand, as heights at even distances
HEIGHTS = (0.1, 0.18, 0.33, 0.49, 0.6, 0.67, 0.7, 0.68, 0.61, 0.45, 0.23, -0.02, -0.26, -0.48, -0.65, -0.78, -0.82,
           -0.79, -0.69, -0.54, -0.41, -0.35, -0.37, -0.4, -0.36, -0.24, -0.07, 0.16, 0.42, 0.69, 0.9, 1.0, 0.98, 0.84,
           0.63, 0.38, 0.16, 0.03, 0.0, 0.02, 0.05)
HAND = curve_text(np.linspace(LOW, HIGH, len(HEIGHTS)).round(9), HEIGHTS)

PARAMETERS = (
    Parameter("speed", 0.1, "m/s", low=-0.5, high=0.5, live=True, about="speed of the carriage"),
    Parameter("mean", 0.0, "", low=-1, high=1, about="mean of the curve"),
    Parameter("tilt", 0.0, "1/m", low=-3, high=3, about="slope of the curve"),
    Parameter("wave", 0.8, "", low=-2, high=2, about="height of its wave"),
    Parameter("waves", 1.0, "1/m", low=0, high=6, about="number of waves per metre"),
    DrawnCurve("curve", "none", "", low=-2, high=2, begin=LOW, end=HIGH, about="a curve drawn by hand instead"),
    Parameter("viscous", False, about="a wheel whose edge slips runs beside the ideal one"),
    Parameter("c", 1.0, "N s/m", low=0.01, high=1e4, about="viscosity of that edge"),
    Parameter("y", 0.0, "m", low=-0.3, high=0.3, role="start", about="where the pencil is put down"),
)


def curve(p, x):
    """The curve [1]."""
    if p.curve != "none":
        return smooth_curve(p.curve)(x)
    return p.mean + p.tilt*x + p.wave*np.sin(2*np.pi*p.waves*x)


def points(p):
    return curve_points(p.curve) if p.curve != "none" else (X, curve(p, X))


def build(p):
    edges = [Ideal()] + ([ViscousRow(p.c)] if p.viscous else [])
    return [Integraph(points(p), LOW, HIGH, "speed", wheel=WHEEL, realisation=edge, surface=Board(1.5, 1.1).of("paper"))
            for edge in edges]


def start(p):
    return build(p)[0].start(p.speed, p.y)


def integral(p, a, x):
    """Integral of the curve from a to x [m]; products of sines, so that few waves lose no digits."""
    if p.curve != "none":
        return smooth_curve(p.curve).integral(a, x)
    mean, half, k = (x + a)/2, (x - a)/2, 2*np.pi*p.waves
    return 2*half*(p.mean + p.tilt*mean) + (2*p.wave/k*np.sin(k*mean)*np.sin(k*half) if k else 0*x)


def exact(t, p, q, v):
    """Pencil after t seconds at a constant speed [m]."""
    x = q[0] + p.speed*t
    # the paper ends with the curve
    x = np.where((x < LOW - 1e-9) | (x > HIGH + 1e-9), np.nan, x)
    return x, q[1] + integral(p, q[0], x), 0*x


def chart(p):
    """The curve and its true integral, and the pencil."""
    lines = Curve("integral", X, p.y + integral(p, LOW, X)), Curve("curve, a tenth of it", X, 0.1*curve(p, X))
    return Chart("x", "y", lines, lambda body: (body.centre[0], body.centre[1]), "m", "m")


CARD = Card(
    "A wheel with a sharp edge, led along the curve, draws its integral.",
    "The edge cannot slip, so dy/dx = f(x): y − F(x) = {r.integral:y_-_F} stays, however fast the carriage is "
    "({p.speed}).",
    Try("[Drive it at 0.2 m/s]: the same line.", speed=0.2),
    {"late": Number("s", lambda p, r: WHEEL/p.c)})

# ---- papers ----------------------------------------------------------------------------------------------------------

def lags(seen):
    """Speed along y of the ideal edge less that of the viscous one at the end [m/s]; the curve is a straight line."""
    v = seen.rows.velocity[-1, :, 1]
    return float(v[0] - v[2])


PAPERS = (
    Paper("W 87", "a rolling edge as one row A·v = b with its multiplier: the pencil draws the integral",
          "largest distance from the integral", papers.off_exact, 0.0, 1e-11, "m", preset="Integral of a wave",
          seconds=5.0),
    Paper("W 87", "y − F(x) stays whatever way the carriage takes", "departure of y − F(x)", papers.stays("y - F"),
          0.0, 1e-12, "m", preset="Four waves, fast", seconds=2.0),
    Paper("Br 2.2", "a viscous edge comes late by m/c where slopes are small", "lag of its speed on a parabola", lags,
          lambda p: WHEEL/p.c*p.speed**2*p.tilt, 1e-10, "m/s", "what is left of the start, exp(−c t/m)",
          preset="A straight line gives a parabola", values={"viscous": True, "tilt": 0.02}, seconds=5.0),
)

SCENE = Scene(
    "Integraph", PARAMETERS, build, start, exact=exact, conserved=("y - F",), chart=chart,
    papers=PAPERS, card=CARD, topic="blades", level="university",
    presets=(
        Preset("Integral of a wave"),
        Preset("A straight line gives a parabola",
               Card("The curve is a straight line; its integral is a parabola."),
               wave=0.0, tilt=2.0, y=0.1),
        Preset("A level line gives a straight one",
               Card("The curve is level; its integral is a straight line of that slope."),
               wave=0.0, mean=0.4, y=-0.2),
        Preset("Drawn by hand",
               Card("A curve drawn with the mouse, and its integral.",
                    try_=Try("[Leave the drawn curve out]: a wave instead.", "Integral of a wave")),
               curve=HAND),
        Preset("A blunt edge lags behind",
               Card("A wheel whose edge slips comes after the ideal one: it only tends to the slope.",
                    "m y″ = −c (y′ − u f): it is late by m/c = {late}, on the way by u m/c.",
                    Try("[Make the edge ten times sharper]: it hardly lags.", c=10.0)),
               viscous=True, waves=2.0, c=1.0),
        Preset("Four waves, fast",
               Card("Four waves, and a carriage in a hurry: the integral does not mind."),
               waves=4.0, wave=1.5, speed=0.3),
    ),
)

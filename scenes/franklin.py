r"""Straight in, straight out: a ball crosses a turning disc and leaves on the line on which it came.

The floor is at rest, and the disc lies flush in it. Whatever the disc does to the ball at one edge it undoes at the
other, and only the timetable has changed.

## Assumptions

- Floor and disc (radius $\p{disc}$) are level and flush; the disc turns at the given rate $\p{rate}$.
- The ball (mass $m$, radius $\p{radius}$, central moment $I$) rolls without slip on both; nothing resists rolling.
- At the edge it slips for so short a time that its place does not change, and grips at once.

## Derivation

Let the ground below the ball have the velocity $\mathbf u$: 0 on the floor, $\p{rate}\,\mathbf e_z\times\mathbf r$ on
the disc. With the friction $\mathbf F$

$$ \mathbf v = \mathbf u+\p{radius}\,\boldsymbol\omega\times\mathbf e_z,\qquad m\dot{\mathbf v} = \mathbf F,\qquad
   \p{radius}\,\dot{\boldsymbol\omega}\times\mathbf e_z = -\frac{\p{radius}^2}{I}\,\mathbf F . $$

The derivative of the first one with the others put in is $\dot{\mathbf v}=\chi\dot{\mathbf u}$,
$\chi=I/(I+m\p{radius}^2)$, so that

$$ \mathbf K=\mathbf v-\chi\,\mathbf u=\mathrm{const} $$

on ground with any velocities in its plane.

**The edge.** There $\mathbf u$ jumps. Whatever the law of friction, its impulse leaves
$\mathbf Q=\p{radius}\,\boldsymbol\omega\times\mathbf e_z+(m\p{radius}^2/I)\,\mathbf v$ unchanged. Rolling makes it
$\mathbf Q=\mathbf v/\chi-\mathbf u=\mathbf K/\chi$ before and after: $\mathbf K$ goes through the edge, too.

**The arc.** On the floor $\mathbf v=\mathbf K$. On the disc
$\mathbf v=\mathbf K+\chi\p{rate}\,\mathbf e_z\times\mathbf r$ is a turning at the rate $\chi\p{rate}$ about the point

$$ \mathbf r_{\rm c}=\frac{\mathbf e_z\times\mathbf K}{\chi\,\p{rate}} , $$

which lies on the line through the axis across $\mathbf K$. This line is an axis of symmetry both of the circle about
$\mathbf r_{\rm c}$ and of the edge. So the ball leaves at the mirror image of the point where it came, that is on its
own line, and there it has $\mathbf v=\mathbf K$ again.

The arc is drawn from this closed form, and the ball is integrated; both agree to rounding.

## What is conserved

- $\mathbf K$ always, also when the rate is changed: the derivation does not ask what $\mathbf u$ is.
- $E_J=E-\p{rate}L_z$ on the disc, $E$ on the floor. What the disc gives at one edge it takes back at the other one;
  the ledger counts both, {r.ledger} now.
- The spin $\omega_z$ about the normal.

## What to see

- **12 cm beside the axis**: the arc dips 17 cm below the line, and 2.26 s are needed for what takes the ball beside
  it 2.20 s.
- **The long way round**: in near the edge, round nearly the whole disc, out on the same line.
- **Hollow ball**: another $\chi$, another arc, the same line.

## Ask the class

While the ball is on the disc, change the rate. What is still the same when it leaves: its velocity, its line, both or
neither?

## References

- Shown at the Franklin Institute in Philadelphia.
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 3.3.
"""

from math import acos, pi, sqrt

from numpy import angle, clip, where
from numpy import exp as turn

from sandbox.scene import (
    ANEW,
    Ball,
    Board,
    Card,
    Number,
    Paper,
    Parameter,
    PlaneBall,
    Preset,
    Scene,
    Showing,
    Try,
    papers,
)

LENGTH, WIDTH = 1.2, 0.8     # of the floor [m]

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the disc"),
    Parameter("y", 0.12, "m", low=-0.36, high=0.36, role="start", about="how far the ball's line passes from the axis"),
    Parameter("speed", 0.25, "m/s", low=0.05, high=2, role="start", about="speed of the ball"),
    Parameter("disc", 0.3, "m", low=0.1, high=0.36, about="radius of the disc"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("beside", True, about="another ball starts with it as if the disc were at rest"),
)


def build(p):
    ball, floor = Ball(p.radius, shell=p.shell), Board(LENGTH, WIDTH).of("wood")
    first = PlaneBall(ball, disc=p.disc, disc_rate="rate", surface=floor, name="ball")
    return [first, PlaneBall(ball, surface=floor, name="ball on the floor")] if p.beside else first


def start(p):
    ball = PlaneBall(Ball(p.radius, shell=p.shell), disc=p.disc)
    return ball.start(p.radius - LENGTH/2, p.y, p.speed, 0.0)


def exact(t, p, q, v):
    """Centre after t seconds at a constant rate: a line, an arc about iK/k at k = chi Omega, a line [m].

    As complex numbers x + iy.
    """
    k, D = (2/5 if p.shell else 2/7)*p.rate, p.disc
    z, K, on = complex(q[0], q[1]), complex(v[0], v[1]), abs(complex(q[0], q[1])) < D
    K = K - 1j*k*z if on else K
    # until the edge; a line that misses the disc never comes to it
    b = (z*K.conjugate()).real
    under = b*b - abs(K)**2*(abs(z)**2 - D*D)
    if not on and (k == 0.0 or b >= 0.0 or under <= 0.0):
        return _centre(z + K*t, t, p)
    t1 = 0.0 if on else -(b + sqrt(under))/abs(K)**2
    z1 = z + K*t1
    t2, z2 = _exit(z1, K, k, D, on)
    there = clip(t - t1, 0.0, t2)
    arc = z1 + K*there if k == 0.0 else 1j*K/k + (z1 - 1j*K/k)*turn(1j*k*there)
    after = z2 + K*(where(t - t1 > t2, t - t1, t2) - t2) if t2 < 1e9 else arc
    return _centre(where(t < t1, z + K*t, where(t - t1 < t2, arc, after)), t, p)


def _exit(z1, K, k, D, on):
    """Time [s] from the place z1 to the edge, and the place there; 1e9 s for a ball that stays on the disc."""
    if k == 0.0:
        b = (z1*K.conjugate()).real
        t2 = (sqrt(b*b + abs(K)**2*(D*D - abs(z1)**2)) - b)/abs(K)**2 if K else 1e9
        return t2, z1 + K*t2
    c = 1j*K/k
    rho = abs(z1 - c)
    # where the circle about c meets the edge: this far from the direction away from the axis
    share = (D*D - abs(c)**2 - rho*rho)/(2*abs(c)*rho) if abs(c)*rho > 0.0 else 2.0
    if share >= 1.0:
        return 1e9, z1
    sign, far = (1 if k > 0 else -1), acos(max(share, -1.0))
    sweep = (sign*(angle(c) - angle(z1 - c)) - far) % (2*pi) if on else 2*pi - 2*far
    return sweep/abs(k), c + (z1 - c)*turn(1j*sign*sweep)


def _centre(z, t, p):
    return z.real, z.imag, p.radius + 0.0*t


def chi(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


CARD = Card(
    "The ball leaves the turning disc on the very line on which it came. The one beside it crosses a disc at "
    "rest.",
    "K = v − χ u stays, through the edges, too: on the disc a circle at χΩ = {circling}, beyond it v = K = {p.speed} "
    "again.",
    Try("[Turn the disc the other way]: another way across, the same line behind it.", ANEW, rate=lambda p: -p.rate),
    {"circling": Number("rad/s", lambda p, r: chi(p)*p.rate)})

# ---- papers ----------------------------------------------------------------------------------------------------------

def aside(seen):
    """How far from its first line the ball is at the end, behind the disc [m]."""
    return abs(seen.r[-1, 1] - seen.p.y) if seen.r[-1, 0] > seen.p.disc else float("nan")


def slower(seen):
    """Change of the velocity from the start to the end, behind the disc [m/s]."""
    return max(abs(seen.v[-1] - seen.v[0])) if seen.r[-1, 0] > seen.p.disc else float("nan")


PAPERS = (
    Paper("B introduction", "straight in, straight out: the ball leaves the disc on the line on which it came",
          "departure of its line behind the disc", aside, 0.0, 1e-12, "m", preset="12 cm beside the axis", seconds=5.0),
    Paper("B introduction", "straight in, straight out: it has its old velocity again",
          "change of the velocity behind the disc", slower, 0.0, 1e-12, "m/s", preset="Carried across by a fast disc",
          seconds=5.0),
    Paper("B introduction", "on the disc it runs on an arc of the circle", "largest distance from the closed form",
          papers.off_exact, 0.0, 1e-11, "m", preset="The long way round", seconds=5.0),
)

SCENE = Scene(
    "Straight in, straight out", PARAMETERS, build, start, exact=exact,
    conserved=("plane_K_x", "plane_K_y", "E_J", "spin_omega_n"),
    showing=Showing(closer=1.3),
    papers=PAPERS, card=CARD, topic="tables", level="school",
    presets=(
        Preset("12 cm beside the axis"),
        Preset("The other way round", Showing(1/2, closer=1.3), rate=-2.0, speed=0.4, y=0.05),
        Preset("Over the axis",
               Card("Straight over the axis: the disc bends its way, and gives it back on the same line."),
               y=0.0),
        Preset("Hollow ball", shell=True),
        Preset("Carried across by a fast disc", Showing(1/2, closer=1.3),
               Card("A fast disc carries the ball across on a tight arc, and hands it over on the same line."),
               rate=15.0, y=-0.05, speed=0.4),
        Preset("The long way round",
               Card("It only touches the disc near its edge, is taken along the long way round, and leaves on "
                    "its line."),
               rate=6.0, y=0.28),
    ),
)

r"""Skate on a slope: it refuses to slide down, unless its blade is soft.

A skate that turns about its own normal refuses to slide down a slope: it goes across. And the question what a blade
is, a constraint or a strong force, gets an answer in numbers.

## Assumptions

- The mass $m$ of 1 kg is centred over the blade, so that nothing turns the skate. The plane is at rest and falls at
  the angle $\p{slope}$; along the edge there is no friction.
- The ideal blade allows no motion across it. A viscous blade resists the sideways velocity $v_2$ with the force
  $-c\,v_2$; $\p{c_1}$, $\p{c_2}$, $\p{c_3}$ are the three in the scene.

## Derivation

With $G=g\sin\p{slope}$ downhill along $X$ and the heading $\phi=\p{heading}+\p{spin}\,t$ the components $u$, $v_2$ of
the velocity along and across the edge obey

$$ \dot u=\p{spin}\,v_2+G\cos\phi,\qquad \dot v_2=-\p{spin}\,u-G\sin\phi+\frac Nm . $$

The ideal blade has $v_2=0$ and $N=m(\p{spin}\,u+G\sin\phi)$, so that

$$ u=u_0+\frac{G}{\p{spin}}\left(\sin\phi-\sin\p{heading}\right),\qquad \dot X=u\cos\phi,\qquad \dot Y=u\sin\phi . $$

For a start at rest, heading downhill, the integral is Brendelev's cycloid

$$
   X=\frac{G}{2\,\p{spin}^2}\sin^2\p{spin}t,
   \qquad Y=\frac{G}{2\,\p{spin}^2}\left(\p{spin}t-\tfrac12\sin2\,\p{spin}t\right) :
$$

never more than $G/(2\,\p{spin}^2)$ down, and sideways at the mean speed $G/(2\,\p{spin})$. Gravity does no work in the
mean; the edge turns the velocity before it can go down.

The viscous blade has $N=-c\,v_2$. The equations are linear; with $\mu=c/m$ their forced part is

$$ u=\frac{G}{\p{spin}}\sin\phi+\frac{2G}{\mu}\cos\phi,\qquad v_2=-\frac{2G}{\mu}\sin\phi , $$

which in the room is the cycloid and a creep downhill at exactly $2G/\mu=2Gm/c$. The free part dies out with the
exponents $\lambda_\pm=\tfrac12(-\mu\pm\sqrt{\mu^2-4\,\p{spin}^2})$: a boundary layer $e^{-\mu t}$, in which the slip
settles, and a slow memory of the start, $e^{-\p{spin}^2t/\mu}$. So on any fixed stretch of time the motion tends to
the ideal one with an error of order $1/c$, but not uniformly for all times.

**The expansion in $\varepsilon=m/c$.** Brendelev goes on from there: an outer part, and a boundary layer that dies out
in $t/\varepsilon$,

$$ v_2=\sum_k\varepsilon^k\left[v^{(k)}(t)+V^{(k)}(t/\varepsilon)\,e^{-t/\varepsilon}\right],\qquad
   v^{(0)}=0,\qquad v^{(k+1)}=-\dot v^{(k)}-\p{spin}\,u^{(k)}-[k=0]\,G\sin\phi , $$

and the same for $u$ and the place. The outer terms begin where the layer leaves them, so that both together start as
the skate does; each term is a sum of polynomials times $e^{\mathrm i n\phi}$ or $e^{-t/\varepsilon}$. With the terms
up to $\varepsilon^N$ the error falls as $\varepsilon^{N+1}$ on any fixed stretch of time.

## What is conserved

- The spin $\p{spin}$: neither gravity nor blade has a moment about the mass centre.
- The energy $\tfrac12mu^2-mGX$ of the ideal skate, whose blade acts across the velocity. A viscous blade takes
  $c\,v_2^2$ per second.

## What to see

- **Viscous blades beside the ideal one**: creeps of 170, 17, 1.7 and 0 mm/s over the same cycloid, for $c$ = 20, 200,
  2000 N s/m and the ideal edge.
- **It refuses to slide down**: it stays within 0.136 m and goes across at 0.341 m/s. **Without a spin it is a slide**:
  the same skate, and the same slope.
- The chart of convergence: the largest distance from the ideal skate in 10 s times $c/m$ is 34.1, 34.2, 34.2 for
  $\mu=10^2,10^3,10^4$ 1/s.
- The chart "Expansion in ε: N terms": for $N$ = 0, 1, 2, 3 the error has the slopes 1, 2, 3, 4. The chart "Boundary
  layer" shows the slip after the start: without the layer the terms begin beside the skate.

## Ask the class

Where does the energy of the creeping skate go, and how large is that power? Compare $mG\cdot2Gm/c$ with the mean of
$c\,v_2^2$, then let the softest blade slide and read the ledger.

## References

- V. N. Brendelev, On the realization of constraints in nonholonomic mechanics, J. Appl. Math. Mech. 45, 1981, sections
  3 and 4.
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 2.
- Ju. I. Neimark, N. A. Fufaev, Dynamics of Nonholonomic Systems, American Mathematical Society, 1972.
"""

from math import cos, log, pi, radians, sin

import numpy as np

from sandbox.scene import (
    At,
    Blade,
    BladeConvergence,
    BladeExpansion,
    BladeLayer,
    Board,
    Card,
    Curve,
    Ideal,
    Mark,
    Number,
    Paper,
    Parameter,
    Preset,
    Scene,
    Showing,
    Sleigh,
    Still,
    Try,
    ViscousRow,
    papers,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("slope", 10.0, "deg", low=0, high=30, about="angle of the plane with the horizontal"),
    Parameter("spin", 2.5, "rad/s", low=-20, high=20, role="start", about="rate of turning"),
    Parameter("heading", 0.0, "deg", low=-180, high=180, role="start", about="direction of the edge, 0 downhill"),
    Parameter("speed", 0.0, "m/s", low=-2, high=2, role="start", about="speed along the edge"),
    Parameter("x", -0.2, "m", low=-0.95, high=0.95, role="start", about="place down the slope"),
    Parameter("y", -0.9, "m", low=-0.95, high=0.95, role="start", about="place across the slope"),
    Parameter("beside", True, about="three skates with viscous blades start with the ideal one"),
    Parameter("c_1", 20.0, "N s/m", low=0, high=1e6, about="viscosity of the softest blade"),
    Parameter("c_2", 200.0, "N s/m", low=0, high=1e6, about="viscosity of the second blade"),
    Parameter("c_3", 2000.0, "N s/m", low=0, high=1e6, about="viscosity of the hardest blade"),
)


def build(p):
    plane = Board(2.0, 2.0).of("ice").placed(axis=(0, 1, 0), angle=radians(p.slope))
    blades = [Ideal()] + ([ViscousRow(p.c_1), ViscousRow(p.c_2), ViscousRow(p.c_3)] if p.beside else [])
    return [Sleigh(1.0, 0.015, (Blade((0.0, 0.0), realisation=blade),), Still(), plane) for blade in blades]


def start(p):
    phi = radians(p.heading)
    return At((p.x, p.y, phi), (p.speed*cos(phi), p.speed*sin(phi), p.spin))


def exact(t, p, q, v):
    """Mass centre of the ideal skate after t seconds [m]: Brendelev's cycloid, with a start of any speed."""
    fall, theta, w = G*sin(radians(p.slope)), q[2], v[2]
    u = v[0]*cos(theta) + v[1]*sin(theta)
    if w == 0:
        way = u*t + fall*cos(theta)*t**2/2
        x, y = q[0] + way*cos(theta), q[1] + way*sin(theta)
    else:
        # half angles, so that a slow spin loses no digits
        half, mean, steady = np.sin(w*t/2), theta + w*t/2, u - fall/w*sin(theta)
        double = fall/(2*w*w)*np.sin(w*t)
        x = q[0] + 2*steady/w*np.cos(mean)*half + double*np.sin(2*mean)
        y = q[1] + 2*steady/w*np.sin(mean)*half + fall*t/(2*w) - double*np.cos(2*mean)
    c, s = cos(radians(p.slope)), sin(radians(p.slope))
    return c*x, y + 0*t, -s*x


def fall(p):
    """Part of gravity along the slope [m/s^2]."""
    return G*sin(radians(p.slope))


CARD = Card(
    "The skate refuses to slide down the slope: it goes across, on a cycloid.",
    "It drifts across the slope at G/(2ω) = {drift} in the mean, and not down. G = g sin α, ω = {r.integral:spin} "
    "stays.",
    Try("[Take its spin away]: it slides down like anything else.", spin=0.0),
    {"drift": Number("m/s", lambda p, r: fall(p)/(2*r["integral:spin"])),
     "creep": Number("m/s", lambda p, r: 2*fall(p)*1.0/p.c_1),
     "free": Number("m/s²", lambda p, r: fall(p)*cos(radians(p.heading)))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def times_viscosity(seen):
    """Distance from the ideal skate times c/m, for c/m = 10^4 1/s [m/s]."""
    parts = seen.computed("A viscous blade becomes ideal")
    return next(part.x*part.y for part in parts if isinstance(part, Mark) and abs(part.x/1e4 - 1.0) < 1e-9)


def creeps(seen):
    """Mean speed down the slope of the softest blade in its sixth turn [m/s]."""
    turn = 2*pi/seen.p.spin
    first, last = (seen.at(n*turn).bodies[1].centre for n in (5, 6))
    return float(first[2] - last[2])/sin(radians(seen.p.slope))/turn


def slope_of_order(n):
    """Reads by how many powers of ε the error falls that N terms leave, from the chart's dots."""
    def read(seen):
        line = [part for part in seen.computed("Expansion in ε: N terms") if isinstance(part, Curve)][n]
        (far, rough), (near, fine) = sorted(zip(line.x, line.y, strict=True))[1::-1]
        return float(log(rough/fine)/log(far/near))

    return read


PAPERS = (
    Paper("Br 2.2", "rows that only resist, F = −c A·v, hold as c → ∞: the error falls like 1/c", "slope in decades",
          papers.slope("A viscous blade becomes ideal"), -1.0, 1e-3, "", "the term 1/c² of 1e-4",
          preset="It refuses to slide down", chart="A viscous blade becomes ideal"),
    Paper("Br 4.2", "a viscous skate on a slope, exact for any viscosity",
          "distance from the ideal one in 10 s times μ", times_viscosity, 34.2490, 5e-4, "m/s", papers.PRINTED,
          preset="It refuses to slide down", chart="A viscous blade becomes ideal"),
    Paper("Br 4.2", "the softer its blade, the more a skate creeps down: at 2 G m/c in the mean",
          "mean creep of the softest blade in its sixth turn", creeps, lambda p: 2*fall(p)/p.c_1, 5e-5, "m/s",
          "what is left of the start, exp(−w² m t/c)", preset="Viscous blades beside the ideal one",
          values={"slope": 2.0}, seconds=15.0),
    Paper("Br 4.3", "the ideal skate does not go down, but across, on a cycloid", "largest distance from the cycloid",
          papers.off_exact, 0.0, 1e-11, "m", preset="It refuses to slide down", seconds=5.0),
    Paper("Br 3",
          "the expansion in ε = m/c with its boundary layer: ideal blade alone",
          "power of ε of the error, N = 0",
          slope_of_order(0), 1.0, 0.025, "", "the next term, smaller by ε", preset="It refuses to slide down",
          chart="Expansion in ε: N terms"),
    Paper("Br 3",
          "the expansion in ε = m/c with its boundary layer: one further term",
          "power of ε of the error, N = 1",
          slope_of_order(1), 2.0, 0.025, "", "the next term, smaller by ε", preset="It refuses to slide down",
          chart="Expansion in ε: N terms"),
    Paper("Br 3",
          "the expansion in ε = m/c with its boundary layer: two further terms",
          "power of ε of the error, N = 2",
          slope_of_order(2), 3.0, 0.025, "", "the next term, smaller by ε", preset="It refuses to slide down",
          chart="Expansion in ε: N terms"),
    Paper("Br 3",
          "the expansion in ε = m/c with its boundary layer: three further terms",
          "power of ε of the error, N = 3",
          slope_of_order(3), 4.0, 0.025, "", "the next term, smaller by ε", preset="It refuses to slide down",
          chart="Expansion in ε: N terms"),
)

SCENE = Scene(
    "Skate on a slope", PARAMETERS, build, start, exact=exact, conserved=("E_J", "spin"),
    papers=PAPERS, card=CARD, topic="blades", level="university",
    chart=(BladeConvergence(), BladeExpansion(), BladeLayer()),
    presets=(
        Preset("Viscous blades beside the ideal one",
               Card("Four skates start as one. The ideal one does not go down at all; the softer a blade, the "
                    "more it creeps.",
                    "The ideal one drifts across at G/(2ω) = {drift}; a blade of viscosity c creeps down at 2Gm/c = "
                    "{creep} in addition.")),
        Preset("It refuses to slide down", beside=False),
        Preset("Spun the other way",
               Card("Spun the other way it goes across the other way, and not down either."),
               beside=False, spin=-2.5, y=0.9),
        Preset("Slowly turning", spin=1.6, x=-0.4, y=-0.85),
        Preset("Pushed uphill",
               Card("Pushed uphill, it makes loops, and still drifts across, not down."),
               beside=False, speed=-0.6, heading=30.0, y=-0.7, x=0.2),
        Preset("Without a spin it is a slide", Showing(1/2),
               Card("Without a spin the edge keeps its direction: a slide.",
                    "Along the edge u′ = G cos θ = {free}: nothing turns it away any more.",
                    Try("[Give it a spin]: it refuses to slide down.", spin=2.5)),
               spin=0.0, heading=20.0, x=-0.9, y=-0.3),
        Preset("Hardly a blade",
               Card("Blades so soft that they hardly hold: they slide down beside the ideal one."),
               c_1=0.0, c_2=1.0, c_3=5.0),
    ),
)

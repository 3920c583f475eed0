r"""Coin on a table: steady precession, and a class of motions with two futures.

A disk rolls on its edge with its axis tilted, while its lowest point runs round. For a thick one there are motions
that have two futures: rolling on and taking off both obey every law.

## Assumptions

- A rigid homogeneous disk of mass $m$, radius $\p{radius}$ and half thickness $b$ (thickness {p.thickness}) with a
  sharp edge; $A=\tfrac14m\p{radius}^2+\tfrac13mb^2$ across its axis, $C=\tfrac12m\p{radius}^2$ about it.
- A level table at rest that is touched in one point, with no slip at all or, where the table may be slipped on, with
  dry friction $\p{mu}$.
- The contact only pushes, $N\ge0$. Rolling may be resisted by a moment $kN$, $k$ = {p.resistance}.

## Derivation

Let $\theta$ be the angle of the axis $\mathbf k$ with the vertical, $\mathbf e_1$ horizontal in the face,
$\mathbf e_2=\mathbf k\times\mathbf e_1$ up its steepest slope, $\psi$ the angle of precession. Then

$$ \boldsymbol\omega=\dot\theta\,\mathbf e_1+\tau\,\mathbf e_2+n\,\mathbf k,\qquad \tau=\dot\psi\sin\theta , $$

the mass centre stands at the height $h=\p{radius}\sin\theta+b\cos\theta$, and the contact lies at
$\mathbf r=-\p{radius}\,\mathbf e_2-b\,\mathbf k$ from it. In steady precession ($\dot\theta=0$) rolling gives the
centre the velocity $-\boldsymbol\omega\times\mathbf r=(b\tau-\p{radius}n)\,\mathbf e_1$, which turns at $\dot\psi$.
So friction is $F=m\dot\psi(b\tau-\p{radius}n)$ along $\mathbf e_z\times\mathbf e_1$, and $N=mg$. The moment $hF-h'N$
about $\mathbf e_1$ turns the angular momentum $A\tau\mathbf e_2+Cn\mathbf k$:

$$ \begin{gathered}
   \Bigl(A\cot\theta+\frac{mbh}{\sin\theta}\Bigr)\tau^2-\Bigl(C+\frac{m\p{radius}h}{\sin\theta}\Bigr)\tau n = mgh',
   \\[0.5em] h' = \p{radius}\cos\theta-b\sin\theta . \end{gathered} $$

The scene starts with this $n$ and integrates the full equations.

**Would it take off?** A free disk tilts with $A\ddot\theta=\tau(A\tau\cot\theta-Cn)$ and its edge would leave the
table with the acceleration $U=-g-h''\dot\theta^2-h'\ddot\theta$. With $n$ from above

$$ U=\kappa_0+\kappa_1\tau^2,\qquad \kappa_0=-g-\frac{mgC\,h'^2\sin\theta}{A\,(C\sin\theta+m\p{radius}h)}, $$

$$ \kappa_1=\frac{mhh'}{A\sin\theta}\,\frac{Cb\sin\theta-A\p{radius}\cos\theta}{C\sin\theta+m\p{radius}h} . $$

A thin disk has $\kappa_1<0$: one future, class B2. A thick one has $\kappa_1>0$ between $\cot\theta=\beta$ and
$\cot\theta=6\beta/(3+4\beta^2)$, $\beta=b/\p{radius}$. Above $\tau_{\rm c}=\sqrt{-\kappa_0/\kappa_1}$ both $U>0$ and
$N=mg>0$: class A2. It rolls on until something opens the contact.

**Euler's disk.** For $b=0$, $n=0$ and small $\theta$ the relation above gives $\dot\psi^2=4g/(\p{radius}\sin\theta)$
and the energy $E=\tfrac32mg\p{radius}\sin\theta$. The resistance takes the power $kmg\tau$, hence

$$ \frac{d\sqrt\theta}{dt}=-\frac23\,\frac{k}{\p{radius}}\sqrt{\frac{g}{\p{radius}}} : $$

the disk is flat after a finite time, its precession without bound.

**Nearly flat, but thick.** For a spin $n$ that stays, steady rolling at a small tilt keeps a finite precession,
$\dot\psi\to-g/(bn)$. Its small oscillations do not: along the tilt $d(\tau\sin\theta)/d\theta=
(C\,(C+m\p{radius}^2)\,n/D)\sin\theta$ to leading order, with $D=AC+Am\p{radius}^2+Cmb^2$, and the part
$-m\p{radius}bn\,\tau\cot\theta$ of the moment about $\mathbf e_1$ then gives

$$ w^2\theta\;\to\;\frac{m\p{radius}\,b\,n}{A+m(\p{radius}^2+b^2)}
   \left[\frac{C\,(C+m\p{radius}^2)\,n}D-2\dot\psi\right]>0 : $$

the frequency grows as $\theta^{-1/2}$. For $\p{radius}$ = 5 cm, $b$ = 2 cm and $n$ = 60 rad/s the limit is
1647.67 1/s².

**Does a kick lift it?** Rolling keeps two linear relations between $\tau$, $n$ and $\theta$, so that after a kick that
gives the tilt a rate the energy tells $\dot\theta$ at each tilt, and with it
$N=m\,(g+h'\ddot\theta+h''\dot\theta^2)$. Small kicks leave $N>0$. A large one would need a pull, while a free edge
would still go down ($U<0$): class B1. That is no taking off; with any finite friction the rim slips before.

## What is conserved

- The energy while it rolls: the touching point of the disk is at rest, so that the table has no power. Landing, slip
  and $k$ take from it; ledger {r.ledger}.
- In flight also the angular momentum about the mass centre. On a smooth plane $n$ would be constant as well; here
  friction turns the disk about its axis.

## What to see

- **Thick coin, class A2**: $\tau$ = 164.9 rad/s is above $\tau_{\rm c}$ = 137.4 rad/s. **Let go in class A2**: it
  hops 0.3 mm high for 16 ms.
- **A millstone lets go**: ten times the size, ten times as high, three times as long.
- **Euler's disk**: all over after 13.4 s; tilt now {r.tilt}.
- **Thick and nearly flat, kicked**: $N$ falls to a fifth of the weight and no further. The chart "Kicks while rolling"
  has the least $N$ for each kick: 0.96, 0.81, 0.45, 0.20, 0.09 of the weight for 0.1, 0.5, 2, 5, 8 rad/s, and 0 at 9.74
  rad/s, which is 0.35 $mg\p{radius}$.
- The chart "Nearly flat: the frequency": $w^2\theta$ over $\theta$, with its limit.

## Ask the class

In **Below the threshold: B2** tell the coin to let go. Why does nothing happen? And what decides at 164.9 rad/s,
where both futures are lawful?

## References

- A. P. Ivanov, On detachment conditions in the problem on the motion of a rigid body on a rough plane, Regul. Chaotic
  Dyn. 13, 2008, examples 3 and 4 (the sign ≠ in the toolbar tells where the program differs from it).
- H. K. Moffatt, Euler's disk and its finite-time singularity, Nature 404, 2000 (with the drag of the air instead of
  $k$).
- E. J. Routh, The Advanced Part of a Treatise on the Dynamics of a System of Rigid Bodies, London.
"""

from math import cos, degrees, inf, nan, radians, sin, sqrt, tan

import numpy as np

from sandbox.scene import (
    ANEW,
    Card,
    Chart,
    Contact,
    ContactClasses,
    ContactPlane,
    Coulomb,
    Curve,
    Differs,
    Disk,
    FlatDiskFrequency,
    KickedRollingDisk,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Plane,
    PoincareSection,
    PrecessionMap,
    Preset,
    Rough,
    Scene,
    Showing,
    SmallOscillations,
    Start,
    Still,
    Try,
    WaitingContact,
    World,
    edges_of,
    laboratory_floor,
    papers,
    precession,
)

G = 9.81            # [m/s^2]
LIES = 1e-5         # tilt below which a disk is as good as flat, ten times that at which it lies [rad]
MILLSTONE = 0.2     # from this radius on it is drawn as one [m]

PARAMETERS = (
    Parameter("theta", 62.08, "deg", low=2, high=88, role="start", about="tilt of the axis against the vertical"),
    Parameter("tau", 164.9, "rad/s", low=1, high=400, role="start",
              about="precession, the part along the slope of the face"),
    Parameter("wobble", 0.0, "rad/s", low=-20, high=20, role="start", about="rate at which the tilt changes"),
    Parameter("radius", 0.05, "m", low=0.01, high=0.5, about="radius of the coin"),
    Parameter("thickness", 0.04, "m", low=0, high=0.5, about="thickness of the coin, 0 for a thin disk"),
    Parameter("mu", 1.0, "", low=0, high=6, live=True, about="friction coefficient of a table that may be slipped on"),
    Parameter("slips", False, about="a table with friction mu instead of one without any slip"),
    Parameter("resistance", 0.0, "m", low=0, high=1e-3, about="lever arm of the moment that resists rolling"),
    Parameter("release", False, live=True, about="where rolling on and taking off are both possible, take off"),
)


def disk(p):
    """Mass 1 kg per 100 cm^2 of face, even density."""
    return precession.homogeneous(100*p.radius**2, p.radius, p.thickness/2)


def build(p):
    coin = disk(p)
    body = Disk(p.radius, coin.m, p.thickness, inertia=((coin.A, 0, 0), (0, coin.A, 0), (0, 0, coin.C)))
    body = body.of("brass").drawn_as("coin") if p.radius < MILLSTONE else body.of("stone").drawn_as("millstone")
    contact = Contact(Coulomb(p.mu) if p.slips else Rough(), rolling_resistance=p.resistance,
                      branch="flight" if p.release else "history")
    table = On(Plane(rim=7*p.radius).of("slate"), Still(), contact)
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-3*p.radius)}, [Placed(body, start(p))])


def start(p):
    theta = radians(p.theta)
    n = precession.rolling_spin(disk(p), theta, p.tau)
    # axis k' = (0, -sin theta, cos theta), e2 = k' x e1 along the slope of the face
    s, c = sin(theta), cos(theta)
    omega = (p.wobble, p.tau*c - n*s, p.tau*s + n*c)
    return Start(at=(0.0, 0.0), omega=omega, orientation=(cos(theta/2), sin(theta/2), 0, 0))


def chart(p):
    """Where a steadily rolling coin may take off, in the plane of tilt and precession; the coin as it moves now."""
    coin, tilts = disk(p), [0.5*i for i in range(4, 178)]
    bounds = [precession.critical_tau(coin, radians(theta)) for theta in tilts]
    curve = Curve("may take off", tilts,
                  [tau if tau < inf else nan for tau in bounds], shade="above")

    def now(path):
        w, x, y, z = path.quaternion
        # axis k' = R e_z, towards the side that is up; e2 = k' x e1 with e1 horizontal
        k = 2*(x*z + w*y), 2*(y*z - w*x), 1 - 2*(x*x + y*y)
        across = np.hypot(k[0], k[1])
        known = np.where(across < 1e-9, nan, across)
        steep = -k[0]*k[2]/known, -k[1]*k[2]/known, across
        tau = abs(sum(a*b for a, b in zip(path.angular_velocity, steep, strict=True)))
        return np.degrees(np.arctan2(across, abs(k[2]))), tau

    low = min(bounds)
    futures = Chart("tilt θ", "τ", (curve,), now, "deg", "rad/s", title="Where it may take off",
                    top=1.3*max(p.tau, 1.5*low if low < 4*p.tau else 0.0))
    return (futures, ContactPlane(), ContactClasses(), PrecessionMap(), SmallOscillations(), FlatDiskFrequency(),
            KickedRollingDisk(), WaitingContact(), PoincareSection())


def free_gap(p):
    """Free acceleration of the gap of the coin as it starts, below 0 where it is pressed to the table [m/s^2]."""
    k0, k1 = precession.kappa(disk(p), radians(p.theta))
    return k0 + k1*p.tau**2


def whirl(p, r):
    """psi' [rad/s] of a disk that gets flat; none of one that lies, whose tilt is 0 but for rounding."""
    return sqrt(4*G/(p.radius*sin(r.tilt))) if r.tilt > LIES else nan


CARD = Card(
    "A coin that rolls on its edge, its axis tilted, while its lowest point runs round.",
    "Without the table its edge would leave with U = κ₀ + κ₁ τ² = {away}: below 0 the table has to hold it up. N = "
    "{r.normal}.",
    Try("[Make it a thin coin]: it is pressed to the table at any speed.", thickness=0.0),
    {"away": Number("m/s²", lambda p, r: free_gap(p))})

# ---- papers ----------------------------------------------------------------------------------------------------------

# m V* and U* do not depend on the mass, which the scene has from the radius
LARGE_DISK = {"radius": 0.3, "theta": degrees(0.8), "tau": 4.0}
NODDING = {"thickness": 0.0, "wobble": 0.001}


def tilts(seen):
    """Tilt of the axis (n,) [rad]."""
    _w, x, y, _z = seen.rows.quaternion[:, 0].T
    return np.arccos(np.clip(1 - 2*(x*x + y*y), -1.0, 1.0))


def steady(seen):
    """How far the tilt departs from its first value [deg]."""
    found = tilts(seen)
    return degrees(np.max(np.abs(found - found[0])))


def nods(seen):
    """Frequency of the tilt [rad/s]: of d(k + 1) + d(k - 1) = 2 cos(w h) d(k) for its differences d."""
    d, h = np.diff(tilts(seen)), seen.t[1] - seen.t[0]
    return float(np.arccos((d[1:-1] @ (d[2:] + d[:-2]))/(2*(d[1:-1] @ d[1:-1])))/h)


def load(seen):
    """Normal force over the weight at the start."""
    return papers.contact("N")(seen)/(disk(seen.p).m*G)


def response(p):
    """alpha, beta, U* [m/s^2], V* [1/kg] of steady rolling."""
    coin, theta = disk(p), radians(p.theta)
    return precession.rolling_response(coin, theta, p.tau, precession.rolling_spin(coin, theta, p.tau))


def star(p):
    """U* of steady rolling [m/s^2]."""
    return response(p)[2]


def m_V_star(p):
    """m V* of steady rolling."""
    return disk(p).m*response(p)[3]


def mass_times_V(seen):
    """m V* of the contact at the start."""
    return disk(seen.p).m*papers.contact("V_star")(seen)


def threshold(seen):
    """Least tau [rad/s] of the chart at the tilt of the coin."""
    curve = seen.charts["Where it may take off"].curves[0]
    return float(np.interp(seen.p.theta, curve.x, curve.y))


def meeting(seen):
    """mu at which the two borders of the chart meet."""
    one, other = [part for part in seen.charts["Steady precession"].curves if isinstance(part, Curve)][:2]
    apart = np.asarray(other.y) - np.asarray(one.y)
    k = int(np.flatnonzero((apart[1:-1] > 0.0) & (apart[2:] <= 0.0))[0]) + 1
    return float(one.x[k] + (one.x[k + 1] - one.x[k])*apart[k]/(apart[k] - apart[k + 1]))


def least_tilt(_seen):
    """Least tilt [deg] at which a cylinder twice as tall as wide may take off: kappa_1 changes its sign there."""
    tall, low, high = precession.homogeneous(1.0, 0.05, 0.1), radians(10.0), radians(35.0)
    for _halving in range(60):
        middle = 0.5*(low + high)
        low, high = (low, middle) if precession.kappa(tall, middle)[1] > 0.0 else (middle, high)
    return degrees(high)


def hop(seen):
    """How long the last flight of the chart lasts [s]."""
    curve = seen.charts["How long a contact waits"].curves[-1]
    return 1e-3*float(curve.x[-1] - curve.x[1])


def least_load(seen):
    """Least N/(m g) of a thin rolling disk at the tilt 0.01, without a spin of its own, kicked with 0.1 m g a."""
    m, a, theta = 1.0, 0.05, 0.01
    thin = precession.homogeneous(m, a)
    tau = sqrt(m*G*a*cos(theta)*tan(theta)/thin.A)
    n, kick = precession.rolling_spin(thin, theta, tau), sqrt(0.2*m*G*a/(thin.A + m*a*a))
    begin = Start(at=(0.0, 0.0), omega=(kick, tau*cos(theta) - n*sin(theta), tau*sin(theta) + n*cos(theta)),
                  orientation=(cos(theta/2), sin(theta/2), 0.0, 0.0))
    kicked = Scene("Coin with two futures", (), lambda p: (Disk(a, m), Plane(rim=5.0), Still(), Contact(Rough())),
                   lambda p: begin)
    return min(step.contacts[0].N for step in seen.steps_of(kicked, 0.3, 960))/(m*G)


def flat_scaled(seen):
    """w² θ at the least tilt of the chart [1/s²]."""
    return float(seen.charts["Nearly flat: the frequency"].curves[0].y[0])


def least_in_run(seen):
    """Least N over the weight of the first 0.3 s."""
    return min(step.contacts[0].N for step in seen.steps(0.3, 960))/(disk(seen.p).m*G)


PAPERS = (
    Paper("I 2.3, example 1", "x′ = 2 √x: it takes off after waiting for any time", "length of the hop in the chart",
          hop, 0.016, 5e-4, "s", papers.PRINTED, preset="Let go in class A2", chart="How long a contact waits"),
    Paper("I 2.3, example 1", "the hop of a coin that is let go", "when it lands", papers.event("impact"), 0.016,
          5e-4, "s", papers.PRINTED, preset="Let go in class A2", seconds=0.05),
    Paper("I 2.3, (2.11)", "class B2 goes on to A2: rolling may last, and taking off is lawful", "N over the weight",
          load, 1.0, 1e-9, "", preset="Thick coin, class A2", chart="Classes A1 to B4"),
    Paper("I 3, (3.7)", "a disk that rolls steadily, whatever its thickness", "change of its tilt", steady, 0.0, 1e-9,
          "deg", preset="Below the threshold: B2", seconds=1.0),
    Paper("I 3, (3.8)", "the free acceleration of its rim is U = κ₀ + κ₁ τ²", "U", papers.contact("U"), free_gap,
          1e-9, "m/s²", preset="Thick coin, class A2", chart="Contact or detachment"),
    Paper("I 3, (3.9)", "with the force of rolling it is U* = −m g V*; the paper lets n depend on N", "",
          papers.contact("U_star"), within=5e-5, why=papers.PRINTED, preset="Thin coin", values=LARGE_DISK,
          sign="Ivanov 2008, (3.9), U*", chart="Classes A1 to B4"),
    Paper("I 3, (3.9)",
          "with the force of rolling V* = 1/m + h′²/(A + m h²); the paper has a term of another dimension", "",
          mass_times_V, within=5e-5, why=papers.PRINTED, preset="Thin coin", values=LARGE_DISK,
          sign="Ivanov 2008, (3.9), V*", chart="Classes A1 to B4"),
    Paper("I 3, (3.10), example 3", "a thin disk has κ₁ < 0: it is pressed to the plane at any speed, class B2", "U",
          papers.contact("U"), free_gap, 1e-9, "m/s²", preset="Thin coin", chart="Steady precession"),
    Paper("I 3, (3.11), example 4", "a thick disk may take off above a threshold of τ", "threshold for θ = 62.08°",
          threshold, 137.4, 0.15, "rad/s", "lines between points of the chart", preset="Thick coin, class A2",
          chart="Where it may take off"),
    Paper("I 3, (3.11), example 4", "by shape and tilt: the borders of taking off meet at μ = σ = √3/2",
          "μ where they meet", meeting, 3**0.5/2, 1e-3, "", "lines between points of the chart",
          preset="Thick coin, class A2", chart="Steady precession"),
    Paper("I 3, (3.11), example 4", "it is said to need θ ≥ arctan(2/√3); a tall cylinder may take off below that", "",
          least_tilt, within=5e-5, why=papers.PRINTED, preset="Thick coin, class A2", chart="Steady precession",
          sign="Ivanov 2008, example 4"),
    Paper("I 4.2", "a rolling disk that is kicked a little is said to leave the plane as θ → 0", "", least_load,
          within=1e-3, why="960 states a second", sign="Ivanov 2008, section 4.2 and abstract"),
    Paper("I 4.2, (4.9)", "small oscillations of a thin rolling disk", "", nods, within=5e-4, why="a nod of 4e-5 rad",
          preset="Wobbling", values=NODDING, seconds=2.0, sign="Ivanov 2008, (4.9)", chart="Small oscillations"),
    Paper("I 4.3, (4.12)", "a thick rolling disk, tilt to 0: the precession stays finite, the frequency does not", "",
          flat_scaled, within=0.1, why="a tilt of 1e-5 is not 0, and the spin of 60 rad/s by six digits",
          preset="Thick and nearly flat, kicked", values={"theta": 25.0, "tau": 1.012398181759, "wobble": 0.0},
          sign="Ivanov 2008, (4.12)", chart="Nearly flat: the frequency"),
    Paper("I 4.3", "a thick disk near its steady motions does not let go: kicked, it keeps a fifth of its weight",
          "least N over the weight", least_in_run, 0.2011, 1e-3, "", "960 states a second",
          preset="Thick and nearly flat, kicked", chart="Kicks while rolling"),
)

SCENE = Scene(
    "Coin with two futures", PARAMETERS, build, start, chart=chart,
    papers=PAPERS, card=CARD, topic="bodies", level="university",
    differs=(
        Differs(
            "Ivanov 2008, (3.9), U*",
            "A rim that is pressed with N leaves the plane with U* + V* N, the friction of rolling counted. The paper "
            "takes the spin n from (3.7) with N in it, as if a velocity changed together with a force, and has "
            "U* = κ₀. With the spin as it is U* = −m g V*. The signs stay, and so do the classes A2 and B2.",
            "U* of a thin disk of 30 cm at θ = 0.8 and τ = 4 rad/s", -16.1590, -16.0378, "m/s²"),
        Differs(
            "Ivanov 2008, (3.9), V*",
            "With the friction of rolling V* = 1/m + h′²/(A + m h²). Printed is 1/m + h′²/A + γ, where γ = m ξ/(m ξ h "
            "− C sin θ) is a reciprocal length, no reciprocal mass: how large V* is would hang on the units.",
            "m V* of a thin disk of 2 kg and 30 cm at θ = 0.8", 9.1372, 1.6348),
        Differs(
            "Ivanov 2008, example 4",
            "To take off a rolling disk is said to need θ ≥ arctan(2/√3). That is so up to μ = b/a = √3/2, where the "
            "borders of κ₁ > 0, cot θ = μ and cot θ = 6 μ/(3 + 4 μ²), meet. Beyond it they change places, and a tall "
            "cylinder with h′ < 0 may take off at smaller tilts, down to cot θ = μ.",
            "least tilt at which a cylinder with μ = 2 may take off", 49.1066, 26.5651, "deg"),
        Differs(
            "Ivanov 2008, (4.9)",
            "The frequency of small oscillations of a thin rolling disk is printed with A (1 + cos² θ) and g a² sin θ. "
            "The latter has the wrong dimension, it is m g a sin θ; the former is A (1 + 2 cos² θ). With both mended "
            "the formula agrees with a simulation in space to nine digits.",
            "frequency of a thin disk of 5 cm at θ = 40° and τ = 20 rad/s, the dimension mended",
            24.0497, 26.3061, "rad/s"),
        Differs(
            "Ivanov 2008, section 4.1",
            "It is said that on a smooth plane a disk in nearly steady precession has to leave the plane as θ → 0, "
            "whatever small perturbation it gets. The steep wall of the potential lies at smaller tilts, and there the "
            "rim is pressed down. U stays below 0 for any kick up to 0.7 m g a; only one that makes the disk tumble, "
            "1.2 m g a, lifts it.",
            "largest U/g of a smooth thin disk at θ = 0.1, kicked with the energy 0.7 m g a; it takes off above 0",
            0.0, -0.6706),
        Differs(
            "Ivanov 2008, section 4.2 and abstract",
            "The same is said of a rolling disk: small perturbations force detachment. Here, too, the normal force "
            "stays above 0: its least value is close to m g A/(A + m a²), a fifth of the weight, for small kicks, and "
            "0.03 to 0.06 of the weight at 0.7 m g a. What makes a real coin ring are its edge and the table.",
            "least N/(m g) of a thin rolling disk at θ = 0.01, kicked with the energy 0.1 m g a; it takes off at 0",
            0.0, 0.201),
        Differs(
            "Ivanov 2008, (4.12)",
            "For a thick rolling disk whose tilt goes to 0 the precession stays finite, ψ′ → −g/(b n), as (4.11) says. "
            "But the frequency of small oscillations does not stay bounded, as (4.12) has it: w² θ has a limit above "
            "0, so that w grows as θ^(−1/2). The conclusion that near its steady motions such a disk does not leave "
            "the plane is right for small kicks, though not for this reason.",
            "limit of w² θ as θ → 0 of a homogeneous disk with a = 5 cm, b = 2 cm, n = 60 rad/s; 0 if w is bounded",
            0.0, 1647.67, "1/s²"),
    ),
    presets=(
        Preset("Thick coin, class A2",
               Card("Rolling on and taking off both obey every law here. It rolls on, until something opens the "
                    "contact.",
                    "Above τ = √(−κ₀/κ₁) a free edge leaves by itself: U = κ₀ + κ₁ τ² = {away} > 0, and yet rolling "
                    "presses with N = {r.normal}.",
                    Try("[Let go]: the other future, a hop of 0.3 mm, in slow motion.", "Let go in class A2"))),
        Preset("Let go in class A2", Showing(1/64),
               Card("It takes off: a hop 0.3 mm high, over after 16 ms, at 1/64 of its speed.",
                    "Above τ = √(−κ₀/κ₁) a free edge leaves by itself: U = κ₀ + κ₁ τ² = {away} > 0. Now N = "
                    "{r.normal}.",
                    Try("[Do not let go]: it rolls on, which is as lawful.", "Thick coin, class A2")),
               release=True),
        Preset("Below the threshold: B2",
               Card("The same coin, slower: now there is one future only, it is pressed to the table.",
                    try_=Try("[Roll it at 164.9 rad/s]: two futures again.", "Thick coin, class A2")),
               tau=120.0),
        Preset("A millstone lets go", Showing(1/32),
               Card("A millstone of half a metre lets go: its hop is ten times as high and three times as long "
                    "as that of a coin.",
                    "A free edge would leave with U = κ₀ + κ₁ τ² = {away} > 0; now N = {r.normal}.",
                    Try("[Do not let go]: it rolls on, which is as lawful.", ANEW, release=False)),
               radius=0.5, thickness=0.4, tau=52.15, release=True),
        Preset("Thin coin",
               Card("A thin coin rolls round steadily: pressed to the table at any speed.",
                    try_=Try("[Let its tilt change at 2 rad/s]: it nods on its way round.", wobble=2.0)),
               thickness=0.0, theta=degrees(0.9), tau=25.0),
        Preset("Euler's disk", Showing(2, closer=1.5, at=13.4),
               Card("It gets flatter, the precession faster and faster, and suddenly all is over.",
                    "Nearly flat, ψ′² = 4 g/(a sin θ): with the tilt θ = {r.tilt} that is ψ′ = {whirl}. What rolling "
                    "costs: {r.ledger}.",
                    Try("[Halve the rolling resistance]: it rings twice as long.", resistance=5e-05),
                    {"whirl": Number("rad/s", whirl)}),
               thickness=0.0, theta=8.6, tau=12.5, radius=0.0375,
               resistance=1e-4),
        Preset("Wobbling",
               Card("Pushed off its steady roll, the coin nods while it goes round.",
                    try_=Try("[Take the push away]: it rolls round evenly.", wobble=0.0)),
               thickness=0.004, theta=40.0, tau=20.0, wobble=3.0),
        Preset("Thick coin that slips", Showing(1/64),
               Card("The table can be slipped on: the coin takes off, lands after 16 ms, slips, and grips "
                    "again. At 1/64 of its speed.",
                    "On a table with friction a free edge leaves at once where U = κ₀ + κ₁ τ² = {away} is above 0. "
                    "Now N = {r.normal}.",
                    Try("[Make the table without any slip]: it rolls on.", slips=False)),
               slips=True),
        Preset("Thick and nearly flat, kicked", Showing(1/4),
               Card("A thick coin that lies nearly flat is kicked: it rattles faster the flatter it lies, and stays "
                    "down.",
                    "Along the tilt w² θ tends to a limit, so w grows as θ^(−1/2). The kick of {p.wobble} takes most "
                    "of the weight off the rim, not all: N = {r.normal}.",
                    Try("[Kick it with 8 rad/s]: a tenth of the weight is left.", ANEW, wobble=8.0)),
               theta=2.865, tau=1.226, wobble=5.0),
        Preset("Kicked harder: it slips, and stays down", Showing(1/16),
               Card("Kicked so hard that rolling would need a pull of the table: it slips before that, grips again, "
                    "and never takes off.",
                    "A free edge would go down all the time, U < 0, so that nothing lifts it. N = {r.normal}, friction "
                    "{r.friction}.",
                    Try("[Make the table without any slip]: no rigid motion is left, class B1.", ANEW, slips=False)),
               theta=2.865, tau=1.226, wobble=11.0, slips=True, mu=2.5),
    ),
)

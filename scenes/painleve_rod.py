r"""Painleve's rod: chalk that jams, jumps, or can't decide.

Chalk that is pushed along a blackboard jams, jumps and screeches; pulled, it writes. Painleve found in 1895 that rigid
bodies with Coulomb friction may have no answer here, or two.

## Assumptions

- A thin homogeneous rod of the length {p.length} and the mass $m$ moves in a vertical plane; its lower end slides on a
  rigid floor.
- Where the rod comes down along the floor it goes on by both of its ends: each strikes with Newton's restitution
  {p.restitution} and slides by Coulomb's law. With a constant part of friction that is not followed, nor where the rod
  comes to lie over an edge: the run ends there.
- The friction on the sliding end is $\p{cut}+\p{mu}N$ against its velocity $u$; without the constant part it is
  Coulomb's law.

## Derivation

Let $l$ be half the length, $\varphi$ the angle with the floor, $\varphi(0)=\p{angle}$, and $\kappa=l^2/3$ the square
of the radius of gyration. The sliding end lies at $(-l\cos\varphi,-l\sin\varphi)$ from the mass centre. With the
normal force $N$ and the friction $F$ on that end

$$ \begin{gathered}
   m\ddot x=F, \qquad m\ddot z=N-mg, \\[0.5em]
   m\kappa\,\ddot\varphi=l\,(F\sin\varphi-N\cos\varphi) . \end{gathered} $$

The height of the end is $z-l\sin\varphi$. Let $s=1$ for a rod that is pushed, with the sliding end in front ($u<0$),
and $s=-1$ for one that is pulled, so that $F=s(\p{cut}+\p{mu}N)$. The end accelerates upwards with $U$ when nothing
touches it, and with $U^*+V^*N$ in contact:

$$ \begin{gathered}
   U=-g+l\sin\varphi\,\dot\varphi^2, \qquad U^*=U-\frac{3s}{m}\,\p{cut}\,\sin\varphi\cos\varphi, \\[0.5em]
   V^*=\frac1m\left[1+3\cos\varphi\,(\cos\varphi-\p{mu}\,s\sin\varphi)\right] . \end{gathered} $$

Flight needs $U>0$; contact needs $N=-U^*/V^*>0$. With $V^*>0$ and Coulomb's law exactly one of them holds. But the
moment of the friction presses the end of a pushed rod into the floor, and $V^*<0$ as soon as

$$ \p{mu}>\frac{4+\tan^2\varphi}{3\tan\varphi}\ge\frac43 . $$

For $U<0$ nothing is consistent then (class B4). The way out is an impact without a collision: friction takes an
impulse at once, $V^*<0$ compresses the contact until the slip has stopped, and a rod that does not slip has $V>0$ and
can be thrown back. For $U>0$ both answers are consistent (A3); the contact is unstable there, a disturbance of it
grows as fast as the floor is stiff, and the program lets the rod leave. The part $\p{cut}$ lowers $U^*$ alone and
opens two more classes: A4, where contact is impossible and the rod leaves, and A2, where contact and flight are both
consistent and both last; there the rod stays, because it was in contact before.

## What is conserved

- Nothing in slip: friction takes $(\p{cut}+\p{mu}N)\,|u|$ per second, impacts take at once; the ledger has both. In
  flight the energy, $\dot x$ and $\dot\varphi$ are constant.

## What to see

- **B4: it jams and jumps**: $\p{mu}$ = 2 at 57.3 degrees, where 1.38 is the border; 2 m/s of slip are gone at once,
  and the rod is in the air for 0.07 s.
- **A2: both, and it stays**: as long as both answers last, 83 ms, and on in B2, where staying is the only one. **A3:
  both, and it leaves** is gone at once.
- That same **A2** ends after 142 ms in class B1: its slip has died out, and it has no direction to begin in again.
- **Pulled instead of pushed**: the same $\p{mu}$ and angle, and no trouble at all.
- **Little friction: it slides** until its other end strikes, clatters, and lies: at rest after 1.1 s.

## Ask the class

With $\p{mu}$ = 1.5 there is a range of angles in which the pushed rod jams. Where does it begin, where does it end?
Solve $3\,\p{mu}\tan\varphi=4+\tan^2\varphi$ and try angles on both sides.

## References

- P. Painlevé, Sur les lois du frottement de glissement, C. R. Acad. Sci. Paris 121, 1895.
- F. Klein, Zu Painlevés Kritik der Coulombschen Reibungsgesetze, Z. Math. Phys. 58, 1909.
- A. P. Ivanov, On detachment conditions in the problem on the motion of a rigid body on a rough plane, Regul. Chaotic
  Dyn. 13, 2008, section 2 and table 1.
- A. R. Champneys, P. L. Várkonyi, The Painlevé paradox in contact mechanics, IMA J. Appl. Math. 81, 2016.
"""

from math import cos, radians, sin, tan

import numpy as np

from sandbox.scene import (
    ANEW,
    Board,
    Body,
    Card,
    Chart,
    Contact,
    ContactClasses,
    ContactPlane,
    Coulomb,
    Curve,
    Differs,
    Mark,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Region,
    Scene,
    Showing,
    Start,
    Still,
    Try,
    TwoTerm,
    World,
    cylinder,
    edges_of,
    laboratory_floor,
    papers,
)

PARAMETERS = (
    Parameter("angle", 57.29577951308232, "deg", low=5, high=85, role="start", about="angle of the rod with the floor"),
    Parameter("turning", 0.0, "rad/s", low=-12, high=12, role="start", about="rate at which the rod rises",
              title="rate of rising"),
    Parameter("speed", -2.0, "m/s", low=-10, high=10, role="start", about="velocity of the end that slides"),
    Parameter("mu", 2.0, low=0, high=4, live=True, about="friction coefficient"),
    Parameter("cut", 0.0, "N", low=0, high=30, about="friction that does not need a normal force, c_0"),
    Parameter("restitution", 0.5, low=0, high=1, live=True, about="share of the pressing that an impact gives back"),
    Parameter("length", 1.0, "m", low=0.2, high=2, about="length of the rod"),
)


def stick(l):
    """The picture of a rod of half length l along the first axis."""
    upright = cylinder(0.04*l, 2.0*l)

    def mesh(n):
        points, quads = upright(n)
        return points[:, [2, 0, 1]], quads

    return mesh


def segment(x, y, z, l):
    return l*abs(x)


def build(p):
    m, l = 1.0, 0.5*p.length
    thin = 0.01*l
    across = m*l*l/3.0
    rod = Body(segment, (l,), m, ((m*thin*thin, 0, 0), (0, across, 0), (0, 0, across)), size=l, name="rod",
               drawn=stick(l), ends=((-l, 0.0, 0.0), (l, 0.0, 0.0))).of("steel").drawn_as("rod", (l, 0.04*l, 0.04*l))
    law = TwoTerm(p.mu, c0=p.cut) if p.cut else Coulomb(p.mu)
    table = On(Board(8.0, 1.6).of("stone"), Still(), Contact(law, restitution=p.restitution))
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.8)},
                 [Placed(rod, start(p), name="rod")])


def start(p):
    phi, l = radians(p.angle), 0.5*p.length
    velocity = (p.speed - l*sin(phi)*p.turning, 0.0, l*cos(phi)*p.turning)
    return Start(at=(0.0, 0.0), velocity=velocity, omega=(0.0, -p.turning, 0.0),
                 orientation=(cos(phi/2), 0.0, -sin(phi/2), 0.0))


# ---- the classes ----------------------------------------------------------------------------------------------------

LOW, HIGH, MOST = 5.0, 85.0, 4.0     # angles [deg] and largest friction of the chart
NARROW = 5.0                         # [deg] a region that is narrower has no name


def free_acceleration(p, phi):
    """U = -g + l sin(phi) phi'^2 [m/s^2]."""
    return -9.81 + 0.5*p.length*np.sin(phi)*p.turning**2


def star_acceleration(p, phi):
    """U* = U - 3 s c_0 sin(phi) cos(phi)/m [m/s^2], s = 1 for a rod that is pushed and -1 for one that is pulled."""
    return free_acceleration(p, phi) + np.sign(p.speed)*3*p.cut*np.sin(phi)*np.cos(phi)


def jamming_friction(phi):
    """mu at which V* = 0 for a rod that is pushed, (1 + 3 cos^2)/(3 sin cos); one that is pulled has V* > 0."""
    return (1 + 3*np.cos(phi)**2)/(3*np.sin(phi)*np.cos(phi))


def class_of(p, phi, mu):
    """Ivanov's class of a rod that slides at the angle phi [rad] with the friction mu."""
    U, star = free_acceleration(p, phi), star_acceleration(p, phi)
    jams = p.speed < 0 and mu > jamming_friction(phi)
    return ("A" if U > 0 else "B") + str((3 if jams else 1) + (0 if star > 0 else 1))


def zeros_of(f, p):
    """Angles [deg] between which a function of (p, phi) keeps its sign."""
    phi = np.radians(np.linspace(LOW, HIGH, 2001))
    y = f(p, phi)
    k = np.flatnonzero(y[:-1]*y[1:] < 0)
    return np.degrees(phi[k] - y[k]*(phi[k + 1] - phi[k])/(y[k + 1] - y[k])).tolist()


def chart(p):
    """Angle and friction, divided into Ivanov's classes; a click lets a rod go there."""
    marks = {"1": 0, "2": 2, "3": 1, "4": 3}
    borders = sorted({LOW, *zeros_of(free_acceleration, p), *zeros_of(star_acceleration, p), HIGH})
    parts = []
    for i in range(len(borders) - 1):
        left, right = borders[i], borders[i + 1]
        x = np.linspace(left, right, 81)
        edge = np.minimum(jamming_friction(np.radians(x)), MOST) if p.speed < 0 else np.full_like(x, MOST)
        for low, high in ((0*x, edge), (edge, 0*x + MOST)):
            if (high - low).max() <= 0:
                continue
            # where it is widest, but not on its border
            k = 1 + int(np.argmax((high - low)[1:-1]))
            name = class_of(p, radians(x[k]), 0.5*(low[k] + high[k]))
            parts.append(Region(name if right - left > NARROW else "", np.concatenate((x, x[::-1])),
                                np.concatenate((low, high[::-1])), marks[name[1]]))
    parts += [Curve("U = 0", (x, x), (0.0, MOST), style="dots", tone=4) for x in zeros_of(free_acceleration, p)]
    if p.cut:
        parts += [Curve("U* = 0", (x, x), (0.0, MOST), style="dots", tone=5) for x in zeros_of(star_acceleration, p)]
    if p.speed < 0:
        phi = np.linspace(LOW, HIGH, 321)
        edge = jamming_friction(np.radians(phi))
        parts.append(Curve("V* = 0", phi, np.where(edge <= MOST, edge, np.nan), tone=1))
    parts.append(Mark(class_of(p, radians(p.angle), p.mu), p.angle, p.mu, "point"))

    def now(path):
        w, _x, y, _z = path.quaternion
        angle = np.degrees(-2*np.arctan2(y, w)) % 360
        return np.where((angle > LOW) & (angle < HIGH), angle, np.nan), np.full_like(angle, p.mu)

    plane = Chart("angle φ", "friction coefficient μ", tuple(parts), now, "deg", title="Classes of the rod",
                  x_range=(0.0, 90.0), y_range=(0.0, MOST), start=begun, trail=0.0)
    return plane, ContactPlane(), ContactClasses()


def begun(angle, mu):
    """Values with which the rod begins at a place of the chart."""
    return {"angle": min(max(angle, LOW), HIGH), "mu": min(max(mu, 0.0), MOST)}


CARD = Card(
    "The rod is pushed along the floor, and jams: its end stops at once, and it jumps.",
    "With μ = {p.mu} above (4 + tan²φ)/(3 tan φ) = {least} friction presses the end into the floor faster than it "
    "slows it: neither sliding nor leaving is consistent.",
    Try("[Pull it instead]: it slides as one would expect.", ANEW, speed=2.0),
    {"least": Number("", lambda p, r: (4 + tan(radians(p.angle))**2)/(3*tan(radians(p.angle)))),
     "up": Number("m/s²", lambda p, r: free_acceleration(p, radians(p.angle))),
     "star": Number("m/s²", lambda p, r: star_acceleration(p, radians(p.angle)))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def rod_V_star(p):
    """V* = (1 + 3 cos²)/m + 3 s mu sin cos/m of a rod of 1 kg, s the sense of its slip [1/kg]."""
    phi = radians(p.angle)
    return 1 + 3*np.cos(phi)**2 + np.sign(p.speed)*3*p.mu*np.sin(phi)*np.cos(phi)


def stopped(seen):
    """Slip of the end right after the start [m/s]."""
    return float(np.linalg.norm(seen.start.snapshot().contacts[0].slip))


def pressed(seen):
    """Normal force at the start [N]."""
    return float(seen.start.snapshot().bodies[0].N)


def classes(seen):
    """How many of the classes rods of any angle, turning and friction of two terms are in."""
    found = set()
    for turning, speed, cut in ((turning, speed, cut) for turning in (0.0, 5.0, 9.0) for speed in (-1.0, 1.0)
                                for cut in (0.0, 5.0, 40.0)):
        p = type(seen.p)(**{**vars(seen.p), "turning": turning, "speed": speed, "cut": cut})
        found |= {class_of(p, radians(angle), mu) for angle in range(5, 86, 10) for mu in (0.1, 2.0, 4.0)}
    return float(len(found))


PAPERS = (
    Paper("I 2.1, tab. 1", "the classes of a rod by angle and friction: friction jams it where V* < 0",
          "V* just below that", papers.contact("V_star"), rod_V_star, 1e-12, "1/kg", preset="B4: it jams and jumps",
          values={"mu": 1.37}, chart="Classes of the rod"),
    Paper("I 2.1, tab. 1", "class B4: neither staying nor leaving is consistent; friction stops its end at once",
          "slip after that", stopped, 0.0, 1e-12, "m/s", preset="B4: it jams and jumps", chart="Classes A1 to B4"),
    Paper("I 2.1, tab. 1", "class A3: both are consistent, and it leaves", "U of the free end", papers.contact("U"),
          lambda p: free_acceleration(p, radians(p.angle)), 1e-12, "m/s²", preset="A3: both, and it leaves",
          chart="Classes A1 to B4"),
    Paper("I 2.1, tab. 1", "class A4, by a friction without load", "normal force at the start", pressed, 0.0, 1e-12,
          "N", preset="A4: it leaves", chart="Classes A1 to B4"),
    Paper("I 2.1, fig. 1", "class A2 in the plane of N and Λ″: both are consistent, and it stays", "U* of the end",
          papers.contact("U_star"), lambda p: star_acceleration(p, radians(p.angle)), 1e-11, "m/s²",
          preset="A2: both, and it stays", chart="Contact or detachment"),
    Paper("I 2.1, fig. 1", "class B2: contact alone is consistent", "U of the free end", papers.contact("U"),
          lambda p: free_acceleration(p, radians(p.angle)), 1e-12, "m/s²", preset="Little friction: it slides",
          chart="Contact or detachment"),
    Paper("I 2.2", "friction of two terms: all eight classes are said to occur, B3 does not", "", classes, within=0.5,
          why="whole numbers", sign="Ivanov 2008, section 2"),
)

SCENE = Scene(
    "Painleve's rod", PARAMETERS, build, start, showing=Showing(1/8, "follow", closer=1.6),
    chart=chart,
    papers=PAPERS, card=CARD, topic="contact", level="research",
    differs=(
        Differs(
            "Ivanov 2008, section 2",
            "It is said that all eight classes are possible for friction of two terms. For friction that points "
            "against the slip both terms act on the gap in the same sense: where the friction that grows with N makes "
            "V* < 0, the other one makes U* ≤ U. So U < 0 and U* > 0 do not go together with it: B3 does not occur.",
            "classes that a rod can be in, whatever its angle, turning and friction",
            8.0, 7.0),
    ),
    presets=(
        Preset("B4: it jams and jumps"),
        Preset("B4 without restitution", restitution=0.0),
        Preset("A3: both, and it leaves", Showing(1/16, "follow", closer=1.6),
               Card("Staying and leaving are both consistent; the rod leaves, which is the answer that lasts.",
                    "Alone the end goes up with U = {up} > 0; and with V* < 0 from μ = {least} on, N = −U*/V* > 0, "
                    "too. But the least disturbance of that contact grows at once. N = {r.normal}."),
               turning=6.0, speed=-1.0),
        Preset("A4: it leaves", Showing(1/16, "follow", closer=1.6),
               Card("Some friction without any load, and staying is consistent no more: it leaves.",
                    "c₀ = {p.cut} lowers U* to {star}: with V* < 0 contact would need N = −U*/V* < 0. Alone the end "
                    "goes up with U = {up}."),
               turning=6.0, speed=-1.0, cut=5.0),
        Preset("A2: both, and it stays", Showing(1/64, "follow", closer=1.6),
               Card("The rod is pushed while it falls. Staying and leaving are both consistent and lasting: for a "
                    "twelfth of a second it stays, because it was there.",
                    "Alone the end goes up, U = {up} > 0 at first; but c₀ = {p.cut} holds it down, U* = {star} < 0, "
                    "and N = −U*/V* > 0. Now N = {r.normal}.",
                    Try("[Take the friction without load away]: it leaves at once.", ANEW, cut=0.0)),
               angle=55.0, turning=-6.0, speed=-6.0, cut=15.0, mu=0.2, length=2.0),
        Preset("Pulled instead of pushed", Showing(1/16, "follow", closer=1.6),
               Card("Pulled, the rod slides as one would expect, whatever the friction.",
                    "Behind the rod the moment of friction lifts the end: V* > 0 at any μ, here {p.mu}, and N = "
                    "{r.normal} is the one answer.",
                    Try("[Push it]: it jams.", ANEW, speed=-2.0)),
               speed=2.0),
        Preset("Little friction: it slides",
               Card("With little friction a rod that is pushed slides, too.",
                    "μ = {p.mu} is below (4 + tan²φ)/(3 tan φ) = {least}: V* > 0, and N = {r.normal} is the one "
                    "answer.",
                    Try("[Make the floor rough]: it jams.", ANEW, mu=2.0)),
               mu=0.3),
    ),
)

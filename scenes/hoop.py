r"""Weighted hoop: why it hops, and when the heavy point is already on its way up.

A light hoop with a heavy bead rolls on a floor. It may leave the floor, and the question when, the bead going down or
the bead going up, has led to a long discussion. The answer depends on whether the friction of the floor is finite.

## Assumptions

- Hoop and bead are one rigid body in a vertical plane; the bead has the share $\beta$ = {p.bead} of the mass
  $\p{mass}$. The mass centre $G$ lies at $d=\beta\,\p{radius}$ from the middle, and the square of the radius of
  gyration about $G$ is $A=\p{radius}^2-d^2$.
- The floor is rigid, with Coulomb friction of the coefficient $\p{mu}$, or infinitely rough: no slip whatever the
  force.

## Derivation

Let $\varphi$ be the angle of the line from the middle to $G$ above the horizontal, $\varphi(0)=\p{angle}$, and
$h(\varphi)=\p{radius}+d\sin\varphi$ the height of $G$ in contact, $h'=d\cos\varphi$. With $N$ and $F$ for the normal
and the friction force divided by the mass, and $x$, $z$ for the place of $G$,

$$ \ddot x=F,\qquad \ddot z=N-g,\qquad A\ddot\varphi=hF-h'N . $$

The gap to the floor is $z-h(\varphi)$, the velocity of slip is $\dot x+h\dot\varphi$. The second derivative of the gap
is

$$ N-g+d\sin\varphi\,\dot\varphi^2+\frac{h'}{A}\,(h'N-hF) . $$

Without any force it is $U=-g+d\sin\varphi\,\dot\varphi^2$: the body can leave only where $U>0$. If there is no slip,
$\dot x+h\dot\varphi=0$ gives $F=(hh'N-Ah'\dot\varphi^2)/(A+h^2)$, and the gap opens with $U^*+V^*N$, where

$$ U^*=U+\frac{h\,h'^2\dot\varphi^2}{A+h^2},\qquad V^*=1+\frac{h'^2}{A+h^2} . $$

Contact keeps the gap closed, so $N=-U^*/V^*$ with $V^*\ge1$. Since $U^*\ge U$, a hoop that cannot slip reaches $N=0$
where $U^*=0$ and still $U<0$: it can neither stay, which would need adhesion, nor leave, since gravity would pull it
into the floor. This is class B1 of Ivanov's table; rigid bodies have no answer there. In slip $F=\mp\p{mu}N$ contains
no other term, hence $U^*=U$, and $N$ vanishes together with $U$. On any real floor slip begins before B1 is reached,
because there $F$ stays finite while $N\to0$.

So a real hoop slips, sticks, slips and leaves where $d\sin\varphi\,\dot\varphi^2=g$, with $\sin\varphi>0$; its bead is
then on the way up, and below $\dot\varphi=\sqrt{g/d}$ it never leaves.

## What is conserved

- The energy $\p{mass}\left[(A+h^2+h'^2)\,\dot\varphi^2/2+gh\right]$ while it rolls, since the point of contact does
  not move. Slip and impacts take from it; the ledger counts what.
- In flight also $\dot\varphi$ and $\dot x$. There is no other integral.

## What to see

- **Slip, stick, slip, hop**: slip from 0.097 to 0.332 s, again from 0.350 s, and lift-off at 0.474 s. In the plane of
  classes the point comes to $U=0$ from B2.
- **Infinitely rough: no answer**: the run ends after 0.198 s in class B1; the program says so instead of inventing a
  motion.
- **Too slow to hop**: at 1 rad/s the bead gains speed on its way down, too little to lift the hoop.

## Ask the class

If the floor is made rougher and rougher, does the hoop leave earlier or later? Try $\p{mu}$ = 0.6, 1 and 2, and then
the infinitely rough floor: is it the limit of the others?

## References

- J. E. Littlewood, A Mathematician's Miscellany, London, 1953.
- T. F. Tokieda, The hopping hoop, Amer. Math. Monthly 104, 1997.
- Pritchett, The hopping hoop revisited, Amer. Math. Monthly 106, 1999.
- A. P. Ivanov, On detachment conditions in the problem on the motion of a rigid body on a rough plane, Regul. Chaotic
  Dyn. 13, 2008, example 2.
"""

from math import atan2, cos, radians, sin, sqrt

from sandbox.scene import (
    Board,
    Body,
    Card,
    Contact,
    ContactClasses,
    ContactPlane,
    Coulomb,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Rough,
    Scene,
    Showing,
    Start,
    Still,
    Try,
    World,
    edges_of,
    laboratory_floor,
    papers,
    ring,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("spin", 6.0, "rad/s", low=-20, high=20, role="start", about="rate of rolling"),
    Parameter("angle", 90.0, "deg", low=-180, high=180, role="start", about="angle of the bead above the horizontal"),
    Parameter("bead", 0.9, "", low=0.0, high=0.95, about="share of the mass that sits in the bead"),
    Parameter("radius", 0.25, "m", low=0.05, high=0.5, about="radius of the hoop"),
    Parameter("mass", 1.0, "kg", low=0.1, high=10, about="mass of hoop and bead"),
    Parameter("mu", 0.6, "", low=0.0, high=2, live=True, about="friction coefficient of the floor"),
    Parameter("rough", False, about="floor without any slip: infinite friction"),
    Parameter("restitution", 0.0, "", low=0, high=1, live=True, about="share of the impact speed that is given back"),
)


def round_tread(x, y, z, r):
    return r*sqrt(x*x + y*y + z*z)


def build(p):
    hoop, r, d = 1 - p.bead, p.radius, p.radius*p.bead
    # hoop and bead about their common mass centre; the bead lies on the body's x axis, the hoop's axis is y
    along = hoop*r**2/2
    across = hoop*(r**2/2 + d**2) + p.bead*(r - d)**2
    inertia = ((p.mass*along, 0, 0), (0, p.mass*(along + across), 0), (0, 0, p.mass*across))
    # a tread as round as a ball's, only part of which is drawn: a narrow one would fall over sideways in the end
    body = Body(round_tread, (r,), p.mass, inertia, (d, 0, 0), size=r, name="hoop",
                drawn=ring(r, 0.16*r, d, bead=0.24*r if p.bead else 0))
    body = body.of("steel").drawn_as("hoop_bead" if p.bead else "hoop", (r, r, r))
    contact = Contact(Rough() if p.rough else Coulomb(p.mu), restitution=p.restitution)
    table = On(Board(4.8, 1.4).of("aluminium"), Still(), contact)
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.7)}, [Placed(body, start(p))])


def start(p):
    half = radians(p.angle)/2
    return Start(at=(-0.9, 0.0), omega=(0, p.spin, 0), orientation=(cos(half), 0, -sin(half), 0))


CARD = Card(
    "A hoop with a heavy bead: it rolls on unevenly, and may lift off.",
    "A hoop in slip lifts off where d sin φ ω² = g, so not below ω = √(g/d) = {needed}. Now ω = {r.spin}, N = "
    "{r.normal}.",
    Try("[Roll it at 1 rad/s]: it is too slow to hop.", spin=1.0),
    {"needed": Number("rad/s", lambda p, r: sqrt(G/(p.bead*p.radius)))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def arm(p):
    """Distance of the mass centre from the middle [m], and its moment of inertia over the mass [m^2]."""
    r, d, hoop = p.radius, p.radius*p.bead, 1 - p.bead
    return d, hoop*(r**2 + d**2) + p.bead*(r - d)**2


def start_U(p):
    """U = -g + d sin(phi) phi'^2 [m/s^2] at the start."""
    return -G + arm(p)[0]*sin(radians(p.angle))*p.spin**2


def rough_V(p):
    """V* of rolling [1/kg]: 1/m (1 + h'^2/(A + h^2))."""
    d, A = arm(p)
    phi = radians(p.angle)
    return (1 + (d*cos(phi))**2/(A + (p.radius + d*sin(phi))**2))/p.mass


def tilted(body):
    """Angle of the bead above the horizontal [rad] and its rate [rad/s]."""
    w, _x, y, _z = body.quaternion
    return -2*atan2(y, w), -body.angular_velocity[1]


def free_at(kind):
    """Returns reached(seen): U = -g + d sin(phi) phi'^2 at the first event of a kind [m/s^2]."""
    def found(seen):
        phi, rate = tilted(seen.at(papers.event(kind)(seen)).bodies[0])
        return float(-G + arm(seen.p)[0]*sin(phi)*rate**2)

    return found


def star_at_end(seen):
    """U* = U + h h'^2 phi'^2/(A + h^2) at the end [m/s^2]."""
    phi, rate = tilted(seen.run.snapshot().bodies[0])
    d, A = arm(seen.p)
    h, slope = seen.p.radius + d*sin(phi), d*cos(phi)
    return float(-G + d*sin(phi)*rate**2 + h*slope**2*rate**2/(A + h*h))


PAPERS = (
    Paper("I 2.3, example 2", "a hoop with a weight in it hops: it leaves where U = −g − h″ φ′² comes to 0",
          "U there", free_at("detach"), 0.0, 1e-8, "m/s²", "the event is located to 1e-12 s",
          preset="Slip, stick, slip, hop", seconds=0.6, chart="Contact or detachment"),
    Paper("I 2.3, (2.10)",
          "an infinitely rough floor: N comes to 0 while U < 0, class B1, rigid bodies have no answer", "U* there",
          star_at_end, 0.0, 1e-7, "m/s²", "the event is located to 1e-12 s", preset="Infinitely rough: no answer",
          seconds=0.5, chart="Classes A1 to B4"),
    Paper("I 2.3, (2.17)", "U of the hoop at its start, the weight on top", "U", papers.contact("U"), start_U, 1e-12,
          "m/s²", preset="Slip, stick, slip, hop", chart="Contact or detachment"),
    Paper("I 2.3, after (2.17)", "V* of an infinitely rough floor is 1 + h′²/(A + h²) for the unit of mass", "V*",
          papers.contact("V_star"), rough_V, 1e-12, "1/kg", preset="Infinitely rough: no answer",
          values={"angle": 40.0}, chart="Classes A1 to B4"),
)

SCENE = Scene(
    "Hoop that hops", PARAMETERS, build, start, chart=(ContactPlane(), ContactClasses()),
    showing=Showing(1/4, "follow"),
    papers=PAPERS, card=CARD, topic="contact", level="university",
    presets=(
        Preset("Slip, stick, slip, hop",
               Card("It slips, sticks, slips again, and hops while its bead is on the way up.")),
        Preset("Infinitely rough: no answer", Showing(1/16, "follow"),
               Card("On an infinitely rough floor N reaches zero while the bead still goes down: rigid bodies "
                    "have no answer.",
                    "N = −U*/V* = {r.normal} falls to 0 where U* = 0 and U < 0: class B1. On any real floor it slips "
                    "before that.",
                    Try("[Make it a real floor]: it slips before that, and goes on.", rough=False)),
               rough=True, spin=5.0),
        Preset("Too slow to hop",
               Card("Too slow: it rolls on, faster when the bead is low, and never loses the floor.",
                    try_=Try("[Roll it at 6 rad/s]: it hops.", spin=6.0)),
               spin=1.0),
        Preset("On ice", Showing(1/2, "follow"),
               Card("On ice the bead falls nearly straight down, and the hoop slips away from under it.",
                    try_=Try("[Put it on a dry floor]: it rolls instead.", mu=0.6)),
               mu=0.02, spin=0.0, angle=80.0),
        Preset("Bouncing on",
               Card("It hops, lands, and bounces on: the floor gives back 0.6 of the speed."),
               restitution=0.6),
        Preset("Rocking", Showing(1/2, "follow"),
               Card("Let go at rest with its bead aside, it rocks to and fro.",
                    try_=Try("[Lift the bead less]: it rocks less.", angle=-60.0)),
               spin=0.0, angle=-20.0),
    ),
)

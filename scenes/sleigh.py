r"""Sleigh on a turntable: thrown off, caught for ever, or standing still in the room.

A plate on two smooth runners and one blade: Chaplygin's sleigh, here on a table that turns. It is thrown off, caught
for ever, or stands still in the room, and on a floor at rest it turns itself round.

## Assumptions

- Mass $\p{mass}$, moment of inertia $\p{inertia}$ about the mass centre $C$. The blade's point moves along its edge
  only, with any force that takes; runners and edge are smooth.
- $C$ lies the distance $\p{offset}$ ahead of the blade. The table of the radius $\p{rim}$ turns at the constant rate
  $\p{rate}$.

## Derivation

Let $\mathbf e_1$ be the direction of the edge, $\mathbf e_2$ that to its left, and $O_1$ the foot of $C$ on the normal
of the blade, so that $C=O_1+\p{offset}\,\mathbf e_1$. Its place from the axis is $x_1\mathbf e_1+x_2\mathbf e_2$, its
velocity relative to the table $v_1\mathbf e_1$; $\omega$ is the spin on the table, $w=\omega+\p{rate}$ that in the
room. The blade pushes with $N\mathbf e_2$, which has no moment about $O_1$. Kinematics:

$$ \dot x_1=v_1+\omega x_2,\qquad \dot x_2=-\omega x_1 . $$

Relative to the table the acceleration of $C$ along the edge is $\dot v_1-\p{offset}\,\omega^2$; the Coriolis force
adds $2\,\p{rate}\,\p{offset}\,\omega$ and the centrifugal one $\p{rate}^2(x_1+\p{offset})$. About $O_1$ the moment of
inertia is $I_1=\p{inertia}+\p{mass}\,\p{offset}^2$, and the forces at $C$ have the arm $\p{offset}$. Hence

$$ \begin{gathered}
   \dot v_1=\p{offset}\,(\omega+\p{rate})^2+\p{rate}^2x_1, \\[0.5em]
   I_1\dot\omega=\p{mass}\,\p{offset}\left[\p{rate}^2x_2-(\omega+2\,\p{rate})\,v_1\right], \qquad
     N=-\p{inertia}\,\dot\omega/\p{offset} . \end{gathered} $$

The program integrates the same in the room: $\dot X,\dot Y,w$ with the row
$\mathbf e_2\cdot(\mathbf v_P-\p{rate}\,\mathbf e_z\times\mathbf r_P)=0$ for the point $P$ of the blade, whose
multiplier is $N$.

Rest in the room: $w=0$ and $x_1=0$, $v_1=\p{rate}\,x_2$ for any $x_2$. The table slides along under the edge and
nothing pushes. The linearised equations have three zero exponents and the fourth
$-\p{rate}\,\p{mass}\,\p{offset}\,x_2/I_1$: for $\p{rate},\p{offset}>0$ this rest is stable in first order where $C$
lies upstream ($x_2>0$), like a weathervane, and unstable on the other side.

On a floor at rest $\dot v_1=\p{offset}\,\omega^2$ never changes its sign. With the final speed $v_\infty$ and
$k=\p{offset}\,\p{mass}\,v_\infty/I_1$

$$ \begin{gathered}
   v_1=v_\infty\tanh k(t-t_0), \\[0.5em]
   \omega=\pm v_\infty\sqrt{\frac{\p{mass}}{I_1}}\;\frac{1}{\cosh k(t-t_0)}, \\[0.5em]
   \int_{-\infty}^{\infty}\omega\,dt=\pm\pi\sqrt{\frac{I_1}{\p{mass}\,\p{offset}^2}} . \end{gathered} $$

**All of the mass in its centre.** For $\p{inertia}=0$ no force of the blade could turn anything, so that $N=0$: $C$
runs straight through the room like a free point, and the blade, without a force, only tells how the sleigh turns.
Beside $E_J$ the angular momentum of that point about the axis stays, $L=-\p{mass}\,F$ with an integral that is linear
in the velocities,

$$ F=x_2v_1-(x_1+\p{offset})\,\p{offset}\,\omega-\p{rate}\left[(x_1+\p{offset})^2+x_2^2\right] . $$

The kinetic energy does not contain the rate of turning then, and its matrix has no inverse. The program adds
$\tfrac12\p{mass}\,u^2$ to it, $u$ being the speed at which the blade slips aside. As $u=0$ on every motion, neither
the motion nor the force of the blade nor the energy has anything of it.

**Rest on the table**, $C$ on the axis: $x_1=-\p{offset}$, $x_2=0$, $v_1=\omega=0$. Only the ratio
$A^2=I_1/(\p{mass}\,\p{offset}^2)\ge1$ counts, which **ratio of inertia** may set. Small departures go like
$e^{s\,\p{rate}\,t}$ with

$$ A^2s^4+(3-A^2)\,s^2+1=0,\qquad s^2=\frac{A^2-3\pm\sqrt{(A^2-1)(A^2-9)}}{2A^2} . $$

For $A^2=1$, the case above, $s=\pm\mathrm i$ twice: a double centre, which a free point that is pushed leaves at an
even speed. For $1<A^2<9$ there are four complex exponents, focus-focus: it leaves in growing swings. At $A^2=9$ it is
a double saddle, $s=\pm1/\sqrt3$ twice, and above there are two real pairs, saddle-saddle: it leaves without swinging.
The chart "Types of rest on the table" shows the exponents over $A^2$.

## What is conserved

- $E_J=\tfrac12(\p{mass}\,v_1^2+I_1\omega^2)-\tfrac12\p{mass}\,\p{rate}^2\left[(x_1+\p{offset})^2+x_2^2\right]$. The
  table does work through the blade, $\dot E=N\,\p{rate}\,\mathbf e_2\cdot(\mathbf e_z\times\mathbf r_P)$, but only as
  much as $\p{rate}$ times its moment. It has no lower bound, so it confines nothing; and a rate that changes ends it.
- Not the phase volume: its rate of change is $-\p{mass}\,\p{offset}\,v_1/I_1$. That is how a motion without losses can
  end in a steady one. Nor does any smooth density make up for it: at rest in the room, $v_1=\p{rate}\,x_2$, the
  exponents add up to $-\p{rate}\,\p{mass}\,\p{offset}\,x_2/I_1$, below 0 on one side of the axis and above 0 on the
  other. The chart **Invariant measure** adds them up along the present motion.

## What to see

- **Caught: a rosette** and **Its twin, spun forwards, flies off**: spun against the table it stays between 14 and 25
  cm from the axis, and its returns to $v_1=0$ gather on a closed curve of the chart; its twin is gone after 0.86 s.
- **Standing still in the room** and **On the other side it departs**: the same rest with $x_2=\pm0.25$ m.
- The charts **Cloud of starts** let 2,000 starts go beside it: of **Thrown off sideways** they fill a tenth of their
  volume when the first of them reaches the rim, of a rosette it comes and goes.
- **Boomerang on a floor at rest**: pushed backwards at 0.8 m/s it turns through 360 degrees and comes back the way it
  went, at 0.8 m/s.

## Ask the class

On a floor at rest no force does work, and yet all spin ends as speed straight ahead. Does that agree with the
equations being the same when time is reversed? Start the boomerang with its final velocity reversed, and say what you
see.

## References

- S. A. Chaplygin, On the theory of motion of nonholonomic systems. The reducing-multiplier theorem, Mat. Sbornik 28,
  1911 (a floor at rest).
- C. Carathéodory, Der Schlitten, Z. Angew. Math. Mech. 13, 1933.
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 2.
"""

from math import pi, sqrt

from sandbox.scene import (
    ANEW,
    Blade,
    Card,
    Cloud,
    InvariantMeasure,
    Number,
    Parameter,
    Plane,
    Preset,
    Scene,
    Showing,
    Sleigh,
    SleighExponents,
    SleighSection,
    Spin,
    Try,
    inertia_from_ratio,
)

PARAMETERS = (
    Parameter("rate", 1.7, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("rim", 0.6, "m", low=0.3, high=10, about="radius of the table"),
    Parameter("offset", 0.08, "m", low=-0.3, high=0.3, about="how far the mass centre is ahead of the blade"),
    Parameter("inertia", 0.015, "kg m²", low=0.0, high=0.2, about="moment of inertia about the mass centre"),
    Parameter("ratio", 0.0, low=0, high=50, title="ratio of inertia", symbol="A²",
              about="A² = I/(m a²) with I about the blade's foot, at least 1; 0: as the moment of inertia makes it"),
    Parameter("mass", 1.0, "kg", low=0.1, high=10, about="mass of the sleigh"),
    Parameter("across", 0.0, "m", low=-0.1, high=0.1, about="how far the blade is to the left; does not matter"),
    Parameter("x1", 0.1, "m", low=-5, high=5, role="start", about="place from the axis along the edge"),
    Parameter("x2", 0.0, "m", low=-5, high=5, role="start", about="place from the axis across the edge"),
    Parameter("heading", 0.0, "rad", low=-4, high=4, role="start", about="direction of the edge"),
    Parameter("v1", 0.0, "m/s", low=-2, high=2, role="start", about="speed along the edge, on the table"),
    Parameter("spin", 0.0, "rad/s", low=-10, high=10, role="start", about="rate of turning, on the table"),
)


def central(p):
    """I_C [kg m^2]: as given, or as A^2 makes it."""
    return p.inertia if p.ratio == 0.0 else inertia_from_ratio(p.ratio, p.mass, p.offset)


def build(p):
    return Sleigh(p.mass, central(p), (Blade((-p.offset, p.across)),), Spin("z", "rate"), Plane(rim=p.rim).of("ice"))


def start(p):
    return build(p).start(p.x1, p.x2, p.heading, p.v1, p.spin, p.rate)


CAUGHT = {"rate": 2.0, "offset": 0.0316228, "inertia": 0.024, "x1": 0.1897367, "heading": 0.2}
FLOOR = {"rate": 0.0, "rim": 2.5}

def departing(p):
    """Rate at which rest in the room is left on the unstable side [1/s]."""
    return abs(p.rate*p.mass*p.offset*p.x2)/(central(p) + p.mass*p.offset**2)


def turned_by(p):
    """Angle by which a sleigh that runs backwards turns round on a floor at rest [rad]."""
    square = p.mass*p.offset**2
    return pi*sqrt((central(p) + square)/square)


def leaving(p):
    """Fastest growth about rest on the table, the mass centre on the axis [1/s]: A² s⁴ + (3 − A²) s² + 1 = 0."""
    ratio = 1.0 + central(p)/(p.mass*p.offset**2)
    root = complex((ratio - 1.0)*(ratio - 9.0))**0.5
    return abs(p.rate)*(((ratio - 3.0 + root)/(2.0*ratio))**0.5).real


def exact(t, p, q, v):
    """Mass centre after t seconds [m]: where no moment can turn anything it runs straight on. None otherwise."""
    return (q[0] + v[0]*t, q[1] + v[1]*t, 0.0*t) if central(p) == 0.0 else None


def conserved(p):
    return ("E_J", "linear_F", "L") if central(p) == 0.0 else ("E_J", "L")


CARD = Card(
    "The turning table works on the sleigh through its blade: most starts end thrown off.",
    "E_J = (m v₁² + I ω²)/2 − m Ω² r²/2 = {r.E_J} stays, but has no lower bound, and holds nothing together.",
    Try("[Spin it against the table]: some are caught, in a rosette.", "Caught: a rosette"))

SCENE = Scene(
    "Sleigh on a turntable", PARAMETERS, build, start, exact=exact, conserved=conserved,
    card=CARD, topic="blades", level="university",
    chart=(SleighSection(), SleighExponents(), InvariantMeasure(),
           *(Cloud(plane, spread=0.3) for plane in ("places", "rates", "volume"))),
    presets=(
        Preset("Thrown off sideways", Showing(1/4),
               Card("Put down at rest on the table, the sleigh is thrown off, its blade across its way.")),
        Preset("A larger table: it ends crab-wise", Showing(2, "follow", at=6.0),
               Card("On a larger table: it ends gliding sideways, the blade across its way, without a force.",
                    "In the end the blade has nothing to do: its force is {r.friction}, the speed in the room "
                    "{r.speed}."),
               rim=6.0),
        Preset("Caught: a rosette",
               Card("Spun against the table, this one is caught: it draws a rosette for ever.",
                    try_=Try("[Spin it forwards]: its twin flies off.", "Its twin, spun forwards, flies off")),
               spin=-3.5099858, **CAUGHT),
        Preset("Its twin, spun forwards, flies off", Showing(1/4),
               Card("The same start, spun forwards: it flies off."),
               spin=3.5099858, **CAUGHT),
        Preset("Standing still in the room",
               Card("The sleigh stands still in the room, while the table slides by under its edge.",
                    "w = 0 and v₁ = Ω x₂: on the table it moves, in the room its speed is {r.speed}. Upstream that "
                    "is stable.",
                    Try("[Put it on the other side]: it departs.", "On the other side it departs")),
               x1=0.0, x2=0.25, heading=1.1, v1=0.425, spin=-1.7),
        Preset("On the other side it departs",
               Card("The same rest on the other side of the axis is unstable: it departs.",
                    "A departure grows like exp(λt) with λ = Ω m a |x₂|/I = {leaving} on this side; now it has "
                    "{r.speed}.",
                    Try("[Put it upstream]: it stays.", "Standing still in the room"),
                    {"leaving": Number("1/s", lambda p, r: departing(p))}),
               x1=0.0, x2=-0.25, heading=1.1, v1=-0.425, spin=-1.699),
        Preset("Crab glide", Showing(1/2),
               Card("It glides sideways over the table, its blade across its way."),
               x2=0.2, heading=-0.6, v1=0.34, spin=-1.7),
        Preset("Boomerang on a floor at rest", Showing(2, "follow", at=6.0),
               Card("Pushed backwards on a floor at rest, the sleigh turns round by itself, and ends straight "
                    "ahead.",
                    "v₁′ = a ω² is never below 0: in all it turns by π √(I/(m a²)) = {turn}.",
                    Try("[Make it easier to turn]: it turns by less.", inertia=0.0064),
                    {"turn": Number("rad", lambda p, r: turned_by(p))}),
               inertia=0.0192, x1=2.0, v1=-0.8,
               spin=0.001, **FLOOR),
        Preset("A floor at rest straightens it", Showing(camera="follow"),
               Card("On a floor at rest all spin becomes speed straight ahead, although nothing rubs.",
                    "v₁′ = a ω² is never below 0; in the end ω = {r.spin} is 0 and the mass centre is in front.",
                    Try("[Push it backwards]: it turns round.", "Boomerang on a floor at rest")),
               x1=-1.0, v1=0.05, spin=4.0, **FLOOR),
        Preset("I = m a²: the mass centre runs straight",
               Card("All of the mass sits in its centre: it runs straight across the table, and the blade, without "
                    "a force, only turns.",
                    "I = m a²: a force of the blade could turn nothing, so N = {r.friction}, and C is a free point. "
                    "F = {r.integral:linear_F} stays.",
                    Try("[Give it a moment of inertia]: now the blade works on it.", ANEW, ratio=3.0)),
               ratio=1.0, rate=1.2, offset=0.12, x1=-0.55, x2=0.1, v1=0.37, spin=4.3),
        Preset("At rest on the table: A² and how it leaves",
               Card("The mass centre stands on the axis, and the sleigh rests on the table: it stays for a while, and "
                    "leaves in growing swings.",
                    "A² s⁴ + (3 − A²) s² + 1 = 0, with s in units of Ω: it leaves like exp({growth} t). Above A² = 9 "
                    "it does not swing.",
                    Try("[Take A² = 16]: it leaves without swinging.", ANEW, ratio=16.0),
                    {"growth": Number("1/s", lambda p, r: leaving(p))}),
               ratio=3.0, x1=-0.08, spin=0.1),
    ),
)

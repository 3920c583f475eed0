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

**The mirror of the section.** The equations keep their form under

$$ R:\;(v_1,\omega,x_1,x_2)\to(-v_1,\omega,x_1,-x_2),\qquad t\to-t . $$

On the section $v_1=0$, crossed upwards, $R$ is the mirror $x_2\to-x_2$, and the map $f$ from one return to the next is
turned round by it: $f\,R\,f\,R=1$. Where $f$ shrinks the phase volume by a factor it grows by the same on the image, so
that the image of what attracts repels. That is why there are no attractors where orbits return: such an orbit
comes past the axis of the mirror again and again, is its own image, and would have to do both. The line of rests in the
room is no exception. It attracts at $x_2>0$ and repels at $x_2<0$, each half the image of the other, and nothing that
it has caught returns.

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
- The chart "Mirror of the section": returns of orbits of this energy with their images, and points $P$ with $fP$ beside
  $RfP$ with its return, which is $RP$.
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

from math import log, pi, sqrt

from sandbox.scene import (
    ANEW,
    Blade,
    Card,
    Cloud,
    Curve,
    InvariantMeasure,
    Mark,
    Number,
    Paper,
    Parameter,
    Plane,
    Preset,
    Scene,
    Showing,
    Sleigh,
    SleighExponents,
    SleighMirror,
    SleighSection,
    Spin,
    Try,
    inertia_from_ratio,
    papers,
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

# ---- papers ----------------------------------------------------------------------------------------------------------

# dimensionless E = 14 for A² = 25, from x2 = v1 = 0: omega = -sqrt((2E + (x1 + 1)^2)/A^2) in units of a and the rate
LARGE = {"rate": 1.0, "offset": 0.03, "ratio": 25.0, "x2": 0.0, "v1": 0.0}
RETURNING = {**LARGE, "x1": 0.27, "spin": -2.262741699796952}
PERIODIC = {**LARGE, "x1": 0.18166230564, "spin": -1.763845945}


def in_its_axes(seen, t):
    """x1 over the offset at an instant [s]."""
    body = seen.at(t).bodies[0]
    w, _x, _y, z = body.quaternion
    return float((w*w - z*z)*body.centre[0] + 2*w*z*body.centre[1])/seen.p.offset - 1.0


def first_return(seen):
    return in_its_axes(seen, 3.416146778)


def after_a_period(seen):
    return in_its_axes(seen, 5.264940108)


def turned(seen):
    """Angle by which the sleigh has turned at the end [rad]."""
    return abs(float(seen.w[:, 2].sum() - 0.5*(seen.w[0, 2] + seen.w[-1, 2])))*(seen.t[1] - seen.t[0])


def marked(seen):
    """Growth in units of the rate, as the chart marks it for this sleigh."""
    A2 = 1.0 + central(seen.p)/(seen.p.mass*seen.p.offset**2)
    chart = seen.charts["Types of rest on the table"]
    return next(part.y for part in chart.curves if isinstance(part, Mark) and abs(part.x - A2) < 1e-9)


def fastest(seen):
    """Largest speed of the mass centre in the room [m/s]."""
    return float((seen.v**2).sum(axis=1).max()**0.5)


def departs(seen):
    """Growth of the spin in the room over the last half of the run [1/s]."""
    half, w = len(seen.t)//2, abs(seen.w[:, 2])
    return float(log(w[-1]/w[half])/(seen.t[-1] - seen.t[half]))


def contraction(seen):
    """Largest difference of the two curves of the chart."""
    exponents, expansion = seen.computed("Invariant measure")
    return float(max(abs(a - b) for a, b in zip(exponents.y, expansion.y, strict=True)))


def contracting(seen):
    """Rate at which the logarithm of the phase volume changes [1/s]."""
    _exponents, expansion = seen.computed("Invariant measure")
    return float((expansion.y[-1] - expansion.y[0])/(expansion.x[-1] - expansion.x[0]))


def off_mirror(seen):
    """Largest distance of R f R f P from P among the chart's pairs, in units of the offset."""
    lines = [part for part in seen.charts["Mirror of the section"].curves if isinstance(part, Curve) and part.tone != 3]
    ends = [(line.x[-1] - first.x[0], line.y[-1] + first.y[0])
            for first, line in zip(lines[::2], lines[1::2], strict=True)]
    return float(max(max(map(abs, end)) for end in ends))


def shrunk(seen):
    """ln of the volume of the cloud after 1 s."""
    line = papers.cloud_lines(seen)[0]
    return float(next(y for x, y in zip(line.x, line.y, strict=True) if x > 1.0 - 1e-9))


PAPERS = (
    Paper("B 2.1, (2.7)", "the Jacobi integral of a sleigh on a table that turns evenly", "departure of E_J",
          papers.jacobi, 0.0, 1e-12, "J", preset="Caught: a rosette", seconds=30.0),
    Paper("B 2.1, (2.6)", "a floor at rest: the sleigh turns round by π √(I/(m a²)) and comes back",
          "angle of turning", turned, turned_by, 0.01, "rad", "a start that turns already, at 0.001 rad/s",
          preset="Boomerang on a floor at rest", seconds=12.0),
    Paper("B 2.1", "all of the mass in its centre, I = m a²: an integral linear in the velocities", "departure of F",
          papers.stays("linear_F"), 0.0, 1e-12, "m²/s", preset="I = m a²: the mass centre runs straight", seconds=3.0),
    Paper("B 2.1", "I = m a²: the mass centre runs straight, and no trajectory is compact",
          "largest distance from the straight line", papers.off_exact, 0.0, 1e-11, "m",
          preset="I = m a²: the mass centre runs straight", seconds=3.0),
    Paper("B 2.3, (2.11)", "an orbit that comes back, E = 14, A² = 25: the first return to v₁ = 0", "x₁ over a there",
          first_return, 7.718481056, 2e-8, "", papers.PRINTED, values=RETURNING, seconds=4.0, chart="Poincaré section"),
    Paper("B 2.3", "recurrent motions look as in a Hamiltonian system: a periodic orbit for E = 14",
          "x₁ over a after one period", after_a_period, 6.055410188, 1e-6, "",
          "printed digits, grown by the shear around the orbit", values=PERIODIC, seconds=6.0,
          chart="Poincaré section"),
    Paper("B 2.3, (2.12)", "rest on the table, the mass centre on the axis: A² s⁴ + (3 − A²) s² + 1 = 0",
          "growth Re s for A² = 3", marked, lambda p: leaving(p)/p.rate, 1e-9, "",
          preset="At rest on the table: A² and how it leaves", command="equilibria",
          chart="Types of rest on the table"),
    Paper("B 2.3, (2.12)", "the threshold between focus-focus and saddle-saddle is A² = 9, there s = 1/√3 twice",
          "growth Re s for A² = 9", marked, 3**-0.5, 1e-6, "", "a double root: the root of rounding",
          preset="At rest on the table: A² and how it leaves", values={"ratio": 9.0}, command="equilibria",
          chart="Types of rest on the table"),
    Paper("B 2.3, (2.13)", "rest in the room, stable in first order on one side of the axis",
          "largest speed in the room", fastest, 0.0, 1e-12, "m/s", preset="Standing still in the room", seconds=5.0),
    Paper("B 2.3, (2.13)", "rest in the room is unstable on the other side, with the exponent −Ω m a c/I",
          "rate of the departure", departs, departing, 0.02, "1/s",
          "a departure of 1e-3 rad/s is not infinitely small", preset="On the other side it departs", seconds=1.0,
          command="equilibria"),
    Paper("B 2.3, prop. 4",
          "no invariant measure: the sum of the exponents is the integral of the divergence, −v₁/A²",
          "difference of the two", contraction, 0.0, 1e-9, "", preset="Thrown off sideways", chart="Invariant measure"),
    Paper("B 2.3, prop. 4",
          "at rest in the room the sum of the exponents, −c/A², has either sign: no density makes up for it",
          "rate of the phase volume", contracting, lambda p: -departing(p), 1e-9, "1/s",
          preset="Standing still in the room", chart="Invariant measure"),
    Paper("B 2.3", "the involution R: x₂ → −x₂, v₁ → −v₁, t → −t of the section: map after map gives back the point",
          "largest departure of R f R f P from P", off_mirror, 0.0, 1e-10, "", preset="Caught: a rosette",
          chart="Mirror of the section"),
    Paper("B 2.3, prop. 4",
          "no invariant measure: 2,000 starts beside a sleigh fill less and less of their phase space",
          "ln of their volume after 1 s", shrunk, -1.023, 0.02, "", "an error of sampling of 2,000 starts",
          preset="Thrown off sideways", chart="Cloud of starts: volume"),
)

SCENE = Scene(
    "Sleigh on a turntable", PARAMETERS, build, start, exact=exact, conserved=conserved,
    papers=PAPERS, card=CARD, topic="blades", level="university",
    chart=(SleighSection(), SleighMirror(), SleighExponents(), InvariantMeasure(),
           *(Cloud(plane, spread=0.3) for plane in ("places", "rates", "volume"))),
    presets=(
        Preset("Thrown off sideways", Showing(at=0.8),
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

r"""Floor that gives way: how a spring becomes a rigid floor.

A rigid floor is an idealisation; many programs use a spring and a damper instead. Here both can be compared: what goes
to a limit as the floor gets stiffer, and what does not.

## Assumptions

- A ball of the mass $\p{mass}$ and the radius $\p{radius}$. Where it is a depth $\delta>0$ in the floor it is pressed
  with $N=\p{stiffness}\,\delta+c\,\dot\delta$, never less than zero: the floor does not pull.
- The damping is given as its share of the critical one, $c=2\,\p{zeta}\sqrt{\p{stiffness}\,\p{mass}}$. Along the floor
  there is Coulomb friction of the coefficient $\p{mu}$ with this $N$.

## Derivation

At rest $\p{stiffness}\,\delta=\p{mass}\,g$. In an impact at the speed $V$, so short that gravity does not matter, the
depth obeys

$$ \p{mass}\,\ddot\delta+c\,\dot\delta+\p{stiffness}\,\delta=0,\qquad \delta(0)=0,\quad \dot\delta(0)=V . $$

With $w_0=\sqrt{\p{stiffness}/\p{mass}}$ and $\sin\beta=\p{zeta}$ its solution is

$$ \begin{gathered}
   \delta=\frac{V}{w_0\cos\beta}\,e^{-w_0t\sin\beta}\,\sin(w_0t\cos\beta), \\[0.5em]
   \delta_{\max}=\frac{V}{w_0}\,e^{-(\pi/2-\beta)\tan\beta} . \end{gathered} $$

The force is proportional to $\sin(w_0t\cos\beta+2\beta)$ times the same exponential and vanishes at
$w_0t\cos\beta=\pi-2\beta$, before the spring has its length back; there $\dot\delta=-V e^{-(\pi-2\beta)\tan\beta}$. So
the impact lasts $(\pi-2\beta)/(w_0\cos\beta)$ and gives back the share

$$ e=\exp\left(-(\pi-2\beta)\tan\beta\right),\qquad \sin\beta=\p{zeta} . $$

Depth and duration go to zero like $1/\sqrt{\p{stiffness}}$, the depth at rest like $1/\p{stiffness}$, and $e$ does not
depend on the stiffness at all: the limit is the rigid floor with the restitution $e$.

For friction and several contacts the limit is not always that good. Where the rigid body has one answer,
$N\to-U^*/V^*$. In the classes A2, A3, B1, B4 of Ivanov's table, where it has two answers or none, the spring gives
one, but which one depends on the stiffness and on the way there.

## What is conserved

- Energy with the potential $\p{stiffness}\,\delta^2/2$ of the spring, less the work of damper and friction, which the
  ledger has. Without damping and slip it is the energy itself.
- In slip $v+\tfrac25\p{radius}\,\omega$: friction has no moment about a point of the floor.

## What to see

- **Bouncing on a spring**, **A soft floor**, **As good as rigid**: 2.43 m/s come down, 1.79, 1.72 and 1.80 m/s go up;
  0.744 is what the formula says without gravity. The contact lasts 21, 137 and 2 ms.
- **Critical damping: it stays down**: from 0.3 m the soft floor keeps it. A floor five times as stiff gives the
  share $e^{-2}$ of the speed back even at $\p{zeta}=1$, the limit of the formula, and lets go for 38 ms.
- The chart of convergence: depth against stiffness in decades is a line of slope $-1$.
- The chart "Over the waves of xⁿ sin(1/x)": a particle without weight on a curve whose waves have no first one. Its
  picture grows as the waves do. As long as $kx<v$ the spring hardly feels them; then it leaves each of them once.
- **Slips, then rolls**: on the spring, too, the ball ends with $\tfrac57$ of its speed, after $2V/(7\,\p{mu}\,g)$.

## Ask the class

How stiff must the floor be for the ball to lie less than a hair, 0.05 mm, deep? What does this do to the time step
that a program needs? Try the stiffness you found.

## References

- A. P. Ivanov, On detachment conditions in the problem on the motion of a rigid body on a rough plane, Regul. Chaotic
  Dyn. 13, 2008, appendix.
- V. N. Brendelev, On the realization of constraints in nonholonomic mechanics, J. Appl. Math. Mech. 45, 1981 (the same
  limit for a blade).
- T. Schwager, T. Pöschel, Coefficient of restitution and linear-dashpot model revisited, Granular Matter 9, 2007.
"""

from math import asin, exp, nan, sqrt

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Contact,
    ContactPlane,
    Coulomb,
    DetachmentCount,
    DetachmentRide,
    Mark,
    Number,
    Paper,
    Parameter,
    Plane,
    Preset,
    Scene,
    Showing,
    SpringConvergence,
    Start,
    Still,
    Try,
    papers,
)

PARAMETERS = (
    Parameter("stiffness", 1e4, "N/m", low=1e2, high=1e6, about="stiffness of the floor"),
    Parameter("zeta", 0.1, "", low=0, high=2, about="damping of the floor, 1 where it just does not swing"),
    Parameter("mu", 0.3, "", low=0, high=1.5, about="friction coefficient of the floor"),
    Parameter("height", 0.3, "m", low=0, high=1, role="start", about="height of the ball's lowest point"),
    Parameter("speed", 0.0, "m/s", low=-3, high=3, role="start", about="speed along the floor"),
    Parameter("radius", 0.05, "m", low=0.02, high=0.1, about="radius of the ball"),
    Parameter("mass", 0.5, "kg", low=0.05, high=5, about="mass of the ball"),
)


def build(p):
    damping = 2*p.zeta*sqrt(p.stiffness*p.mass)
    floor = Contact(Coulomb(p.mu), stiffness=p.stiffness, damping=damping)
    return Ball(p.radius, mass=p.mass), Plane().of("felt"), Still(), floor


def start(p):
    return Start(at=(-0.8 if p.speed > 0 else 0.0, 0.0), height=p.height, velocity=(p.speed, 0.0, 0.0),
                 omega=(0.0, 0.0, 0.0))


def given_back(p):
    """Share of the speed that a bounce gives back, nan where the floor does not swing."""
    if p.zeta >= 1.0:
        return nan
    root = sqrt(1.0 - p.zeta*p.zeta)
    # the floor presses and never pulls: it lets go where its force is 0, not where it is back at its place
    return exp(-(3.141592653589793 - 2.0*asin(p.zeta))*p.zeta/root)


CARD = Card(
    "The floor gives way a little: a spring presses the ball back.",
    "At rest it lies m g/k = {depth} deep; a bounce gives back {share} of the speed, whatever the stiffness k is.",
    Try("[Make the floor ten times as stiff]: a tenth of the depth, the same bounce.", ANEW,
        stiffness=lambda p: min(10.0*p.stiffness, 1e6)),
    {"depth": Number("m", lambda p, r: p.mass*9.81/p.stiffness), "share": Number("", lambda p, r: given_back(p))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def given(seen):
    """Speed at which the ball first leaves the floor over that of its fall to it."""
    return papers.event_speed("detach")(seen)/sqrt(2*9.81*seen.p.height)


def counted(seen):
    """Detachments from the curve with n = 3 on the stiffest springs of the chart."""
    marks = [part for part in seen.computed("Detachments without end") if isinstance(part, Mark)]
    stiffest = max(part.x for part in marks)
    return float(next(part.y for part in marks if part.x == stiffest))


def left_in_each(seen):
    """Detachments for each wave that is seen behind the particle, at 24 s of the run."""
    chart = seen.charts["Over the waves of xⁿ sin(1/x)"]
    marks = [part for part in chart.moving(seen.at(24.0)) if isinstance(part, Mark)]
    # the last one is the particle itself
    return (len(marks) - 1)/-chart.x_range[0]


PAPERS = (
    Paper("I appendix, D.1", "contact as the limit of springs: the depth at rest falls like m g/k",
          "slope in decades", papers.slope("A spring contact becomes rigid"), -1.0, 1e-6, "",
          "what is left of the settling, exp(−60)", chart="A spring contact becomes rigid"),
    Paper("I appendix, D.1", "a damped spring gives back the share exp(−(π − 2 arcsin ζ) ζ/√(1 − ζ²))",
          "share of the speed that a stiff floor gives back", given, given_back, 0.01, "",
          "the weight acts meanwhile", preset="As good as rigid", seconds=0.4),
    Paper("I appendix", "a particle on y = xⁿ sin(1/x): springs let it go again and again, the more the stiffer",
          "detachments on springs of 10^2.5 1/s, n = 3", counted, (10**2.5 - 2.0)/(2*3.141592653589793), 1.0, "",
          "a wave at either end", chart="Detachments without end"),
    Paper("I 2.2", "Coulomb's law: a ball that slips ends with 5/7 of its speed", "speed when it rolls",
          lambda seen: abs(seen.v[-1, 0]), lambda p: 5/7*p.speed, 2e-3, "m/s", "the floor gives way a little",
          preset="Slips, then rolls", seconds=1.0),
    Paper("I appendix", "the motion over y = x³ sin(1/x), in a picture that grows with the waves: it leaves each once",
          "detachments in each wave", left_in_each, 1.0, 1e-9, "", "a number that is counted",
          chart="Over the waves of xⁿ sin(1/x)"),
)

SCENE = Scene(
    "Floor that gives way", PARAMETERS, build, start,
    chart=(SpringConvergence(), ContactPlane(), DetachmentCount(), DetachmentRide()),
    papers=PAPERS, card=CARD, topic="contact", level="university",
    presets=(
        Preset("Bouncing on a spring", Showing(1/2, closer=2.0)),
        Preset("A soft floor", Showing(1/2, closer=2.0), stiffness=300.0),
        Preset("As good as rigid", Showing(1/2, closer=2.0),
               Card("So stiff that one takes it for a rigid floor.",
                    try_=Try("[Make it soft]: it gives way.", "A soft floor")),
               stiffness=1e6),
        Preset("Critical damping: it stays down", Showing(1/4, closer=2.0),
               Card("So damped the floor does not swing back: the ball sinks in, comes up to its depth of rest, and "
                    "never leaves the floor.",
                    "At rest it lies m g/k = {depth} deep, and ζ = {p.zeta} is where nothing swings any more.",
                    Try("[Take most of the damping away]: it bounces.", ANEW, zeta=0.1)),
               zeta=1.0, stiffness=2000.0),
        Preset("Slips, then rolls", Showing(1/2, "follow", closer=2.0), height=0.0, speed=1.5),
    ),
)

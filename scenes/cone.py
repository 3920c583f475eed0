r"""Ball inside a cone: why it does not roll down to the apex.

With some speed around the axis the ball swings between two circles and draws a rosette. Two linear integrals and the
energy solve its motion.

## Assumptions

- The wall rises at $\p{slope}$ from the horizontal; the cone turns at the given rate $\p{rate}$ about its vertical
  axis.
- The ball (mass $m$, radius $\p{radius}$, central moment $I$) touches the wall in one point and never slips; nothing
  resists rolling.
- At the apex, where it would touch along a circle, the model ends. Over the rim it flies.

## Derivation

Let $R$ be the distance of the centre from the axis, $u=R\dot\varphi$ its speed around it, $s$ the length up the wall
($\dot R=\dot s\cos\p{slope}$), $\omega_s$, $\omega_u$, $\omega_n$ the parts of the angular velocity up the wall,
around the axis and along the normal. The contact is at $R_P=R+\p{radius}\sin\p{slope}$ from the axis. Rolling means

$$ \dot s=\p{radius}\,\omega_u,\qquad u=\p{rate}R_P-\p{radius}\,\omega_s . $$

**The spin.** The contact force has no moment about the normal $\mathbf n$, so $\omega_n$ changes only because
$\mathbf n$ turns with the ball: $\dot\omega_n=\boldsymbol\omega\cdot\dot{\mathbf n}$, and $\dot{\mathbf n}$ is
$-(u/R)\sin\p{slope}$ around the axis:

$$ \dot\omega_n=-\frac{u\,\dot s}{\p{radius}R}\,\sin\p{slope} . $$

**Around the axis.** With the friction $F_u$, momentum around the axis and moment about the line up the wall are, in
the basis that turns with the ball,

$$ m\Bigl(\dot u+\frac uR\,\dot R\Bigr) = F_u,\qquad I\Bigl(\dot\omega_s-\omega_u\,\frac uR\cos\p{slope}\Bigr) =
   \p{radius}F_u . $$

Rolling put into the second gives $F_u=\chi m\p{rate}\dot R$ with $\chi=I/(I+m\p{radius}^2)$: friction around the axis
comes from the turning of the cone only. Hence

$$ \dot u=-\frac uR\,\dot R+\chi\,\p{rate}\dot R . $$

Both equations can be integrated, see below. **Up and down the wall** the ball then moves like a point in one
dimension, $u$ and $\omega_n$ being functions of $R$:

$$ \ddot s = \frac{u^2}{R}\cos\p{slope}+\chi\,\frac
   uR\,\bigl(\p{radius}\,\omega_n\sin\p{slope}-\p{rate}R_P\cos\p{slope}\bigr)-(1-\chi)\,g\sin\p{slope} . $$

On a level circle the right side is 0: in a cone at rest without spin $u^2=(1-\chi)\,gR\tan\p{slope}$.

## What is conserved

- $C_1=Ru-\tfrac12\chi\p{rate}R^2$, now {r.integral:cone_C1}. In a cone at rest it is the angular momentum of a point:
  $u=C_1/R$ grows towards the axis and throws the ball back.
- $C_2=\omega_n-(\tan\p{slope}/\p{radius})(u-\chi\p{rate}R)$: put $\dot u$ into $\dot\omega_n$.
- $E_J=E-\p{rate}L_z$, since the power of the contact force is $\p{rate}$ times its moment. All three hold while the
  rate stays as it is and the ball rolls on the wall; in flight and at impacts they do not.
- The paper of 2015 prints its first integral, which belongs to $C_2$, with a plus; with the normal that it uses the
  sign is a minus (≠ in the toolbar shows by how much that matters).

## What to see

- **Star of five** and **Rosette of eight**: the loops close for chosen speeds.
- **Level circle**: 0.8644 m/s at 0.2 m balance the weight.
- **Straight to the apex**: only $C_1=0$ leads there; in a turning cone on a spiral with $u=\tfrac12\chi\p{rate}R$.

## Ask the class

**Let go at rest in a turning cone**: does the ball go round with the cone or against it, and how near does it come to
the apex? Find the sign of $u$ from $C_1$ before you look.

## References

- E. J. Routh, The Advanced Part of a Treatise on the Dynamics of a System of Rigid Bodies, London.
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 3.3.
"""

from math import cos, sin

from sandbox.scene import (
    Ball,
    Card,
    Cone,
    Differs,
    EffectivePotential,
    On,
    Paper,
    Parameter,
    Placed,
    PoincareSection,
    Preset,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
    Unrolled,
    World,
    edges_of,
    laboratory_floor,
    papers,
)

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-20, high=20, live=True, about="rotation rate of the cone"),
    Parameter("slope", 0.45, "rad", low=0.05, high=1.2, about="angle of the wall with the horizontal"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", 0.25, "m", low=0.02, high=0.29, role="start", about="distance of the contact from the axis"),
    Parameter("up", 0.0, "m/s", low=-2, high=2, role="start", about="speed of the centre up the wall"),
    Parameter("across", 0.24, "m/s", low=-2, high=2, role="start", about="speed of the centre around the axis"),
    Parameter("spin", 0.0, "rad/s", low=-200, high=200, role="start", about="spin about the normal"),
)


def build(p):
    cone = On(Cone(slope=p.slope, rim=0.3).of("brass"), Spin(axis="z", rate="rate"))
    return World({"cone": cone, **edges_of(cone), "floor": laboratory_floor(-0.1)},
                 [Placed(Ball(radius=p.radius, shell=p.shell), start(p))])


def start(p):
    return Start(at=(p.x, 0.0), velocity=(p.up*cos(p.slope), p.across, p.up*sin(p.slope)), spin=p.spin)


CARD = Card(
    "The ball does not roll down to the apex: it swings between two circles and draws a rosette.",
    "C₁ = R u − χΩR²/2 = {r.integral:cone_C1} stays: nearer to the axis the ball has to go round faster, and is "
    "thrown back.",
    Try("[Halve its speed around the axis]: it comes closer to the apex.", across=lambda p: p.across/2))

# ---- papers ----------------------------------------------------------------------------------------------------------

def moved(seen):
    """How much ω_z − Ω − (m a sin α/(I + m a²)) Ω R changes [rad/s]."""
    p, ball, r = seen.p, seen.run.system.body, seen.r
    far = (r[:, 0]**2 + r[:, 1]**2)**0.5
    values = seen.w[:, 2] - ball.m*ball.radius*sin(p.slope)/(ball.I + ball.m*ball.radius**2)*p.rate*far
    return float(values.max() - values.min())


PAPERS = (
    Paper("B 3.3", "the first linear integral of a ball in a cone that turns, C₁ = R u − χΩR²/2", "departure of C₁",
          papers.stays("cone_C1"), 0.0, 1e-12, "m²/s", preset="Let go at rest in a turning cone", seconds=10.0),
    Paper("B 3.3", "the second linear integral, C₂ = ω·n − (tan α/a)(u − χΩR)", "departure of C₂",
          papers.stays("cone_C2"), 0.0, 1e-10, "rad/s", preset="Let go at rest in a turning cone", seconds=10.0),
    Paper("B 3.3", "the sign in the first integral as it is printed", "", moved, within=1e-10,
          preset="Let go at rest in a turning cone", seconds=10.0, sign="Borisov, Mamaev, Bizyaev 2015, section 3.3"),
)

SCENE = Scene(
    "Ball in a cone", PARAMETERS, build, conserved=("E_J", "cone_C1", "cone_C2"),
    showing=Showing(closer=1.4),
    papers=PAPERS, card=CARD, topic="surfaces", level="school",
    chart=(Unrolled(), EffectivePotential(), PoincareSection()),
    differs=(
        Differs(
            "Borisov, Mamaev, Bizyaev 2015, section 3.3",
            "The first linear integral of the cone is printed with a plus, w₃ + (m a sin θ/(I + m a²)) ρ Ω, where w is "
            "the angular velocity relative to the cone and ρ the distance from the axis. The plus belongs to the "
            "opposite normal: with the normal that the equations of the paper use, the sign is a minus, and then the "
            "quantity stays constant to rounding. It may be a misprint, or a plus that our copy lost.",
            "how much the integral changes in 10 s of 'Let go at rest in a turning cone'",
            48.22, 0.0, "rad/s"),
    ),
    presets=(
        Preset("Star of five"),
        Preset("Rosette of eight", slope=0.5, x=0.2, across=0.339),
        Preset("Thrown up the wall",
               Card("Thrown up the wall it comes back, goes round the apex, and up again."),
               slope=0.5, x=0.08, up=1.1, across=0.12),
        Preset("Level circle",
               Card("At just this speed the ball neither rises nor falls: a level circle."),
               slope=0.5, x=0.2, across=0.8644),
        Preset("Let go at rest in a turning cone",
               Card("Let go at rest, the ball gets its way round from the turning cone alone.",
                    try_=Try("[Stop the cone]: it runs straight down to the apex.", rate=0.0)),
               slope=0.5, x=0.2, across=0.0, rate=4.0),
        Preset("Straight to the apex", Showing(1/8, closer=1.4),
               Card("Without any speed around the axis it runs down to the apex, where the model ends: it "
                    "touches along a circle.",
                    "Only C₁ = R u − χΩR²/2 = {r.integral:cone_C1} = 0 leads to the apex.",
                    Try("[Push it aside at 0.1 m/s]: it misses the apex and comes back up.", across=0.1)),
               across=0.0),
        Preset("Over the rim", Showing(1/32),
               Card("Too fast for this cone: it climbs over the rim.",
                    try_=Try("[Start it level, at 0.6 m/s]: it stays below the rim.", across=0.6, up=0.0)),
               across=1.2, up=0.3),
    ),
)

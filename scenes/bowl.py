r"""Ball in a turning bowl: round or oval, elliptic or parabolic, upright or leaning.

A round bowl that turns about its own axis seems to do nothing to a ball but spin it, and yet the swing of the ball
turns and draws a rosette. An oval one works on the ball and may throw it out.

## Assumptions

- The bowl is the lower half of an ellipsoid with the semi-axes $\p{A}$, $\p{B}$ (its rim) and $\p{C}$ (its depth), or
  a paraboloid of the same rim and depth. It turns at the given rate $\p{rate}$; its axis leans by {p.lean}.
- The ball (mass $m$, radius $\p{radius}$, central moment $I$) touches it in one point and never slips; nothing
  resists rolling.

## Derivation

Let $\mathbf n$ be the normal from the contact $\mathbf r_P$ to the centre $\mathbf r$, both from the bowl's middle,
$\boldsymbol\Omega$ the bowl's angular velocity, $\mathbf R$ the contact force. Rolling and the laws of motion are

$$ \mathbf v = \boldsymbol\Omega\times\mathbf r_P+\p{radius}\,\boldsymbol\omega\times\mathbf n,\quad m\dot{\mathbf v}
   = m\mathbf g+\mathbf R,\quad I\dot{\boldsymbol\omega} = -\p{radius}\,\mathbf n\times\mathbf R . $$

Differentiating the first and inserting the others gives $\mathbf R$ without solving for it; the program integrates
the place of the ball in the bowl and $\boldsymbol\omega$.

**A sphere** ($\p{A}=\p{B}=\p{C}$). Turning it about its centre only changes the spin of the ball: with
$\tilde{\boldsymbol\omega}=\boldsymbol\omega-(\p{A}/\p{radius})\,\boldsymbol\Omega$ rolling reads
$\mathbf v=\p{radius}\,\tilde{\boldsymbol\omega}\times\mathbf n$, as in a bowl at rest. The pair
$(\mathbf n,\tilde{\boldsymbol\omega})$ moves like Lagrange's top, hanging, even if the axis leans. For small swings,
$\zeta=x+\mathrm iy$ about the lowest point, $\chi=I/(I+m\p{radius}^2)$ and
$s=\tilde{\boldsymbol\omega}\cdot\mathbf n$,

$$ \ddot\zeta+\mathrm i\,\frac{\chi
   s\,\p{radius}}{\p{A}-\p{radius}}\,\dot\zeta+\frac{(1-\chi)\,g}{\p{A}-\p{radius}}\,\zeta = 0 . $$

For $s=0$ it swings in a plane or an ellipse; $s$ turns the swing slowly like that of Foucault. A ball let go at rest
has $s=-(\p{A}/\p{radius})\,\boldsymbol\Omega\cdot\mathbf n$.

**An oval bowl, upright.** Let $\boldsymbol\rho=(x,y)$ turn with the bowl, $\mathsf J$ be the quarter turn and
$\mathsf K=\mathrm{diag}(k_1,k_2)$ with $1/k_1=\p{A}^2/\p{C}-\p{radius}$, $1/k_2=\p{B}^2/\p{C}-\p{radius}$ for an
ellipsoid, the curvatures of the surface on which the centre moves. Near the bottom a ball with
$\boldsymbol\omega\cdot\mathbf n=0$ obeys

$$ \begin{aligned} \ddot{\boldsymbol\rho}+2\p{rate}\mathsf J\dot{\boldsymbol\rho}-\p{rate}^2\boldsymbol\rho =
   {}&\chi\p{rate}\mathsf J(1+\p{radius}\mathsf K)\dot{\boldsymbol\rho} \\ &-\chi\p{rate}^2(1+\p{radius}\mathsf
   K)\boldsymbol\rho-(1-\chi)\,g\,\mathsf K\boldsymbol\rho . \end{aligned} $$

A displacement along an axis of the oval stays as it is ($\dot{\boldsymbol\rho}=\ddot{\boldsymbol\rho}=0$) at the rate
given by

$$ \p{rate}^2=\frac{g\,k_j}{1-\p{radius}\,k_j\,\chi/(1-\chi)},\qquad j=1,2 . $$

Between these two rates the product of the restoring forces is negative and the bottom is unstable: the bowl turns its
valley away from under the ball.

**A smooth bowl.** With **smooth** there is no friction, and the ball slides: $\mathbf R=N\mathbf n$ has no moment
about its centre, so that $\boldsymbol\omega$ stays, and the centre moves like a point on a smooth surface, the one
parallel to the bowl at the distance $\p{radius}$. A round bowl that turns about its own axis does nothing at all to
such a ball. An oval one still works on it with its wall. Near the bottom the equation above holds with $\chi=0$, and
the border rates are those of $\p{rate}^2=g\,k_j$: 5.02 and 7.26 rad/s in **Smooth oval bowl**, hardly less than with
rolling. The top of above and its $s$ belong to rolling.

## What is conserved

- For an upright axis, in any bowl,
  $E_J=\tfrac12mv^2+\tfrac12I\omega^2+U-\boldsymbol\Omega\cdot(m\,\mathbf r\times\mathbf v+I\boldsymbol\omega)$, now
  {r.E_J}. The power $\mathbf R\cdot(\boldsymbol\Omega\times\mathbf r_P)$ of the contact is $\boldsymbol\Omega$ times
  its moment, so that both cancel; $\dot E_J=-\boldsymbol\Omega\cdot(\mathbf r\times m\mathbf g)$ is left, and that is
  0 only if gravity lies along the axis. The plain energy is not conserved: the wall of a turning oval bowl works on
  the ball.
- In a sphere, upright or not, $s$ and the energy and the vertical angular momentum of the top.
- In any bowl, however it turns and leans, an invariant measure: the area of the surface on which the centre moves times
  $d^3\omega$. A cloud of neighbouring motions fills as much of it for ever, so that none attracts others. Let
  $\Phi(\mathbf r)=0$ be that surface and $\mathsf H$ hold the second derivatives. With $\mathbf r$ and
  $\boldsymbol\omega$, seen from the bowl, as coordinates the divergence is
  $\p{radius}\,\boldsymbol\omega\cdot(\mathsf H\mathbf n\times\mathbf n)/|\nabla\Phi|
  =-\frac{d}{dt}\ln|\nabla\Phi|$: the density is $|\nabla\Phi|$ (chart **Invariant measure**).
- In any round bowl, upright: two linear integrals. The speed $u$ around the axis and the spin about the normal depend
  on the height alone, by two linear equations; the meters show both at a circle in the middle of the wall,
  wherever the ball is.

## What to see

- **The turning bowl makes a rosette**, although nothing but its own axis turns; in **Bowl at rest: one plane** there
  is none.
- **The oval bowl throws it out**: unstable between 5.04 and 7.34 rad/s; at 7 rad/s the ball is at the rim
  after 2 s and over it after 4.8 s; in the bowl $E_J$ stays.
- **Oval bowl, leaning axis**: $E_J$ changes by the work in the ledger, {r.ledger}.
- The charts **Cloud of starts** let 2,000 starts go beside the ball: in **Oval bowl** their volume swings by a tenth,
  and weighted with $|\nabla\Phi|$ it stays, until the cloud has become too large and bent to tell it by its points.

## Ask the class

An oval bowl turns at 9 rad/s, faster than both rates. Does the ball stay near the bottom? Try a start close to it.

## References

- E. J. Routh, The Advanced Part of a Treatise on the Dynamics of a System of Rigid Bodies, London (rolling on
  spheres).
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 3.
"""

from math import cos, inf, pi, sin, sqrt

from numpy import linspace

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Cloud,
    ConstraintPower,
    Contact,
    Edge,
    EffectivePotential,
    Energies,
    InvariantMeasure,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Scene,
    Smooth,
    Spin,
    Start,
    Surface,
    Try,
    Unrolled,
    World,
    laboratory_floor,
    papers,
)

G = 9.81         # [m/s^2]
# radius of the rounded edge, and the floor of the laboratory below the bottom of an upright bowl [m]
LIP, BELOW = 1e-3, 0.1

PARAMETERS = (
    Parameter("rate", 6.0, "rad/s", low=-20, high=20, live=True, about="rotation rate of the bowl"),
    Parameter("A", 0.15, "m", low=0.05, high=0.3, about="half width of the bowl at its rim, along x"),
    Parameter("B", 0.15, "m", low=0.05, high=0.3, about="half width of the bowl at its rim, along y"),
    Parameter("C", 0.15, "m", low=0.02, high=0.3, about="depth of the bowl"),
    Parameter("paraboloid", False, about="parabolic bowl instead of an elliptic one"),
    Parameter("lean", 0.0, "rad", low=0, high=0.6, about="angle of the bowl's axis with the vertical"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("smooth", False, about="no friction at all: the ball slides, and keeps its spin"),
    Parameter("x", 0.08, "m", low=-0.25, high=0.25, role="start", about="place of the contact along x"),
    Parameter("y", 0.0, "m", low=-0.25, high=0.25, role="start", about="place of the contact along y"),
    Parameter("vx", 0.0, "m/s", low=-2, high=2, role="start", about="horizontal speed of the centre along x"),
    Parameter("vy", 0.0, "m/s", low=-2, high=2, role="start", about="horizontal speed of the centre along y"),
    Parameter("spin", 0.0, "rad/s", low=-200, high=200, role="start", about="spin about the normal"),
)


def elliptic(x, y, z, half, a, b, c):
    return half*(1.0 - a*x*x - b*y*y - c*z*z)


def parabolic(x, y, z, depth, a, b):
    return z + depth*(1.0 - a*x*x - b*y*y)


def below_rim(x, y, z, *shape):
    return -z


# ---- the lip ---------------------------------------------------------------------------------------------------------
# what goes over the rim rolls over a rounded edge: with g = 0 on the curve of the rim and grad g across it, circles of
# the radius e in g and z, whose normal is that of the bowl all along the rim

def over_ellipse(x, y, z, e, half, a, b, *bounds):
    g = half*(a*x*x + b*y*y - 1.0)
    return ((g - e)**2 + z*z - e*e)/(2.0*e)


def over_parabola(x, y, z, e, half, a, b, *bounds):
    g = half*(a*x*x + b*y*y - 1.0)
    return ((g - 0.5**0.5*e)**2 + (z + 0.5**0.5*e)**2 - e*e)/(2.0*e)


def above_rim(x, y, z, *shape):
    return z


def beyond_rim(x, y, z, e, half, a, b, *bounds):
    return half*(a*x*x + b*y*y - 1.0) + z


def lip_of(p):
    a, b = 1.0/p.A**2, 1.0/p.B**2
    phi, half, beyond = (over_parabola, p.C, beyond_rim) if p.paraboloid else (over_ellipse, 0.5*min(p.A, p.B),
                                                                              above_rim)
    return Surface(phi, (LIP, half, a, b), (Edge(beyond, "rim", "reached the end of an edge"),), "edge", sharpest=LIP)


def is_sphere(p):
    return p.A == p.B == p.C and not p.paraboloid


def meridian(p):
    """Function of n that gives n points (R, Z) of a round bowl from the bottom to the rim, or None for an oval one."""
    if p.A != p.B:
        return None
    if p.paraboloid:
        return lambda n: [(p.A*k, p.C*(k*k - 1.0)) for k in linspace(0.0, 1.0, n)]
    return lambda n: [(p.A*sin(q), -p.C*cos(q)) for q in linspace(0.0, pi/2, n)]


def build(p):
    a, b, c = 1.0/p.A**2, 1.0/p.B**2, 1.0/p.C**2
    phi, shape = (parabolic, (p.C, a, b)) if p.paraboloid else (elliptic, (0.5*min(p.A, p.B, p.C), a, b, c))
    # the plane of the rim is z = 0 of the bowl, its centre stands at the height C
    bowl = Surface(phi, shape, (Edge(below_rim, "rim", "reached the rim"),), name="bowl", shape=-p.A,
                   outline=meridian(p), rim=max(p.A, p.B), sharpest=inf).of("porcelain")
    axis, law = (0.0, -sin(p.lean), cos(p.lean)), Contact(Smooth()) if p.smooth else None
    turning = Spin(axis=axis, rate="rate", point=(0.0, 0.0, p.C))
    inside, lip = (On(surface.placed((0.0, 0.0, p.C), (1.0, 0.0, 0.0), p.lean), turning, law)
                   for surface in (bowl, lip_of(p)))
    return World({"bowl": inside, "edge": lip, "floor": laboratory_floor(-BELOW)},
                 [Placed(Ball(radius=p.radius, shell=p.shell), start(p))])


def start(p):
    return Start(at=(p.x, p.y), velocity=(p.vx, p.vy), spin=p.spin)


def conserved(p):
    upright = ("E_J",) if p.lean == 0 else ()
    if is_sphere(p) and not p.smooth:
        return (*upright, "sphere_spin_s", "sphere_E_tilde", "sphere_Jz_tilde")
    is_linear = upright and p.A == p.B and not p.smooth
    return (*upright, "meridian_u", "meridian_w") if is_linear else upright


def turned_away(p, half):
    """Rate at which a displacement along the axis of the oval with this half width stays as it is [rad/s]."""
    k, share = 1.0/(half*half/p.C - p.radius), 0.0 if p.smooth else 2/3 if p.shell else 2/5
    return sqrt(G*k/(1.0 - p.radius*k*share))


CARD = Card(
    "The ball swings through the bowl, and the bowl's turning alone turns its swing: it draws a rosette.",
    "s = ω · n − (b/a) Ω · n = {r.integral:sphere_spin_s} stays: the ball moves like a top that hangs, and s turns "
    "its swing.",
    Try("[Turn the bowl the other way]: the rosette is drawn in a mirror.", ANEW, rate=lambda p: -p.rate),
    {"slow": Number("rad/s", lambda p, r: turned_away(p, p.A)),
     "fast": Number("rad/s", lambda p, r: turned_away(p, p.B))})

def off_measure(seen):
    """Largest |ln of the measure| of the cloud in 2 s."""
    line = papers.cloud_lines(seen)[1]
    return float(max(abs(y) for x, y in zip(line.x, line.y, strict=True) if x <= 2.0))


PAPERS = (
    Paper("B 3.1, (3.4)", "a ball on any surface that turns evenly: the Jacobi integral", "departure of E_J",
          papers.jacobi, 0.0, 1e-13, "J", preset="Oval bowl", seconds=10.0, chart="Energy and Jacobi integral"),
    Paper("B 3.1, after (3.4)", "the invariant measure of a ball on any surface, |∇Φ| dr dω",
          "departure of its logarithm", papers.measure, 0.0, 1e-10, "", preset="Oval bowl", chart="Invariant measure"),
    Paper("B 3.1", "where gravity is not along the axis E_J is not conserved: the ledger has what it changes by",
          "departure of E_J less the ledger", papers.jacobi, 0.0, 1e-13, "J", preset="Oval bowl, leaning axis",
          seconds=10.0),
    Paper("B 3.2", "in a sphere the turning can be taken away, about any axis: the integrals of Lagrange's top",
          "departure of the spin of the top", papers.stays("sphere_spin_s"), 0.0, 1e-11, "rad/s",
          preset="Leaning axis", seconds=10.0),
    Paper("B 3.2, Routh", "in a sphere: the angular momentum of Lagrange's top about the vertical",
          "departure of J_z", papers.stays("sphere_Jz_tilde"), 0.0, 1e-14, "kg m²/s", preset="Leaning axis",
          seconds=10.0),
    Paper("B 3.2, (3.7)", "the first linear integral of any surface of revolution, here a paraboloid",
          "departure of the one that is a speed", papers.stays("meridian_u"), 0.0, 1e-10, "m/s",
          preset="Parabolic bowl", seconds=60.0),
    Paper("B 3.2, (3.7)", "the second linear integral of a paraboloid that turns",
          "departure of the one that is a spin", papers.stays("meridian_w"), 0.0, 1e-10, "rad/s",
          preset="Parabolic bowl", seconds=60.0),
    Paper("B 3.1", "the invariant measure of a ball on any surface: 2,000 starts keep it, while their volume swings",
          "largest change of ln of the measure in 2 s", off_measure, 0.0, 5e-3, "", "a cloud of some width is bent",
          preset="Oval bowl", chart="Cloud of starts: volume"),
)

SCENE = Scene(
    "Ball in a turning bowl", PARAMETERS, build, conserved=conserved,
    papers=PAPERS, card=CARD, topic="surfaces", level="university",
    chart=(Unrolled(), EffectivePotential(), Energies(), ConstraintPower(), InvariantMeasure(),
           *(Cloud(plane, seconds=5.0, spread=0.02) for plane in ("places", "volume"))),
    presets=(
        Preset("The turning bowl makes a rosette"),
        Preset("Bowl at rest: one plane",
               Card("The bowl is at rest: the ball swings to and fro in one plane, like a pendulum.",
                    "s = ω · n − (b/a) Ω · n = {r.integral:sphere_spin_s}: without it nothing turns the plane of the "
                    "swing. Now {r.speed}.",
                    Try("[Turn the bowl at 6 rad/s]: the swing draws a rosette.", ANEW, rate=6.0)),
               rate=0.0),
        Preset("Leaning axis",
               Card("The axis leans, and still the ball swings about the lowest point: for a round bowl only "
                    "its spin counts."),
               lean=0.35),
        Preset("Parabolic bowl",
               Card("A parabolic bowl: no closed form any more, and a rosette all the same.",
                    "E_J = E − Ω · L = {r.E_J} stays as long as gravity lies along the axis, and two linear integrals: "
                    "in the middle of the wall it always goes round with {r.integral:meridian_u}.",
                    Try("[Stop the bowl]: the swing of a ball thrown aside in a bowl at rest.", ANEW, rate=0.0)),
               paraboloid=True, C=0.1125, rate=5.0, x=0.1, vy=0.3),
        Preset("Oval bowl",
               Card("The oval bowl turns its valleys under the ball and works on it, to and fro.",
                    "The bottom is unstable from Ω = {slow} to {fast}; here {p.rate}. E_J = E − Ω · L = {r.E_J} "
                    "stays.",
                    Try("[Turn it at 7 rad/s]: it throws the ball out.", ANEW, rate=7.0)),
               A=0.2, B=0.14, C=0.1, rate=3.0, x=0.1, y=0.02),
        Preset("The oval bowl throws it out",
               Card("The bowl turns its valley away from under the ball, works on it, and throws it over the "
                    "rim.",
                    "The bottom is unstable from Ω = {slow} to {fast}; here {p.rate}. All the while E_J = E − Ω · L "
                    "= {r.E_J} stays.",
                    Try("[Turn it at 3 rad/s]: the ball stays in the bowl.", ANEW, rate=3.0)),
               A=0.2, B=0.14, C=0.1, rate=7.0, x=0.1, y=0.02),
        Preset("Oval bowl, leaning axis",
               Card("Oval, and its axis leans: now gravity, too, turns about the bowl.",
                    "Gravity does not lie along the axis: E_J = {r.E_J} changes, by the work in the ledger, "
                    "{r.ledger}.",
                    Try("[Set the axis upright]: E_J stays as it is.", lean=0.0)),
               A=0.2, B=0.14, C=0.1, rate=4.0, lean=0.15, x=0.1, y=0.02),
        Preset("Smooth oval bowl",
               Card("No friction: the bowl turns away under the ball, and still its oval wall works on it.",
                    "The wall pushes along its normal only: ω = {r.spin} stays. E_J = E − Ω · L = {r.E_J} stays, too; "
                    "the bottom is unstable from {slow} to {fast}.",
                    Try("[Turn it at 6 rad/s]: the smooth bowl throws the ball out.", ANEW, rate=6.0)),
               A=0.2, B=0.14, C=0.1, rate=3.0, x=0.1, y=0.02, smooth=True),
    ),
)

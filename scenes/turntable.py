r"""Ball on a turntable: why it circles instead of flying off.

A ball on a turning table does not fly off. It runs on a circle at an even speed, at two sevenths of the rate of the
table, and the table's radius, the ball's size and its mass have no say in it.

## Assumptions

- A level plane turns at the rate $\p{rate}$ (now {p.rate}) about the vertical; a motor keeps it going.
- A homogeneous ball of the radius $\p{radius}$, $\chi=I/(I+m\p{radius}^2)=2/7$ (solid) or $2/5$ (hollow), rolls
  without slip and without rolling resistance.

## Derivation

Let $\mathbf r$ be the place of the centre from the axis, $\mathbf v$ its velocity, $\mathbf w$ the angular velocity of
the ball and $\mathbf F$ the friction force. The foot has the velocity of the table,

$$ \mathbf v=\p{rate}\,\mathbf e_z\times\mathbf r+\p{radius}\,\mathbf w\times\mathbf e_z , $$

and the only horizontal force is friction, which also turns the ball:

$$ m\dot{\mathbf v}=\mathbf F,\qquad I\dot{\mathbf w}=-\p{radius}\,\mathbf e_z\times\mathbf F . $$

Since $(\mathbf e_z\times\mathbf F)\times\mathbf e_z=\mathbf F$, the derivative of the first equation is
$\dot{\mathbf v}=\p{rate}\,\mathbf e_z\times\mathbf v-(\p{radius}^2/I)\,\mathbf F$ at a constant rate. With
$\mathbf F=m\dot{\mathbf v}$ the factor $1+m\p{radius}^2/I=1/\chi$ appears on the left, so that

$$ \dot{\mathbf v}=\chi\,\p{rate}\,\mathbf e_z\times\mathbf v . $$

The acceleration is always across the velocity and in proportion to it: the speed stays, and the centre runs on a
circle of the radius $|\mathbf v|/(\chi|\p{rate}|)$ at the rate $\chi\,\p{rate}$, in the sense of the table,

$$
   \mathbf r(t)=\mathbf r_0+\frac{\sin kt}{k}\,\mathbf v_0+\frac{1-\cos kt}{k}\,\mathbf e_z\times\mathbf v_0,
   \qquad k=\chi\,\p{rate} .
$$

The middle of the circle may lie anywhere; a ball that begins with $\mathbf v=0$ stays where it is while the table
races away under it. The friction is $m\chi|\p{rate}||\mathbf v|$, so that rolling asks for the coefficient
$\chi|\p{rate}||\mathbf v|/g$ only.

## What is conserved

- $\mathbf K=\mathbf v-\chi\,\p{rate}\,\mathbf e_z\times\mathbf r$: the equation of motion says that its derivative is
  zero. It also holds while the rate changes, since the foot takes $\chi$ of every change of velocity of the table.
- $w_z$: no force has a moment about the vertical through the foot.
- $E_J=T-\p{rate}L_z$ at a constant rate: the table works with the power $\p{rate}$ times its moment. $T$ alone is not
  constant where the ball comes nearer to the axis or goes away.

## What to see

- **33 rpm record**: at 3.49 rad/s the circle takes 3.5 turns of the table, 6.3 s. **Hollow ball**: 2.5 turns, 4.5 s.
- **The ball that stays put**: $\mathbf v=0$ at 20 cm; the ball spins at 35 rad/s and does not move.
- **Off the edge**: at 0.3 m/s the circle has a radius of 0.30 m and does not fit; the ball goes over the rim, bounces
  and rolls straight on.

## Ask the class

The ball lies still on a table at rest ($\p{rate}$ and both speeds 0). The table is turned by one full turn, as you
like, and stopped. Where is the ball? Steer $\p{rate}$ by hand and measure the angle before you explain it with
$\mathbf K$.

## References

- S. Earnshaw, Dynamics, or an Elementary Treatise on Motion, Cambridge, 1844.
- K. Weltner, Stable circular orbits of freely moving balls on rotating discs, Am. J. Phys. 47, 1979.
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 3.3.
"""

from numpy import cos, sin

from sandbox.scene import (
    HAND,
    Ball,
    Card,
    ConstraintPower,
    Energies,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Plane,
    Preset,
    Scene,
    Showing,
    Spin,
    Start,
    Try,
    World,
    edges_of,
    laboratory_floor,
    papers,
)

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.1, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", 0.15, "m", low=-0.28, high=0.28, role="start", about="distance from the axis"),
    Parameter("vx", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre along the radius"),
    Parameter("vy", 0.05, "m/s", low=-1, high=1, role="start", about="speed of the centre across the radius"),
    Parameter("spin", 0.0, "rad/s", low=-100, high=100, role="start", about="spin about the vertical"),
)


def build(p):
    table = On(Plane(rim=0.3).of("steel"), Spin(axis="z", rate="rate"))
    start = Start(at=(p.x, 0.0), velocity=(p.vx, p.vy), spin=p.spin)
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.12)},
                 [Placed(Ball(radius=p.radius, density=7850.0, shell=p.shell), start)])


def exact(t, p, r, v):
    """Centre after t seconds at constant rate: the circle at k = chi Omega [m]."""
    k = (2/5 if p.shell else 2/7)*p.rate
    if k == 0:
        return r[0] + v[0]*t, r[1] + v[1]*t, r[2] + 0.0*t
    c, s = cos(k*t), sin(k*t)
    return r[0] + (v[0]*s - v[1]*(1 - c))/k, r[1] + (v[1]*s + v[0]*(1 - c))/k, r[2] + 0.0*t


def chi(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


CARD = Card(
    "The ball does not fly off: it runs on a circle at an even speed, while the table races away under it.",
    "v′ = χ Ω × v: a circle at χΩ = {circling}, that is {share} of the table's rate, whatever radius, mass and speed "
    "({r.speed}) are.",
    Try("[Turn the table the other way]: now it circles the other way, too.", rate=lambda p: -p.rate),
    {"share": Number("", lambda p, r: chi(p)), "circling": Number("rad/s", lambda p, r: chi(p)*p.rate)})

# ---- papers ----------------------------------------------------------------------------------------------------------

def unpaid(seen):
    """Energy less the work of the contact force on the table, at the end [J]; the work by Simpson's rule."""
    ball, rows = seen.run.system.body, seen.rows
    energy = 0.5*ball.m*(seen.v**2).sum(1) + 0.5*ball.I*(seen.w**2).sum(1)
    at, F = rows.contact[:, 0], rows.F[:, 0]
    power = seen.p.rate*(F[:, 1]*at[:, 0] - F[:, 0]*at[:, 1])
    h = seen.t[1] - seen.t[0]
    work = h/3*(power[0] + power[-1] + 4*power[1:-1:2].sum() + 2*power[2:-1:2].sum())
    return abs(energy[-1] - energy[0] - work)


PAPERS = (
    Paper("B introduction", "a ball on a turning table does not fly off: a hollow one goes round at 2/5 of its rate",
          "rate of the circle of a hollow ball", papers.turning, lambda p: 2/5*p.rate, 1e-10, "rad/s",
          preset="Hollow ball", seconds=8.0),
    Paper("B 1, after (1.4)", "the energy changes by what the constraint forces do on the support that moves",
          "change of the energy less the work of the constraint", unpaid, 0.0, 1e-8, "J",
          "Simpson's rule over 60 rows a second", preset="33 rpm record", seconds=6.0,
          chart="What the constraint forces do"),
    Paper("B 1.2, prop. 1", "the table works on the ball, and the Jacobi integral stays all the same",
          "departure of E_J", papers.jacobi, 0.0, 1e-13, "J", preset="33 rpm record", seconds=8.0,
          chart="Energy and Jacobi integral"),
    Paper("B 3.3, (3.10)", "two integrals, linear in the velocities: K = v − χ Ω × r stays", "departure of K along x",
          papers.stays("plane_K_x"), 0.0, 1e-13, "m/s", preset="33 rpm record", seconds=8.0),
    Paper("B 3.3, prop. 5", "the centre of the ball runs on a circle at 2/7 of the rate of the table",
          "rate of the circle", papers.turning, lambda p: 2/7*p.rate, 1e-10, "rad/s", preset="33 rpm record",
          seconds=8.0),
    Paper("B 3.3, prop. 5", "the circle itself, as a closed form beside the run", "largest distance from the circle",
          papers.off_exact, 0.0, 1e-12, "m", preset="Ten times faster", seconds=8.0),
)

SCENE = Scene(
    "Ball on a turntable", PARAMETERS, build, exact=exact, chart=(Energies(), ConstraintPower()),
    conserved=("E_J", "plane_K_x", "plane_K_y", "spin_omega_n"),
    papers=PAPERS, card=CARD, topic="tables", level="school",
    presets=(
        Preset("33 rpm record"),
        Preset("The ball that stays put",
               Card("The ball stays where it was put, while the table races away under it: it only spins.",
                    "v′ = χ Ω × v: without a velocity nothing bends its way. It spins at ω = {r.spin}, so that it "
                    "rolls on the table.",
                    Try("[Take the ball with the hand], pull it with the arrow keys and let go: now it circles.",
                        HAND)),
               x=0.2, vy=0.0),
        Preset("Hollow ball", shell=True, vy=0.08),
        Preset("Ten times faster", rate=15.0, vy=0.2),
        Preset("Off the edge", Showing(1/8),
               Card("The circle is too large for this table: the ball goes over the edge and down to the floor.",
                    "Its circle has the radius v/(χΩ) = {wide}; the table ends at 0.3 m.",
                    Try("[Start it at 8 cm/s]: the circle is small enough for the table.", vx=0.08),
                    {"wide": Number("m", lambda p, r: p.vx/(chi(p)*abs(p.rate)))}),
               vx=0.3, vy=0.0),
    ),
)

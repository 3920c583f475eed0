r"""Labyrinth: a plate that tilts by two knobs, walls on it and holes in it, and a ball to be brought to the other end.

The wooden toy: a plate that tilts by two knobs, walls on it and holes in it. Everything in it is mechanics of a ball
that rolls, hits and goes over an edge, and steering it is a lesson about the double integrator.

## Assumptions

- A solid ball of the radius $\p{radius}$ with $\chi=I/(I+m\p{radius}^2)=2/7$; Coulomb friction of the coefficient
  $\p{friction}$ on plate and walls, no rolling resistance.
- The plate leans by the small angles $\alpha_x$ = {p.tilt_x} and $\alpha_y$ = {p.tilt_y} about its long and its short
  axis; it follows the knobs with at most 10 rad/s² and feels nothing of the ball.
- Edges of holes, plate and walls are round. Walls give back the share $\p{restitution}$ of the normal speed.

## Derivation

On the leaning plate the part of gravity along it is $g\alpha_y$ along $x$ and $-g\alpha_x$ along $y$. With the
friction force $\mathbf F$ at the foot, rolling $\mathbf v=\p{radius}\,\mathbf w\times\mathbf n$ and the moment
$I\dot{\mathbf w}=-\p{radius}\,\mathbf n\times\mathbf F$ make $\mathbf F=-(I/\p{radius}^2)\,\dot{\mathbf v}$. The
friction is thus a share of the inertia of the ball, and to first order in the tilt

$$ \ddot x=(1-\chi)\,g\,\alpha_y,\qquad \ddot y=-(1-\chi)\,g\,\alpha_x,\qquad 1-\chi=\tfrac57 . $$

The plate commands the acceleration, the eye sees the place: two integrations lie between. A tilt $\alpha$ held for the
time $T$ leaves the velocity $(1-\chi)g\alpha T$, and has to be held the other way for as long to stop the ball. What
tilting itself does is of the second order: the axes of the tilt lie in the plate, so that a point of it moves along
the normal only.

At the edge of a hole a slow ball leans over and rolls down about it. Over a sharp straight edge it turns by the angle
$\theta$ from the vertical with the speed $v$ of its centre: energy gives $(1+k)v^2/2=g\p{radius}(1-\cos\theta)$ with
$I=k\,m\p{radius}^2$, and it lets go where $N=m(g\cos\theta-v^2/\p{radius})=0$, at $\cos\theta=2/(3+k)=10/17$. A ball
that crosses a hole of the radius $b$ = {p.hole} at the speed $v$ is free for the time $2b/v$ at most; what it has
fallen by then, $2gb^2/v^2$, has to be less than about its own radius, or it hits the far edge too low.

## What is conserved

- The energy while the plate stands still and the ball rolls. Each hit, each slip and each motion of the plate is
  booked in the ledger; energy less ledger is constant to rounding.

## What to see

- **From wall to wall**: a ball that meets a wall rolling climbs it a little, for friction turns spin into way.
- **Into a hole** and **Too fast to fall**: the same line, started from rest on a tilt of 0.02 rad and at 1.3 m/s on
  the level plate.
- **Round the edge of a hole**: at 0.1 m/s it reaches the rim off the middle, leans over and is turned aside before it
  drops.

## Ask the class

Bring the ball 10 cm to the right and let it stand there. Which signal of the knob does it in the shortest time if the
tilt may not exceed 0.05 rad? Play it in **The plate is yours**.

## References

- B. W. Holmes, Putting: How a golf ball and hole interact, Am. J. Phys. 59, 1991.
- A. Chatterjee, A. Ruina, A new algebraic rigid-body collision law based on impulse space considerations, J. Appl.
  Mech. 65, 1998 (the hits).
"""

from math import pi

from sandbox.scene import (
    Ball,
    Card,
    Contact,
    Coulomb,
    Motion,
    Number,
    On,
    PaintedLine,
    PaintedRing,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Signal,
    Slab,
    Start,
    Steer,
    Try,
    World,
    laboratory_floor,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("tilt_x", 0.0, "rad", low=-0.1, high=0.1, live=True, about="tilt of the plate about its long axis"),
    Parameter("tilt_y", 0.0, "rad", low=-0.1, high=0.1, live=True, about="tilt of the plate about its short axis"),
    Parameter("x", -0.15, "m", low=-0.18, high=0.18, role="start", about="first coordinate of the ball"),
    Parameter("y", 0.11, "m", low=-0.13, high=0.13, role="start", about="second coordinate of the ball"),
    Parameter("vx", 0.5, "m/s", low=-1.5, high=1.5, role="start", about="velocity along x"),
    Parameter("vy", -0.6, "m/s", low=-1.5, high=1.5, role="start", about="velocity along y"),
    Parameter("radius", 0.008, "m", low=0.005, high=0.009, about="radius of the ball"),
    Parameter("hole", 0.012, "m", low=0.01, high=0.016, about="radius of the holes where they are narrowest"),
    Parameter("friction", 0.4, low=0.05, high=2, about="friction coefficient of plate and walls"),
    Parameter("restitution", 0.4, low=0, high=0.9, about="share of the normal speed that a wall gives back"),
)

# the plate: length, width, thickness; the walls: height, thickness, how deep they stand in the plate [m]
PLATE, WALL, DEEP = (0.42, 0.32, 0.006), (0.024, 0.006), 0.008
# walls from (x, y) to (x, y), the four of the border first [m]
WALLS = (((-0.2, 0.15), (0.2, 0.15)), ((-0.2, -0.15), (0.2, -0.15)),
         ((-0.2, -0.15), (-0.2, 0.15)), ((0.2, -0.15), (0.2, 0.15)),
         ((-0.1, 0.0), (-0.1, 0.15)), ((0.0, -0.15), (0.0, 0.04)), ((0.1, -0.02), (0.1, 0.15)),
         ((-0.2, -0.06), (-0.06, -0.06)))
# middles of the holes [m]
HOLES = ((-0.15, 0.03), (-0.05, 0.11), (-0.05, -0.02), (0.05, -0.1), (0.05, 0.08), (0.15, 0.0), (0.15, 0.11))
# the marked way past all holes, from corner to corner, and the end of it [m]
WAY = ((-0.178, 0.12), (-0.178, -0.036), (-0.084, -0.036), (-0.084, 0.066), (0.018, 0.066), (0.018, -0.052),
       (0.182, -0.052), (0.182, 0.13))
END, END_RADIUS, LINE = WAY[-1], 0.012, 0.0025
# height of the floor below [m]
FLOOR = -0.12
# how fast the plate may be tilted [rad/s^2]
SWIFT = 10.0
# how far it is tilted by hand [rad]
LEAN = 0.05


def plate(p):
    """Its upper side is z = 0."""
    holes = [(*hole, p.hole) for hole in HOLES]
    lines = (PaintedLine(*WAY[k], *WAY[k + 1], LINE, "black") for k in range(len(WAY) - 1))
    end = (PaintedRing(*END, 0.0, END_RADIUS, "white"), PaintedRing(*END, 0.6*END_RADIUS, END_RADIUS, "red"))
    return Slab(*PLATE, holes=holes).of("wood").painted(*lines, *end).placed((0.0, 0.0, -0.5*PLATE[2]))


def wall(one, two):
    """An upright slab with round edges from one point of the plate to another, along x or y."""
    (x_1, y_1), (x_2, y_2) = one, two
    high, thick = WALL
    middle = (0.5*(x_1 + x_2), 0.5*(y_1 + y_2), 0.5*high - DEEP)
    if y_1 == y_2:
        return Slab(x_2 - x_1 + thick, high, thick).of("oak").placed(middle, (1.0, 0.0, 0.0), 0.5*pi)
    return Slab(high, y_2 - y_1 + thick, thick).of("oak").placed(middle, (0.0, 1.0, 0.0), 0.5*pi)


def build(p):
    motion = Motion(tilt_axis="x", tilt=Signal(live="tilt_x", order=0, limit=SWIFT),
                    second_axis="y", second_tilt=Signal(live="tilt_y", order=0, limit=SWIFT))
    law = Contact(Coulomb(p.friction), restitution=p.restitution)
    supports = {"plate": On(plate(p), motion, law)}
    for i, (one, two) in enumerate(WALLS):
        supports[f"wall {i + 1}"] = On(wall(one, two), motion, law)
    supports["floor"] = laboratory_floor(FLOOR)
    start = Start(at=(p.x, p.y), velocity=(p.vx, p.vy))
    return World(supports, [Placed(Ball(p.radius).of("steel"), start)])


CARD = Card(
    "The plate tilts by two knobs. Bring the ball past walls and holes to the other end.",
    "x″ = (1 − χ) g α, 5/7 of what a ball without friction would have: now {along} along and {across} across the "
    "plate.",
    Try("[Tilt the plate to the right]: the ball rolls there.", tilt_y=0.05),
    {"along": Number("m/s²", lambda p, r: 5/7*G*p.tilt_y), "across": Number("m/s²", lambda p, r: -5/7*G*p.tilt_x)})

SCENE = Scene(
    "Labyrinth", PARAMETERS, build,
    card=CARD, topic="crowds", level="school",
    controls=(Steer("tilt_y", "tilt_x", range=(-LEAN, LEAN), reverses=("tilt_x",)),),
    presets=(
        Preset("From wall to wall",
               Card("Thrown across the level plate, the ball goes from wall to wall.")),
        Preset("The plate is yours", Showing(closer=0),
               Card("Along the black line, past the holes, to the red ring: the arrow keys tilt the plate, let go "
                    "and it is level."),
               x=-0.17, y=0.12, vx=0.0, vy=0.0),
        Preset("Into a hole", Showing(1/4),
               Card("The plate leans a little: the ball rolls towards a hole."),
               tilt_x=0.02, vx=0.0, vy=0.0, y=0.12),
        Preset("Too fast to fall",
               Card("So fast that it jumps over the hole: there is no time to fall."),
               vx=0.0, vy=-1.3),
        Preset("Round the edge of a hole", Showing(1/4),
               Card("The ball comes to the edge of a hole so slowly that it leans over it, and lets go where "
                    "nothing presses it."),
               x=-0.135, y=0.12, vx=0.0, vy=-0.1),
        Preset("A small ball and large holes", Showing(closer=1.3),
               Card("A small ball among large holes, on a plate that leans."),
               radius=0.005, hole=0.016, tilt_y=0.03, x=-0.17, y=0.03, vx=0.0, vy=0.0),
    ),
)

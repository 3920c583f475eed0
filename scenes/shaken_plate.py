r"""Ball on a shaken plate: it takes part with two sevenths.

A level plate is shaken, and the ball on it takes part with two sevenths of the motion, whatever frequency and
direction are.

## Assumptions

- The plate moves without turning, its displacement is $\mathbf d(t)$ with the angular frequency $\p{nu}$ and the
  amplitudes {p.along} along $x$, {p.across} along $y$ and {p.lift} upwards; or it tilts to and fro about the axis $y$
  through its middle.
- A homogeneous ball of the radius $\p{radius}$, $\chi=I/(I+m\p{radius}^2)=2/7$ (solid) or $2/5$ (hollow), rolls
  without slip; with a friction coefficient only while $|F|\le\p{mu}N$. After a flight an impact gives back the share
  $\p{restitution}$ of the normal speed.

## Derivation

The foot of the ball has the velocity of the plate. With the normal $\mathbf n$, the angular velocity $\mathbf w$ and
the friction force $\mathbf F$

$$
   \mathbf v=\dot{\mathbf d}+\p{radius}\,\mathbf w\times\mathbf n, \qquad m\dot{\mathbf v}=\mathbf F,
   \qquad I\dot{\mathbf w}=-\p{radius}\,\mathbf n\times\mathbf F
$$

along the plate. The derivative of the first is
$\dot{\mathbf v}=\ddot{\mathbf d}-(\p{radius}^2/I)\,\mathbf F=\ddot{\mathbf d}-(m\p{radius}^2/I)\,\dot{\mathbf v}$,
hence

$$
   \dot{\mathbf v}=\chi\,\ddot{\mathbf d},
   \qquad \mathbf x=\mathbf x_0+\left(\mathbf v_0-\chi\,\dot{\mathbf d}(0)\right)t+\chi\left(\mathbf d(t)-\mathbf
   d(0)\right) .
$$

The same holds in each direction by itself and for any function of time: a plate that goes on a circle carries the ball
around a circle of $\chi$ times the size. The friction is $\chi m|\ddot{\mathbf d}|$, so that rolling asks for a
coefficient of $\chi|\ddot{\mathbf d}|/g$. Shaken upwards, the plate presses with $N=m(g+\ddot d_z)$; rolling notices
nothing of it until $N=0$ and the ball leaves.

A tilt $\vartheta(t)=S\sin\p{nu}t$ about an axis in the plate moves points of the plate along the normal only, to first
order; what is left along it is gravity, and

$$ \ddot x=(1-\chi)\,g\,\vartheta(t),\qquad x=x_0+(1-\chi)\,\frac{gS}{\p{nu}^2}\left(\p{nu}t-\sin\p{nu}t\right) . $$

for a ball at rest at first. Slow tilts make long ways, and a start in phase with the sine leaves a mean drift
$(1-\chi)gS/\p{nu}$.

## What is conserved

- $\mathbf v-\chi\,\dot{\mathbf d}$ along the plate and the spin about the normal, as long as the ball rolls on a level
  plate; slip and flight end it.
- Not the energy, for the plate does work. Energy in the frame of the plate less the ledger of its inertial force is
  constant to rounding.

## What to see

- **To and fro: two sevenths**: the plate goes 5 cm to either side, the ball 1.43 cm. **Hollow ball**: 2 cm.
- **Up and down: it does not care** at 20 rad/s, **Up and down: it begins to bounce** at 35 rad/s: 1 cm times
  $\p{nu}^2$ passes $g$ at 31.3 rad/s.
- **Tilted to and fro**: a tilt of 2 degrees carries the ball 0.43 m in 4 s, always the same way.

## Ask the class

A passenger holds a tray with a ball in a tram that brakes. In which direction, and how fast, does the ball run
relative to the tray, and relative to the street? Which of the two does the program show?

## References

- Yu. P. Bychkov, On the rolling of a rigid body on a moving surface, J. Appl. Math. Mech. 68, 2004.
- E. J. Routh, The Advanced Part of a Treatise on the Dynamics of a System of Rigid Bodies, London.
"""

from numpy import array, cos, sin

from sandbox.scene import (
    ANEW,
    Ball,
    Board,
    Card,
    Contact,
    Coulomb,
    Motion,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Rough,
    Scene,
    Showing,
    Signal,
    Start,
    Try,
    World,
    edges_of,
    laboratory_floor,
    papers,
)

PARAMETERS = (
    Parameter("along", 0.05, "m", low=0, high=0.2, about="amplitude of the plate along x", title="amplitude along",
              symbol=""),
    Parameter("across", 0.0, "m", low=0, high=0.2, about="amplitude along y, a quarter of a period later",
              title="amplitude across"),
    Parameter("lift", 0.0, "m", low=0, high=0.05, about="amplitude upwards"),
    Parameter("sway", 0.0, "deg", low=0, high=10, about="amplitude of the tilt about y"),
    Parameter("nu", 6.0, "rad/s", low=0.5, high=60, about="angular frequency"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("mu", 0.0, low=0, high=2, about="friction coefficient of the plate; 0: it never slips"),
    Parameter("restitution", 0.5, low=0, high=0.95, about="share of the speed that an impact gives back"),
    Parameter("vx", 0.0, "m/s", low=-0.5, high=0.5, role="start", about="velocity along x over 2/7 of the plate's"),
    Parameter("vy", 0.0, "m/s", low=-0.5, high=0.5, role="start", about="velocity along y"),
)

# half lengths of the plate [m]
LONG, WIDE = 0.5, 0.4
# how far the floor of the laboratory lies below it [m]
FLOOR = 0.2
DEGREE = 0.017453292519943295


def chi(p):
    return 2/5 if p.shell else 2/7


def build(p):
    # along x as a sine, along y and upwards as a cosine that begins at the plate's own place
    shift = (Signal(sine=p.along, nu=p.nu), Signal((-p.across,), cosine=p.across, nu=p.nu),
             Signal((-p.lift,), cosine=p.lift, nu=p.nu))
    motion = Motion(tilt_axis="y", tilt=Signal(sine=p.sway*DEGREE, nu=p.nu), shift=shift)
    ball, plate = Ball(p.radius, density=7850.0, shell=p.shell), Board(2*LONG, 2*WIDE).of("steel")
    law = None
    if p.mu or p.lift or p.sway:
        law = Contact(Coulomb(p.mu) if p.mu else Rough(), restitution=p.restitution)
    on = On(plate, motion, law)
    return World({"plate": on, **edges_of(on), "floor": laboratory_floor(-FLOOR)}, [Placed(ball, start(p))])


def start(p):
    return Start(at=(0.0, 0.0), velocity=(p.vx + chi(p)*p.along*p.nu, p.vy))


def exact(t, p, r, v):
    """Centre after t seconds from the start of the shaking [m]; none where the plate tilts or is slipped on."""
    if p.mu or p.sway or r[0] or r[1] or p.lift*p.nu*p.nu >= 9.81:
        return None
    d = array((p.along*sin(p.nu*t), p.across*(cos(p.nu*t) - 1.0)))
    level = p.lift*(cos(p.nu*t) - 1.0)
    return r[0] + p.vx*t + chi(p)*d[0], r[1] + p.vy*t + chi(p)*d[1], r[2] + level


CARD = Card(
    "The plate moves to and fro; the ball takes part with two sevenths of it.",
    "v′ = χ d″: where the plate goes {plate} to either side, the ball goes χ times as far, {ball}. Now x = {r.x}.",
    Try("[Make it a hollow ball]: two fifths.", ANEW, shell=True),
    {"plate": Number("m", lambda p, r: p.along), "ball": Number("m", lambda p, r: chi(p)*p.along),
     "least": Number("m/s²", lambda p, r: 9.81 - p.lift*p.nu**2)})

PAPERS = (
    Paper("By 1", "a plate that is shaken: the ball takes part with two sevenths of it",
          "largest distance from χ d(t)", papers.off_exact, 0.0, 1e-12, "m", preset="To and fro: two sevenths",
          seconds=5.0),
    Paper("By 1", "a plate that goes round: the ball runs on a circle in its circle",
          "largest distance from the closed form", papers.off_exact, 0.0, 1e-12, "m",
          preset="Around: a circle in a circle", seconds=5.0),
    Paper("By 1", "a plate that goes up and down: the ball rolls on as if nothing were",
          "largest distance from the closed form", papers.off_exact, 0.0, 1e-12, "m",
          preset="Up and down: it does not care", seconds=3.0),
    Paper("By 1", "a plate that tilts to and fro: what it does stands in the ledger",
          "departure of E_J less the ledger", papers.jacobi, 0.0, 1e-12, "J", preset="Tilted to and fro", seconds=3.0),
)

SCENE = Scene(
    "Ball on a shaken plate", PARAMETERS, build, start, exact=exact, conserved=("E_J",), showing=Showing(1/2),
    papers=PAPERS, card=CARD, topic="tables", level="school",
    presets=(
        Preset("To and fro: two sevenths"),
        Preset("Around: a circle in a circle", across=0.05),
        Preset("Hollow ball",
               Card("A hollow ball takes part with two fifths.",
                    try_=Try("[Make it a solid ball]: two sevenths.", ANEW, shell=False)),
               shell=True, across=0.05),
        Preset("Up and down: it does not care",
               Card("The plate goes up and down: the ball rolls on as if nothing were.",
                    "N = m (g + d_z″) is {least} times its mass at the least, above 0.",
                    Try("[Shake twice as fast]: it leaves the plate.", ANEW, nu=40.0)),
               lift=0.01, nu=20.0, along=0.0, vx=0.1),
        Preset("Up and down: it begins to bounce", Showing(1/4),
               Card("The plate falls faster than the ball: it leaves, lands, and leaves again.",
                    "N = m (g + d_z″) would be {least} times its mass: below 0 nothing holds the ball."),
               lift=0.01, nu=35.0, along=0.0, vx=0.05, mu=0.5),
        Preset("Tilted to and fro",
               Card("Small and quick tilts, and a long and slow way.",
                    "x″ = (1 − χ) g tilt; the ball is at {r.x}.",
                    Try("[Tilt it more slowly]: it goes further.", ANEW, nu=1.5)),
               along=0.0, sway=2.0, nu=2.0),
        Preset("Slippery plate", Showing(1/4),
               Card("The plate is shaken so quickly that the ball slips at each turn."),
               nu=15.0, mu=0.1),
    ),
)

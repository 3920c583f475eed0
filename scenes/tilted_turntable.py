r"""Ball on a tilted turntable: it goes sideways, not downhill.

A turntable that leans, and a ball that goes sideways on it, not downhill: the motion of a charge in crossed fields,
with a motor in place of the magnet.

## Assumptions

- The table turns at the constant rate $\p{rate}$ about its own normal $\mathbf n$, which leans by $\p{slope}$ from the
  vertical. Gravity has the part $\mathbf g_t$ along the table, $|\mathbf g_t|=g\sin\p{slope}$.
- A homogeneous ball of the radius $\p{radius}$, $\chi=I/(I+m\p{radius}^2)=2/7$ (solid) or $2/5$ (hollow), rolls
  without slip.

## Derivation

With the place $\mathbf r$ from the axis, the velocity $\mathbf v$ of the centre, the angular velocity $\mathbf w$ and
the friction $\mathbf F$ rolling and the two laws of motion along the table are

$$ \begin{gathered}
   \mathbf v=\p{rate}\,\mathbf n\times\mathbf r+\p{radius}\,\mathbf w\times\mathbf n, \qquad m\dot{\mathbf v}=m\mathbf
     g_t+\mathbf F, \\[0.5em]
   I\dot{\mathbf w}=-\p{radius}\,\mathbf n\times\mathbf F . \end{gathered} $$

The derivative of the first, with $\dot{\mathbf w}$ from the third, is
$\dot{\mathbf v}=\p{rate}\,\mathbf n\times\mathbf v-(\p{radius}^2/I)\,\mathbf F$. Taking $\mathbf F$ from the second
and multiplying by $\chi$,

$$ \dot{\mathbf v}=\chi\,\p{rate}\,\mathbf n\times\mathbf v+(1-\chi)\,\mathbf g_t . $$

It is the equation of a charge: $\chi\,\p{rate}$ plays the magnetic field and $(1-\chi)\mathbf g_t$ the electric one. A
velocity that stays has to make the right side zero,

$$
   \mathbf v_d=\frac{1-\chi}{\chi\,\p{rate}}\,\mathbf n\times\mathbf g_t,
   \qquad |\mathbf v_d|=\frac52\,\frac{g\sin\p{slope}}{\p{rate}}\ \ \left(\chi=\tfrac27\right) :
$$

horizontal, across the slope. On this drift $\mathbf v-\mathbf v_d$ turns at $\chi\,\p{rate}$, so that every path is a
trochoid,

$$
   \mathbf r(t)=\mathbf r_c+\mathbf v_dt-\frac{\mathbf n\times(\mathbf v-\mathbf v_d)}{\chi\,\p{rate}},
   \qquad \mathbf r_c=\text{const} ,
$$

and for a ball let go at rest a cycloid of the height $2|\mathbf v_d|/(\chi\,|\p{rate}|)$. After each loop the ball is
as high as before: what gravity gives on the way down the motor takes back. With the motor off
$\dot{\mathbf v}=(1-\chi)\mathbf g_t$, down the slope like any other ball.

Friction has to supply $\mathbf F=m\chi\,(\p{rate}\,\mathbf n\times\mathbf v-\mathbf g_t)$ against $N=mg\cos\p{slope}$.

## What is conserved

- $\mathbf K=\mathbf v-\chi\,\p{rate}\,\mathbf n\times\mathbf r-(1-\chi)\,\mathbf g_t\,t$: the equation of motion is
  its derivative. It depends on time, since gravity goes on giving momentum.
- The spin $\mathbf w\cdot\mathbf n$: nothing has a moment about the normal.
- Not $E_J$: the axis does not lie along gravity, $\dot E_J=-\p{rate}\,(\mathbf r\times m\mathbf g)\cdot\mathbf n$.

## What to see

- **Sideways, not down**: at 0.3 degrees cycloids 7.4 cm high and a drift of 3.7 cm/s; one loop takes 6.3 s, 3.5 turns
  of the table.
- **Straight across the slope**: started with just $\mathbf v_d$ the ball runs on a straight, level line.
- **Motor reversed** and **Motor off**: the drift turns round; without a motor there is none.

## Ask the class

The motor is made faster and faster. Does the ball drift faster or more slowly, and do the loops become larger or
smaller? Steer $\p{rate}$ while it runs.

## References

- J. A. Burns, Ball rolling on a turntable: analog for charged particle dynamics, Am. J. Phys. 49, 1981.
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 3.3 (the level table).
"""

from math import cos, radians, sin

import numpy as np

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Number,
    On,
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
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("slope", radians(0.3), "rad", low=0, high=0.3, about="angle of the table with the horizontal"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.1, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", -0.25, "m", low=-0.29, high=0.29, role="start", about="place along the slope"),
    Parameter("y", 0.04, "m", low=-0.29, high=0.29, role="start", about="place up the slope"),
    Parameter("vx", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre along the slope"),
    Parameter("vy", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre up the slope"),
)


def normal(p):
    return 0.0, -sin(p.slope), cos(p.slope)


def build(p):
    table = On(Plane(rim=0.3).of("steel").placed(axis=(1, 0, 0), angle=p.slope), Spin(axis=normal(p), rate="rate"))
    return World({"table": table, **edges_of(table), "floor": laboratory_floor(-0.22)},
                 [Placed(Ball(radius=p.radius, shell=p.shell), start(p))])


def start(p):
    return Start(at=(p.x, p.y*cos(p.slope)), velocity=(p.vx, p.vy*cos(p.slope), p.vy*sin(p.slope)))


def exact(t, p, r, v):
    """Centre after t seconds at constant rate: the trochoid [m].

    With k = chi Omega the solution of v' = k n x v + f, f = (1 - chi) g_t, is
    r + v sin(kt)/k + n x v (1 - cos kt)/k + f (1 - cos kt)/k^2 + n x f (kt - sin kt)/k^2.
    """
    chi = 2/5 if p.shell else 2/7
    k, n = chi*p.rate, np.array(normal(p))
    f = (1 - chi)*9.81*sin(p.slope)*np.array((0.0, -cos(p.slope), -sin(p.slope)))
    if k == 0:
        along_v, across_v, along_f, across_f = t, 0.0*t, t*t/2, 0.0*t
    else:
        s, c = np.sin(k*t), 2*np.sin(k*t/2)**2
        along_v, across_v, along_f, across_f = s/k, c/k, c/k**2, (k*t - s)/k**2
    nv, nf = np.cross(n, v), np.cross(n, f)
    return tuple(r[i] + v[i]*along_v + nv[i]*across_v + f[i]*along_f + nf[i]*across_f for i in range(3))


def chi(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


CARD = Card(
    "The table leans, and the ball goes sideways, not downhill: loop after loop at the same height.",
    "Gravity and turning balance at v_d = (1 − χ) g sin α/(χΩ) = {drift}, across the slope. Now {r.speed}.",
    Try("[Double the rate of the table]: it drifts half as fast.", rate=lambda p: 2*p.rate),
    {"drift": Number("m/s", lambda p, r: (1 - chi(p))*G*sin(p.slope)/(chi(p)*p.rate)),
     "fall": Number("m/s²", lambda p, r: (1 - chi(p))*G*sin(p.slope))})

SCENE = Scene(
    "Ball on a tilted turntable", PARAMETERS, build, exact=exact,
    conserved=("plane_K_x", "plane_K_y", "plane_K_z", "spin_omega_n"),
    showing=Showing(camera="follow"), card=CARD, topic="tables", level="school",
    presets=(
        Preset("Sideways, not down"),
        Preset("Motor reversed",
               Card("The motor turns the other way, and so the ball drifts the other way."),
               rate=-3.4907, x=0.25),
        Preset("Straight across the slope",
               Card("Started at just the drift's velocity it runs straight across the slope."),
               vx=(5/2)*9.81*sin(radians(0.3))/3.4907, y=0.0),
        Preset("Loops that overlap", vx=-0.06, y=0.05),
        Preset("One degree, faster motor", slope=radians(1), rate=7.0, y=0.03),
        Preset("Hollow ball, slower drift",
               Card("A hollow ball has more to turn: it drifts more slowly."),
               shell=True),
        Preset("Motor off",
               Card("The motor is off: the ball rolls down the slope like any other.",
                    "a = (1 − χ) g sin α = {fall}; nothing turns it aside.",
                    Try("[Let the table turn]: it goes sideways instead.", ANEW, rate=3.4907)),
               rate=0.0, x=0.0, y=0.25),
    ),
)

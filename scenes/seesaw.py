r"""Seesaw: a ball on a plank that is free to turn, and why it never stays.

However heavy the plank is, and however stiff its bearing, the ball runs off: an unstable rest that no passive means
can mend.

## Assumptions

- The plank has the moment of inertia $\p{inertia}$ about its axis, the mass $\p{mass}$ with its centre $b$ = {p.below}
  below the axis, and its upper side $d$ = 4 mm above it. A bearing brakes it with the moment $c\,\dot\alpha$, $c$ =
  {p.bearing}.
- A ball of the mass $m_b$ and the radius $\p{radius}$, $I_b=k\,m_b\p{radius}^2$ with $k=2/5$ or $2/3$, rolls along the
  plank as long as friction of the coefficient $\p{friction}$ holds it.

## Derivation

Let $\alpha$ be the lean of the plank, down towards positive $s$, and $s$ the place of the ball along it;
$\eta=d+\p{radius}$ is the height of its centre over the axis. In axes of the plank the velocity of the centre is
$(\dot s+\eta\dot\alpha,\,-s\dot\alpha)$. Rolling gives it the rate of turning $\dot\alpha+\dot s/\p{radius}$ in the
room. Hence

$$ \begin{gathered}
   T=\tfrac12\,\p{inertia}\,\dot\alpha^2+\tfrac12m_b\left[(\dot
     s+\eta\dot\alpha)^2+s^2\dot\alpha^2\right]+\tfrac12I_b\left(\dot\alpha+\frac{\dot s}{\p{radius}}\right)^2,
     \\[0.5em]
   V=m_bg\,(\eta\cos\alpha-s\sin\alpha)-\p{mass}\,g\,b\cos\alpha . \end{gathered} $$

Lagrange's equations near $\alpha=s=0$ read $M\ddot{\mathbf x}+K\mathbf x=0$ with $\mathbf x=(\alpha,s)$ and

$$ \begin{gathered}
   M=\begin{pmatrix}\p{inertia}+m_b\eta^2+I_b&m_b\eta+I_b/\p{radius}\\
     m_b\eta+I_b/\p{radius}&m_b+I_b/\p{radius}^2\end{pmatrix}, \\[0.5em]
   K=\begin{pmatrix}\p{mass}\,g\,b-m_bg\,\eta&-m_bg\\ -m_bg&0\end{pmatrix} . \end{gathered} $$

$\det K=-(m_bg)^2<0$ whatever the plank is: $\det(M\lambda^2+K)=0$ has one positive and one negative root $\lambda^2$.
The positive one is the running off, the negative one a swing in which ball and plank move against each other. Inertia
and a deep weight only make $\lambda$ small. A bearing adds $c\lambda$ to the first element; at $\lambda=0$ the
determinant is still negative and for large $\lambda$ positive, so that a real positive root remains for every $c$. No
friction of this kind says where to rest.

With two balls at $s_1,s_2$ rest is possible wherever $s_1+s_2=0$. The matrix $K$ of three rows has a negative
eigenvalue there, too, and each of these places is unstable.

## What is conserved

- $T+V$ as long as the ball rolls or flies and the bearing is free. The bearing takes $c\,\dot\alpha^2$ per second,
  slip and the hits on the floor take the rest; the ledger has them all.

## What to see

- **It runs off**: from 2 mm; the growth goes with $\lambda$ = 4.9 1/s, and the plank's end is reached before 1.4 s.
- **A heavy plank, hung low**: $\lambda$ = 1.5 1/s. The ball has time to swing, and runs off all the same.
- **Two balls in balance** and **Two balls, one nearer**: nothing moves in the first one, since the start is exact.

## Ask the class

Can a weight far enough below the axis hold the ball? Hang 10 kg at 0.2 m below it, put the ball 1 cm off, and wait.
Then find in $K$ why it could not work.

## References

- J. Hauser, S. Sastry, P. Kokotović, Nonlinear control via approximate input-output linearization: the ball and beam
  example, IEEE Trans. Autom. Control 37, 1992 (what it takes to hold the ball).
- E. T. Whittaker, A Treatise on the Analytical Dynamics of Particles and Rigid Bodies, Cambridge, 1904, chapter 7
  (small oscillations).
"""

from math import cos, radians, sin, sqrt

from sandbox.scene import (
    Ball,
    Card,
    Contact,
    Coulomb,
    Hinge,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Slab,
    Start,
    Try,
    World,
    laboratory_floor,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("length", 0.6, "m", low=0.2, high=1.2, about="length of the plank"),
    Parameter("inertia", 0.03, "kg m²", low=1e-3, high=1.0, about="moment of inertia of the plank"),
    Parameter("mass", 1.0, "kg", low=0, high=10, about="mass of the plank"),
    Parameter("below", 0.0, "m", low=0, high=0.2, about="how far its mass centre is below the axis"),
    Parameter("bearing", 0.0, "N m s", low=0, high=1, about="friction of the bearing"),
    Parameter("friction", 0.6, low=0.05, high=2, about="friction coefficient of the plank"),
    Parameter("radius", 0.02, "m", low=0.01, high=0.04, about="radius of the balls"),
    Parameter("shell", False, about="hollow balls instead of solid ones"),
    Parameter("place", 0.002, "m", low=-0.5, high=0.5, role="start", about="place of the ball, from the middle"),
    Parameter("speed", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the ball along the plank"),
    Parameter("second", False, role="start", about="a second ball on the other side"),
    Parameter("second_place", -0.1, "m", low=-0.5, high=0.5, role="start", about="place of the second ball"),
    Parameter("lean", 0.0, "deg", low=-20, high=20, role="start", title="tilt",
              about="how far the plank leans to the right"),
)

# height of the axis above the floor, width and thickness of the plank [m]
HEIGHT, WIDTH, THICKNESS = 0.45, 0.12, 0.008


def build(p):
    lean = radians(p.lean)
    hinge = Hinge("plank", p.inertia, axis="y", angle=lean, friction=p.bearing, mass=p.mass,
                  mass_centre=(0.0, 0.0, -p.below))
    plank = On(Slab(p.length, WIDTH, THICKNESS).of("enamel"), contact=Contact(Coulomb(p.friction)))
    return World({"plank": plank, "floor": laboratory_floor(-HEIGHT)}, balls(p), joints=(hinge,))


def balls(p):
    """Each is put on the plank as it leans, the first one with its speed."""
    lean, h = radians(p.lean), 0.5*THICKNESS + p.radius
    places = ((p.place, p.speed), *(((p.second_place, 0.0),) if p.second else ()))
    return [Placed(Ball(p.radius, shell=p.shell), Start(
        at=(s*cos(lean) + h*sin(lean), 0.0, h*cos(lean) - s*sin(lean)),
        velocity=(v*cos(lean), 0.0, -v*sin(lean)))) for s, v in places]


def leaving(p):
    """Rate lambda at which one ball near the middle runs off [1/s]."""
    ball, h = Ball(p.radius, shell=p.shell), 0.5*THICKNESS + p.radius
    m, I, a = ball.m, ball.I, p.radius
    M = (p.inertia + m*h*h + I, m*h + I/a, m + I/(a*a))
    k, c = G*(p.mass*p.below - m*h), -G*m
    # det(M x + K) = A x^2 + B x - c^2 has one root above 0
    A, B = M[0]*M[2] - M[1]**2, k*M[2] - 2.0*c*M[1]
    return sqrt((-B + sqrt(B*B + 4.0*A*c*c))/(2.0*A))


CARD = Card(
    "The plank gives way, the ball runs off: it cannot stay, however heavy the plank is.",
    "M x″ + K x = 0 with det K = −(m g)² < 0: near rest the ball runs off like exp(λt) with λ = {leaving}. Friction "
    "of the bearing only makes it less.",
    Try("[Make the plank heavy]: it only takes longer.", inertia=0.5),
    {"leaving": Number("1/s", lambda p, r: leaving(p))})

SCENE = Scene(
    "Ball on a seesaw", PARAMETERS, build,
    showing=Showing(1/2, "follow"), card=CARD, topic="crowds", level="school",
    presets=(
        Preset("It runs off"),
        Preset("A heavy plank, hung low",
               Card("A heavy plank, hung low, gives way slowly; the ball takes its time, and runs off."),
               inertia=0.2, mass=8.0, below=0.1, place=0.01),
        Preset("Thrown up the slope",
               Card("Thrown up the slope, the ball slows down, turns back, and runs off."),
               lean=-8.0, place=-0.2, speed=0.8, inertia=0.3, mass=4.0),
        Preset("Two balls in balance",
               Card("Two balls in balance: they stay, as long as nothing at all disturbs them.",
                    "The moments m g s cancel at s = {p.place} and {p.second_place}; near that rest a difference "
                    "grows. Now {r.speed}.",
                    Try("[Move one ball by a millimetre]: both run off.", place=0.101)),
               second=True, place=0.1, second_place=-0.1),
        Preset("Two balls, one nearer",
               Card("Two balls, one nearer to the axis: the farther one wins.",
                    "The moments m g s do not cancel, s = {p.place} and {p.second_place}: the plank gives way. Now "
                    "{r.speed}."),
               second=True, place=0.15, second_place=-0.12),
        Preset("A stiff bearing",
               Card("A stiff bearing makes it slow, and holds nothing: the ball runs off."),
               bearing=0.3, place=0.05),
        Preset("A hollow ball",
               Card("A hollow ball has more to turn: it is a little slower.",
                    try_=Try("[Make it a solid ball]: a little faster.", shell=False)),
               shell=True),
    ),
)

r"""Ball on top of a globe: a top without a body.

If the globe turns fast enough, a ball on the very top of it stays there as a fast top sleeps, though it does not spin
itself. On a slower globe it comes down, and either climbs back or leaves.

## Assumptions

- The globe of radius $\p{globe}$ turns at the given rate $\p{rate}$ about the vertical.
- The ball (mass $m$, radius $\p{radius}$, central moment $I$) rolls on its outside and never slips, until the contact
  force falls to 0. Nothing resists rolling.

## Derivation

Let $\mathbf n$ lead from the globe's centre to the ball's, $\ell=\p{globe}+\p{radius}$, so that the centre moves with
$\mathbf v=\ell\dot{\mathbf n}$. Rolling is
$\mathbf v=\p{globe}\,\boldsymbol\Omega\times\mathbf n+\p{radius}\,\boldsymbol\omega\times\mathbf n$. So the turning
of the globe can be put into the spin:

$$ \tilde{\boldsymbol\omega} = \boldsymbol\omega+\frac{\p{globe}}{\p{radius}}\,\boldsymbol\Omega,\qquad
   \ell\,\dot{\mathbf n} = \p{radius}\,\tilde{\boldsymbol\omega}\times\mathbf n . $$

With $I\dot{\boldsymbol\omega}=-\p{radius}\,\mathbf n\times\mathbf F$ and
$m\dot{\mathbf v}=\mathbf F+N\mathbf n-mg\mathbf e_z$ the pair $(\mathbf n,\tilde{\boldsymbol\omega})$ obeys the
equations of a globe at rest. The spin $s=\tilde{\boldsymbol\omega}\cdot\mathbf n$ stays, and eliminating the friction
$\mathbf F$ gives

$$ \begin{gathered} A\,\mathbf n\times\ddot{\mathbf n}+C\,\dot{\mathbf n} = -mg\ell\,\mathbf n\times\mathbf e_z,
   \\[0.5em] A = (I+m\p{radius}^2)\,\frac{\ell^2}{\p{radius}^2},\qquad C = \frac{Is\ell}{\p{radius}} . \end{gathered}
   $$

This is Lagrange's top with the axis $\mathbf n$, the spin $C$ and the weight moment $mg\ell$.

**Sleeping.** On the very top it is stable for $C^2>4Amg\ell$, that is

$$ |s|>\frac2I\sqrt{(I+m\p{radius}^2)\,mg\,(\p{globe}+\p{radius})} =
   \frac{\sqrt{35\,g\,(\p{globe}+\p{radius})}}{\p{radius}}. $$

The latter holds for a solid ball. On the top $s=\omega_n+(\p{globe}/\p{radius})\,\Omega$. So a ball without spin
sleeps if the globe turns faster than $\Omega_{\rm c}=\sqrt{35\,g\,(\p{globe}+\p{radius})}/\p{globe}$, 49.4 rad/s for
15 cm and 1 cm. Its centre has to be at rest in the room.

**Coming down.** Let go with its centre at rest at the angle $\vartheta_0$ from the top, the ball has by its two other
integrals

$$ \begin{gathered} A\sin^2\vartheta\,\dot\varphi = C\,(\cos\vartheta_0-\cos\vartheta), \\[0.5em] v^2 =
   2\,(1-\chi)\,g\ell\,(\cos\vartheta_0-\cos\vartheta),\qquad \chi = \frac{I}{I+m\p{radius}^2} . \end{gathered} $$

Where $\dot\vartheta=0$ it stops and climbs back: $C^2(\cos\vartheta_0-\cos\vartheta)=2Amg\ell\sin^2\vartheta$, for
$\vartheta_0\to0$ at $\cos\vartheta=2(\Omega/\Omega_{\rm c})^2-1$. But $N=mg\cos\vartheta-mv^2/\ell$, whatever the
spin, so a solid ball leaves where $\cos\vartheta=\tfrac{10}{17}\cos\vartheta_0$, at 54°; a sliding point leaves at
48°, $\cos\vartheta=\tfrac23$. The two meet at $\Omega=\sqrt{27/34}\,\Omega_{\rm c}$, 44 rad/s: only a slower globe
drops the ball.

## What is conserved

- $s$, now {r.integral:sphere_spin_s}: the contact force has no moment about $\mathbf n$.
- $\tfrac12A\dot{\mathbf n}^2+mg\ell n_z$ and $(A\,\mathbf n\times\dot{\mathbf n}+C\mathbf n)_z$: energy and vertical
  angular momentum of the top, whose weight has no moment about the vertical.
- $E_J=E-\Omega L_z$ with the ball's own $E$ and $L_z$; $E$ alone is not conserved, the globe works on the ball. All
  this ends where the ball leaves the globe.

## What to see

- **Asleep on the globe**: at 52 rad/s, let go 1° off, it stays within 3.2°.
- **A little too slow**: at 47 rad/s it comes down by 36°, is stopped and climbs back. **Far too slow: it falls**, at
  40 rad/s.
- **Put down without turning**: started with $\boldsymbol\omega=0$ it is carried away by the surface and makes a wide
  loop first.

## Ask the class

Does a hollow ball sleep at a lower rate than a solid one? Work out the factor ($\sqrt{15}$ in place of $\sqrt{35}$),
then find the limit for both in the program.

## References

- E. J. Routh, The Advanced Part of a Treatise on the Dynamics of a System of Rigid Bodies, London (rolling on
  spheres).
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 3.2.
"""

from math import cos, radians, sin, sqrt

from numpy import arctan2, degrees

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    EffectivePotential,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Sphere,
    Spin,
    Start,
    Try,
    Unrolled,
    World,
    laboratory_floor,
    papers,
)

G = 9.81     # [m/s^2]

PARAMETERS = (
    Parameter("rate", 52.0, "rad/s", low=-100, high=100, live=True, about="rotation rate of the globe"),
    Parameter("globe", 0.15, "m", low=0.05, high=0.3, about="radius of the globe"),
    Parameter("radius", 0.01, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("angle", radians(1), "rad", low=0, high=1.2, role="start", about="angle from the top"),
    Parameter("spin", 0.0, "rad/s", low=-2000, high=2000, role="start", about="spin about the normal"),
    Parameter("put_down", False, role="start", about="ball not turning (w = 0) instead of its centre at rest"),
)


def build(p):
    return World({"globe": On(Sphere(p.globe, inside=False).of("marble"), Spin(axis="z", rate="rate")),
                  "floor": laboratory_floor(-1.3*p.globe)},
                 [Placed(Ball(radius=p.radius, shell=p.shell), start(p))])


def start(p):
    ell = p.globe + p.radius
    at = (ell*sin(p.angle), 0.0, ell*cos(p.angle))
    return Start(at, omega=(0.0, 0.0, 0.0)) if p.put_down else Start(at, velocity=(0.0, 0.0, 0.0), spin=p.spin)


def ratio(p):
    """I/(m a^2) of the ball."""
    return 2/3 if p.shell else 2/5


CARD = Card(
    "A ball on top of a turning globe: a top without a body. Fast enough, it sleeps up there.",
    "It sleeps where |s| > 2 √((I + m a²) m g (a + b))/I = {needed}; here s = ω · n + (b/a) Ω · n = "
    "{r.integral:sphere_spin_s}.",
    Try("[Turn the globe at 40 rad/s]: it falls.", ANEW, rate=40.0),
    {"needed": Number("rad/s", lambda p, r: 2*sqrt((1 + ratio(p))*G*(p.globe + p.radius))/(ratio(p)*p.radius))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def leaves(seen):
    """Cosine of the angle from the top at which the ball leaves the globe."""
    r = seen.at(papers.event("detach")(seen)).bodies[0].centre
    return float(r[2]/(r @ r)**0.5)


def widest(seen):
    """Largest angle from the top [deg]."""
    r = seen.r
    return float(degrees(max(arctan2((r[:, 0]**2 + r[:, 1]**2)**0.5, r[:, 2]))))


PAPERS = (
    Paper("B 3.2, Routh", "a ball that rolls off a globe at rest leaves it at cos θ = (10/17) cos θ₀", "cosine there",
          leaves, lambda p: 10/17*cos(p.angle), 1e-10, "", preset="Ten seventeenths", seconds=3.0),
    Paper("B 3.2, Routh", "on a globe that turns fast it sleeps near the top, as Lagrange's top",
          "largest angle from the top", widest, 3.2, 0.05, "deg", papers.PRINTED, preset="Asleep on the globe",
          seconds=10.0),
    Paper("B 3.2, Routh", "the energy of the equivalent top", "departure of the energy",
          papers.stays("sphere_E_tilde"), 0.0, 1e-12, "J", preset="Three degrees off", seconds=10.0,
          chart="Effective potential"),
)

SCENE = Scene(
    "Ball on a globe", PARAMETERS, build,
    conserved=("E_J", "sphere_spin_s", "sphere_E_tilde", "sphere_Jz_tilde"),
    showing=Showing(camera="follow"),
    papers=PAPERS, card=CARD, topic="surfaces", level="university",
    chart=(EffectivePotential(), Unrolled()),
    presets=(
        Preset("Asleep on the globe",
               Card("The ball sleeps near the top of the turning globe, as a fast top does.")),
        Preset("Three degrees off",
               Card("Let go three degrees from the top, it goes round the top in small loops, and stays up."),
               angle=radians(3)),
        Preset("Put down without turning",
               Card("Put down without turning, it is carried off by the surface and makes a wide loop first."),
               put_down=True),
        Preset("A little too slow",
               Card("A little too slow to sleep: it comes down, is stopped, and climbs back to the top.",
                    try_=Try("[Turn the globe at 52 rad/s]: it sleeps.", ANEW, rate=52.0)),
               rate=47.0),
        Preset("Far too slow: it falls", Showing(1/4, "follow"),
               Card("Far too slow: it comes down the globe and leaves it, down to the floor.",
                    "It leaves where N = m g cos θ − m v²/(a + b) = 0, at cos θ = (10/17) cos θ₀ for a solid ball: "
                    "now N = {r.normal}.",
                    Try("[Turn the globe at 52 rad/s]: it sleeps.", ANEW, rate=52.0)),
               rate=40.0),
        Preset("Ten seventeenths", Showing(1/8, "follow"),
               Card("The globe rests: the ball rolls down and leaves it at 54 degrees. A sliding point would "
                    "leave at 48.",
                    "It leaves where N = m g cos θ − m v²/(a + b) = 0, at cos θ = (10/17) cos θ₀ for a solid ball: "
                    "now N = {r.normal}.",
                    Try("[Turn the globe at 52 rad/s]: the ball stays on top.", ANEW, rate=52.0)),
               rate=0.0),
        Preset("Spinning ball, resting globe",
               Card("The globe rests. The ball's own spin, as fast as a drill's, keeps it on top.",
                    try_=Try("[Halve its spin]: it comes down.", spin=400.0)),
               rate=0.0, spin=800.0),
    ),
)

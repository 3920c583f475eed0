r"""Billiard on a turntable: a ball within a round wall, and what the wall is made of.

On a turning table a ball that rolls runs on arcs of circles, and the wall, which is at rest, turns it back. What is
left of its speed depends on whether table and wall act together in a hit or one after the other.

## Assumptions

- The ball (mass $m$, radius $\p{radius}$, central moment $I$) rolls without slip between the hits; the table is level
  and turns at $\p{rate}$ about its middle.
- The wall does not turn and keeps the ball's centre within $R$ = {p.wall}. It gives back the share $\p{restitution}$
  of the normal speed.
- Two walls to choose from: the ball keeps rolling on the table during the hit; or the wall is smooth and strikes
  alone, and at once the table's friction grips again.

## Derivation

**Arcs.** Let $\mathbf u=\p{rate}\,\mathbf e_z\times\mathbf r$ be the velocity of the table below the centre
$\mathbf r$. From $\mathbf v=\mathbf u+\p{radius}\,\boldsymbol\omega\times\mathbf e_z$, $m\dot{\mathbf v}=\mathbf F$
and $I\dot{\boldsymbol\omega}=-\p{radius}\,\mathbf e_z\times\mathbf F$ follows

$$ \dot{\mathbf v}=k\,\mathbf e_z\times\mathbf v,\qquad k=\chi\,\p{rate},\qquad \chi=\frac{I}{I+m\p{radius}^2} . $$

The velocity turns at the even rate $k$; with the complex position $\zeta$ in the plane,
$\dot\zeta=\mathrm i k(\zeta-\zeta_0)$: a circle about $\zeta_0=\zeta+\mathrm i\dot\zeta/k$, of radius
$|\mathbf v|/|k|$.

**The ball rolls on.** Wall and table act together and keep rolling: $v_n\to-\p{restitution}\,v_n$.

**A smooth wall.** It changes $v_n$ to $-\p{restitution}\,v_n$ and leaves $\boldsymbol\omega$ alone. An impulse
$\mathbf P$ of the table's friction makes $m\,\Delta\mathbf v=\mathbf P$ and
$\p{radius}\,\Delta\boldsymbol\omega\times\mathbf e_z=-(\p{radius}^2/I)\,\mathbf P$, so that

$$ \mathbf Q=\p{radius}\,\boldsymbol\omega\times\mathbf e_z+\frac{m\p{radius}^2}{I}\,\mathbf v $$

goes through it unchanged, whatever the law of friction. When the ball grips, rolling gives
$\mathbf Q=\mathbf v/\chi-\mathbf u$, that is $\mathbf v=\chi(\mathbf Q+\mathbf u)$. At the wall $u_n=0$, and so

$$ v_n\;\to\;\bigl(\chi-\p{restitution}\,(1-\chi)\bigr)\,v_n ,\qquad v_t\;\to\;v_t . $$

## What is conserved

- $\ell=\mathbf e_z\cdot(\mathbf r\times\mathbf v)-\tfrac12 k r^2$, now {r.integral:ell}: on an arc
  $\mathbf e_z\cdot(\mathbf r\times\dot{\mathbf v})=k\,\mathbf r\cdot\mathbf v$, and a hit changes neither $\mathbf r$
  nor $v_t$. It changes where the rate of the table is changed.
- $|\mathbf v|$, if the ball rolls on and $\p{restitution}=1$. Then all arcs are alike and the hits follow one another
  at equal angles.
- The Jacobi integral $E_J$ between hits; over hits together with what the ledger counts, {r.ledger}.

## What to see

- **Five-pointed star**: two fifths of a turn from hit to hit, so that the path closes. **Equal angles** never closes:
  236.3° each time.
- **Smooth wall that gives all back**: with $\p{restitution}=1$ a solid ball keeps only $1-2\chi=3/7$ of its normal
  speed at each hit.
- **It stays at the wall**: $\p{restitution}=0.3$ is below $\chi/(1-\chi)=0.4$. The ball creeps along the wall as long
  as its circle would lead outwards.

## Ask the class

How elastic has a smooth wall to be for a hollow ball to come back from it at all? Try 0.6 and 0.9 in **It stays at
the wall**.

## References

- A. V. Sokirko, A. A. Belopolskii, A. V. Matytsyn, D. A. Kossakowski, Behavior of a ball on the surface of a rotating
  disk, Am. J. Phys. 62, 1994.
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, section 3.3 (the motion between the hits).
"""

from math import acos, degrees, pi

from numpy import angle, floor, where
from numpy import exp as turn

from sandbox.scene import (
    Ball,
    Card,
    Number,
    Paper,
    Parameter,
    Plane,
    PlaneBall,
    PoincareSection,
    Preset,
    Scene,
    Spin,
    Try,
    Unilateral,
    papers,
)

PARAMETERS = (
    Parameter("rate", 3.4907, "rad/s", low=-20, high=20, live=True, about="rotation rate of the table"),
    Parameter("rolling_on", True, about="the ball keeps rolling during a hit; else the wall is smooth"),
    Parameter("restitution", 1.0, low=0, high=1, about="share of the normal speed that the wall gives back"),
    Parameter("wall", 0.28, "m", low=0.1, high=0.5, about="how far from the axis the ball's centre can come"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("x", 0.1, "m", low=-0.5, high=0.5, role="start", about="first coordinate of the centre"),
    Parameter("y", 0.05, "m", low=-0.5, high=0.5, role="start", about="second coordinate of the centre"),
    Parameter("vx", 0.35, "m/s", low=-1, high=1, role="start", about="velocity along x"),
    Parameter("vy", 0.1, "m/s", low=-1, high=1, role="start", about="velocity along y"),
)


def build(p):
    wall_model = Unilateral(p.restitution, others_hold=p.rolling_on)
    return PlaneBall(Ball(p.radius, shell=p.shell), Spin("z", "rate"), wall=p.wall, wall_model=wall_model,
                     surface=Plane(rim=p.wall + p.radius).of("felt"), name="ball")


def start(p):
    return build(p).start(p.x, p.y, p.vx, p.vy, p.rate)


def conserved(p):
    return ("E_J", "ell", "speed") if p.rolling_on and p.restitution == 1.0 else ("E_J", "ell")


def exact(t, p, q, v):
    """Centre after t seconds at a constant rate, rolling on at a wall that gives all back: one arc, turned [m].

    As complex numbers x + iy.
    """
    k, R = (2/5 if p.shell else 2/7)*p.rate, p.wall
    if k == 0.0 or not p.rolling_on or p.restitution != 1.0:
        return None
    z, w = complex(q[0], q[1]), complex(v[0], v[1])
    c, rho, sign = z + 1j*w/k, abs(w/k), (1 if k > 0 else -1)
    # the circle about c meets the wall this far from the direction away from the axis
    share = (R*R - abs(c)**2 - rho*rho)/(2*abs(c)*rho) if abs(c)*rho > 0.0 else 2.0
    if share >= 1.0:
        return _centre(c + (z - c)*turn(1j*k*t), t, p)
    far = acos(max(share, -1.0))
    first = (sign*(angle(c) - angle(z - c)) - far) % (2*pi)/abs(k)
    hit = c + (z - c)*turn(1j*k*first)
    w = 1j*k*(hit - c)
    w -= 2*(w*hit.conjugate()).real/abs(hit)**2*hit
    middle, lasts = hit + 1j*w/k, (2*pi - 2*far)/abs(k)
    step = angle((middle + (hit - middle)*turn(1j*k*lasts))/hit)
    count = floor((t - first)/lasts)
    arc = middle + (hit - middle)*turn(1j*k*(t - first - count*lasts))
    return _centre(where(t < first, c + (z - c)*turn(1j*k*t), turn(1j*step*count)*arc), t, p)


def _centre(z, t, p):
    return z.real, z.imag, p.radius + 0.0*t


def chi(p):
    """I/(I + m a^2) of the ball."""
    return 2/5 if p.shell else 2/7


CARD = Card(
    "On the turning table the ball runs on arcs, not straight; the round wall turns it back.",
    "Between the hits it circles at χΩ = {circling}. ℓ = n · (r × v) − χΩ r²/2 = {r.integral:ell} stays, hit or no "
    "hit.",
    Try("[Make the wall smooth]: it strikes alone, and friction then takes most of it back.", rolling_on=False),
    {"circling": Number("rad/s", lambda p, r: chi(p)*p.rate)})

# ---- papers ----------------------------------------------------------------------------------------------------------

BESIDE = 1e-6        # [s] before and after a hit


def hits(seen):
    """Instants of the hits [s]."""
    return [one.t for one in seen.events if one.kind == "impact"]


def between_hits(seen):
    """Mean angle from one hit to the next as seen from the axis [deg]."""
    places = [seen.at(t).bodies[0].centre for t in hits(seen)[:6]]
    angles = [angle(complex(r[0], r[1])) for r in places]
    steps = [degrees(abs((angles[k + 1] - angles[k] + pi) % (2*pi) - pi)) for k in range(len(angles) - 1)]
    return sum(steps)/len(steps)


def kept(seen):
    """Share of the normal speed that is left after the first hit."""
    t = hits(seen)[0]
    before, after = (seen.at(t + side).bodies[0] for side in (-BESIDE, BESIDE))
    away = before.centre[:2]
    return float(abs(after.velocity[:2] @ away)/abs(before.velocity[:2] @ away))


PAPERS = (
    Paper("B conclusion", "billiard of arcs within a wall on the turning table: the angle from hit to hit stays",
          "angle between hits of the five-pointed star", between_hits, 144.0, 1e-7, "deg", "digits of the preset",
          preset="Five-pointed star", seconds=20.0),
    Paper("B conclusion", "the billiard is integrable: speed and n·(r × v) − χΩr²/2 stay through all hits",
          "departure of the latter", papers.stays("ell"), 0.0, 1e-12, "m²/s", preset="Equal angles", seconds=20.0),
    Paper("B conclusion", "a smooth wall that gives all back leaves 3/7 of the speed across it",
          "share of the normal speed after a hit", kept, lambda p: 1.0 - 2.0*chi(p), 1e-5, "",
          "the states are taken a microsecond beside the hit", preset="Smooth wall that gives all back", seconds=3.0),
)

SCENE = Scene(
    "Billiard on a turntable", PARAMETERS, build, start, exact=exact, conserved=conserved,
    chart=(PoincareSection(),),
    papers=PAPERS, card=CARD, topic="tables", level="university",
    presets=(
        Preset("Equal angles",
               Card("Each arc is like the one before: the hits follow one another at equal angles.")),
        Preset("Five-pointed star",
               Card("Equal arcs, and the angle between hits is 2/5 of a turn: the path closes to a star of five "
                    "points."),
               x=0.2, y=0.0, vx=0.0, vy=0.36821888728),
        Preset("Flower of eight loops", x=-0.1, y=0.0, vx=0.0, vy=-0.264392270771),
        Preset("Smooth wall that gives all back",
               Card("The wall gives all back, and yet each hit is weaker: friction grips the spinning ball "
                    "again.",
                    "The wall turns v to −v; then the table grips: v → (2χ − 1) v, 3/7 of it for a solid ball, "
                    "backwards. ℓ = {r.integral:ell} stays.",
                    Try("[Let it keep rolling during a hit]: then all of it comes back.", rolling_on=True)),
               rolling_on=False),
        Preset("It stays at the wall",
               Card("What the wall gives back is used up by friction: the ball stays at the wall as long as its "
                    "circle would lead outwards.",
                    "Friction makes χ − e (1 − χ) = {left} of the speed at a hit: as long as that is above 0, it "
                    "still goes outwards.",
                    Try("[Let it keep rolling during a hit]: then it comes back from the wall.", rolling_on=True),
                    {"left": Number("", lambda p, r: chi(p) - p.restitution*(1 - chi(p)))}),
               rolling_on=False, restitution=0.3, vx=0.3, vy=-0.8),
        Preset("Smaller and smaller bounces",
               Card("Each hit gives back only a part: the bounces get smaller, and the ball creeps along the "
                    "wall."),
               restitution=0.6, vx=0.3, vy=-0.3),
        Preset("The wall is out of reach",
               Card("The ball's circle is so small that it never gets to the wall.",
                    "It circles at χΩ = {circling}, on the radius v/(χΩ) = {wide}.",
                    Try("[Throw it at 0.6 m/s]: now it gets there.", vy=0.6),
                    {"wide": Number("m", lambda p, r: r.speed/abs(chi(p)*p.rate))}),
               vx=0.0, vy=0.1),
    ),
)

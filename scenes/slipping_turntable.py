r"""Slipping ball on a turntable: on a film of oil it spirals out, with dry friction it grips or is thrown off.

Three balls start alike on three tables that turn alike. One floats on a film of oil and always slips a little, one has
dry friction, one cannot slip at all. Only the last two can keep a circle.

## Assumptions

- Level tables turn at the rate $\p{rate}$. The balls are solid, of the radius $\p{radius}$ and the mass $m$;
  $\chi=I/(I+m\p{radius}^2)=2/7$.
- The film resists the slip $\mathbf s$ of the foot with $\mathbf F=-\p{c}\,\mathbf s$, dry friction with
  $\mathbf F=-\p{mu}\,m g\,\mathbf s/|\mathbf s|$. The third ball rolls.
- A moment $\p{resistance}\,N$ works against rolling on all three tables, none where $\p{resistance}=0$.

## Derivation

Let $\mathbf r$, $\mathbf v$, $\mathbf w$ be place and velocity of the centre and angular velocity of the ball. The foot
slips on the table with

$$ \mathbf s=\mathbf v-\p{radius}\,\mathbf w\times\mathbf e_z-\p{rate}\,\mathbf e_z\times\mathbf r , $$

and with $m\dot{\mathbf v}=\mathbf F$, $I\dot{\mathbf w}=-\p{radius}\,\mathbf e_z\times\mathbf F$ it changes, whatever
the law of friction, by

$$ \dot{\mathbf s}=\frac{\mathbf F}{\chi m}-\p{rate}\,\mathbf e_z\times\mathbf v . $$

**Film.** In complex numbers, $v=v_x+iv_y$ and $\gamma=\p{c}/m$, this is the linear system

$$ \dot v=-\gamma s,\qquad \dot s=-\frac{\gamma}{\chi}\,s-i\,\p{rate}\,v,\qquad
   \lambda^2+\frac{\gamma}{\chi}\,\lambda-i\,\p{rate}\,\gamma=0 . $$

One root dies away as fast as slips do, at about $-\gamma/\chi$. The other one is the slow motion,

$$ \lambda=\frac{\gamma}{2\chi}\Bigl(\sqrt{1+i\sigma}-1\Bigr),\qquad \sigma=\frac{4\chi^2\,\p{rate}}{\gamma}, $$

whose real part is positive for any film and either sense of the table: the ball spirals out from a centre that stays.
A stiff film has

$$ \lambda=i\chi\,\p{rate}+\frac{\chi^3\,\p{rate}^2m}{\p{c}}+O(\p{c}^{-2}) : $$

as $\p{c}$ grows the circle of the ball that rolls comes back, like $1/\p{c}$. A thin film has
$\mathrm{Re}\,\lambda=\sqrt{|\p{rate}|\,\gamma/2}$, which vanishes with $\p{c}$, too. In between, with
$w=\mathrm{Re}\sqrt{1+i\sigma}$ and $\sigma^2=4w^2(w^2-1)$,

$$ \frac{\mathrm{Re}\,\lambda}{\chi|\p{rate}|}=\frac1w\sqrt{\frac{w-1}{w+1}} $$

is largest where $w^2=w+1$: the fastest spiral has the golden ratio $\varphi$ in it,

$$ \gamma=2\varphi^{-3/2}\chi^2|\p{rate}|,\qquad
   \mathrm{Re}\,\lambda=\varphi^{-5/2}\chi|\p{rate}|=0.300\,\chi|\p{rate}|,\qquad
   \mathrm{Im}\,\lambda=\chi\,\p{rate}/\varphi . $$

**Dry friction.** A slip that is small ends in a finite time. What has gripped rolls, at the constant speed $|\mathbf
v|$, and rolling asks for the friction $m\chi|\p{rate}||\mathbf v|$. So it holds for ever where $\chi|\p{rate}||\mathbf
v|\le\p{mu}\,g$, on the ideal circle and without any spiral. Else it cannot hold at all: the table runs away under the
foot, the slip grows by $|\p{rate}||\mathbf v|-\p{mu}\,g/\chi$ at first, and the ball is thrown off.

**Put down without turning**, $\mathbf w=0$, a ball that grips at once needs the impulse $-\chi m\,\mathbf s$, and goes
on with $\mathbf v-\chi\,\mathbf s$. So the third ball begins with that.

**Inwards.** The moment against rolling drives a ball that rolls along with the table,

$$ \dot{\mathbf v}=\chi\,\p{rate}\,\mathbf e_z\times\mathbf v-(1-\chi)\,\frac{\p{resistance}\,g}{\p{radius}}\,
   \frac{\mathbf v-\p{rate}\,\mathbf e_z\times\mathbf r}{|\mathbf v-\p{rate}\,\mathbf e_z\times\mathbf r|} . $$

Put down at rest, it is pushed along the table and goes across the push, as a top does: towards the axis, with the speed

$$ u=\frac{(1-\chi)\,\p{resistance}\,g}{\chi|\p{rate}|\p{radius}} . $$

On a circle about the axis, $\mathbf v=\chi\,\p{rate}\,\mathbf e_z\times\mathbf r$, the same push is along $\mathbf v$:
the circle grows, and with the same speed. So one ball shows both, a spiral in and then a spiral out.

## What is conserved

- $\p{radius}\,\mathbf w\times\mathbf e_z+(m\p{radius}^2/I)\,\mathbf v$, for any law of friction in the foot: slip, grip
  and film leave it alone. A moment against rolling does not.
- $w_z$, as no force has a moment about the vertical through the foot.
- $E_J=T-\p{rate}L_z$ less what friction takes: $\dot E_J=\mathbf F\cdot\mathbf s$, which the ledger has, {r.ledger}.

## What to see

- **Slow spiral out**: the ball on the film leaves its circle at 0.085 of its size per second; the other two do not.
- **The fastest spiral**: a thinner film. Thinner still, and it is slower again; the chart has both sides.
- **A stiff film**: hardly any difference to rolling.
- **Put down without turning**: the film takes the slip away gently, dry friction in 0.28 s and for good.
- **Too fast for dry friction**: it asks for 0.0146 and has 0.01; it cannot grip, and is thrown off.
- **Inwards, then outwards**: put down at rest, all three drift to the middle, at about 2 cm/s, and out again.

## Ask the class

Does a heavier ball spiral faster on the same film, or more slowly? Look at $\gamma$ first, then change $\p{radius}$.

## References

- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, introduction, where the contradictory experiments are listed. The golden spiral is derived here.
- K. Weltner, Stable circular orbits of freely moving balls on rotating discs, Am. J. Phys. 47, 1979.
"""

from math import sqrt

import numpy as np

from sandbox.scene import (
    ANEW,
    Ball,
    Card,
    Chart,
    Contact,
    Coulomb,
    Curve,
    Mark,
    Number,
    On,
    Paper,
    Parameter,
    Placed,
    Plane,
    Preset,
    Rough,
    Scene,
    Showing,
    Smooth,
    Spin,
    Start,
    Try,
    Viscous,
    World,
    edges_of,
    laboratory_floor,
    papers,
)

G = 9.81             # [m/s^2]
CHI = 2/7            # I/(I + m a^2) of a solid ball
DENSITY = 1700.0     # of a billiard ball [kg/m^3]
GOLDEN = (1.0 + sqrt(5.0))/2.0
# radius of the tables, middles of the three [m]
RIM = 0.26
MIDDLES = {"film": (0.0, 0.0), "dry": (-0.3, 0.47), "rough": (0.3, 0.47)}
# what they look like
OF = {"film": "glass", "dry": "wood", "rough": "slate"}
# share of a velocity by which the start of a closed form may be another one than the scene's
NEARLY = 1e-12

PARAMETERS = (
    Parameter("rate", 5.0, "rad/s", low=-10, high=10, live=True, about="rotation rate of the tables"),
    Parameter("c", 6.0, "N s/m", low=0.01, high=500, title="friction of the film", symbol="c",
              about="force of the film over the slip velocity"),
    Parameter("mu", 0.1, low=0, high=1, about="coefficient of dry friction"),
    Parameter("resistance", 0.0, "m", low=0, high=0.002, about="rolling resistance: its moment over the normal force"),
    Parameter("radius", 0.05, "m", low=0.02, high=0.06, about="radius of the balls"),
    Parameter("x", 0.09, "m", low=-0.2, high=0.2, role="start", about="distance from the axis"),
    Parameter("vx", 0.0, "m/s", low=-1, high=1, role="start", about="speed of the centre along the radius"),
    Parameter("vy", 0.1, "m/s", low=-1, high=1, role="start", about="speed of the centre across the radius"),
    Parameter("put_down", False, role="start",
              about="balls that do not turn at the start, and slip, instead of rolling"),
)


def build(p):
    laws = {"film": Viscous(p.c), "dry": Coulomb(p.mu) if p.mu else Smooth(), "rough": Rough()}
    tables = {name: On(Plane(rim=RIM).of(OF[name]).placed((*MIDDLES[name], 0.0)),
                       Spin("z", "rate", point=(*MIDDLES[name], 0.0)), Contact(law, rolling_resistance=p.resistance))
              for name, law in laws.items()}
    floor = {"floor": laboratory_floor(-0.12)}
    worlds = []
    for name, table in tables.items():
        # the first one has the other tables beside it, so that they are seen
        beside = {other: on for other, on in tables.items() if other != name and not worlds}
        worlds.append(World({name: table, **edges_of(table), **beside, **floor},
                            [Placed(Ball(p.radius, density=DENSITY), start_of(p, name))]))
    return worlds


def start_of(p, table):
    """Start on one of the tables: all alike, but that a rough table has no slip."""
    v, s = complex(p.vx, p.vy), slip(p)
    if table == "rough":
        v, s = v - CHI*s, 0.0
    # s = v + i a w - i Omega z
    w = (s - v + 1j*p.rate*p.x)/(1j*p.radius)
    x, y = MIDDLES[table]
    return Start(at=(x + p.x, y, p.radius), velocity=(v.real, v.imag, 0.0), omega=(w.real, w.imag, 0.0))


def slip(p):
    """Slip of the foot at the start [m/s], as a complex number."""
    return complex(p.vx, p.vy) - 1j*p.rate*p.x if p.put_down else 0.0


# ---- the film --------------------------------------------------------------------------------------------------------

def fading(p, c=None):
    """gamma = c/m of a film, this one's if none is given [1/s]."""
    return (p.c if c is None else c)/Ball(p.radius, density=DENSITY).m


def roots(rate, gamma):
    """Slow and fast root of the characteristic equation [1/s]; numbers or arrays."""
    fast = -gamma/(2*CHI)*(1.0 + np.sqrt(1.0 + 4j*CHI**2*rate/gamma))
    # their product is -i Omega gamma: the difference of the roots would cancel
    return -1j*rate*gamma/fast, fast


def exact(t, p, r, v):
    """Centre of the ball on the film after t seconds at constant rate [m]; None with a resistance or later starts."""
    z, velocity, s = complex(r[0], r[1]) - complex(*MIDDLES["film"]), complex(v[0], v[1]), slip(p)
    moved = abs(z - p.x) + abs(velocity - complex(p.vx, p.vy))
    if p.resistance or moved > NEARLY:
        return None
    gamma = fading(p)
    slow, fast = roots(p.rate, gamma)
    first = (-gamma*s - fast*velocity)/(slow - fast)
    way = first*(np.expm1(slow*t)/slow if slow else t) + (velocity - first)*np.expm1(fast*t)/fast
    return r[0] + way.real, r[1] + way.imag, r[2] + 0.0*t


def widest(p):
    """c of the fastest spiral [N s/m] and its rate [1/s]."""
    return (2*CHI**2*abs(p.rate)*GOLDEN**-1.5/fading(p, 1.0), GOLDEN**-2.5*CHI*abs(p.rate))


# ---- chart and card --------------------------------------------------------------------------------------------------

def spiral_rates(p):
    """Rate of the spiral over the coefficient of the film, and how fast the ball's speed grows now."""
    c = np.geomspace(0.01, 500.0, 300)
    gamma, rate = fading(p, c), abs(p.rate)
    parts = [Curve("Re λ", c, roots(rate, gamma)[0].real, tone=0),
             Curve("χ³Ω² m/c", c, CHI**3*rate**2/gamma, style="dashes", tone=1),
             Curve("√(Ω c/2m)", c, np.sqrt(rate*gamma/2), style="dashes", tone=2),
             Mark("φ", *widest(p), "point", "w² = w + 1")] if rate else []
    m = Ball(p.radius, density=DENSITY).m

    def growth(path):
        v, F = path.velocity, path.F
        square = v[0]*v[0] + v[1]*v[1]
        with np.errstate(divide="ignore", invalid="ignore"):
            found = (F[0]*v[0] + F[1]*v[1])/(m*square)
        return p.c + 0.0*found, np.where(found > 0.0, found, np.nan)

    return Chart("friction of the film", "rate of the spiral", tuple(parts), growth, "N s/m", "1/s", x_log=True,
                 y_log=True, title="How fast it spirals out", y_range=(1e-3, 3.0))


def drift_inwards(p):
    """Speed of a ball that was put down at rest, towards the axis [m/s]."""
    return (1 - CHI)*p.resistance*G/(CHI*abs(p.rate)*p.radius) if p.rate else 0.0


CARD = Card(
    "Three balls start alike. In front, on a film of oil, the ball slips a little and spirals out. Dry friction, on "
    "the left, and a rough table, on the right, keep the others on their circles.",
    "λ² + (γ/χ) λ − iΩγ = 0 with γ = c/m: the spiral grows at Re λ = {spiral}, for a stiff film χ³Ω²m/c = {stiff}, "
    "and goes round at {turning}, near χΩ = {circling}.",
    Try("[Take a thinner film]: it spirals out faster.", c=1.0),
    {"spiral": Number("1/s", lambda p, r: roots(p.rate, fading(p))[0].real),
     "turning": Number("rad/s", lambda p, r: roots(p.rate, fading(p))[0].imag),
     "stiff": Number("1/s", lambda p, r: CHI**3*p.rate**2/fading(p)),
     "golden": Number("N s/m", lambda p, r: widest(p)[0]),
     "circling": Number("rad/s", lambda p, r: CHI*p.rate),
     "asked": Number("", lambda p, r: CHI*abs(p.rate)*abs(complex(p.vx, p.vy))/G),
     "drift": Number("m/s", lambda p, r: drift_inwards(p))})

# ---- papers ----------------------------------------------------------------------------------------------------------

def growing(seen):
    """Rate of the slow spiral [1/s], from the two exponentials that four velocities at equal steps consist of."""
    v, step = seen.v[:, 0] + 1j*seen.v[:, 1], (len(seen.t) - 1)//3
    one, two, three, four = v[:4*step:step][:4]
    b, a = np.linalg.solve([[one, two], [two, three]], [-three, -four])
    slow = max(np.roots([1.0, a, b]), key=abs)
    return float(np.log(slow).real/(seen.t[step] - seen.t[0]))


def even(seen):
    """How far the speed of the ball with dry friction departs from its first value [m/s]."""
    speed = np.linalg.norm(seen.rows.velocity[:, 1], axis=1)
    return np.max(np.abs(speed - speed[0]))


def inwards(seen):
    """Mean speed towards the axis of the ball that rolls [m/s]."""
    far = np.linalg.norm(seen.rows.centre[:, 2, :2] - MIDDLES["rough"], axis=1)
    return (far[0] - far[-1])/(seen.t[-1] - seen.t[0])


PAPERS = (
    Paper("B introduction, [24]", "a ball that slips under viscous friction spirals out slowly", "rate of the spiral",
          growing, lambda p: roots(p.rate, fading(p))[0].real, 1e-9, "1/s", preset="Slow spiral out", seconds=4.0,
          chart="How fast it spirals out"),
    Paper("B introduction, [24]", "the fastest spiral of all films has the golden ratio in it: φ^(−5/2) χΩ",
          "rate of the spiral", growing, lambda p: widest(p)[1], 1e-6, "1/s",
          "the film of the preset has three digits", preset="The fastest spiral", seconds=2.0,
          chart="How fast it spirals out"),
    Paper("B introduction, [30]", "under dry friction the ball grips, and keeps its circle: no spiral",
          "change of the speed of the ball with dry friction", even, 0.0, 1e-13, "m/s", preset="Slow spiral out",
          seconds=4.0),
    Paper("B introduction, [30]", "put down without turning, the ball on the film ends with v − χ s as the others do",
          "largest distance from the closed form of the film", papers.off_exact, 0.0, 1e-10, "m",
          preset="Put down without turning", seconds=4.0),
    Paper("B introduction, [31]", "with a moment against rolling the same ball spirals in and then out",
          "speed towards the axis of the ball that rolls", inwards, drift_inwards, 2e-3, "m/s",
          "the push is along the slip, which is nearly the table", preset="Inwards, then outwards", seconds=4.4),
    Paper("I 2.2", "the viscous law of contact, F = −c s", "largest distance from the closed form of the film",
          papers.off_exact, 0.0, 1e-10, "m", preset="A stiff film", seconds=4.0),
)

SCENE = Scene(
    "Slipping ball on a turntable", PARAMETERS, build, exact=exact, conserved=("E_J", "spin_omega_n"),
    papers=PAPERS, card=CARD, topic="tables", level="university", chart=spiral_rates,
    presets=(
        Preset("Slow spiral out"),
        Preset("The fastest spiral",
               Card("Of all films this one throws the ball out fastest: thinner ones hardly carry it along, thicker "
                    "ones let it roll.",
                    "The rate is largest at c = {golden}, with the golden ratio φ: Re λ = φ^(−5/2) χΩ = {spiral}.",
                    Try("[Take a film ten times thinner]: slower again.", ANEW, c=0.035)),
               c=0.353, x=0.05, vy=0.05),
        Preset("A stiff film",
               Card("The film is so stiff that the ball goes round as if it rolled.",
                    try_=Try("[Take a thin film]: it leaves its circle.", c=1.0)),
               c=200.0),
        Preset("Put down without turning", Showing(1/4),
               Card("Put down without turning, the balls slip first. Dry friction ends that all at once, the film "
                    "little by little.",
                    "Friction turns the ball, and it goes on with v − χ s, whatever the law. The slip is {r.slip} on "
                    "the film now.",
                    Try("[Let them roll at the start]: nothing is lost.", ANEW, put_down=False)),
               put_down=True, mu=0.05, vy=0.0, x=0.09, c=2.0),
        Preset("Too fast for dry friction",
               Card("The friction is too small for the circle: the ball on the left never grips, and is thrown off.",
                    "The circle asks for χΩv/g = {asked}; dry friction has μ = {p.mu} only.",
                    Try("[Let it have 0.02]: it grips, and keeps its circle.", ANEW, mu=0.02)),
               mu=0.01),
        Preset("Inwards, then outwards",
               Card("Here the tables resist rolling. Put down at rest, the balls drift inwards, and later out again.",
                    "A push along the table moves the ball across it, as it does a top: inwards at (1 − χ) k g/(χΩa) = "
                    "{drift}.",
                    Try("[Take the resistance away]: they stay where they are.", ANEW, resistance=0.0)),
               resistance=0.0002, x=0.15, vy=0.0, c=30.0),
    ),
)

r"""Blade that gives way: hold, skid, grip again.

A real blade holds a sideways force only up to a limit; above it the edge is torn out, and energy is lost. The ideal
sleigh from the same start runs beside it.

## Assumptions

- A rigid sleigh of mass $m$ = 1 kg on a level plane; its mass centre lies $\p{offset}$ ahead of the blade, its moment
  of inertia about the mass centre is $\p{inertia}$, so $I_P=\p{inertia}+m\p{offset}^2$ about the blade.
- The ideal blade does not move across its edge, whatever force that takes; along it there is no friction.
- This blade does so only up to the force $\p{N_hold}$. Torn out, it slips against the constant force
  $\p{N_slide}\le\p{N_hold}$. It is a model of our own, no law of nature.

## Derivation

Let $\mathbf e_1$ point along the edge and $\mathbf e_2$ across it, $v_1$, $v_2$ be the parts of the blade's velocity,
$\omega$ the rate of turning. The mass centre has the acceleration

$$ (\dot v_1-\omega v_2-\p{offset}\,\omega^2)\,\mathbf e_1+(\dot v_2+\omega v_1+\p{offset}\,\dot\omega)\,\mathbf e_2 ,
   $$

and the only horizontal force is $N\mathbf e_2$ at the blade, with the moment $-\p{offset}N$ about the mass centre.

**Holding** ($v_2=0$), on a floor at rest:

$$ \dot v_1 = \p{offset}\,\omega^2,\qquad I_P\,\dot\omega = -m\,\p{offset}\,v_1\,\omega,\qquad N =
   \frac{\p{inertia}}{I_P}\,m\,\omega\,v_1 . $$

The energy $E=\tfrac12(mv_1^2+I_P\omega^2)$ stays, and since $|v_1\omega|\le E/\sqrt{mI_P}$ the most that is ever
asked of the blade is

$$ |N|_{\max}=\frac{\p{inertia}}{I_P}\,\sqrt{\frac{m}{I_P}}\;E . $$

**Skidding.** With $\sigma=\operatorname{sign}v_2$ the force is $-\sigma\p{N_slide}$:

$$ \begin{gathered} \dot v_1 = \omega v_2+\p{offset}\,\omega^2,\qquad \p{inertia}\,\dot\omega =
   \sigma\,\p{offset}\,\p{N_slide}, \\[0.5em] m(\dot v_2+\omega v_1+\p{offset}\,\dot\omega) = -\sigma\,\p{N_slide} .
   \end{gathered} $$

**Events.** Where $|N|$ reaches $\p{N_hold}$ the edge gives way, and the force keeps its sign. Where $v_2$ comes back
to 0, the ideal $N$ is worked out: if it is within the limit the blade grips, else it skids on to the other side. No
impulse is needed, for $v_2=0$ at either event. On a table that turns at $\p{rate}$ the same law holds for the
velocity across the edge relative to the table.

## What is conserved

- While the blade holds on a floor at rest, $E$: $N$ has no power where $v_2=0$. Skidding takes the power
  $\p{N_slide}|v_2|$; the ledger has {r.ledger}.
- On a turning table $E_J=E-\Omega L$ while it holds; $E$ alone is not conserved, since the edge moves with the table.
  Again the ledger has what skidding takes.
- Neither momentum nor angular momentum: $N$ is a force from outside.

## What to see

- **It skids and grips again**: out at 0.152 s, held again at 1.936 s; by then 97 % of its energy is lost.
- **Strong enough**: the edge needs 0.83 N and holds 1.5 N, so that both sleighs run as one.
- **Launched backwards**: the ideal sleigh turns round; its blade would have to hold 1.5 N on the way and holds 1 N.

## Ask the class

The sleigh is started with twice the spin. By what factor has the blade to be stronger? Find the least $\p{N_hold}$
for {p.spin} and for twice that.

## References

- S. A. Chaplygin, On the theory of motion of nonholonomic systems. The reducing-multiplier theorem, Mat. Sbornik 28,
  1911 (the ideal sleigh).
- C. Carathéodory, Der Schlitten, Z. Angew. Math. Mech. 13, 1933.
"""

from math import sqrt

from sandbox.scene import (
    Blade,
    Breakable,
    Card,
    Ideal,
    Number,
    Parameter,
    Plane,
    Preset,
    Scene,
    Showing,
    Sleigh,
    Spin,
    Try,
)

PARAMETERS = (
    Parameter("N_hold", 0.6, "N", low=0, high=20, about="force that the blade holds"),
    Parameter("N_slide", 0.4, "N", low=0, high=20, about="force against which it skids, not above the first"),
    Parameter("v1", 0.05, "m/s", low=-2, high=2, role="start", about="speed along the edge"),
    Parameter("spin", 4.0, "rad/s", low=-10, high=10, role="start", about="rate of turning"),
    Parameter("offset", 0.08, "m", low=-0.3, high=0.3, about="how far the mass centre is ahead of the blade"),
    Parameter("inertia", 0.015, "kg m²", low=0.001, high=0.2, about="moment of inertia about the mass centre"),
    Parameter("x", 0.6, "m", low=-1.4, high=1.4, role="start", about="place of the blade"),
    Parameter("rate", 0.0, "rad/s", low=-10, high=10, live=True, about="rotation rate of the table"),
    Parameter("beside", True, about="the ideal sleigh starts with it"),
)


def build(p):
    blades = [Breakable(p.N_hold, p.N_slide), Ideal()][:2 if p.beside else 1]
    ice = Plane(rim=1.5).of("ice")
    return [Sleigh(1.0, p.inertia, (Blade((-p.offset, 0.0), realisation=blade),), Spin("z", "rate"), ice)
            for blade in blades]


def start(p):
    return build(p)[0].start(p.x, 0.0, 0.0, p.v1, p.spin, p.rate)


def most_needed(p):
    """Largest force that the edge needs on a floor at rest [N]."""
    I = p.inertia + p.offset**2
    return p.inertia/I*sqrt(1.0/I)*0.5*(p.v1**2 + I*p.spin**2)


CARD = Card(
    "The blade is torn out where it would have to hold too much; it skids, and grips again. Beside it runs the "
    "ideal sleigh.",
    "The edge needs up to (I_C/I) √(m/I) E = {needs}; it holds {p.N_hold}. Now it has {r.friction}.",
    Try("[Let the blade hold 3 N]: both sleighs run alike.", N_hold=3.0),
    {"needs": Number("N", lambda p, r: most_needed(p))})

SCENE = Scene(
    "Blade that gives way", PARAMETERS, build, start,
    showing=Showing(camera="follow"),
    card=CARD, topic="blades", level="research",
    presets=(
        Preset("It skids and grips again"),
        Preset("Strong enough",
               Card("The blade is strong enough: it holds all the way, and both sleighs run as one.",
                    try_=Try("[Let it hold only 0.6 N]: it is torn out.", N_hold=0.6)),
               N_hold=1.5),
        Preset("On ice once it is out",
               Card("Once torn out it skids as on ice: hardly anything stops it from slipping on."),
               N_slide=0.02, spin=3.6),
        Preset("Skidding to either side", N_slide=0.6, spin=7.0),
        Preset("Launched backwards",
               Card("Launched backwards, the sleigh turns round; where it turns fastest the blade would have to "
                    "hold most."),
               v1=-0.8, spin=0.05, x=0.6, inertia=0.0192, N_hold=1.0, N_slide=0.8),
        Preset("On a turntable",
               Card("A table that turns throws the sleigh out, and asks more of its blade the farther it is.",
                    "Now the blade's force is {r.friction}; it holds {p.N_hold}, and skids against {p.N_slide}.",
                    Try("[Let the blade hold 3 N]: it lets go later, or not at all.", N_hold=3.0)),
               rate=1.7, x=0.1, v1=0.0, spin=0.0, N_hold=0.3, N_slide=0.2),
    ),
)

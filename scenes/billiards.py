r"""Billiards: a rack, a cue ball, and what a hit does before friction has had its say.

A hit of two balls is over at once and hardly touches their spins. What happens afterwards is the work of the felt:
each ball slips, is slowed or driven by friction, and in the end rolls.

## Assumptions

- Rigid, solid, equal balls of mass $\p{mass}$ and radius $\p{radius}$, $I=\tfrac25\p{mass}\p{radius}^2$.
- The felt rubs dry with $\mu_{\rm f}$ = {p.felt} and resists rolling with a moment $kN$, $k$ = {p.resistance}.
- Hits are instantaneous: restitution $\p{restitution}$ and friction $\p{friction}$ between balls, {p.cushion} and
  {p.cushion_friction} at the cushions.
- The face of a cushion leans over by {p.cushion_lean} and touches a ball above its centre.

## Derivation

**The hit.** The cue ball comes with the velocity $V$ at the angle $\varphi$ to the line of centres $\mathbf n$.
Momentum and restitution fix the impulse along $\mathbf n$, $P=\tfrac12(1+\p{restitution})\,\p{mass}V\cos\varphi$. If
the balls slip on each other all the time, friction adds $\p{friction}P$ across ("throw"). The object ball gets

$$ v_n = \tfrac12(1+\p{restitution})\,V\cos\varphi,\qquad v_t =
   \tfrac12\,\p{friction}\,(1+\p{restitution})\,V\cos\varphi, $$

and the cue ball keeps

$$ v_n = \tfrac12(1-\p{restitution})\,V\cos\varphi,\qquad v_t =
   V\sin\varphi-\tfrac12\,\p{friction}\,(1+\p{restitution})\,V\cos\varphi . $$

Between two solid balls slip ends after an impulse of $\p{mass}/7$ times its speed. So without spin it lasts only if
$\tan\varphi\ge\tfrac72\,\p{friction}(1+\p{restitution})$; for a fuller hit $v_t=\tfrac17V\sin\varphi$ of the object
ball.

**On the felt.** The slip of the lowest point is $\mathbf s=\mathbf v-\p{radius}\,\boldsymbol\omega\times\mathbf e_z$.
While it lasts,

$$ \dot{\mathbf v} = -\mu_{\rm f}\,g\,\frac{\mathbf s}{|\mathbf s|},\quad
   \p{radius}\,\dot{\boldsymbol\omega}\times\mathbf e_z = +\frac52\,\mu_{\rm f}\,g\,\frac{\mathbf s}{|\mathbf
   s|},\quad \dot{\mathbf s} = -\frac72\,\mu_{\rm f}\,g\,\frac{\mathbf s}{|\mathbf s|} . $$

The slip keeps its direction and ends after $\tfrac27|\mathbf s|/(\mu_{\rm f}g)$; till then the force is constant and
the path a parabola. The combination $\mathbf v+\tfrac25\p{radius}\,\boldsymbol\omega\times\mathbf e_z$ does not
change, and rolling ($\mathbf s=0$) makes of it

$$ \mathbf v_{\rm r}=\tfrac57\,\mathbf v+\tfrac27\,\p{radius}\,\boldsymbol\omega\times\mathbf e_z . $$

A ball that begins without spin rolls with 5/7 of its speed. A rolling cue ball that hits another one straight on
keeps its spin and rolls on with 2/7 of what it had (follow); with as much spin the other way it comes back with 2/7
(draw). Then the resistance brakes by $\tfrac57 kg/\p{radius}$.

**A turning table.** A ball that rolls on it runs on circles of the rate $\tfrac27\p{rate}$, as in the scene **Ball on
a turntable**.

## What is conserved

- In a hit of two balls that nothing else touches their momentum, and for each of them its angular momentum about the
  touching point. The energy only if $\p{restitution}=1$ and $\p{friction}=0$.
- While a ball slips or rolls freely, the horizontal part of its angular momentum about any fixed point of the table:
  friction lies in that plane and the weight is carried where it acts. This is the combination that gives
  $\mathbf v_{\rm r}$; the resistance $k$ takes from it.
- Always the energy less the ledger, {r.E_0}; hits and the felt have taken {r.ledger}.

## What to see

- **Stun shot: a right angle**: for $\p{restitution}=1$, $\p{friction}=0$ the cue ball keeps $V\sin\varphi$ across,
  the other one gets $V\cos\varphi$ along.
- **Two sevenths and five sevenths**: of 0.5 m/s in the end 0.143 m/s and 0.357 m/s.
- **English off the cushion**: turn the side spin round, and the ball comes off to the other side.

## Ask the class

A rolling ball hits an equal one straight on, and the hit loses nothing. What share of the energy is left when both
roll again: 1, 29/49 or 1/2? Try **Two sevenths and five sevenths**.

## References

- G.-G. Coriolis, Théorie mathématique des effets du jeu de billard, Paris, 1835.
- R. E. Wallace, M. C. Schroeder, Analysis of billiard ball collisions in two dimensions, Am. J. Phys. 56, 1988.
- D. G. Alciatore, The Illustrated Principles of Pool and Billiards, 2004.
- S. Mathavan, M. R. Jackson, R. M. Parkin, A theoretical analysis of billiard ball dynamics under cushion impacts,
  Proc. Inst. Mech. Eng. C 224, 2010.
"""

from math import cos, hypot, pi, sin, sqrt

from sandbox.scene import (
    ANEW,
    Ball,
    Board,
    Card,
    Contact,
    Coulomb,
    Cue,
    Number,
    On,
    Parameter,
    Placed,
    Preset,
    Scene,
    Showing,
    Smooth,
    Spin,
    Start,
    Try,
    World,
)

PARAMETERS = (
    Parameter("rate", 0.0, "rad/s", low=-3, high=3, live=True, about="rotation rate of the table"),
    Parameter("speed", 6.0, "m/s", low=0, high=12, role="start", about="speed of the cue ball"),
    Parameter("aim", 0.0, "deg", low=-180, high=180, role="start",
              about="direction of the cue ball, 0 along the table"),
    Parameter("follow", 0.0, low=-2.5, high=2.5, role="start",
              about="spin about the axis of rolling as a share of that of a rolling ball: 1 rolls, below 0 draws"),
    Parameter("english", 0.0, "rad/s", low=-300, high=300, role="start", about="side spin of the cue ball"),
    Parameter("cue_x", -0.55, "m", low=-1.2, high=1.2, role="start", about="place of the cue ball along the table"),
    Parameter("cue_y", 0.006, "m", low=-0.6, high=0.6, role="start", about="place of the cue ball across the table"),
    Parameter("rows", 5, low=1, high=5, role="start", about="rows of the rack: 5 are 15 balls, 1 is a single ball"),
    Parameter("rack_x", 0.55, "m", low=-1.0, high=1.0, role="start", about="place of the first ball of the rack"),
    Parameter("gap", 2e-4, "m", low=0, high=0.05, role="start", about="gap between neighbours of the rack"),
    Parameter("radius", 0.0286, "m", low=0.015, high=0.05, about="radius of the balls"),
    Parameter("mass", 0.17, "kg", low=0.02, high=1.0, about="mass of a ball"),
    Parameter("length", 2.24, "m", low=0.8, high=4.0, about="length of the table between the cushions"),
    Parameter("width", 1.12, "m", low=0.4, high=2.0, about="width of the table between the cushions"),
    Parameter("felt", 0.2, low=0, high=1, about="friction coefficient of the felt"),
    Parameter("resistance", 2.5e-4, "m", low=0, high=2e-3, about="lever arm of the moment that resists rolling"),
    Parameter("friction", 0.05, low=0, high=1, about="friction coefficient between balls"),
    Parameter("restitution", 0.95, low=0, high=1, about="share of the normal speed that a hit of balls gives back"),
    Parameter("cushion", 0.8, low=0, high=1, about="share of the normal speed that a cushion gives back"),
    Parameter("cushion_friction", 0.15, low=0, high=1, about="friction coefficient of the cushions"),
    Parameter("cushion_lean", 15.0, "deg", low=0, high=30, about="how far the face of a cushion leans over"),
)

# of a wall, as a multiple of how high its nose is
WALL_HEIGHT = 2.0


def friction(mu):
    return Coulomb(mu) if mu > 0.0 else Smooth()


def build(p):
    turning = Spin("z", "rate")
    felt = Contact(friction(p.felt), rolling_resistance=p.resistance if p.felt > 0.0 else 0.0)
    law = Contact(friction(p.cushion_friction), restitution=p.cushion)
    supports = {"table": On(Board(p.length, p.width).of("felt"), turning, felt)}
    for name, wall in walls(p).items():
        supports[name] = On(wall, turning, law)
    hit = Contact(friction(p.friction), restitution=p.restitution)
    return World(supports, balls(p), {("ball", "ball"): hit})


def walls(p):
    """The four cushions: boards whose faces lean over, so that they touch a ball above its centre."""
    lean = p.cushion_lean*pi/180.0
    nose = p.radius*(1.0 + sin(lean))
    high, turned = WALL_HEIGHT*nose/cos(lean), 0.5*pi + lean
    # where the face is at the height of the nose: a ball touches it with its centre a radius before the cushion's line
    x, y = (0.5*side - p.radius*(1.0 - cos(lean)) for side in (p.length, p.width))
    end, side = Board(high, p.width).of("felt"), Board(p.length, high).of("felt")
    return {"right cushion": end.placed((x, 0.0, nose), (0.0, 1.0, 0.0), -turned),
            "left cushion": end.placed((-x, 0.0, nose), (0.0, 1.0, 0.0), turned),
            "far cushion": side.placed((0.0, y, nose), (1.0, 0.0, 0.0), turned),
            "near cushion": side.placed((0.0, -y, nose), (1.0, 0.0, 0.0), -turned)}


def balls(p):
    """The cue ball, then the rack: each lies on the table as the table moves."""
    ball = Ball(p.radius, mass=p.mass)
    found = [Placed(ball, cue(p), name="cue ball")]
    apart = 2.0*p.radius + p.gap
    for row in range(int(p.rows)):
        for k in range(row + 1):
            x, y = p.rack_x + 0.5*sqrt(3.0)*apart*row, (k - 0.5*row)*apart
            found.append(Placed(ball, Start(at=(x, y), velocity=(-p.rate*y, p.rate*x, 0.0), omega=(0, 0, p.rate))))
    return found


def cue(p):
    """Velocity and spin are those that a person on the table sees."""
    along = (cos(p.aim*pi/180.0), sin(p.aim*pi/180.0))
    velocity = (p.speed*along[0] - p.rate*p.cue_y, p.speed*along[1] + p.rate*p.cue_x, 0.0)
    roll = p.follow*p.speed/p.radius
    return Start(at=(p.cue_x, p.cue_y), velocity=velocity,
                 omega=(-roll*along[1], roll*along[0], p.english + p.rate))


SINGLE = {"rows": 1, "rack_x": 0.0}

CARD = Card(
    "A hit is over at once; what friction of the felt makes of it comes later.",
    "While a ball slips, v + (2/5) a ω × n stays. Left alone, this one rolls at last with {rolling}; now it has "
    "{r.speed}.",
    Try("[Hit half as hard]: the angles of the hits are the same.", speed=lambda p: p.speed/2),
    {"rolling": Number("m/s", lambda p, r: hypot(5*r.vx + 2*p.radius*r.wy, 5*r.vy - 2*p.radius*r.wx)/7)})

SCENE = Scene(
    "Billiards", PARAMETERS, build,
    showing=Showing(closer=1.1), card=CARD, topic="contact", level="school",
    controls=(Cue("cue ball", speed=6.0),),
    presets=(
        Preset("Break",
               Card("The cue ball opens the rack. All balls slip first and roll later.")),
        Preset("Stun shot: a right angle",
               Card("Cue ball and object ball part at a right angle.",
                    try_=Try("[Let hits give back only 0.8]: the angle is smaller than a right one.", restitution=0.8)),
               **SINGLE, restitution=1.0, friction=0.0, speed=2.0, cue_x=-0.1,
               cue_y=0.0286),
        Preset("Follow",
               Card("The cue ball hands its speed on, stands for a moment, and follows: it has kept its spin.",
                    try_=Try("[Give it back spin]: it comes back instead.", follow=-1.8)),
               **SINGLE, follow=1.0, speed=1.5, cue_x=-0.4, cue_y=0.0),
        Preset("Draw",
               Card("The cue ball hits, and comes back: its spin pulls it.",
                    try_=Try("[Let it roll from the start]: it follows instead.", follow=1.0)),
               **SINGLE, follow=-1.8, speed=1.8, cue_x=-0.3, cue_y=0.0),
        Preset("Two sevenths and five sevenths",
               Card("After the hit both balls slip; then one rolls with 2/7, the other with 5/7 of the speed."),
               **SINGLE, follow=1.0, speed=0.5, cue_x=-0.3, cue_y=0.0,
               restitution=1.0, friction=0.0, resistance=0.0),
        Preset("English off the cushion",
               Card("Side spin bends the way where the ball comes off the cushion.",
                    try_=Try("[Turn the side spin round]: it comes off the other way.", english=lambda p: -p.english)),
               rows=1, rack_x=-0.9, aim=60.0, speed=2.0, english=-120.0, cue_x=-0.3,
               cue_y=-0.2),
        Preset("The table turns",
               Card("On a table that turns a ball that rolls runs on arcs.",
                    "Once a ball rolls it circles at χΩ = 2/7 Ω = {circling}; this one has {r.speed} now.",
                    Try("[Stop the table]: the ways are straight.", ANEW, rate=0.0),
                    {"circling": Number("rad/s", lambda p, r: 2/7*p.rate)}),
               rate=0.3, speed=3.0, rows=1, resistance=0.0),
        Preset("Nothing is lost between balls",
               Card("Nothing rubs and all hits give all back: the energy is handed about, and stays.",
                    "Along the line of centres two equal balls exchange their velocities. E = {r.E_J} stays.",
                    Try("[Bring friction back to the felt]: the balls slow down until they roll.", felt=0.2)),
               restitution=1.0, friction=0.0, cushion=1.0, cushion_friction=0.0,
               felt=0.0, cushion_lean=0.0, resistance=0.0, speed=3.0, gap=0.003),
        Preset("The cue is yours", Showing(closer=0),
               Card("Press the white ball, draw the cue back, let go. A point for each shot that moves all the other "
                    "balls.",
                    try_=Try("[Hit it at once]: the shot that opens the rack.", ANEW, speed=4.0)),
               rows=2, rack_x=0.3, gap=0.05, speed=0.0, cue_y=0.0),
    ),
)

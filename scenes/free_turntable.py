r"""Ball on a turntable that nobody drives: the ball runs on a conic, and the table slows down as it goes out.

Ball and table push each other through friction and share one angular momentum. The problem can be solved to the end:
with the angle of the table in place of time it is linear.

## Assumptions

- The table (moment of inertia $\p{inertia}$, radius $\p{rim}$) is level; its bearings are ideal.
- The ball (mass $m$, radius $\p{radius}$, central moment $I_{\rm b}$) rolls without slip; nothing resists rolling.
  Over the rim the motion ends.
- The table presses with $mg$ all the time. A hand may lift the ball: it flies, the table turns on by itself, and where
  the ball lands it grips at once, which leaves $L$.

## Derivation

With the velocity $\mathbf u=\Omega\,\mathbf e_z\times\mathbf r$ of the table below the ball, rolling and the laws of
Newton and Euler,

$$ \mathbf v = \mathbf u+\p{radius}\,\boldsymbol\omega\times\mathbf e_z,\qquad m\dot{\mathbf v} = \mathbf F,\qquad
   I_{\rm b}\dot{\boldsymbol\omega} = -\p{radius}\,\mathbf e_z\times\mathbf F, $$

give the friction $\mathbf F=\chi m\dot{\mathbf u}$ with $\chi=I_{\rm b}/(I_{\rm b}+m\p{radius}^2)$. Its reaction
turns the table, $\p{inertia}\dot\Omega=-\mathbf e_z\cdot(\mathbf r\times\mathbf F)$. Hence

$$ \begin{gathered} \mathbf v^{*} = \mathbf v-\chi\,\Omega\,\mathbf e_z\times\mathbf r,\qquad L =
   \p{inertia}\,\Omega+m\,\mathbf e_z\cdot(\mathbf r\times\mathbf v), \\[0.5em] K = (\p{inertia}+\chi mr^2)\,\Omega^2
   . \end{gathered} $$

Now let the axis of $\xi$ lie along $\mathbf v^{*}$, $V=|\mathbf v^{*}|$, and $\eta$ across. Then
$L=(\p{inertia}+\chi mr^2)\,\Omega-mV\eta$, and with $K$

$$ \Omega=\frac{K}{L+mV\eta} . $$

The velocity is $\dot\xi=V-\chi\Omega\eta$, $\dot\eta=\chi\Omega\xi$. Over the angle $\vartheta$ of the table,
$d\vartheta=\Omega\,dt$, this is linear:

$$ \frac{d\xi}{d\vartheta} = \frac{VL}{K}-\Bigl(\chi-\frac{mV^2}{K}\Bigr)\eta,\qquad \frac{d\eta}{d\vartheta} =
   \chi\,\xi, $$

an oscillation whose rate has the square $\chi\,(\chi-mV^2/K)$. Dividing one by the other and integrating shows the
path:

$$ \chi\,\xi^2+\Bigl(\chi-\frac{mV^2}{K}\Bigr)\eta^2-\frac{2VL}{K}\,\eta=\mathrm{const}, $$

an ellipse for $\chi K>mV^2$, a parabola where they are equal, a hyperbola else. Time follows from the angle as in
Kepler's equation, $Kt=L\vartheta+mV\!\int\!\eta\,d\vartheta$. From this the curve beside the run is drawn.

## What is conserved

- $\mathbf v^{*}$, since $m\dot{\mathbf v}=\chi m\dot{\mathbf u}$; $L$ = {r.integral:L}, since the moments are inner
  ones and the spin $\omega_z$ stays by itself.
- $K$ = {r.integral:K}: from $L$ and $\mathbf v^{*}$ follows
  $(\p{inertia}+\chi mr^2)\,\dot\Omega=-\chi m\Omega\,\mathbf r\cdot\mathbf v$. It is the energy in another form,
  $E=\tfrac12K+mV^2/(2(1-\chi))+\tfrac12I_{\rm b}\omega_z^2$.
- Slip, friction in the bearing or a driven table would end it: then $\Omega$ has other causes than the ball.

## What to see

- **Ellipse**: $r$ goes between 10.9 cm and 29.3 cm, the table slows from 3.0 to 2.67 rad/s and recovers; now
  {r.support_spin}.
- **Light table: hyperbola**: as the ball comes in the table speeds up from 5 to 18.7 rad/s, as $K$ asks; after 2.6 s
  the ball is over the rim.
- **It stays where it is put**: at rest $\mathbf r\cdot\mathbf v=0$. **Heavy table: nearly a circle**, as on a driven
  one.

## Ask the class

Can the ball stop the table, or turn its rotation round? Ask $K$, then try to do it with a light table.

## References

- W. Weckesser, A ball rolling on a freely spinning turntable, Am. J. Phys. 65, 1997.
- A. V. Borisov, I. S. Mamaev, I. A. Bizyaev, The Jacobi integral in nonholonomic mechanics, Regul. Chaotic Dyn. 20,
  2015, conclusion.
"""

from numpy import abs as size
from numpy import array, asarray, cos, ones_like, sin, sqrt, where, zeros_like

from sandbox.scene import (
    HAND,
    Ball,
    Card,
    FreeTurntable,
    Number,
    Paper,
    Parameter,
    Plane,
    Preset,
    Scene,
    Showing,
    Try,
    papers,
)

PARAMETERS = (
    Parameter("inertia", 0.02, "kg m²", low=5e-4, high=0.5, about="moment of inertia of the table"),
    Parameter("radius", 0.02, "m", low=0.005, high=0.05, about="radius of the ball"),
    Parameter("shell", False, about="hollow ball instead of a solid one"),
    Parameter("rim", 0.35, "m", low=0.1, high=1.0, about="radius of the table"),
    Parameter("rate", 3.0, "rad/s", low=-10, high=10, role="start", about="rotation rate of the table"),
    Parameter("x", 0.1, "m", low=-1.0, high=1.0, role="start", about="first coordinate of the centre"),
    Parameter("y", 0.05, "m", low=-1.0, high=1.0, role="start", about="second coordinate of the centre"),
    Parameter("vx", -0.05, "m/s", low=-2, high=2, role="start", about="velocity along x"),
    Parameter("vy", 0.16, "m/s", low=-2, high=2, role="start", about="velocity along y"),
)


def build(p):
    return FreeTurntable(Ball(p.radius, shell=p.shell), p.inertia, rim=p.rim, surface=Plane(rim=p.rim), name="ball")


def start(p):
    return build(p).start(p.x, p.y, p.vx, p.vy, p.rate)


def exact(t, p, q, v):
    """Centre after t seconds: a line on a table at rest, else a conic by the table's angle [m]."""
    ball, rate, t = Ball(p.radius, shell=p.shell), v[6], asarray(t, float)
    m, chi, z, w = ball.m, ball.chi, complex(q[0], q[1]), complex(v[0], v[1])
    if rate == 0.0:
        return _centre(z + w*t, p)
    if rate < 0.0:
        # the mirror image turns the other way
        z, w = z.conjugate(), w.conjugate()
    rate_0 = size(rate)
    vstar = w - 1j*chi*rate_0*z
    V = size(vstar)
    ahead = vstar/V if V > 0.0 else 1.0
    x, y = (z/ahead).real, (z/ahead).imag
    K = (p.inertia + chi*m*size(z)**2)*rate_0**2
    L = p.inertia*rate_0 + m*(z.conjugate()*w).imag
    bend, push = chi - m*V*V/K, V*L/K

    def path(angle):
        """x, y and the integral of y over the table's angle."""
        C, S, D, E = _waves(chi*bend, angle)
        whole = y*S + chi*x*D + chi*push*E
        return x + push*angle - bend*whole, y*C + chi*x*S + chi*push*D, whole

    angle = _angle(lambda a: (L*a + m*V*path(a)[2])/K, lambda a: K/(L + m*V*path(a)[1]), t, rate_0)
    along, aside, _whole = path(angle)
    found = (along + 1j*aside)*ahead
    return _centre(found.conjugate() if rate < 0.0 else found, p)


def _waves(square, a):
    """cos ka, sin ka/k, (1 - cos ka)/k^2, (a - sin ka/k)/k^2 for k^2 = square of any sign."""
    k, small = sqrt(complex(square)), size(square)*a*a < 1e-2
    if square == 0.0:
        return ones_like(a), a, a*a/2, a**3/6
    C, S = cos(k*a).real, (sin(k*a)/k).real
    # what cancels next to 0, by its series
    u = square*a*a
    D = where(small, a*a*(1 - u/12*(1 - u/30*(1 - u/56*(1 - u/90))))/2, (1 - C)/square)
    E = where(small, a**3*(1 - u/20*(1 - u/42*(1 - u/72*(1 - u/110))))/6, (a - S)/square)
    return C, S, D, E


def _angle(time_of, rate_at, t, rate):
    """The table's angle after t seconds: Newton's steps, halved intervals where they lead out of their bounds."""
    low, high = zeros_like(t), rate*t
    while (time_of(high) < t).any():
        high = where(time_of(high) < t, 2*high, high)
    a = array(high)
    for _i in range(200):
        late = time_of(a) - t
        low, high = where(late < 0, a, low), where(late < 0, high, a)
        new = a - late*rate_at(a)
        new = where((new >= low) & (new <= high), new, 0.5*(low + high))
        if (size(new - a) <= 4e-16*(1 + size(a))).all():
            return new
        a = new
    return a


def _centre(z, p):
    return z.real, z.imag, p.radius + 0.0*z.real


def shape(p, r):
    """chi K/(m V^2): above 1 the conic is an ellipse."""
    square = r["integral:vstar_x"]**2 + r["integral:vstar_y"]**2
    return (2/5 if p.shell else 2/7)*r["integral:K"]/(Ball(p.radius, shell=p.shell).m*square)


CARD = Card(
    "Nobody drives this table. The ball runs on a conic, and the table turns slower while the ball is far out.",
    "K = (J + χ m r²) Ω² = {r.integral:K} stays. χK/(m V²) = {shape}: above 1 the conic is an ellipse, below a "
    "hyperbola.",
    Try("[Make the table light]: the ball drives and brakes it, and its way opens.", inertia=0.001),
    {"shape": Number("", lambda p, r: shape(p, r))})

PAPERS = (
    Paper("B conclusion", "a ball on a table that turns freely draws a conic, here an ellipse",
          "largest distance from the closed form", papers.off_exact, 0.0, 1e-11, "m", preset="Ellipse", seconds=12.0),
    Paper("B conclusion", "on a free table the angular momentum of both stays", "departure of L", papers.stays("L"),
          0.0, 1e-13, "kg m²/s", preset="Light table: hyperbola", seconds=2.0),
    Paper("B conclusion", "on a free table K = (J + χ m r²) Ω² stays, which stands for the energy", "departure of K",
          papers.stays("K"), 0.0, 1e-13, "kg m²/s²", preset="Ellipse", seconds=12.0),
)

SCENE = Scene(
    "Ball on a free turntable", PARAMETERS, build, start, exact=exact,
    conserved=("E_J", "vstar_x", "vstar_y", "L", "K", "spin_omega_n"),
    papers=PAPERS, card=CARD, topic="tables", level="university",
    presets=(
        Preset("Ellipse"),
        Preset("Light table: hyperbola", Showing(1/2),
               Card("The table is so light that the ball slows it down and leaves on a hyperbola.",
                    try_=Try("[Make the table heavy]: it bends the ball's way into a circle.", inertia=0.5)),
               inertia=0.001, radius=0.03, rate=5.0, x=-0.32, y=-0.08,
               vx=0.22, vy=0.04),
        Preset("It stays where it is put",
               Card("Put down at rest, the ball stays where it is, and so does the table's rate.",
                    "v* = v − χΩ n × r stays: with v = 0 nothing has a reason to change. Ω = {r.support_spin}.",
                    Try("[Take the ball with the hand], pull it with the arrow keys and let go: it runs on a conic.",
                        HAND)),
               x=0.15, y=0.0, vx=0.0, vy=0.0),
        Preset("Hollow ball", shell=True, radius=0.03),
        Preset("Heavy table: nearly a circle",
               Card("A heavy table hardly feels the ball: nearly the circle of a driven table."),
               inertia=0.5),
        Preset("The other way round", Showing(1/2), rate=-3.0, vx=0.05, vy=0.1),
    ),
)

"""What a rolling body carries inside, masses on springs, masses on motors, rotors: how it turns body and balance.

In body axes from the body's own mass centre, for the mass m_k at s_k

    d_k = s_k - rho,   C_k = w x (w x s_k) + 2 w x s_k' + s_k'',   a_k - ge = A + w' x d_k + C_k + e_k alpha_k''

with A the A - ge of rolling.py (s_0 = 0, d_0 = -rho for the body itself), s_k' and s_k'' without alpha''. A line gives
s = b + alpha e. A rotor of axial moment I, whose mass belongs to the body's, adds h = I theta' e. The moments about the
contact and the force along each line,

    J w' + w x (J w + h) + h' + sum m_k d_k x (a_k - ge) = 0
    m_i e_i.(a_i - ge) = Q_i,   Q = -k (alpha - rest) - c alpha'

are solved for w' with the lines eliminated: a mass on a line answers across it only, P = 1 - e e^T,

    (J + sum m_k (|d|^2 1 - d d^T) - sum_lines m (d x e)(d x e)^T) w' =
        -w x (J w + h) - h' - sum_driven m d x (A + C) - sum_lines (m d x P (A + C) + d x e Q)
    reaction = sum m_k (a_k - ge)

E_J counts all masses, rotors and springs, relative to the support; motors and dampers write to the ledger:

    E_J = sum m_k (v_rel^2 - |ws x r|^2)/2 + (wr.J wr - ws.J ws)/2 + h.wr + I theta'^2/2 - sum m_k ge.r
          + k (alpha - rest)^2/2
    ledger' = -as.L - sum m_k ge'.r + sum_driven m (a - ge).s' + (I theta'' + I e.w') theta' - c alpha'^2

with r = c + d, v_rel = wr x d + s', L = sum m r x (ws x r + v_rel) + J w + h. Source: engine.md 1.1.
"""

from typing import NamedTuple

from sandbox.compiling.branching import call
from sandbox.compiling.compiled import compiled
from sandbox.compiling.entries import entry
from sandbox.compiling.places import Places
from sandbox.compiling.signature import Numbers
from sandbox.compiling.traced import Vector, cos, cross, sin, traced, turn, vector_at
from sandbox.mechanics import layout as lay
from sandbox.mechanics.contact.geometry import Symmetric, from_axis, tensor_times
from sandbox.mechanics.contact.rolling import solve_symmetric, tensor_about_contact
from sandbox.mechanics.motion import signal
from sandbox.mechanics.report import put

Triple = tuple[float, float, float]         # a Vector, or what compiled code has for one


class DrivenPart(NamedTuple):
    """A part that a motor moves, body axes."""

    s: Triple           # place [m]
    s_rate: Triple      # s' [m/s]
    s_second: Triple    # s'' [m/s^2]
    h: Triple           # own angular momentum [kg m^2/s]
    h_rate: Triple      # h' [N m]
    energy: float       # I theta'^2/2 [J]
    power: float        # I theta' theta'' [W]
    mass: float         # 0 for a rotor [kg]


class Load(NamedTuple):
    """What a body carries at one instant."""

    lines: tuple        # alpha and alpha' of the two lines (4,) [m, m/s]
    first: DrivenPart
    second: DrivenPart


class Mass(NamedTuple):
    """A mass besides the body's own, body axes."""

    m: float            # [kg]
    s: Vector           # [m]
    s_rate: Vector      # s' [m/s]
    C: Vector           # w x (w x s) + 2 w x s' + s'' [m/s^2]
    line: tuple | None  # e and Q/m [m/s^2] of a mass on a line


class Carrying(NamedTuple):
    """What the masses do to a rolling body."""

    w_rate: Vector      # w', body axes [rad/s^2]
    line_rates: tuple   # alpha'' (2,) [m/s^2]
    force: Vector       # reaction, body axes [N]
    power: float        # of motors, less loss of dampers [W]


class Placed(NamedTuple):
    """A mass at its place, local axes."""

    m: float            # [kg]
    r: Vector           # from the axis point [m]
    v_rel: Vector       # relative to the support [m/s]


class Energies(NamedTuple):
    """Energies of body and load."""

    E_J: float          # [J]
    kinetic: float      # relative to the axis point [J]


@compiled
def driven(t, p, at):
    """The DrivenPart whose numbers start at p[at]."""
    none = (0.0, 0.0, 0.0)
    kind = p[at + lay.DRIVEN_KIND]
    if kind == lay.NO_PART:
        return DrivenPart(none, none, none, none, none, 0.0, 0.0, 0.0)
    now = signal(t, p, at + lay.DRIVEN_LAW)
    if kind == lay.ON_LINE:
        return on_line(now, p, at)
    if kind == lay.ON_CIRCLE:
        return on_circle(now, p, at)
    return rotor(now, p, at)


@entry
def fill_driven(t: float, p: Numbers, at: int, out: Numbers):
    """Fill out (10,) with mass, place, its rate and h of the driven part at p[at]."""
    part = driven(t, p, at)
    out[0] = part.mass
    for i in range(3):
        out[1 + i], out[4 + i], out[7 + i] = part.s[i], part.s_rate[i], part.h[i]


@traced
def on_line(now, p, at):
    """A part that is driven along a line."""
    none, b, e = Vector(0.0, 0.0, 0.0), vector_at(p, at + lay.DRIVEN_POINT), vector_at(p, at + lay.DRIVEN_FIRST)
    return DrivenPart(b + now.value*e, now.rate*e, now.second*e, none, none, 0.0, 0.0, p[at + lay.DRIVEN_MASS])


@traced
def on_circle(now, p, at):
    """A part that is driven around a circle."""
    none, b = Vector(0.0, 0.0, 0.0), vector_at(p, at + lay.DRIVEN_POINT)
    e, f = vector_at(p, at + lay.DRIVEN_FIRST), vector_at(p, at + lay.DRIVEN_SECOND)
    c, s = cos(now.value), sin(now.value)
    out, along = c*e + s*f, c*f - s*e
    return DrivenPart(b + out, now.rate*along, now.second*along - now.rate*now.rate*out, none, none, 0.0, 0.0,
                      p[at + lay.DRIVEN_MASS])


@traced
def rotor(now, p, at):
    """A rotor; its mass number is its axial moment."""
    none, e, moment = Vector(0.0, 0.0, 0.0), vector_at(p, at + lay.DRIVEN_FIRST), p[at + lay.DRIVEN_MASS]
    return DrivenPart(none, none, none, moment*now.rate*e, moment*now.second*e, 0.5*moment*now.rate*now.rate,
                      moment*now.rate*now.second, 0.0)


def carried_masses(load, w, p) -> list[Mass]:
    """The masses besides the body's own, those on lines first."""
    result = []
    for i in range(lay.SLIDERS):
        at = lay.CARRIED + i*lay.SLIDER_SIZE
        alpha, rate, e = load.lines[2*i], load.lines[2*i + 1], vector_at(p, at + lay.SLIDER_DIRECTION)
        Q = -p[at + lay.SLIDER_STIFFNESS]*(alpha - p[at + lay.SLIDER_REST]) - p[at + lay.SLIDER_DAMPING]*rate
        s, s_rate = vector_at(p, at + lay.SLIDER_POINT) + alpha*e, rate*e
        C = cross(w, cross(w, s) + 2.0*s_rate)
        result.append(Mass(p[at + lay.SLIDER_MASS], s, s_rate, C, (e, p[at + lay.SLIDER_SHARE]*Q)))
    for part in (load.first, load.second):
        C = cross(w, cross(w, part.s) + 2.0*part.s_rate) + part.s_second
        result.append(Mass(part.mass, part.s, part.s_rate, C, None))
    return result


def held_part(tensor, m, d, x):
    """The tensor with a mass m at d added, as far as it is held: m (|d|^2 1 - d d^T - x x^T)."""
    dd = d @ d
    return Symmetric(
        tensor.xx + m*(dd - d[0]*d[0] - x[0]*x[0]), tensor.xy - m*(d[0]*d[1] + x[0]*x[1]),
        tensor.xz - m*(d[0]*d[2] + x[0]*x[2]), tensor.yy + m*(dd - d[1]*d[1] - x[1]*x[1]),
        tensor.yz - m*(d[1]*d[2] + x[1]*x[2]), tensor.zz + m*(dd - d[2]*d[2] - x[2]*x[2]))


def carrying(balanced, w, load, p):
    """The Carrying of a Load, from the `rolling.Balance` of the body alone; body axes."""
    rho, A, first, second = balanced.rho, balanced.A_load, load.first, load.second
    masses = carried_masses(load, w, p)
    h, h_rate = first.h + second.h, first.h_rate + second.h_rate

    # the body alone, then each mass as far as it is held
    tensor, right = tensor_about_contact(p, rho), balanced.moment - h_rate - cross(w, h)
    for mass in masses:
        d, b, x = mass.s - rho, A + mass.C, Vector(0.0, 0.0, 0.0)
        if mass.line is not None:
            e, q = mass.line
            x = cross(d, e)
            b = b + (q - e @ b)*e
        tensor = held_part(tensor, mass.m, d, x)
        right = right - mass.m*cross(d, b)
    turning = solve_symmetric(tensor, right)

    # accelerations, their forces and powers
    force, rates = p[lay.MASS]*(balanced.A - cross(turning, rho)), []
    power = balanced.power + first.power + second.power + (first.h + second.h) @ turning
    for i, mass in enumerate(masses):
        a = A + mass.C + cross(turning, mass.s - rho)
        if mass.line is not None:
            e, q = mass.line
            rates.append(q - e @ a)
            a = a + rates[i]*e
            power = power \
                - p[lay.CARRIED + i*lay.SLIDER_SIZE + lay.SLIDER_DAMPING]*load.lines[2*i + 1]*load.lines[2*i + 1]
        else:
            power = power + mass.m*(a @ mass.s_rate)
        force = force + mass.m*a
    return Carrying(turning, tuple(rates), force, power)


SECOND_DRIVEN = lay.FIRST_DRIVEN + lay.DRIVEN_SIZE


def load_at(t, lines, p) -> Load:
    """The Load at an instant; `lines` has alpha and alpha' of the two lines (4,)."""
    return Load(lines, call(driven, t, p, lay.FIRST_DRIVEN), call(driven, t, p, SECOND_DRIVEN))


class Freed(NamedTuple):
    """How body and load answer to a force and a moment, the lines eliminated; body axes."""

    total: Symmetric    # of the force balance [kg]
    K: list             # what that has of w', column by column [kg m]
    Z: list             # total^-1 K [m]
    left: Symmetric     # of the moment balance, the force balance eliminated [kg m^2]

    def answer(self, force, moment):
        """Acceleration of the body's own mass centre [m/s^2] and w' [rad/s^2] by a force [N] and a moment there."""
        K, Z = self.K, self.Z
        alone = solve_symmetric(self.total, force)
        turning = solve_symmetric(self.left, moment - Vector(K[0] @ alone, K[1] @ alone, K[2] @ alone))
        return alone - turning[0]*Z[0] - turning[1]*Z[1] - turning[2]*Z[2], turning


class FreeLoad(NamedTuple):
    """What body and load do by given forces, body axes."""

    a: Vector           # acceleration of the body's own mass centre, less gravity [m/s^2]
    w_rate: Vector      # w' [rad/s^2]
    line_rates: tuple   # alpha'' (2,) [m/s^2]
    power: float        # of motors, less loss of dampers [W]


def freed_load(force, moment, w, load, p):
    """The Freed, and the right-hand sides that a force [N] at the mass centre and a moment about it [N m] make.

    As at the head of this file with rho = 0 and B = A - ge unknown, P = 1 - e e^T for a mass on a line, else 1:

        m B + sum m_k (P (B + w' x s + C) + q e) = F
        J w' + sum m_k s x (P (B + w' x s + C) + q e) = M - w x (J w + h) - h'
    """
    first, second = load.first, load.second
    masses = carried_masses(load, w, p)
    h = first.h + second.h
    right_f = force
    right_m = moment - cross(w, tensor_times(p, w) + h) - first.h_rate - second.h_rate
    m, zero = p[lay.MASS], 0.0
    total = Symmetric(m, zero, zero, m, zero, m)
    tensor = Symmetric(*(p[lay.TENSOR + i] for i in (0, 1, 2, 4, 5, 8)))
    units = [Vector(1.0, 0.0, 0.0), Vector(0.0, 1.0, 0.0), Vector(0.0, 0.0, 1.0)]
    # what the force balance has of w', column by column
    K = [Vector(0.0, 0.0, 0.0) for _unit in units]
    for mass in masses:
        e, q = (Vector(0.0, 0.0, 0.0), 0.0) if mass.line is None else mass.line
        b = mass.C + (q - e @ mass.C)*e
        right_f = right_f - mass.m*b
        right_m = right_m - mass.m*cross(mass.s, b)
        total = Symmetric(total.xx + mass.m*(1.0 - e[0]*e[0]), total.xy - mass.m*(e[0]*e[1]),
                          total.xz - mass.m*(e[0]*e[2]), total.yy + mass.m*(1.0 - e[1]*e[1]),
                          total.yz - mass.m*(e[1]*e[2]), total.zz + mass.m*(1.0 - e[2]*e[2]))
        tensor = held_part(tensor, mass.m, mass.s, cross(mass.s, e))
        for i, unit in enumerate(units):
            moved = cross(unit, mass.s)
            K[i] = K[i] + mass.m*(moved - (e @ moved)*e)
    Z = [solve_symmetric(total, column) for column in K]
    left = Symmetric(tensor.xx - K[0] @ Z[0], tensor.xy - K[0] @ Z[1], tensor.xz - K[0] @ Z[2],
                     tensor.yy - K[1] @ Z[1], tensor.yz - K[1] @ Z[2], tensor.zz - K[2] @ Z[2])
    return Freed(total, K, Z, left), right_f, right_m


def moved_load(B, turning, w, load, p):
    """The FreeLoad whose body has the acceleration B less gravity [m/s^2] and w' [rad/s^2]."""
    h, rates = load.first.h + load.second.h, []
    power = load.first.power + load.second.power + h @ turning
    for i, mass in enumerate(carried_masses(load, w, p)):
        a = B + mass.C + cross(turning, mass.s)
        if mass.line is not None:
            e, q = mass.line
            rates.append(q - e @ a)
            power = power \
                - p[lay.CARRIED + i*lay.SLIDER_SIZE + lay.SLIDER_DAMPING]*load.lines[2*i + 1]*load.lines[2*i + 1]
        else:
            power = power + mass.m*(a @ mass.s_rate)
    return FreeLoad(B, turning, tuple(rates), power)


def free_load(force, moment, w, load, p):
    """The FreeLoad under a force [N] on the body at its mass centre and a moment about that [N m], body axes."""
    found, right_f, right_m = freed_load(force, moment, w, load, p)
    B, turning = found.answer(right_f, right_m)
    return moved_load(B, turning, w, load, p)


# places in what is asked of `fill_free`, body axes, and in what it fills
_asked = Places()
FREE_SPIN, FREE_FORCE, FREE_MOMENT, FREE_LINES = _asked.take(3), _asked.take(3), _asked.take(3), _asked.take(4)
FREE_ASKED = _asked.size
FREE_FOUND = 6


@traced
def put_free(t, asked, p, out):
    """`fill_free`."""
    load = load_at(t, tuple(asked[FREE_LINES + i] for i in range(4)), p)
    found = free_load(vector_at(asked, FREE_FORCE), vector_at(asked, FREE_MOMENT), vector_at(asked, FREE_SPIN), load, p)
    put(out, 0, (*found.a, *found.w_rate))


@entry
def fill_free(t: float, asked: Numbers, p: Numbers, out: Numbers):
    """Fill out (FREE_FOUND,) with acceleration less gravity and w' of a body without contact, from `asked`."""
    put_free(t, asked, p, out)


def places(touch, balanced, x, load, p) -> list[Placed]:
    """All masses of a body that rolls, its own first; x is the contact point."""
    turning, rho = touch.turning, balanced.rho
    c, none = from_axis(x, p), Vector(0.0, 0.0, 0.0)
    own = Mass(p[lay.MASS], none, none, none, None)
    result = []
    for mass in (own, *carried_masses(load, none, p)):
        d = turn(turning, mass.s - rho)
        result.append(Placed(mass.m, c + d, cross(balanced.wr, d) + turn(turning, mass.s_rate)))
    return result


def places_aloft(own: Placed, wr, turning, load, p) -> list[Placed]:
    """All masses of a body in flight, its `own` first; wr in local axes."""
    result = [own]
    for mass in carried_masses(load, Vector(0.0, 0.0, 0.0), p):
        d = turn(turning, mass.s)
        result.append(Placed(mass.m, own.r + d, own.v_rel + cross(wr, d) + turn(turning, mass.s_rate)))
    return result


def supported_power(motion, turning, w, placed: list[Placed], load, p):
    """-as.L - sum m ge'.r [W]: what the moving support writes to the ledger; w in body axes, turning from there."""
    L = turn(turning, tensor_times(p, w) + load.first.h + load.second.h)
    total = Vector(0.0, 0.0, 0.0)
    for m, r, v in placed:
        L = L + cross(r, m*(v + cross(motion.ws, r)))
        total = total + m*r
    return -(motion.as_ @ L) - motion.ge_rate @ total


def carried_energies(motion, w, wr, placed: list[Placed], load, p):
    """The Energies of body and load; w absolute and wr relative to the support, body axes."""
    s, h, own = w - wr, load.first.h + load.second.h, load.first.energy + load.second.energy
    E_J = 0.5*(tensor_times(p, wr) @ wr - tensor_times(p, s) @ s) + h @ wr + own
    kinetic = 0.5*(tensor_times(p, w) @ w) + h @ w + own
    for m, r, v in placed:
        lifted = cross(motion.ws, r)
        total = v + lifted
        E_J = E_J + 0.5*m*(v @ v - lifted @ lifted) - m*(motion.ge @ r)
        kinetic = kinetic + 0.5*m*(total @ total)
    for i in range(lay.SLIDERS):
        stretch = load.lines[2*i] - p[lay.CARRIED + i*lay.SLIDER_SIZE + lay.SLIDER_REST]
        E_J = E_J + 0.5*p[lay.CARRIED + i*lay.SLIDER_SIZE + lay.SLIDER_STIFFNESS]*(stretch*stretch)
    return Energies(E_J, kinetic)

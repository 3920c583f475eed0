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

from math import cos, sin

from sandbox.compiling.compiled import compiled
from sandbox.compiling.traced import Vector, cross, turn, turn_back, vector_at
from sandbox.mechanics.contact.geometry import tensor_times
from sandbox.mechanics.contact.rolling import solve_symmetric
from sandbox.mechanics.layout import (
    AXIS_POINT,
    CARRIED,
    DRIVEN_FIRST,
    DRIVEN_KIND,
    DRIVEN_LAW,
    DRIVEN_MASS,
    DRIVEN_POINT,
    DRIVEN_SECOND,
    MASS,
    NO_PART,
    ON_CIRCLE,
    ON_LINE,
    SLIDER_DAMPING,
    SLIDER_DIRECTION,
    SLIDER_MASS,
    SLIDER_POINT,
    SLIDER_REST,
    SLIDER_SHARE,
    SLIDER_SIZE,
    SLIDER_STIFFNESS,
    SLIDERS,
    TENSOR,
)
from sandbox.mechanics.motion import signal


@compiled
def driven(t, p, at):
    """The driven part whose numbers start at p[at]; body axes.

    returns 0 s, 1 s', 2 s'' (3), 3 h, 4 h' (3), 5 I theta'^2/2, 6 I theta' theta'', 7 its mass, 0 for a rotor
    """
    none = (0.0, 0.0, 0.0)
    kind = p[at + DRIVEN_KIND]
    if kind == NO_PART:
        return none, none, none, none, none, 0.0, 0.0, 0.0
    value, rate, second, _ = signal(t, p, at + DRIVEN_LAW)
    m, b = p[at + DRIVEN_MASS], (p[at + DRIVEN_POINT], p[at + DRIVEN_POINT + 1], p[at + DRIVEN_POINT + 2])
    e = (p[at + DRIVEN_FIRST], p[at + DRIVEN_FIRST + 1], p[at + DRIVEN_FIRST + 2])
    if kind == ON_LINE:
        return ((b[0] + value*e[0], b[1] + value*e[1], b[2] + value*e[2]), (rate*e[0], rate*e[1], rate*e[2]),
                (second*e[0], second*e[1], second*e[2]), none, none, 0.0, 0.0, m)
    if kind == ON_CIRCLE:
        f = (p[at + DRIVEN_SECOND], p[at + DRIVEN_SECOND + 1], p[at + DRIVEN_SECOND + 2])
        c, s = cos(value), sin(value)
        out = (c*e[0] + s*f[0], c*e[1] + s*f[1], c*e[2] + s*f[2])
        along = (c*f[0] - s*e[0], c*f[1] - s*e[1], c*f[2] - s*e[2])
        return ((b[0] + out[0], b[1] + out[1], b[2] + out[2]), (rate*along[0], rate*along[1], rate*along[2]),
                (second*along[0] - rate*rate*out[0], second*along[1] - rate*rate*out[1],
                 second*along[2] - rate*rate*out[2]), none, none, 0.0, 0.0, m)
    # a rotor: m is its axial moment
    return (none, none, none, (m*rate*e[0], m*rate*e[1], m*rate*e[2]), (m*second*e[0], m*second*e[1], m*second*e[2]),
            0.5*m*rate*rate, m*rate*second, 0.0)


def carried_masses(load, w, p):
    """The masses besides the body's own: m, s, s', C, and for those on lines e and Q/m, else None."""
    sliders, result = load[0], []
    for i in range(SLIDERS):
        at = CARRIED + i*SLIDER_SIZE
        alpha, rate, e = sliders[2*i], sliders[2*i + 1], vector_at(p, at + SLIDER_DIRECTION)
        Q = -p[at + SLIDER_STIFFNESS]*(alpha - p[at + SLIDER_REST]) - p[at + SLIDER_DAMPING]*rate
        s, s_rate = vector_at(p, at + SLIDER_POINT) + alpha*e, rate*e
        C = cross(w, cross(w, s) + 2.0*s_rate)
        result.append((p[at + SLIDER_MASS], s, s_rate, C, (e, p[at + SLIDER_SHARE]*Q)))
    for part in load[1:]:
        s, s_rate, s_second = part[0:3]
        C = cross(w, cross(w, s) + 2.0*s_rate) + s_second
        result.append((part[7], s, s_rate, C, None))
    return result


def carrying(balanced, w, load, p):
    """w', alpha'' and what the masses do, from the `rolling.balance` of the body alone; body axes.

    load     alpha and alpha' of the two lines (4), and the two `driven` parts
    returns w', alpha'' (2), reaction [N], power of motors less loss of dampers [W]
    """
    rho, A, moment = balanced[3:6]
    sliders, first, second = load
    masses = carried_masses(load, w, p)
    h, h_rate = first[3] + second[3], first[4] + second[4]

    # the body alone
    m, rr = p[MASS], rho @ rho
    xx, xy, xz = (p[TENSOR] + m*(rr - rho[0]*rho[0]), p[TENSOR + 1] - m*rho[0]*rho[1], p[TENSOR + 2] - m*rho[0]*rho[2])
    yy, yz, zz = (p[TENSOR + 4] + m*(rr - rho[1]*rho[1]), p[TENSOR + 5] - m*rho[1]*rho[2],
                  p[TENSOR + 8] + m*(rr - rho[2]*rho[2]))
    right = moment - h_rate - cross(w, h)

    # each mass as far as it is held
    for m, s, _, C, line in masses:
        d, b = s - rho, A + C
        dd = d @ d
        if line is not None:
            e, q = line
            x = cross(d, e)
            b = b + (q - e @ b)*e
        else:
            x = Vector(0.0, 0.0, 0.0)
        xx, xy, xz = (xx + m*(dd - d[0]*d[0] - x[0]*x[0]), xy - m*(d[0]*d[1] + x[0]*x[1]),
                      xz - m*(d[0]*d[2] + x[0]*x[2]))
        yy, yz, zz = (yy + m*(dd - d[1]*d[1] - x[1]*x[1]), yz - m*(d[1]*d[2] + x[1]*x[2]),
                      zz + m*(dd - d[2]*d[2] - x[2]*x[2]))
        right = right - m*cross(d, b)
    turning = solve_symmetric(xx, xy, xz, yy, yz, zz, right)

    # accelerations, their forces and powers
    force, rates = p[MASS]*(A - cross(turning, rho)), []
    power = first[6] + second[6] + (first[3] + second[3]) @ turning
    for i, (m, s, s_rate, C, line) in enumerate(masses):
        a = A + C + cross(turning, s - rho)
        if line is not None:
            e, q = line
            rates.append(q - e @ a)
            a = a + rates[i]*e
            power = power - p[CARRIED + i*SLIDER_SIZE + SLIDER_DAMPING]*sliders[2*i + 1]*sliders[2*i + 1]
        else:
            power = power + m*(a @ s_rate)
        force = force + m*a
    return turning, (rates[0], rates[1]), force, power


def places(motion, touch, balanced, x, y, z, load, p):
    """m, r from the axis point and v_rel of all masses, the body's own first; local axes."""
    turning, rho, wr = touch[3], balanced[3], balanced[2]
    c = Vector(x - p[AXIS_POINT], y - p[AXIS_POINT + 1], z - p[AXIS_POINT + 2])
    none = Vector(0.0, 0.0, 0.0)
    result = []
    for m, s, s_rate, _, _ in [(p[MASS], none, none, none, None), *carried_masses(load, none, p)]:
        d = turn(turning, s - rho)
        result.append((m, c + d, cross(wr, d) + turn(turning, s_rate)))
    return result


def supported_power(motion, touch, balanced, x, y, z, w, load, p):
    """-as.L - sum m ge'.r [W]: what the moving support writes to the ledger."""
    ws, as_ = Vector(*motion[0:3]), Vector(*motion[3:6])
    L, total = turn(touch[3], tensor_times(p, w) + load[1][3] + load[2][3]), Vector(0.0, 0.0, 0.0)
    for m, r, v in places(motion, touch, balanced, x, y, z, load, p):
        L = L + cross(r, m*(v + cross(ws, r)))
        total = total + m*r
    return -(as_ @ L) - (motion[9]*total[0] + motion[10]*total[1] + motion[11]*total[2])


def carried_energies(motion, touch, balanced, x, y, z, w, load, p):
    """E_J and the kinetic energy relative to the axis point [J]; then rho, r and v_rel of the body, local axes."""
    ws, ge, turning = Vector(*motion[0:3]), Vector(*motion[6:9]), touch[3]
    wr = turn_back(turning, balanced[2])
    sliders, first, second = load
    s, h, own = w - wr, first[3] + second[3], first[5] + second[5]
    E_J = 0.5*(tensor_times(p, wr) @ wr - tensor_times(p, s) @ s) + h @ wr + own
    kinetic = 0.5*(tensor_times(p, w) @ w) + h @ w + own
    all_places = places(motion, touch, balanced, x, y, z, load, p)
    for m, r, v in all_places:
        lifted = cross(ws, r)
        total = v + lifted
        E_J = E_J + 0.5*m*(v @ v - lifted @ lifted) - m*(ge @ r)
        kinetic = kinetic + 0.5*m*(total @ total)
    for i in range(SLIDERS):
        stretch = sliders[2*i] - p[CARRIED + i*SLIDER_SIZE + SLIDER_REST]
        E_J = E_J + 0.5*p[CARRIED + i*SLIDER_SIZE + SLIDER_STIFFNESS]*(stretch*stretch)
    return E_J, kinetic, turn(turning, balanced[3]), all_places[0][1], all_places[0][2]

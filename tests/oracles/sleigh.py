"""Sleighs and skates: closed forms and reduced equations with their sources; none is shared with the engine.

m, I_C, a: mass [kg], central inertia [kg m^2], distance of C ahead of the blade [m]; I = I_C + m a^2. The state of a
blade is that of O1, the foot of C on the blade's normal. SI; angles in rad. "sleigh.md" is the physics reference.
"""
from math import atan, atanh, copysign, cos, cosh, sin, sinh, sqrt, tanh

import numpy as np
from scipy.integrate import quad, solve_ivp

TIGHT = {"method": "DOP853", "rtol": 2.3e-14, "atol": 1e-15}


def resting_sleigh(t, m, I_C, a, v1, w, theta=0.0):
    """Sleigh on a level plane at rest: (X, Y, theta, v1, w, N), O1 from its start.

        v1 = V tanh(K t + tau),   w = sgn(w0) V sqrt(m/I) sech(K t + tau),   K = a m V/I
        theta = theta0 + sgn(w0) (1/a) sqrt(I/m) (gd(K t + tau) - gd(tau)),   N = (I_C/I) m w v1

    Source: sleigh.md (9.1). The place is the integral of v1 e1, by quadrature.
    """
    inertia = I_C + m*a*a
    V = sqrt(v1*v1 + inertia*w*w/m)
    K, tau, side = a*m*V/inertia, atanh(v1/V), copysign(1.0, w)

    def angle(s):
        # gd(x) = 2 atan(tanh(x/2))
        return theta + side*sqrt(inertia/m)/a*2.0*(atan(tanh(0.5*(K*s + tau))) - atan(tanh(0.5*tau)))

    x = quad(lambda s: V*tanh(K*s + tau)*cos(angle(s)), 0.0, t, epsabs=1e-13, epsrel=1e-13, limit=400)[0]
    y = quad(lambda s: V*tanh(K*s + tau)*sin(angle(s)), 0.0, t, epsabs=1e-13, epsrel=1e-13, limit=400)[0]
    v, spin = V*tanh(K*t + tau), side*V*sqrt(m/inertia)/cosh(K*t + tau)
    return x, y, angle(t), v, spin, I_C/inertia*m*spin*v


def skate_on_table(t, rate, x1, x2, v1, w):
    """Skate (a = 0) on a level table: (x1, x2, v1) in axes of the blade, w relative to the table.

        kappa^2 = w^2 - Omega^2,   x1 = x1(0) cos(kappa t) + (d/kappa) sin(kappa t),   d = v1(0) + w x2(0)
        x2 = (w x1' - F)/kappa^2,  v1 = x1' - w x2,  F = w v1 + Omega^2 x2

    Source: sleigh.md (6.1); Borisov, Mamaev, Bizyaev 2015, section 2.2.
    """
    d, F, square = v1 + w*x2, w*v1 + rate*rate*x2, (w - rate)*(w + rate)
    if w == 0.0:
        return x1*cosh(rate*t) + v1/rate*sinh(rate*t), x2, x1*rate*sinh(rate*t) + v1*cosh(rate*t)
    if square == 0.0:
        here, speed = x1 + d*t, d
        other = x2 - w*(x1*t + 0.5*d*t*t)
        return here, other, speed - w*other
    k = sqrt(abs(square))
    if square > 0.0:
        here, speed = x1*cos(k*t) + d/k*sin(k*t), -x1*k*sin(k*t) + d*cos(k*t)
    else:
        here, speed = x1*cosh(k*t) + d/k*sinh(k*t), x1*k*sinh(k*t) + d*cosh(k*t)
    other = (w*speed - F)/square
    return here, other, speed - w*other


def skate_on_slope(t, G, w, theta=0.0, u=0.0):
    """Skate on a slope, X downhill: (X, Y, u, N/m) from the origin (sleigh.md 10.1; Brendelev 1981, 4.3)."""
    free, phi = u - G/w*sin(theta), theta + w*t
    x = free/w*(sin(phi) - sin(theta)) - G/(4*w*w)*(cos(2*phi) - cos(2*theta))
    y = -free/w*(cos(phi) - cos(theta)) + G*t/(2*w) - G/(4*w*w)*(sin(2*phi) - sin(2*theta))
    speed = free + G/w*sin(phi)
    return x, y, speed, w*speed + G*sin(phi)


def hovering_place(G, rate, w):
    """Mean place of a skate on a tilted turntable, downhill of the axis [m] (sleigh.md 10.3); w relative."""
    return -G*(2.0*w + rate)/(4.0*rate*(w + rate)**2)


def viscous_skate(t, mu, G, w, v=0.0):
    """Skate with a viscous blade on a slope, heading downhill at first: (X, Y, u, v), v along the blade's normal.

        u' = v w + G cos(phi),   v' = -u w - G sin(phi) - mu v,   phi = w t

    Source: sleigh.md (12.1), (12.2); Brendelev 1981, 4.2. In extended precision, X and Y as sums of exponentials.
    """
    number, cnumber = np.longdouble, np.clongdouble
    t, mu, G, w, v = (number(x) for x in (t, mu, G, w, v))
    root = np.sqrt(cnumber(mu*mu - 4*w*w))
    fast = (-mu - root)/2
    slow = w*w/fast
    start = np.array([-2*G/mu, v], cnumber)
    B, one = np.array([[0, w], [-w, -mu]], cnumber), np.eye(2).astype(cnumber)
    parts = ((slow, (B - fast*one) @ start/(slow - fast)), (fast, (slow*one - B) @ start/(slow - fast)))
    X = 2*G*t/mu - G/(4*w*w)*(np.cos(2*w*t) - 1)
    Y = G*t/(2*w) - G/(4*w*w)*np.sin(2*w*t)
    speed = np.array([G/w*np.sin(w*t) + 2*G/mu*np.cos(w*t), -2*G/mu*np.sin(w*t)], cnumber)
    for s, c in parts:
        speed = speed + c*np.exp(s*t)
        for side in (1, -1):
            # the integral of e^{st} (cos, sin) by e^{(s + i w) t} and e^{(s - i w) t}
            k = s + side*1j*w
            part = (np.exp(k*t) - 1)/k
            X = X + part*(c[0]/2 - side*c[1]/2j)
            Y = Y + part*(side*c[0]/2j + c[1]/2)
    return float(X.real), float(Y.real), float(speed[0].real), float(speed[1].real)


def blade_path(times, m, I_C, a, start, rate=lambda t: (0.0, 0.0), gravity=(0.0, 0.0), c_b=None):
    """Sleigh in body components, any rate (Omega, Omega')(t) about the origin: rows (X, Y, theta, V1, V2, w, N).

        x1' = V1 + w x2,   x2' = V2 - w x1,   theta' = w,   V1' = w V2 + a w^2 + f1
        ideal     V2 = Omega x1,   I w' = m a (f2 - V2' - w V1),   N = m (V2' + w V1 + a w' - f2)
        viscous   N = -c_b (V2 - Omega x1),   I_C w' = -a N,   V2' = N/m + f2 - w V1 - a w'

    start (X, Y, theta, V1, V2, w) of O1, absolute. Source: sleigh.md (5.1), (5.2), 12.3. DOP853 at rtol 2.3e-14.
    """
    inertia = I_C + m*a*a

    def reaction(t, y):
        x1, x2, theta, V1, V2, w = y
        f1 = cos(theta)*gravity[0] + sin(theta)*gravity[1]
        f2 = -sin(theta)*gravity[0] + cos(theta)*gravity[1]
        Omega, change = rate(t)
        if c_b is None:
            V2 = Omega*x1
            V2_rate = Omega*(V1 + w*x2) + change*x1
            w_rate = m*a*(f2 - V2_rate - w*V1)/inertia
            N = m*(V2_rate + w*V1 + a*w_rate - f2)
        else:
            N = -c_b*(V2 - Omega*x1)
            w_rate = -a*N/I_C
            V2_rate = N/m + f2 - w*V1 - a*w_rate
        return V2, (V1 + w*x2, V2 - w*x1, w, w*V2 + a*w*w + f1, V2_rate, w_rate), N

    X, Y, theta, V1, V2, w = start
    c, s = cos(theta), sin(theta)
    y = np.array([c*X + s*Y, -s*X + c*Y, theta, V1, V2, w])
    method = TIGHT if c_b is None else {**TIGHT, "method": "Radau", "rtol": 1e-11, "atol": 1e-13}
    run = solve_ivp(lambda t, y: reaction(t, y)[1], (0.0, times[-1]), y, t_eval=times, max_step=0.02, **method)
    rows = []
    for t, y in zip(run.t, run.y.T, strict=True):
        V2, _rates, N = reaction(t, y)
        c, s = cos(y[2]), sin(y[2])
        rows.append([c*y[0] - s*y[1], s*y[0] + c*y[1], y[2], y[3], V2, y[5], N])
    return np.array(rows)


def total_turn(m, I_C, a):
    """How far a sleigh on a plane at rest turns in all, from t = -inf to inf [rad]: pi A (sleigh.md 9)."""
    return np.pi*sqrt((I_C + m*a*a)/(m*a*a))



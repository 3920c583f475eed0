"""Curling stone: granite with a striking band, a running band below, a red handle above what is touched."""
# SPDX-License-Identifier: GPL-3.0-or-later

from bundle.drawing import Drawing

HEIGHT = 0.114/0.28          # of the granite, over its width
GRANITE, SPECK, BAND, RED, DARK = (118, 124, 130), (146, 151, 156), (196, 199, 202), (196, 42, 38), (120, 22, 22)
WHITE = (245, 245, 245)
AROUND = 48


def granite(x, y, z):
    """Specks that the place decides; the band that strikes others is rough and light."""
    if abs(z) < 0.2*HEIGHT and x*x + y*y > 0.9:
        return BAND
    return SPECK if int(997*(x + 2.0) + 613*(y + 2.0) + 389*(z + 2.0)) % 5 == 0 else GRANITE


def draw(colour=RED, dark=DARK) -> Drawing:
    """The stone with a handle of a colour, and a darker one of its feet."""
    drawing, h = Drawing(), HEIGHT
    drawing.revolve([(0.0, h), (0.56, h), (0.74, 0.9*h), (0.88, 0.68*h), (0.97, 0.4*h), (1.0, 0.2*h), (1.0, -0.2*h),
                     (0.97, -0.45*h), (0.88, -0.7*h), (0.72, -0.9*h), (0.5, -0.97*h), (0.48, -h), (0.44, -h),
                     (0.42, -0.95*h), (0.0, -0.9*h)], AROUND, granite)
    # the plate below the handle, one quarter of it white
    drawing.revolve([(0.0, 1.06*h), (0.4, 1.06*h), (0.44, 0.98*h), (0.0, 0.98*h)], AROUND,
                    lambda x, y, z: WHITE if x > 0 and abs(y) < 0.35*x else colour)
    drawing.tube([(-0.22, 0.0, h), (-0.22, 0.0, 1.25*h), (-0.17, 0.0, 1.5*h), (-0.05, 0.0, 1.68*h), (0.12, 0.0, 1.76*h),
                  (0.38, 0.0, 1.8*h), (0.52, 0.0, 1.78*h)], [0.1, 0.07, 0.065, 0.065, 0.07, 0.07, 0.05], 12,
                 lambda x, y, z: WHITE if x > 0.4 else colour if x > -0.15 else dark)
    return drawing.moved(lambda x, y, z: (x, y, z/h))

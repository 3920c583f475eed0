"""Whether a measure of phase space is invariant: what becomes of a small volume along the present motion.

A ball on any surface keeps the area of its centre's surface times the volume of its spins; a sleigh on a turntable
keeps nothing of the kind (theory/phase_volume.py).
"""

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from sandbox.scene.charts.chart import Chart, ChartElement, Curve
from sandbox.systems.assemble import assemble_scene
from sandbox.systems.integration import Integration
from sandbox.text import _
from sandbox.theory.analysis import turning_sleigh
from sandbox.theory.charts.situation import Situation
from sandbox.theory.phase_volume import Volume, ball_now, ball_volume, sleigh_volume

RATE = 240              # steps per second, as in a run
BEGINNING = 0.1         # of the time, by which the scale of a ball is chosen
ROOM = 2.5              # of the largest number in it
LEAST = 1e-3            # of that, at least


def draw_volume(word, situation: Situation) -> Chart | None:
    """Returns the chart, computed when it is asked for; None where the first system is neither."""
    sleigh = turning_sleigh(situation.scene, situation.values)
    if sleigh is not None:
        rate = abs(sleigh.rate)

        def follow(seconds: float, _is_cancelled: Callable) -> Volume | None:
            found = kept_sleigh_volume(sleigh.ratio, tuple(map(float, sleigh.without_dimension())), rate*seconds)
            return found._replace(t=found.t/rate)

        return _chart(word, situation, follow, sleigh_lines, 1.0)
    if ball_now(situation.run.system, situation.run.data) is None:
        return None

    def roll(seconds: float, is_cancelled: Callable) -> Volume | None:
        system = assemble_scene(situation.scene, situation.values, situation.start)[0]
        return ball_volume(Integration(system, 1.0/RATE), round(seconds*RATE), is_cancelled)

    return _chart(word, situation, roll, ball_lines, BEGINNING)


@lru_cache(maxsize=16)
def kept_sleigh_volume(ratio: float, start: tuple[float, ...], until: float) -> Volume:
    """Returns sleigh_volume of these numbers, which the work finds that was computed to draw the chart, and so does
    whoever comes back to the scene or changes what means nothing to it.
    """
    return sleigh_volume(ratio, np.array(start), until)


def _chart(word, situation: Situation, follow: Callable, lines: Callable, beginning: float) -> Chart:
    def work(report: Callable, is_cancelled: Callable) -> tuple[ChartElement, ...]:
        found = follow(word.seconds, is_cancelled)
        parts = lines(found) if found is not None else ()
        report(1.0, parts)
        return parts

    # how far it goes is not known yet: some times as far as at first
    first = follow(beginning*word.seconds, lambda: False)
    terms = np.array(first[1:] if first is not None else ((0.0,),))
    reach = (ROOM if beginning < 1.0 else 1.1)*max(LEAST, float(np.abs(terms).max()))
    return Chart("time t", "ln of the volume", x_unit="s", title="Invariant measure", work=work, trail=0.0,
                 work_title=_("Follow a small volume"), x_range=(0.0, word.seconds), y_range=(-reach, reach),
                 key=("volume", repr(situation.start), *sorted(situation.values.items())))


def ball_lines(found: Volume) -> tuple[ChartElement, ...]:
    """Returns both terms and their sum, which stays."""
    both = found.expansion + found.weight
    return (Curve(_("volume of dr dω: ∫ div dt"), found.t, found.expansion, tone=0),
            Curve(_("density ln |∇Φ|"), found.t, found.weight, style="dashes", tone=1),
            Curve(_("measure |∇Φ| dr dω: stays to {drift:.0e}").format(drift=np.abs(both).max()), found.t, both,
                  tone=2))


def sleigh_lines(found: Volume) -> tuple[ChartElement, ...]:
    """Returns the sum of the exponents and the integral of the divergence, which are the same."""
    apart = np.abs(found.weight - found.expansion).max()
    return (Curve(_("sum of the exponents"), found.t, found.weight, tone=0),
            Curve(_("∫ div dt = −∫ v₁ dt m a/I: the same to {apart:.0e}").format(apart=apart), found.t,
                  found.expansion, style="dashes", tone=1))

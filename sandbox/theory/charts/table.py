"""Which function draws which chart of the theory: what stands here is known to scenes as a word."""

from collections.abc import Callable

from sandbox.scene.charts.chart import Chart
from sandbox.scene.charts.theory_charts import (
    BladeConvergence,
    BladeExpansion,
    BladeLayer,
    Cloud,
    ConstraintPower,
    ContactClasses,
    ContactPlane,
    DetachmentCount,
    DetachmentRide,
    EffectivePotential,
    Energies,
    FlatDiskFrequency,
    InvariantMeasure,
    KickedDisk,
    KickedRollingDisk,
    PoincareSection,
    PrecessionMap,
    RowConvergence,
    SleighExponents,
    SleighMirror,
    SleighSection,
    SmallOscillations,
    SpringConvergence,
    SuslovPortrait,
    Unrolled,
    WaitingContact,
)
from sandbox.theory.charts import (
    cloud,
    coin,
    contact,
    convergence,
    detachments,
    exponents,
    flat_disk,
    kicks,
    layers,
    mirror,
    over_time,
    returns,
    revolution,
    sleigh,
    suslov,
    viscous_rows,
    volume,
    waiting,
)
from sandbox.theory.charts.situation import Situation

# word of scene/charts/theory_charts.py -> function of the word and a Situation that returns its Chart, or None where it
# has no meaning for these values
MAKERS: dict[type, Callable] = {
    BladeConvergence: convergence.draw_blades,
    BladeExpansion: layers.draw_orders,
    BladeLayer: layers.draw_layer,
    Cloud: cloud.draw_cloud,
    ConstraintPower: over_time.draw_power,
    ContactClasses: contact.draw_classes,
    ContactPlane: contact.draw_plane,
    DetachmentCount: detachments.draw_detachments,
    DetachmentRide: detachments.draw_ride,
    Energies: over_time.draw_energies,
    EffectivePotential: revolution.draw_potential,
    FlatDiskFrequency: flat_disk.draw_frequency,
    InvariantMeasure: volume.draw_volume,
    KickedDisk: kicks.draw_kicks,
    KickedRollingDisk: flat_disk.draw_kicked,
    PoincareSection: returns.draw_returns,
    PrecessionMap: coin.draw_precessions,
    RowConvergence: viscous_rows.draw_rows,
    SleighExponents: exponents.draw_exponents,
    SleighMirror: mirror.draw_mirror,
    SleighSection: sleigh.draw_section,
    SmallOscillations: coin.draw_oscillations,
    SpringConvergence: convergence.draw_springs,
    SuslovPortrait: suslov.draw_portrait,
    Unrolled: revolution.draw_unrolled,
    WaitingContact: waiting.draw_waiting,
}


def charts_of(situation: Situation) -> list[Chart]:
    """Returns the charts of a scene for its present values and run, or raises BadValue.

    Those that have no meaning for these values are left out.
    """
    found = []
    for word in situation.scene.charts(situation.values):
        chart = word if isinstance(word, Chart) else MAKERS[type(word)](word, situation)
        if chart is not None:
            found.append(chart)
    return found

"""The table of panels, in the order of the menu and of the tabs: what stands here stands in the window."""

from sandbox.ui.panels.atlas_panel import AtlasPanel
from sandbox.ui.panels.bench_panel import BenchPanel
from sandbox.ui.panels.chart_panel import ChartPanel
from sandbox.ui.panels.compare_panel import ComparePanel
from sandbox.ui.panels.contact_panel import ContactPanel
from sandbox.ui.panels.event_panel import EventPanel
from sandbox.ui.panels.meter_panel import MeterPanel
from sandbox.ui.panels.parameter_panel import ParameterPanel
from sandbox.ui.panels.plot_panel import PlotPanel
from sandbox.ui.panels.scene_panel import ScenePanel
from sandbox.ui.panels.theory_panel import TheoryPanel
from sandbox.ui.panels.tool_panel import ToolPanel

PANELS = (
    ScenePanel,
    TheoryPanel,
    ParameterPanel,
    ContactPanel,
    MeterPanel,
    EventPanel,
    ComparePanel,
    ToolPanel,
    BenchPanel,
    AtlasPanel,
    ChartPanel,
    PlotPanel,
)

"""The menu of the chart, by right click."""

from typing import TYPE_CHECKING

from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtWidgets import QMenu

from sandbox.text import _
from sandbox.ui.look.format import menu_text

if TYPE_CHECKING:
    from sandbox.ui.panels.chart_panel import ChartPanel


def open_menu(panel: "ChartPanel", place: QPoint) -> QMenu:
    """Opens the menu of the chart at a point of the screen."""
    menu = QMenu(panel)
    menu.setAttribute(Qt.WA_DeleteOnClose)
    for number, chart in enumerate(panel.charts):
        action = menu.addAction(menu_text(chart.name))
        action.setCheckable(True)
        action.setChecked(number == panel.chosen)
        action.triggered.connect(lambda _on, number=number: panel.choose(number))
    menu.addSeparator()
    menu.addAction(_("Show all of it again")).triggered.connect(panel.view.reset)
    over = menu.addAction(_("Over the picture"))
    over.setCheckable(True)
    over.setChecked(panel.over.isChecked())
    over.triggered.connect(panel.set_over)
    if panel.chart is not None and panel.chart.work is not None:
        menu.addAction(panel.foot.button.text()).triggered.connect(panel.toggle_work)
    menu.addSeparator()
    for kind, text in (("png", _("Export the chart as PNG…")), ("svg", _("Export the chart as SVG…"))):
        menu.addAction(text).triggered.connect(lambda _on, kind=kind: panel.ports.export_chart(kind))
    menu.popup(place)
    return menu

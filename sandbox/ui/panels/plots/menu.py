"""The menu of the plots, by right click."""

from typing import TYPE_CHECKING

from PyQt5.QtCore import QPoint, Qt
from PyQt5.QtWidgets import QMenu

from sandbox.text import _
from sandbox.ui.look.format import menu_text
from sandbox.ui.panels.plots.choice import SPANS

if TYPE_CHECKING:
    from sandbox.ui.panels.plot_panel import PlotPanel


def span_text(span: float) -> str:
    """A length of time in words."""
    return _("the last {n:g} s").format(n=span) if span < 100.0 else _("the last {n:g} min").format(n=span/60.0)


def open_menu(panel: "PlotPanel", place: QPoint) -> QMenu:
    """Opens the menu at a point of the screen."""
    menu = QMenu(panel)
    menu.setAttribute(Qt.WA_DeleteOnClose)
    for slot, key in enumerate(panel.shown):
        title = menu_text(panel.curves.known[key].title)
        menu.addAction(_("Instead of {name}…").format(name=title)).triggered.connect(
            lambda _on, slot=slot: panel.slots.ask(slot))
    if panel.has_room():
        menu.addAction(_("One more plot…")).triggered.connect(lambda: panel.slots.ask(len(panel.shown)))
    menu.addAction(_("Quantity against quantity…")).triggered.connect(lambda: panel.slots.ask_plane())
    inner = menu.addMenu(_("Time span"))
    for span in SPANS:
        action = inner.addAction(span_text(span))
        action.setCheckable(True)
        action.setChecked(span == panel.choice.span)
        action.triggered.connect(lambda _on, span=span: panel.set_span(span))
    menu.addSeparator()
    menu.addAction(_("Freeze as reference")).triggered.connect(lambda: panel.ports.freeze())
    thaw = menu.addAction(_("Forget the reference"))
    thaw.setEnabled(panel.ports.pinboard.reference is not None)
    thaw.triggered.connect(panel.ports.pinboard.thaw)
    menu.addSeparator()
    for kind, text in (("csv", _("Export the plots as CSV…")), ("png", _("Export the plots as PNG…")),
                       ("svg", _("Export the plots as SVG…"))):
        menu.addAction(text).triggered.connect(lambda _on, kind=kind: panel.ports.export_plots(kind))
    menu.popup(place)
    return menu

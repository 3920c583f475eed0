"""Small windows that explain: what this program is, where a paper says otherwise. They never hold up the run."""

from collections.abc import Callable

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QDialog, QVBoxLayout, QWidget
from sandbox.text import _
from sandbox.ui.look.labels import plain_label
from sandbox.version import VERSION


def show_once(parent: QWidget, name: str, make: Callable[[], QDialog]):
    """Shows the dialog of that name, the one that is open already before a new one."""
    dialog = next((one for one in parent.findChildren(QDialog, name) if one.isVisible()), None)
    if dialog is None:
        dialog = make()
        dialog.setObjectName(name)
        dialog.show()
    dialog.raise_()
    dialog.activateWindow()


def about_window(parent) -> QDialog:
    """Name, version and licence."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(_("About Jacobi Sandbox"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    column = QVBoxLayout(dialog)
    column.setContentsMargins(28, 24, 28, 24)
    column.setSpacing(10)
    column.addWidget(plain_label(_("Jacobi Sandbox {version}").format(version=VERSION), "time"))
    text = plain_label(_("A laboratory for bodies that roll, skate, slide and bounce on moving surfaces. The drift in "
                         "the status bar tells how far its numbers can be trusted."))
    text.setWordWrap(True)
    text.setFixedWidth(440)
    column.addWidget(text)
    licence = plain_label(_("Free software under the GNU General Public License, version 3 or later. It comes without "
                            "any warranty. It uses Qt, PyQt, VPython, NumPy, Numba and PyQtGraph."), "caption")
    licence.setWordWrap(True)
    licence.setFixedWidth(440)
    column.addWidget(licence)
    return dialog

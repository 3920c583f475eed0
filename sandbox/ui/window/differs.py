"""The small window that tells where a paper says something else: one paragraph and the two numbers."""

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QDialog, QGridLayout, QVBoxLayout, QWidget
from sandbox.scene.scene import Scene
from sandbox.text import _, unit_text
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.panel import scrolling

WIDE = 460               # [px] of the text
TALLEST = 0.85           # of the screen


def differs_window(parent, scene: Scene) -> QDialog:
    """Returns the window that tells where papers differ from what is found in a scene; it never holds up the run."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(_("Differs from the paper"))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    content = QWidget()
    column = QVBoxLayout(content)
    column.setContentsMargins(24, 18, 24, 18)
    column.setSpacing(8)
    for place in scene.differs:
        column.addWidget(plain_label(_(place.where), "heading"))
        for text, name in ((_(place.about), ""), (_(place.quantity), "about")):
            label = plain_label(text, name)
            label.setWordWrap(True)
            label.setFixedWidth(WIDE)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            column.addWidget(label)
        numbers = QWidget()
        grid = QGridLayout(numbers)
        grid.setContentsMargins(0, 0, 0, 12)
        grid.setHorizontalSpacing(18)
        found = (_("from what is printed"), place.printed), (_("found here"), place.found)
        for row, (text, value) in enumerate(found):
            grid.addWidget(plain_label(text), row, 0)
            grid.addWidget(plain_label(shown(value, place.unit), "time"), row, 1, Qt.AlignmentFlag.AlignRight)
        grid.setColumnStretch(2, 1)
        column.addWidget(numbers)
    column.addStretch(1)
    outer = QVBoxLayout(dialog)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addWidget(scrolling(content))
    dialog.ensurePolished()
    wanted, room = content.sizeHint(), dialog.screen().availableSize().height()
    dialog.resize(wanted.width() + 24, min(wanted.height() + 4, round(TALLEST*room)))
    return dialog


def shown(value: float, unit: str) -> str:
    """Returns a number of a paper with its unit; six digits, and a sign as it is printed."""
    return f"{value + 0.0:.6g} {unit_text(unit)}".rstrip().replace("-", "−")

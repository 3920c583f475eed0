"""The foot of a sheet that asks: the button that does it, and the one that leaves it."""

from collections.abc import Callable

from sandbox.qt.widgets import QDialog, QHBoxLayout, QPushButton


def answers(sheet: QDialog, go: str, act: Callable, leave: str) -> tuple[QHBoxLayout, QPushButton]:
    """Returns a row of two buttons, and the first of them, which Enter presses, too.

    go     what stands on the first;  act  is called by it;  leave  what stands on the one that closes the sheet
    """
    button, shut = QPushButton(go), QPushButton(leave)
    button.setDefault(True)
    button.clicked.connect(act)
    shut.clicked.connect(sheet.close)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(button)
    row.addWidget(shut)
    return row, button

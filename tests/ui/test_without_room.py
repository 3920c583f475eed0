"""Widgets that get no room are not painted: Qt would say of each stroke that there is nothing to draw on."""

from PyQt5.QtCore import qInstallMessageHandler
from PyQt5.QtWidgets import QWidget


def test_nothing_is_painted_where_there_is_no_room(bench):
    b, said = bench(), []
    b.settle()
    before = qInstallMessageHandler(lambda _kind, _context, text: said.append(text))
    try:
        for widget in b.window.findChildren(QWidget):
            for size in ((0, 0), (1, 1), (0, 40), (40, 0), (5, 5), (20, 20)):
                widget.setMinimumSize(0, 0)
                widget.resize(*size)
                widget.grab()
    finally:
        qInstallMessageHandler(before)
    assert [text for text in said if "Painter" in text] == []

"""What a file dialog lists can be read, in each theme."""

from collections import Counter
from pathlib import Path

import pytest
from PyQt5.QtCore import QStandardPaths
from PyQt5.QtGui import QColor
from PyQt5.QtWidgets import QAbstractItemView, QFileDialog, QHeaderView

from sandbox.ui.look import theme
from sandbox.ui.window.files.places import documents


def luminance(colour: QColor) -> float:
    """Relative luminance after WCAG 2 [1]."""
    parts = [c/12.92 if c <= 0.03928 else ((c + 0.055)/1.055)**2.4 for c in colour.getRgbF()[:3]]
    return 0.2126*parts[0] + 0.7152*parts[1] + 0.0722*parts[2]


def contrast(one: QColor, other: QColor) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05)/(low + 0.05)


def commonest(image) -> QColor:
    """The colour of most pixels: what letters stand on."""
    places = ((i, j) for i in range(0, image.width(), 2) for j in range(0, image.height(), 2))
    return QColor(Counter(image.pixel(*place) for place in places).most_common(1)[0][0])


@pytest.fixture
def themes():
    before = theme.present()
    yield
    theme.use(before)


@pytest.mark.parametrize("name", theme.THEMES)
@pytest.mark.parametrize("mode", [QFileDialog.ViewMode.List, QFileDialog.ViewMode.Detail])
def test_files_can_be_read(bench, tmp_path, themes, name, mode):
    (tmp_path / "folder").mkdir()
    b = bench()
    b.window.set_theme(name)
    dialog = QFileDialog(b.window, "Open", str(tmp_path), "All (*)")
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setViewMode(mode)
    dialog.show()
    b.settle()
    views = [view for kind in (QAbstractItemView, QHeaderView) for view in dialog.findChildren(kind)
             if view.isVisible() and view.width() > 20 and view.height() > 10]
    assert len(views) >= 2
    for view in views:
        # [1] WCAG 2, 1.4.3: 4.5 for letters of this size
        assert contrast(commonest(view.grab().toImage()), QColor(theme.colour("TEXT"))) > 4.5
    dialog.close()


def test_dialogs_begin_with_the_documents(bench, tmp_path, monkeypatch):
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _kind: str(tmp_path))
    b = bench()
    menu = b.window.filing.menu
    for ask in (menu.ask, menu.ask_save, b.window.export.ask_plots, b.window.compare.measure):
        ask()
        dialog = b.window.findChildren(QFileDialog)[-1]
        assert Path(dialog.directory().absolutePath()) == tmp_path, ask
        dialog.close()
        dialog.deleteLater()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _kind: "")
    assert documents() == Path.home()

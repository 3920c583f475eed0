"""Below a chart: what is said of it, and the button that computes what takes long."""

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QHBoxLayout, QPushButton, QWidget
from sandbox.scene.charts.chart import Chart
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import ShortLabel


class ChartFoot(QWidget):
    """The line below a chart; not there where it has nothing to say.

    button   begins and stops the work of the chart;  text  what is said
    """

    def __init__(self):
        super().__init__()
        self.button, self._label = QPushButton(), ShortLabel("", "mark")
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 4)
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addWidget(self._label, 1)

    @property
    def text(self) -> str:
        return self._label.full_text

    def show_work(self, chart: Chart | None, is_on: bool):
        """Shows the button of a chart that has work, which may be going on."""
        has_work = chart is not None and chart.work is not None
        self.button.setVisible(has_work)
        self.setVisible(has_work or bool(self.text))
        if has_work:
            self.button.setText(_("Stop") if is_on else _(chart.work_title) or _("Compute"))
            self.button.setToolTip(tooltip(_("beside the run, which goes on meanwhile")))

    def say(self, text: str):
        """Says something, or nothing any more ("")."""
        self._label.show_text(text)
        self._label.setToolTip(tooltip(text))
        self.setVisible(bool(text) or self.button.isVisibleTo(self))

"""Below a chart: what is said of it, and the button that computes what takes long."""

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QPushButton, QVBoxLayout, QWidget
from sandbox.scene.charts.chart import Chart
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label


class ChartFoot(QWidget):
    """The lines below a chart; not there where it has nothing to say.

    button   begins and stops the work of the chart;  text  what is said
    """

    def __init__(self):
        super().__init__()
        self.button, self._label = QPushButton(), plain_label("", "mark")
        # why there is nothing is a sentence: it is read as a whole, beside a narrow picture, too
        self._label.setWordWrap(True)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 8, 4)
        column.setSpacing(4)
        column.addWidget(self._label)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)

    @property
    def text(self) -> str:
        return self._label.text()

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
        self._label.setText(text)
        self._label.setVisible(bool(text))
        self.setVisible(bool(text) or self.button.isVisibleTo(self))

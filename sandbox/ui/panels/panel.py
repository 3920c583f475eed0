"""What a panel is: a dock beside the picture that follows a run, and what it may use of the window.

A new panel touches two files: its own, with a class of this kind, and table.py, with one line. Its entry in the menu,
its key, its place, and the way back to it in the next session follow from what the class says of itself. Its texts get
their translations in sandbox/locale, as all texts do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandbox.qt.core import Qt
from sandbox.qt.widgets import QDockWidget, QHBoxLayout, QScrollArea, QWidget
from sandbox.run.readings.units import Shown
from sandbox.scene.catalogue import Catalogue
from sandbox.text import _
from sandbox.ui.look.format import tooltip
from sandbox.ui.look.labels import plain_label, small_button
from sandbox.ui.panels.big_number import BigNumber
from sandbox.ui.panels.charts.inset import ChartInset
from sandbox.ui.playback.focus import Focus
from sandbox.ui.playback.pinboard import Pinboard
from sandbox.ui.playback.workbench import Workbench

NARROWEST = 240        # [px] of a panel with controls beside each other
LEFT, RIGHT, BOTTOM = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea,
                       Qt.DockWidgetArea.BottomDockWidgetArea)


@dataclass(frozen=True)
class Ports:
    """What a panel may use of the window that it stands in.

    catalogue     scenes
    text_scale    size of all letters over their usual size
    remembered    what `choices` of all panels said in the last session, by name
    change        change(name, value, gesture): gives a parameter another value; the moves of one drag have one gesture
                  number, all else has 0
    show_wanted   show_wanted(): shows in all panels the values that are wanted now
    open_scene    open_scene(scene_id);  open_preset  open_preset(name), of the present scene
    choose_start  choose_start(Start or None): begins the present scene again there, or at its own start
    visit         visit(t): pauses and shows the instant t [s] of the present run
    draw          draw(name): opens the sheet on which the curve of that parameter is drawn
    export_plots  export_plots(kind): asks for a file for what the plots show, "csv", "png" or "svg"
    units         in which quantities are shown;  pinboard  pinned runs and measurements
    pin           pin(): keeps the present run beside the next ones;  freeze  freeze(): makes it the reference
    measure       measure(): asks for a table of a measurement
    show_tools    show_tools([ShownTool, ...]): shows rulers and protractors in the picture
    big           the large number over the picture
    inset         the chart over the picture
    begin_with    begin_with(changes, gesture=0, plays=False, reason=""): begins the run with other values; the moves of
                  one drag have one gesture number; with `plays` it plays then
    program       words that start this program, () where nothing can be started
    export_map    export_map(kind): asks for a file for the map, "png" or "nc"
    show_section  show_section(): shows and computes the Poincaré section of the scene;  has_section  has_section():
                  whether one is known of it
    export_chart  export_chart(kind): asks for a file for the chart, "png" or "svg"
    make_sheet    make_sheet(file_of): a page of text and formulas, or None where there can be none
    why_no_theory   why_no_theory(): why theory is not shown now, in a sentence; "" where it is
    export_theory   export_theory(): asks for a file for the theory
    show_parameter  show_parameter(name): shows the row of that parameter, ready for typing
    bench         what is built on;  save_scene  save_scene(): asks under what name that is kept as a scene
    arrange       arrange(): asks how the selected part is to stand many times
    leave         leave(): gives the keys back to the picture;  focus  which of several bodies is looked at
    """

    catalogue: Catalogue
    text_scale: float
    remembered: Mapping
    change: Callable
    show_wanted: Callable
    open_scene: Callable
    open_preset: Callable
    choose_start: Callable
    visit: Callable
    draw: Callable
    export_plots: Callable
    units: Shown
    pinboard: Pinboard
    pin: Callable
    freeze: Callable
    measure: Callable
    show_tools: Callable
    big: BigNumber
    inset: ChartInset
    begin_with: Callable
    program: tuple
    export_map: Callable
    show_section: Callable
    has_section: Callable
    export_chart: Callable
    make_sheet: Callable
    why_no_theory: Callable
    export_theory: Callable
    show_parameter: Callable
    bench: Workbench
    arrange: Callable
    save_scene: Callable
    leave: Callable
    focus: Focus


def scrolling(content: QWidget) -> QScrollArea:
    """Returns an area as wide as its content, which is scrolled up and down; the keys stay with the window."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    return area


class Panel(QDockWidget):
    """A dock that can be moved, floated and closed. A panel overrides what it needs of the functions below.

    name    of its action and of its dock in a stored layout;  keys  that show and hide it, as Qt writes them
    side    of the picture where it stands at first: LEFT, RIGHT or BOTTOM; the panels of a side share one place
    is_below   it stands below the others of its side, instead of sharing their place
    opens   it is open at first; hidden, it takes those that share its place along, so that the picture gets the room
    rate    times per second that it follows a run at most: 20, 10 or 5
    follows_unseen   it follows a run also while nobody can see it
    waits   it is hidden only because the present scene has nothing for it
    """

    name, keys, side, opens, rate, follows_unseen, is_below = "", (), RIGHT, False, 5, False, False

    def __init__(self, ports: Ports):
        super().__init__()
        self.ports, self.waits = ports, False
        self.setObjectName(self.name)
        bar = QWidget()
        bar.setObjectName("title")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 3, 5, 3)
        row.setSpacing(2)
        self._caption = plain_label("", "caption")
        self._float_button, self._close_button = small_button("float", ""), small_button("close", "")
        self._float_button.clicked.connect(lambda: self.setFloating(not self.isFloating()))
        self._close_button.clicked.connect(self.close)
        self.title_row = QHBoxLayout()          # for what a panel wants to have in its title
        self.title_row.setContentsMargins(14, 0, 8, 0)
        self.title_row.setSpacing(14)
        row.addWidget(self._caption)
        row.addLayout(self.title_row, 1)
        for button in (self._float_button, self._close_button):
            row.addWidget(button)
        self.setTitleBarWidget(bar)

    # ---- what a panel says and does ---------------------------------------------------------------------------------

    @staticmethod
    def title() -> str:
        """Title in the language of the moment, for its bar, its tab and the menu."""
        raise NotImplementedError

    @staticmethod
    def about() -> str:
        """What the tooltip of its entry in the menu adds, or ""."""
        return ""

    def suits(self, run) -> bool:
        """Tells whether it has something to show of a run; where it has not, it makes room."""
        return True

    def begin(self, run):
        """Takes another run; BadValue where that fails, which is shown while the run goes on."""

    def follow(self, run, snapshot):
        """Shows the present state of the run, `rate` times per second while it is seen."""

    def look_again(self):
        """Is called where theory may be shown now, or no more: `ports.why_no_theory` says it."""

    def show_values(self, values: dict):
        """Shows the values of all parameters that hold or are wanted."""

    def mark(self, scene_id: str, preset: str):
        """Marks the present scene and preset."""

    def choices(self) -> dict[str, str]:
        """Returns what a person chose here, by names of settings (app/settings.py), for the next session."""
        return {}

    def restyle(self):
        """Takes the colours of the present theme."""

    def retranslate(self):
        """Takes the language of the moment: the title, and the texts that all panels have."""
        self.setWindowTitle(self.title())
        self._caption.setText(self.title())
        for button, tip in ((self._float_button, _("Into a window of its own, or back")),
                            (self._close_button, _("Hide"))):
            button.setToolTip(tooltip(tip))
            button.setAccessibleName(tip)

    # ---- whether it is seen -----------------------------------------------------------------------------------------

    @property
    def is_seen(self) -> bool:
        """Whether it is shown and no other panel lies on it."""
        return self.isVisible() and not self.visibleRegion().isEmpty()

    def bring(self):
        """Shows it before others that share its place."""
        self.show()
        self.raise_()

    def make_room(self, suits: bool):
        """Hides it where a scene has nothing for it, and shows it again where one has."""
        if not suits and not self.isHidden():
            self.waits = True
            self.hide()
        elif suits and self.waits:
            self.waits = False
            self.show()

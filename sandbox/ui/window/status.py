"""The status bar: what is true about the run and the picture right now."""

import re

from sandbox.qt.core import QSize, Qt, pyqtSignal
from sandbox.qt.widgets import QLabel, QStatusBar, QToolButton
from sandbox.run.readings.gathered import gathered
from sandbox.run.readings.mode_words import mode_text
from sandbox.text import LANGUAGES, _, language
from sandbox.ui.look.format import drift_state, shown_small, tooltip
from sandbox.ui.look.labels import plain_label
from sandbox.ui.panels.contact_panel import STATES

NOTE = 6000                    # [ms] a passing note stays
GIVES_WAY = ("renderer", "log", "page", "theory", "drift", "speed")     # in this order where the window is narrow
BESIDE, BACK = 8, 40           # [px] beside each reading; to spare before one that gave way is back
TOLD = 100                     # of the newest events that a note tells of together


def short_renderer(name: str) -> str:
    """The graphics card in a few letters: "llvmpipe (software)", "GeForce GTX 1650"."""
    for software in ("llvmpipe", "SwiftShader", "softpipe", "Software"):
        if software.lower() in name.lower():
            return _("{name} (software)").format(name=software)
    name = re.sub(r"^ANGLE \(([^)]*).*", r"\1", name)
    name = re.sub(r"\b(Direct3D|vs_|ps_|OpenGL|Mesa|D3D).*", "", name)
    name = re.sub(r"\((R|TM)\)|\b(NVIDIA|Intel|AMD|ATI|Google|Inc\.|Corporation)\b,?|/.*", "", name).strip(" ,")
    return name[:24]


class Status(QStatusBar):
    """Meters on the right, passing notes on the left."""

    language_wanted = pyqtSignal()        # the next one

    def __init__(self):
        super().__init__()
        self.setSizeGripEnabled(False)
        self._fields: dict[str, QLabel] = {}
        self._away: tuple[str, ...] = ()    # those that gave way
        self._reported = (None, 0)          # run and the events of it that have passed
        for name in ("mode", "time", "speed", "page", "drift", "theory", "log", "renderer"):
            self._fields[name] = plain_label("")
            self.addPermanentWidget(self._fields[name])
        self.language = QToolButton()
        self.language.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.language.clicked.connect(lambda: self.language_wanted.emit())
        self.addPermanentWidget(self.language)
        self.retranslate()

    def retranslate(self):
        tips = {"mode": _("what the body does now"),
                "time": _("simulated time"),
                "speed": _("simulated seconds per second"),
                "page": _("pictures per second that the 3D page really shows"),
                "drift": _("|E_J - E_J(0) - ledger| over the scale: how far the integration has left the exact energy"),
                "theory": _("distance between the body and the closed form"),
                "log": _("rows written to the log of this run"),
                "renderer": _("what draws the picture")}
        for name, tip in tips.items():
            self._fields[name].setToolTip(tooltip(tip))
            self._fields[name].setAccessibleName(tip)
        self.language.setText(language().upper())
        tip = _("Language: {names}").format(names=", ".join(LANGUAGES.values()))
        self.language.setToolTip(tooltip(tip))
        self.language.setAccessibleName(tip)

    def field(self, name: str) -> QLabel:
        return self._fields[name]

    # ---- a narrow window --------------------------------------------------------------------------------------------

    def _needed(self, away: tuple[str, ...]) -> int:
        """Returns the width [px] that the readings take without those of some names."""
        widgets = [self.language, *(label for name, label in self._fields.items() if label.text() and name not in away)]
        return sum(widget.sizeHint().width() + BESIDE for widget in widgets)

    def minimumSizeHint(self) -> QSize:
        """It never makes the window wider: what has no room gives way."""
        return QSize(self._needed(GIVES_WAY), super().minimumSizeHint().height())

    def resizeEvent(self, event):
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self):
        """Lets as many readings give way as it takes; they are back when there is room to spare."""
        choices = [GIVES_WAY[:k] for k in range(len(GIVES_WAY) + 1)]
        self._away = next((away for away in choices
                           if self._needed(away) + (BACK if len(away) < len(self._away) else 0) <= self.width()),
                          GIVES_WAY)
        for name, label in self._fields.items():
            is_shown = bool(label.text()) and name not in self._away
            if label.isHidden() == is_shown:
                label.setVisible(is_shown)

    # ---- readings ---------------------------------------------------------------------------------------------------

    def note(self, text: str) -> bool:
        """Shows a text for a while; False when there is no room for it."""
        taken = sum(label.sizeHint().width() for label in (*self._fields.values(), self.language)
                    if not label.isHidden())
        if self.fontMetrics().horizontalAdvance(text) > self.width() - taken - 20:
            return False
        self.showMessage(text, NOTE)
        return True

    def _report_news(self, run):
        """The newest event that does not end the run passes by."""
        before, self._reported = self._reported, (run, len(run.events))
        if before[0] is run and len(run.events) > before[1] and run.ended is None:
            self.note(gathered(run.events[-TOLD:])[-1].sentence)

    def _set(self, name: str, text: str, state: str = "", tip: str | None = None):
        label = self._fields[name]
        if label.text() != text:
            label.setText(text)
        if (label.property("state") or "") != state:
            label.setProperty("state", state)
            label.style().polish(label)
        if tip is not None:
            label.setToolTip(tooltip(tip))

    @staticmethod
    def _about_drift(drifts) -> str:
        about = _("|E_J - E_J(0) - ledger| over the scale: how far the integration has left the exact energy")
        return about if len(drifts) == 1 else "\n".join((about, _("Side by side, each for itself: {drifts}").format(
            drifts=", ".join(map(shown_small, drifts)))))

    def show_state(self, player, view):
        """Reads the meters again."""
        run, snapshot = player.simulation, player.snapshot
        if run is None or snapshot is None:
            return
        focus = player.focus
        body = snapshot.bodies[focus.body if focus.body < len(snapshot.bodies) else 0]
        mode = body.mode
        # where nothing else can happen it is no news that a ball rolls and a blade holds
        is_news = snapshot.contacts or mode not in ("rolling", "ideal")
        words = [focus.name()] if focus.has_choice else []
        words += [mode_text(mode)] if is_news or words else []
        self._set("mode", ": ".join(words), "warn" if mode in STATES else "good")
        self._report_news(run)
        self._set("time", _("t = {t:.3f} s").format(t=snapshot.t),
                  tip=_("simulated time; {step} steps").format(step=snapshot.step))
        if not player.is_playing:
            self._set("speed", _("paused"))
        elif player.pace.is_late:
            self._set("speed", _("{speed:.2f}× (limited by CPU, {behind:.1f} s behind)").format(
                speed=player.pace.achieved, behind=player.pace.behind), "warn")
        elif player.pace.eased < 1.0:
            self._set("speed", _("{speed:.2f}× near the mouse").format(speed=player.pace.achieved))
        else:
            self._set("speed", f"{player.pace.achieved:.2f}×")
        fps = view.page_fps
        self._set("page", _("{fps:.0f} fps").format(fps=fps), "warn" if player.is_playing and 0 < fps < 25 else "")
        # systems side by side have a book each: what is shown is the worst of them
        drifts = run.drifts
        drift = snapshot.drift if len(drifts) == 1 else max(drifts)
        self._set("drift", _("drift {drift}").format(drift=shown_small(drift)), drift_state(drift),
                  tip=self._about_drift(drifts))
        distance = player.feed.theory.distance
        self._set("theory", "" if distance is None else _("theory {distance} m").format(distance=shown_small(distance)))
        self._show_log(run.recorder)
        tip = _("{renderer}\nmain thread {cost:.1f} ms per frame").format(
            renderer=view.renderer, cost=player.pace.frame_ms)
        self._set("renderer", short_renderer(view.renderer), tip=tip)
        self._make_room()

    def _show_log(self, recorder):
        if recorder is None:
            self._set("log", _("no log"))
        elif recorder.trouble:
            self._set("log", _("log stopped"), "bad", tip=recorder.trouble)
        else:
            self._set("log", _("log {rows} rows").format(rows=recorder.rows), tip=recorder.path)

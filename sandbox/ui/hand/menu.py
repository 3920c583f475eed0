"""The menu of a body or a support: what it is, its numbers, and what can be done with it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from sandbox.qt.core import QObject, QPoint
from sandbox.qt.gui import QGuiApplication
from sandbox.qt.widgets import QMenu, QWidget, QWidgetAction
from sandbox.scene.parameter import Parameter
from sandbox.text import _
from sandbox.ui.hand.facts import lines_of_body, lines_of_support, state_text
from sandbox.ui.hand.hand import Hand
from sandbox.ui.hand.plane import tangents, unit
from sandbox.ui.hand.pull import Pull, Scenery
from sandbox.ui.hand.reposition import Reposition
from sandbox.ui.hand.support import nudge, rate_of, tilt_of
from sandbox.ui.hand.targets import Target
from sandbox.ui.look.format import menu_text, tooltip
from sandbox.ui.look.labels import plain_label

PUSH = 3.0               # how far away a push pulls, in sizes of the body
PUSH_FRAMES = 8          # frames that it lasts


@dataclass(frozen=True)
class Deeds:
    """What the menu asks others to do.

    say      say(text, kind);  follow  the camera follows the body;  reset  back to the start
    preset   preset(name) opens a preset of the scene;  window  the menu stands on
    another  another(body, point or None, support, way) puts one more of a body, on a bench
    """

    say: Callable
    follow: Callable
    reset: Callable
    preset: Callable
    another: Callable
    window: QWidget


class HandMenu(QObject):
    """Shows the menu, and does what it says; the entries of the menu bar do the same."""

    def __init__(self, hand: Hand, scenery: Scenery, deeds: Deeds):
        super().__init__(deeds.window)
        self._hand, self._scenery, self._deeds = hand, scenery, deeds
        self.menu: QMenu | None = None
        self._push_ends = 0                # frames until a push lets go
        hand.wants_menu.connect(self.open)
        scenery.player.framed.connect(self._go_on)

    @property
    def _run(self):
        return self._scenery.player.simulation

    @property
    def _meant(self) -> int:
        """The body that is selected, or in focus."""
        return self._scenery.player.focus.body if self._hand.selected is None else self._hand.selected

    # ---- the menu ---------------------------------------------------------------------------------------------------

    def open_selected(self):
        """Opens the menu of the selected body, or of the one in focus: where it is in the picture."""
        hand, eye = self._hand, self._scenery.reach.eye
        if not hand.is_able:
            return
        body = self._meant
        place = eye.project(self._scenery.player.snapshot.bodies[body].centre)[0]
        place = place if np.isfinite(place).all() else np.zeros(2)
        picture = hand.sketch.parentWidget()
        place = np.clip(place, 0, (picture.width(), picture.height()))
        self.open(Target("body", body), picture.mapToGlobal(QPoint(*map(int, place))), None)

    def open(self, target: Target, place: QPoint, point):
        """Opens the menu of a body or of the support at a global place."""
        if self.menu is not None:
            # until then its actions are there for whoever triggers them
            self.menu.hide()
            self.menu.deleteLater()
        self.menu = menu = QMenu(self._deeds.window)
        menu.setToolTipsVisible(True)
        run, snapshot = self._run, self._scenery.player.snapshot
        if target.kind == "body":
            self._facts(lines_of_body(run, snapshot, target.body))
            self._of_body(target.body)
        else:
            self._facts(lines_of_support(run, snapshot))
            self._of_support(point)
        menu.addSeparator()
        self._of_scene()
        menu.popup(place)

    def _facts(self, lines: list[str]):
        label = plain_label("\n".join(lines), "facts")
        label.setContentsMargins(26, 6, 30, 6)
        action = QWidgetAction(self.menu)
        action.setDefaultWidget(label)
        action.setText("\n".join(lines))
        self.menu.addAction(action)
        self.menu.addSeparator()

    def _add(self, text: str, about: str, act: Callable, is_on: bool = True, menu: QMenu | None = None):
        action = (menu or self.menu).addAction(menu_text(text))
        action.setToolTip(tooltip(about))
        action.setEnabled(is_on)
        action.triggered.connect(lambda _on: act())
        return action

    def _of_body(self, body: int):
        hand = self._hand
        if hand.waits:
            can = body == 0 and hand.targets.can("body")
            self._add(_("Move it with the arrow keys"), _("along the surface; Enter or Esc ends it") if can
                      else self.why_not(body), lambda: self._hold(body), can)
        else:
            self._add(_("Grab it with the keys"), _("arrow keys pull it, H lets go"), lambda: self._hold(body))
        self._add(_("Give it a push"), _("away from you, along the surface, for a moment"), lambda: self.push(body),
                  not hand.waits)
        self._add(_("Follow it with the camera"), _("the camera goes along with the body"), lambda: self._follow(body))
        focus = self._scenery.player.focus
        if focus.has_choice:
            about = _("besides that of the body in focus; Shift and a click do it, too")
            trail = self._add(_("Trail of this body"), about, lambda: focus.toggle_trail(body))
            trail.setCheckable(True)
            trail.setChecked(body in focus.trails)
        self._add(_("Put another one beside it"), _("on a bench of your own, which this scene becomes as it is now"),
                  lambda: self.another(body))
        self._add(_("Copy its state"), _("place, velocities and forces as JSON text, in SI units"),
                  lambda: self.copy(body))
        self._add(_("Back to the start"), _("begin the run again with the values it has now"), self._deeds.reset)

    def _of_support(self, point):
        hand, rate = self._hand, rate_of(self._run)
        can = hand.targets.can("body") and point is not None
        about = _("the run begins again from this place") if can else self.why_not(self._meant)
        self._add(_("Put the body here"), about, lambda: self.put(point), can)
        self._add(_("Put another body here"), _("one more of the body that is looked at; on a bench of your own, which "
                                                "this scene becomes as it is now"), lambda: self.another(None, point),
                  point is not None)
        missing = _("The support of this scene has no rate that can be changed while it runs.")
        for text, about, act in (
                (_("Stop the support"), _("its rate goes to 0, as fast as its motor can"), self.stop),
                (_("Reverse the support"), _("its rate changes its sign, as fast as its motor can"), self.reverse)):
            self._add(text, about if rate is not None else missing, act, rate is not None)

    def _of_scene(self):
        """What there is in place of this body."""
        run = self._run
        switches = [p for p in run.scene.parameters if type(p) is Parameter and p.is_switch and not p.is_of_start]
        if switches or run.scene.presets:
            others = self.menu.addMenu(_("Take another body or preset"))
            others.setToolTipsVisible(True)
            for p in switches:
                action = self._add(_(p.about) or p.name, p.name, lambda p=p: self._toggle(p), menu=others)
                action.setCheckable(True)
                action.setChecked(bool(self._scenery.player.wanted.values[p.name]))
            for preset in run.scene.presets:
                self._add(_(preset.name), _("preset of the scene"),
                          lambda name=preset.name: self._deeds.preset(name), menu=others)

    def why_not(self, body: int) -> str:
        """Returns why the start of a body cannot be dragged."""
        if body != 0:
            return _("Only the first body of this scene has a start that can be changed.")
        return _("In this scene that cannot be dragged: its start has no parameter in {unit}.").format(unit="m")

    # ---- deeds ------------------------------------------------------------------------------------------------------

    def _follow(self, body: int):
        self._scenery.player.focus.choose(body)
        self._deeds.follow()

    def _hold(self, body: int):
        self._hand.select(body)
        self._hand.keys.toggle()

    def copy(self, body: int | None = None):
        """Copies the state of a body, by default of the selected one or that in focus."""
        if not self._hand.is_able:
            return
        body = self._meant if body is None else body
        QGuiApplication.clipboard().setText(state_text(self._run, self._scenery.player.snapshot, body))
        self._deeds.say(_("The state of the body was copied."), "note")

    def push(self, body: int | None = None):
        """Pulls a body away from the eye along the support for a moment."""
        hand = self._hand
        body = self._meant if body is None else body
        if not hand.is_able:
            return
        if hand.waits:
            self._deeds.say(_("A body can be pushed while the run goes on."), "event")
            return
        state, eye = self._scenery.player.snapshot.bodies[body], self._scenery.reach.eye
        away = tangents(unit(state.normal), eye.forward)[0]
        hand.begin(hand.pull(body, None, False))
        if hand.gesture is None:
            return
        hand.gesture.move(hand.gesture.target + PUSH*self._scenery.reach.solid(body).reach*away)
        self._push_ends = PUSH_FRAMES

    def _go_on(self):
        if self._push_ends:
            self._push_ends -= 1
            if not self._push_ends and isinstance(self._hand.gesture, Pull):
                self._hand.release()

    def put(self, point):
        """Begins the run anew with the body at a place (3,) of the support, laboratory [m]."""
        hand = self._hand
        if not hand.is_able:
            return
        hand.drop()
        state = self._scenery.player.snapshot.bodies[0]
        below = self._scenery.reach.eye.project(state.contact)[0]
        gesture = Reposition(self._scenery, *(below if np.isfinite(below).all() else (0.0, 0.0)))
        gesture.put(*self._scenery.reach.onto(point))
        hand.end(gesture, True)

    def another(self, body: int | None = None, point=None):
        """Puts one more of a body, by default of the one in focus: at a point (3,) of a support [m], or beside it."""
        reach = self._scenery.reach
        if reach.eye is None:
            return
        support = -1
        if point is not None:
            under = reach.under(*reach.eye.project(point)[0])
            support = -1 if under is None else under[0]
        way = np.array((reach.eye.right[0], reach.eye.right[1], 0.0))
        way = np.eye(3)[int(np.argmax(np.abs(way)))]*np.sign(way[int(np.argmax(np.abs(way)))])
        self._deeds.another(self._meant if body is None else body, point, support, way)

    def stop(self):
        """Stops the support."""
        self._set_rate(lambda rate: 0.0)

    def reverse(self):
        """Turns the support the other way."""
        self._set_rate(lambda rate: -rate)

    def _set_rate(self, change: Callable[[float], float]):
        parameter = rate_of(self._run) if self._run is not None else None
        if parameter is None:
            self._deeds.say(_("The support of this scene has no rate that can be changed while it runs."), "event")
            return
        value = change(float(self._scenery.player.wanted.values[parameter.name])) + 0.0
        self._scenery.change(parameter.name, min(max(value, parameter.low), parameter.high))

    def nudge(self, what: str, steps: int):
        """Changes the rate or the tilt of the support ("rate", "tilt") by steps of a key."""
        run = self._run
        if run is None:
            return
        tilt = tilt_of(run)
        parameter = rate_of(run) if what == "rate" else None if tilt is None else tilt[0]
        if parameter is None:
            self._deeds.say(_("The support of this scene has no rate that can be changed while it runs.")
                            if what == "rate" else
                            _("The support of this scene has no tilt that can be changed while it runs."), "event")
            return
        nudge(self._scenery, parameter, steps)

    def _toggle(self, parameter: Parameter):
        wanted = self._scenery.player.wanted
        values = {**wanted.values, parameter.name: not wanted.values[parameter.name]}
        self._scenery.edits.open(replace(wanted, values=values, keeps=True, reason=""))

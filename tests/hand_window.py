"""Child process: the real window under the hand of a person, played by events of Qt; helpers for its parts."""

import json
import os
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from PyQt5.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt
from PyQt5.QtGui import QMouseEvent, QWheelEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication

from sandbox.cli.arguments import arguments
from sandbox.cli.common import prepare_folders
from sandbox.cli.window.window import make_window
from tests.patience import HANGING, MISSING, wait_for_the_page


class Person:
    """A window and a mouse over its picture."""

    def __init__(self, *options):
        wait_for_the_page()
        self.application, self.window, self.crash = make_window(arguments().parse_args(options), prepare_folders())
        self.faults = []
        self.crash.on_report = lambda report: self.faults.append(report.sentence)
        # a page that is slow beside other tests is not begun anew for a simpler picture
        self.window.view.set_quality("low")
        self.window.show()
        self.until(self.is_settled)

    @property
    def inner(self):
        """The widget of the page, of which there is another after the page was restarted."""
        return self.window.view.reach.pointer.inner

    @property
    def run(self):
        return self.window.simulation

    @property
    def eye(self):
        return self.window.view.reach.eye

    def is_settled(self):
        view, player = self.window.view, self.window.player
        return self.run is not None and view.is_ready and not player.is_preparing and view.reach.eye is not None

    def until(self, condition, seconds: float = MISSING):
        end = time.perf_counter() + seconds
        while not condition():
            if time.perf_counter() > end:
                raise TimeoutError(f"nothing happened within {seconds} s; {self.state()}")
            self.application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
            time.sleep(0.001)

    def state(self) -> dict:
        """What there is to say of it when something does not come."""
        player, run, hand = self.window.player, self.run, self.window.hand
        return {"faults": self.faults, "message": self.window.message.text, "plays": player.is_playing,
                "t": run and run.t, "ended": run and run.ended, "holds": run and run.hold is not None,
                "gesture": hand.gesture, "page": self.window.view._life.state}

    def wait(self, seconds: float):
        end = time.perf_counter() + seconds
        self.until(lambda: time.perf_counter() > end)

    def open(self, scene: str, preset: str | None = None, playing: bool = True):
        self.window.choose_scene(scene, preset)
        # the first time ever a world is compiled before it moves: a minute of a quiet core
        self.until(lambda: self.is_settled() and self.run.scene.id == scene, HANGING)
        (self.window.play if playing else self.window.pause)()
        self.wait(0.5)
        self.until(self.is_settled)

    def begin_anew(self):
        """Takes the run back to its start: another run, of the same values."""
        self.until(self.is_settled)
        old = self.run
        self.window.reset()
        self.until(lambda: self.run is not old and self.is_settled())

    def next_picture(self):
        """Waits until a picture of the run that goes on is seen: one is sent when the one before has been shown."""
        sent = self.window.view.messages
        self.until(lambda: self.window.view.messages > sent + 1)

    def go_on(self, seconds: float):
        """Lets the run go on by so much of its own time, and waits for a picture of it."""
        end = self.run.t + seconds
        self.until(lambda: self.run.t >= end)
        self.next_picture()

    def body(self, index: int = 0) -> np.ndarray:
        """Where the mass centre of a body is in the picture that the page shows, which a press there meets [px].

        On a busy machine the run is ahead of its picture, the picture of another run may be on its way yet, and a page
        that does not answer in time is begun anew.
        """
        self.until(self.is_settled)
        return self.eye.project(self.window.view.reach.seen.centre(index))[0]

    def send(self, kind, place, button=Qt.MouseButton.NoButton, buttons=Qt.MouseButton.NoButton,
             modifiers=Qt.KeyboardModifier.NoModifier):
        inner, place = self.inner, QPointF(*map(float, place))
        QApplication.sendEvent(inner, QMouseEvent(kind, place, QPointF(inner.mapToGlobal(place.toPoint())), button,
                                                  buttons, modifiers))

    def hover(self, place):
        self.send(QEvent.Type.MouseMove, place)
        self.wait(0.12)

    def press(self, place, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.mousePress(self.inner, Qt.MouseButton.LeftButton, modifiers, QPoint(*(int(round(x)) for x in place)))

    def move(self, place, modifiers=Qt.KeyboardModifier.NoModifier):
        self.send(QEvent.Type.MouseMove, place, buttons=Qt.MouseButton.LeftButton, modifiers=modifiers)

    def release(self, place, modifiers=Qt.KeyboardModifier.NoModifier):
        QTest.mouseRelease(self.inner, Qt.MouseButton.LeftButton, modifiers, QPoint(*(int(round(x)) for x in place)))

    def drag(self, begin, end, moves: int = 12, modifiers=Qt.KeyboardModifier.NoModifier, seconds: float = 0.3):
        """Moves the pressed mouse from one place to another."""
        begin, end = np.asarray(begin, float), np.asarray(end, float)
        for share in np.linspace(0.0, 1.0, moves + 1)[1:]:
            self.move(begin + share*(end - begin), modifiers)
            self.wait(seconds/moves)

    def drag_whole(self, begin, end):
        """Presses, moves and lets go."""
        state = self.window.player.snapshot.bodies[0]
        self.first_contact = self.eye.project(state.contact)[0]
        self.hover(begin)
        self.press(begin)
        self.drag(begin, end)
        self.release(end)

    def wheel(self, notches: int, place):
        inner, place = self.inner, QPointF(*map(float, place))
        QApplication.sendEvent(inner, QWheelEvent(
            place, QPointF(inner.mapToGlobal(place.toPoint())), QPoint(), QPoint(0, 120*notches),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False))

    def shot(self, name: str):
        """A picture of the screen, where SHOTS names a folder."""
        if folder := os.environ.get("SHOTS"):
            self.wait(0.3)
            QApplication.primaryScreen().grabWindow(0).save(str(Path(folder)/f"{name}.png"))

    def leave(self, report: dict):
        print(json.dumps(report, default=float), flush=True)
        self.window.close()
        self.crash.close()
        os._exit(0)


# ---- what the person does --------------------------------------------------------------------------------------------

def holds(p: Person) -> bool:
    return p.run.hold is not None


def grab(p: Person) -> bool:
    """Presses on the body once; a press where the run begins would put the body elsewhere instead."""
    p.until(lambda: p.is_settled() and p.run.step > 0)
    p.next_picture()
    place = p.body()
    p.press(place)
    if p.window.hand.gesture is None:
        raise RuntimeError(f"a press at {place} on the body took hold of nothing; {p.state()}")
    p.until(lambda: holds(p))
    return True


def pulls(p: Person) -> dict:
    """Pulls the ball on a table that stands still, and looks for it where the mouse is."""
    p.window.edits.change("rate", 0.0)
    p.go_on(0.6)
    # what the mouse sees in the picture that is there: the ball rolls on until the next one
    begin = p.body()
    p.send(QEvent.Type.MouseMove, begin)
    p.window.hand.show()
    cursor = "open" if p.inner.cursor().shape() == Qt.CursorShape.OpenHandCursor else "another"
    pressed = time.perf_counter()
    holding = grab(p)
    first = time.perf_counter() - pressed
    goal = begin + np.array((-60.0, 25.0))
    p.drag(begin, goal, seconds=0.5)
    p.go_on(1.2)
    missed = float(np.hypot(*(p.body() - goal)))
    p.shot("pull")
    p.release(goal)
    p.go_on(0.3)
    return {"grabbed": {"cursor": cursor, "holds": holding, "is_let_go": not holds(p)},
            "pulled_px": float(np.hypot(*(p.body() - begin))), "missed_px": missed, "first_ms": 1e3*first}


def latency(p: Person) -> dict:
    """From a move of the mouse to the frame with it that was sent to the page [ms]."""
    held = grab(p)
    place, times = p.body(), []
    for k in range(30):
        before = p.run.commands[-1]
        begin = time.perf_counter()
        # to another place each time: of a mouse that stays nothing is told
        p.move(place + np.array((k + 1, 0)))
        # of two moves at one step, as in frames that follow each other closely, the second takes the place of the first
        p.until(lambda before=before: p.run.commands[-1] is not before)
        sent = p.window.view.messages
        p.until(lambda sent=sent: p.window.view.messages > sent or not p.window.view._channel.is_busy)
        times.append(1e3*(time.perf_counter() - begin))
    p.release(place)
    p.until(lambda: not holds(p))
    return {"held": held, "median": float(np.median(times)), "worst": max(times)}


def camera(p: Person) -> dict:
    """A drag beside all that a hand can take turns the camera."""
    targets = p.window.hand.targets
    # after a hand the camera glides: what lies under a place of the picture then goes with it
    p.until(lambda: p.is_settled() and p.window.view._channel.ask_now("rig.from === null"))
    before, commands = p.eye.forward, len(p.run.commands)
    # the card of the scene has the other side; where the body has rolled to, and with it how near the camera has come,
    # hangs on how fast this machine is
    left = p.inner.width() - 170
    top = next(y for y in range(20, p.inner.height() - 60, 10)
               if targets.at(left, y, False) is None and not targets.is_missed(left, y))
    p.press((left, top))
    for k in range(8):
        QTest.mouseMove(p.inner, QPoint(left + 12*k, top + 4*k))
        p.wait(0.05)
    p.release((left + 84, top + 28))

    def turned() -> float:
        return 0.0 if p.eye is None else float(np.arccos(np.clip(p.eye.forward @ before, -1, 1)))

    # the page turns it, in its own time
    p.until(lambda: turned() > 0.05)
    report = {"turned": turned(), "commands": len(p.run.commands) - commands}
    p.window.view.reset_camera()
    p.until(lambda: p.is_settled() and p.window.view._channel.ask_now("rig.from === null"))
    return report


def ends(p: Person, end) -> dict:
    """Holds the body, lets something happen, and holds it again afterwards."""
    p.begin_anew()
    p.window.play()
    held = grab(p)
    place = p.body()
    p.drag(place, place + np.array((20, 5)), seconds=0.15)
    end(p)
    p.until(p.is_settled)
    p.window.play()
    p.go_on(0.3)
    let_go = not holds(p) and p.window.hand.gesture is None
    p.release(place)
    # on a slow machine the ball that was let go has rolled off the table by now, and lies behind it
    p.begin_anew()
    p.window.play()
    again = grab(p)
    p.release(p.body())
    p.until(lambda: not holds(p))
    return {"held": held, "let_go": let_go, "again": again}


def killed(p: Person):
    was = p.window.view._page.renderProcessPid()
    os.kill(was, 9)
    p.until(lambda: not p.window.view.is_ready)
    p.until(p.is_settled)


def changed(p: Person):
    old = p.run
    p.window.choose_scene("turntable", "2")
    p.until(lambda: p.run is not old)


def deactivated(p: Person):
    QApplication.sendEvent(p.window, QEvent(QEvent.Type.WindowDeactivate))


def storm(p: Person) -> dict:
    grab(p)
    frames, commands, place = [], len(p.run.commands), p.body()
    p.window.player.framed.connect(lambda: frames.append(1))
    begin = time.perf_counter()
    for k in range(10_000):
        p.move(place + np.array((k % 11, k % 7)))
        if k % 200 == 199:
            p.application.processEvents()
    spent = time.perf_counter() - begin
    p.wait(0.1)
    count = len(p.run.commands) - commands
    p.release(place)
    return {"moves": 10_000, "commands": count, "frames": len(frames), "seconds": spent}


def placed(p: Person) -> float:
    """Places the waiting ball and returns how far it is from where it was put [px]."""
    p.open("turntable", playing=False)
    p.begin_anew()
    begin = p.body()
    p.drag_whole(begin, begin + np.array((-120, 40)))
    p.wait(0.6)
    p.until(p.is_settled)
    p.shot("placed")
    # where the ball is nearer to the eye it is larger: its middle stands a little higher above its contact
    state = p.window.player.snapshot.bodies[0]
    contact = p.eye.project(state.contact)[0]
    return float(np.hypot(*(contact - (p.first_contact + np.array((-120, 40))))))


def menu(p: Person) -> bool:
    p.window.commands["hand_menu"].trigger()
    p.shot("menu")
    shown = p.window.hand_menu.menu is not None and p.window.hand_menu.menu.isVisible()
    p.window.hand_menu.menu.close()
    return shown


def several(p: Person) -> dict:
    """Clicks, Tab and right clicks on one of twenty balls."""
    p.open("many_balls", "Twenty that give all back")
    p.wait(0.4)
    p.window.pause()
    p.wait(0.3)
    focus, seen = p.window.player.focus, {"first": p.window.player.focus.body}

    def click(body: int, modifiers=Qt.KeyboardModifier.NoModifier):
        place = p.body(body)
        p.press(place, modifiers)
        p.release(place, modifiers)
        p.wait(0.2)

    steps, commands = p.run.step, len(p.run.commands)
    click(6)
    seen["clicked"] = focus.body
    click(11, Qt.KeyboardModifier.ShiftModifier)
    seen["trails"] = list(focus.trails)
    seen["still"] = [focus.body, p.run.step - steps, len(p.run.commands) - commands, p.run.hold is None]
    p.window.view.setFocus()
    QTest.keyClick(p.inner, Qt.Key.Key_Tab)
    p.wait(0.2)
    seen["tab"] = focus.body
    p.window.hand_menu.open_selected()
    texts = {action.text(): action for action in p.window.hand_menu.menu.actions()}
    texts["Trail of this body"].trigger()
    texts["Follow it with the camera"].trigger()
    p.window.hand_menu.menu.close()
    seen["menu"], seen["camera"] = list(focus.trails), p.window.view.camera_mode

    def off() -> float:
        """How far it is from the middle of the picture [px]."""
        return float(np.hypot(*(p.body(focus.body) - (0.5*p.eye.width, 0.5*p.eye.height))))

    # the camera takes its own time
    p.until(lambda: off() < 25.0)
    seen["off_px"] = off()
    p.shot("several")
    # while the run goes on a click chooses and does not grab; a drag pulls
    p.window.play()
    p.next_picture()
    click(2)
    seen["playing"] = [focus.body, len(p.run.commands) - commands]
    p.window.switches.set_camera("free")
    return seen


def main():
    p = Person()
    p.open("turntable")
    p.until(lambda: p.window.player.grip._is_ready())
    report = pulls(p)
    p.begin_anew()
    p.window.play()
    report["latency_ms"] = latency(p)
    report["camera"] = camera(p)
    for end in (killed, changed, deactivated):
        report[end.__name__] = ends(p, end)
    report["storm"] = storm(p)
    report["placed_px"] = placed(p)
    report["menu"] = menu(p)
    report["several"] = several(p)
    p.leave({**report, "faults": p.faults})


if __name__ == "__main__":
    try:
        main()
    except Exception:
        # the window would keep it for a report
        traceback.print_exc()
        os._exit(1)

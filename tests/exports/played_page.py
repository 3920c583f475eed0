"""Child process: opens a page that plays a run in the web engine, refuses it everything else, and says what it did.

    python tests/exports/played_page.py PAGE.html REPORT.json
"""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np
from PyQt5.QtCore import QCoreApplication, QEventLoop, QTimer, QUrl
from PyQt5.QtWebEngineCore import QWebEngineUrlRequestInterceptor
from PyQt5.QtWebEngineWidgets import QWebEnginePage, QWebEngineProfile, QWebEngineView
from PyQt5.QtWidgets import QApplication

from sandbox.view import prepare
from sandbox.view.page.compose import engine_start
from tests.patience import HANGING


class Refuse(QWebEngineUrlRequestInterceptor):
    """Notes every request and lets the page itself through, nothing else."""

    def __init__(self, page: str):
        super().__init__()
        self.page, self.seen = page, []

    def interceptRequest(self, info):
        self.seen.append(info.requestUrl().toString())
        info.block(info.requestUrl().toString() != self.page)


class Page(QWebEnginePage):
    """Notes what the page complains about."""

    def __init__(self, profile, view):
        super().__init__(profile, view)
        self.problems = []

    def javaScriptConsoleMessage(self, level, text, line, source):
        if level != QWebEnginePage.JavaScriptConsoleMessageLevel.InfoMessageLevel:
            self.problems.append(f"{text} ({line})")


COUNT = """window.pictures = 0
window.counting = window.counting || (function count() { window.pictures++; requestAnimationFrame(count); return 1 })()
"""


def heard(ask, draw) -> dict:
    """The button of the sound, and what the sound is told while the page plays at half the speed, and after it."""
    found = {"name": ask('$id("sound").title'), "off": ask('$id("sound").getAttribute("aria-pressed")'),
             "trouble": ask("sounding.trouble"), "disabled": ask('$id("sound").disabled')}
    ask("""window.told = []
        sounding.node = {port: {postMessage: message => told.push(message)}}
        sounding.context = {get currentTime() { return performance.now()/1000 }, resume() {}}
        sounding.trouble = ""
        visit(0.5); told.length = 0; switch_sound(); reel.speed = 0.5; play(true)""")
    draw()
    found["playing"] = ask("JSON.stringify(told)")
    found["on"] = ask('$id("sound").getAttribute("aria-pressed")')
    ask("told.length = 0; play(false)")
    draw()
    found["paused"] = ask("JSON.stringify(told)")
    ask("reel.speed = 1; switch_sound(); sounding.node = sounding.context = null")
    return found


def main():
    path, report = Path(sys.argv[1]).absolute(), Path(sys.argv[2])
    prepare()
    application = QApplication(sys.argv[:1])
    with engine_start():
        profile = QWebEngineProfile(application)
    view = QWebEngineView()
    page = Page(profile, view)
    refuse = Refuse(QUrl.fromLocalFile(str(path)).toString())
    profile.setUrlRequestInterceptor(refuse)
    view.setPage(page)
    view.resize(960, 600)
    view.show()
    page.load(QUrl.fromLocalFile(str(path)))

    def ask(source: str):
        loop, box = QEventLoop(), []
        page.runJavaScript(source, lambda answer: (box.append(answer), loop.quit()))
        QTimer.singleShot(int(1000*HANGING), loop.quit)
        if not box:
            loop.exec_()
        return box[0]

    def wait(seconds: float):
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            application.processEvents()
            time.sleep(0.002)

    def draw(pictures: int = 20):
        """Waits until the page has had time for so many pictures."""
        ask(COUNT)
        end = time.perf_counter() + HANGING
        while time.perf_counter() < end and ask("window.pictures") < pictures:
            wait(0.02)

    def state() -> dict:
        """What the page shows: time, poses of what moves, what of the lines is drawn, and the picture."""
        text = ask("""JSON.stringify({t: reel.t, at: reel.at, time: $id("time").textContent,
            said: $id("said").textContent, title: $id("title").textContent, legend: $id("legend").textContent,
            ball: triple(glowObjs[RUN.objects.solids[1]].pos), table: triple(glowObjs[RUN.objects.solids[0]].axis),
            trail: Array.from(ink.lines.trail.data).filter((x, i) => i % 32 < 3).reduce((a, b) => a + b, 0),
            near: rig.near,
            shown: Object.entries(RUN.objects.arrows).map(e => [e[0], glowObjs[e[1]].visible])})""")
        picture = view.grab().toImage()
        pixels = np.frombuffer(picture.constBits().asstring(picture.byteCount()), np.uint8)
        return {**json.loads(text), "tones": len(np.unique(pixels.reshape(-1, 4)[::7], axis=0))}

    end = time.perf_counter() + HANGING
    while time.perf_counter() < end and not ask("Boolean(window.lab && (lab.started || lab.failed))"):
        wait(0.1)
    told = {"failed": ask("lab.failed || ''"), "renderer": ask("lab.renderer")}
    if told["failed"]:
        raise SystemExit(f"{told} {page.problems}")
    draw(40)
    told["first"] = state()
    for name, source in (("at_1", "visit(1.0)"), ("at_end", "visit(99)"), ("back_at_1", "visit(1.0)"),
                         ("russian", "choose('ru')"), ("no_velocity", "$id('legend').querySelector("
                         "'[data-name=velocity]').click()"), ("stepped", "step(1)")):
        ask(source)
        draw()
        told[name] = state()
    for letter in (" ",):
        ask(f"document.dispatchEvent(new KeyboardEvent('keydown', {{key: {json.dumps(letter)}}}))")
    draw()
    told["played"] = state()
    ask("play(false)")
    told["sound"] = heard(ask, draw)
    before = ask("JSON.stringify(rig.look)")
    ask("orbit(50, 10); set_mode('top')")
    draw(40)
    told["look"] = [before, ask("JSON.stringify(rig.look)"), ask("rig.mode")]
    told |= {"seen": list(refuse.seen), "page": refuse.page, "problems": list(page.problems)}
    told["network"] = ask("""(function () { try { const x = new XMLHttpRequest()
        x.open("GET", "http://localhost:9/", false); x.send(); return "sent" }
        catch (error) { return String(error.name) } })()""")
    told["refused"] = page.problems
    report.write_text(json.dumps(told))
    QCoreApplication.processEvents()
    os._exit(0)


main()

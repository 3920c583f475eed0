"""Opens pages of a site with the web engine, wide and as on a phone: opened_site.py FOLDER REPORT.json"""

import json
import os
import sys
import time
from pathlib import Path

import numpy as np

from sandbox.qt.core import QUrl
from sandbox.qt.web import QWebEnginePage, QWebEngineProfile, QWebEngineView
from sandbox.qt.web_core import QWebEngineUrlRequestInterceptor
from sandbox.qt.widgets import QApplication
from sandbox.view import prepare
from sandbox.view.page.compose import engine_start
from tests.patience import HANGING

PHONE, SCREEN = 400, 1280      # [px]
PAGES = ("index.html", "ru/scenes/turntable.html", "api/sandbox.html", "docs/tutorial.html", "docs/files.html")
FACTS = """JSON.stringify({wide: document.documentElement.scrollWidth, width: window.innerWidth,
    lost: Array.from(document.images).filter(e => e.complete && !e.naturalWidth).map(e => e.src)})"""
PLAYED = """JSON.stringify({failed: lab.failed || "", t: reel.t, title: document.getElementById("title").textContent,
    right: Math.max(...Array.from(document.querySelectorAll("#panel button, #panel select, #panel input")).map(
        e => e.getBoundingClientRect().right))})"""


class Watched(QWebEngineUrlRequestInterceptor):
    """Keeps what pages ask for, and lets nothing through to a network."""

    def __init__(self):
        super().__init__()
        self.seen: set[str] = set()

    def interceptRequest(self, info):
        address = info.requestUrl().toString()
        self.seen.add(address[:200])
        info.block(not address.startswith(("file:", "data:", "blob:")))


class Page(QWebEnginePage):
    """A page whose complaints are kept."""

    def __init__(self, profile, view):
        super().__init__(profile, view)
        self.problems: list[str] = []

    def javaScriptConsoleMessage(self, level, message, _line, _source):
        if level != QWebEnginePage.JavaScriptConsoleMessageLevel.InfoMessageLevel:
            self.problems.append(message)


def main():
    site, report = Path(sys.argv[1]), Path(sys.argv[2])
    prepare()
    application = QApplication(sys.argv[:1])
    with engine_start():
        profile = QWebEngineProfile(application)
    view, watched = QWebEngineView(), Watched()
    page = Page(profile, view)
    profile.setUrlRequestInterceptor(watched)
    view.setPage(page)

    def until(is_so, patience: float = HANGING):
        end = time.perf_counter() + patience
        while not is_so() and time.perf_counter() < end:
            application.processEvents()
            time.sleep(0.005)

    def ask(source: str):
        box: list = []
        page.runJavaScript(source, box.append)
        until(lambda: bool(box))
        return box[0]

    def load(path: str, place: str, width: int):
        view.resize(width, 900)
        view.show()
        loaded: list = []
        page.loadFinished.connect(loaded.append)
        address = QUrl.fromLocalFile(str(site/path))
        address.setFragment(place)
        page.load(address)
        until(lambda: bool(loaded))
        page.loadFinished.disconnect(loaded.append)

    def tones() -> int:
        picture = view.grab().toImage()
        # four bytes are a number: sorting a million rows takes seconds
        return len(np.unique(np.frombuffer(picture.constBits().asstring(picture.byteCount()), np.uint32)))

    told: dict = {"pages": [], "lost": []}
    for path in PAGES:
        for width in (PHONE, SCREEN):
            load(path, "", width)
            # letters have more tones than an empty page, and are painted some time after it is loaded
            until(lambda: tones() > 20)
            facts = json.loads(ask(FACTS))
            told["lost"] += facts.pop("lost")
            told["pages"].append({"path": path, "width": width, "tones": tones(), **facts})
    load("scenes/turntable.html", "", SCREEN)
    ask("document.querySelector('a.play').click()")
    told["frames"] = ask("document.querySelectorAll('iframe').length")
    load("play/turntable.html", "ru", PHONE)
    until(lambda: ask("Boolean(window.lab && (lab.started || lab.failed))"))
    ask("visit(0.5)")
    told["played"] = json.loads(ask(PLAYED))
    report.write_text(json.dumps({**told, "seen": sorted(watched.seen), "problems": page.problems}))
    os._exit(0)


main()

"""Child process: the theory in the real window, on its real page, with all formulas of all scenes."""

import os
import re
import signal
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import psutil
from PyQt5.QtCore import Qt, QUrl
from PyQt5.QtTest import QTest
from PyQt5.QtWebEngineWidgets import QWebEnginePage
from PyQt5.QtWidgets import QApplication

from sandbox.sheet.page import shown
from sandbox.sheet.sheet import sheet_of
from sandbox.text import set_language
from tests.effort import some_scenes
from tests.hand_window import Person

EVIL = "<script>window.evil = 1</script><img src=x onerror='window.evil = 2'>"
FORMULAS = "document.querySelectorAll('[data-tex]').length"
# texts of units in both languages, as they stand below symbols
UNITS = ("3.49\u00a0rad/s", "\u22120.5\u00a0м\u00b2", "\u2014", "нет", "5\u00a0\u00b0", "1e+03\u00a0kg\u00a0m\u00b2",
         "#1%&_{}$^~\\")


class Reader(Person):
    """Somebody who reads the theory."""

    @property
    def panel(self):
        return self.window.docks["theory"]

    def asked(self, source: str):
        """What a line of JavaScript in the page gives."""
        found = []
        self.panel.view.ask(source, found.append)
        self.until(lambda: found)
        return found[0]

    def filled(self):
        self.until(lambda: self.panel.view is not None and self.panel.view.is_filled)

    def show(self, sheet: dict):
        self.panel.view.show_sheet(sheet)
        self.filled()

    def text(self, field: str) -> str:
        return self.asked(f"(document.querySelector('[data-field=\"{field}\"]') || {{}}).textContent")


def opened(p: Reader) -> dict:
    """F2 opens and closes; what is read follows the run, the language and the colours."""
    seen = {"before": p.panel.view is None}
    p.window.activateWindow()
    p.until(p.window.isActiveWindow)
    p.window.view.setFocus()
    QTest.keyClick(p.window.view, Qt.Key.Key_F2)
    p.until(lambda: p.panel.is_seen)
    p.filled()
    seen["title"] = p.asked("document.querySelector('h1').textContent")
    seen["rate"] = p.text("p.rate")
    p.window.edits.change("rate", 2.5)
    p.window.play()
    p.until(lambda: p.text("p.rate") == "2.5\u00a0rad/s")
    p.window.pause()
    seen["colour"] = p.asked("getComputedStyle(document.documentElement).backgroundColor")
    p.window.set_theme("projector")
    seen["white"] = p.asked("getComputedStyle(document.documentElement).backgroundColor")
    p.window.set_language("ru")
    p.until(lambda: p.asked("document.documentElement.lang") == "ru")
    p.filled()
    seen["russian"] = p.asked("document.querySelector('h1').textContent")
    p.until(lambda: p.text("p.rate") == "2.5\u00a0рад/с")
    p.window.set_language("en")
    p.window.set_theme("dark")
    p.filled()
    seen["fonts"] = p.asked("[...document.fonts].filter(font => font.status === 'loaded').length")
    QTest.keyClick(p.window.view, Qt.Key.Key_F2)
    p.until(lambda: not p.panel.isVisible())
    return seen


def clicked(p: Reader) -> str:
    """A click on a symbol leads to the row of its parameter."""
    p.window.commands["theory"].trigger()
    p.filled()
    p.asked("document.querySelector('[data-p=rate]').click()")
    p.panel.follow(p.run, p.window.player.snapshot)
    p.until(lambda: p.window.docks["parameters"].rows["rate"].field.hasFocus())
    return QApplication.focusWidget().accessibleName()


def scenes(p: Reader) -> dict:
    """Every formula of every scene is set by KaTeX, in English and then in Russian with values below symbols.

    The formulas are the same in both languages (tests/sheet/test_every_theory.py): at each change some are set in
    Russian.
    """
    faults, counts, all_of_them = [], {}, list(p.window.catalogue.scenes.values())
    for code, chosen in (("en", all_of_them), ("ru", some_scenes(all_of_them))):
        set_language(code)
        p.panel.with_numbers.setChecked(code == "ru")
        for number, scene in enumerate(chosen):
            p.show(shown(sheet_of(scene)))
            counts[f"{code} {scene.id}"] = p.asked(FORMULAS)
            if code == "ru":
                values = enumerate(scene.parameters, start=number)
                p.panel.view.show_values({f"p.{q.name}": UNITS[k % len(UNITS)] for k, q in values})
                p.filled()
            faults += [f"{code} {scene.id}: {fault}" for fault in p.asked("faults()")]
    set_language("en")
    p.panel.with_numbers.setChecked(False)
    return {"faults": faults, "counts": counts}


def abused(p: Reader) -> dict:
    """Markup in a docstring, a formula that is none, 1e5 letters, a page whose process is killed."""
    scene = p.run.scene
    told = (f"{EVIL}: so.\n\n{EVIL} $a < b$ `{EVIL}`\n\n## {EVIL}\n\n- $\\text{{{EVIL}}}$ and $\\href{{x}}{{y}}$\n\n"
            "$$ \\frac $$\n")
    p.show(shown(sheet_of(replace(scene, title=EVIL, about=told)), EVIL))
    seen = {"evil": p.asked("String(window.evil)"), "images": p.asked("document.images.length"),
            "links": p.asked("document.links.length"), "faults": len(p.asked("faults()")),
            "text": EVIL in p.asked("document.body.textContent")}
    long = "Long: so.\n\n" + "word $x^2$ and " * 7_000
    p.show(shown(sheet_of(replace(scene, about=long))))
    seen["long"] = p.asked(FORMULAS)
    before = p.panel.view.page.renderProcessPid()
    os.kill(before, signal.SIGKILL)
    p.until(lambda: p.panel.view.page.renderProcessPid() not in (0, before) and p.panel.view.is_filled)
    seen["again"] = p.asked(FORMULAS)
    return seen


def printed(p: Reader, out: Path) -> dict:
    """PDF from the window, of the run as it stands; nothing is replaced unasked."""
    p.panel._forget()
    p.filled()
    p.window.export.write_theory(out)
    p.until(lambda: out.exists() and not p.window.export._writing.is_busy)
    data = out.read_bytes()
    p.window.export.write_theory(out)
    p.until(lambda: "is there already" in p.window.message.text)
    return {"start": data[:5].decode(), "pages": len(re.findall(rb"/Type\s*/Page\b", data)), "bytes": len(data),
            "same": out.read_bytes() == data}


def exported(p: Reader, out: Path) -> dict:
    """The one HTML file in a browser of its own: formulas, values and letters without anything beside it."""
    p.window.export.write_theory(out)
    p.until(lambda: out.exists() and not p.window.export._writing.is_busy)
    page, found = QWebEnginePage(), []
    page.loadFinished.connect(found.append)
    page.load(QUrl.fromLocalFile(str(out)))
    p.until(lambda: found)
    page.runJavaScript("[faults().length, document.querySelectorAll('.katex').length, "
                       "document.querySelector('[data-field=\"p.rate\"]').textContent]", found.append)
    p.until(lambda: len(found) == 2)
    fonts = []
    page.runJavaScript("[...document.fonts].filter(font => font.status === 'error').length", fonts.append)
    p.until(lambda: fonts)
    page.deleteLater()
    return {"loaded": found[0], "page": found[1], "lost_fonts": fonts[0]}


def changed(p: Reader) -> dict:
    """Another scene while it is open."""
    p.window.choose_scene("bounce")
    p.until(lambda: p.run.scene.id == "bounce" and p.is_settled() and p.panel.sheet.scene.id == "bounce")
    p.filled()
    return {"title": p.asked("document.querySelector('h1').textContent")}


def internet() -> int:
    """How many sockets of the internet this process and its children listen on or are connected by."""
    own = psutil.Process()
    found = [connection for process in (own, *own.children(recursive=True))
             for connection in process.net_connections(kind="inet")]
    return sum(connection.status in ("LISTEN", "ESTABLISHED") for connection in found)


def main():
    p = Reader("--scene", "turntable")
    report = {"opened": opened(p), "clicked": clicked(p), "scenes": scenes(p), "abused": abused(p),
              "exported": exported(p, Path(sys.argv[1]) / "theory.html"),
              "printed": printed(p, Path(sys.argv[1]) / "theory.pdf"), "changed": changed(p), "internet": internet()}
    p.leave({**report, "faults": p.faults})


if __name__ == "__main__":
    main()

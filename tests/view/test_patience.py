"""A page is waited for as long as a busy machine needs, and one that cannot be started is tried again later."""

import os
import time

import pytest

from sandbox.qt.core import QObject, pyqtSignal
from sandbox.qt.web import QWebEnginePage
from sandbox.qt.widgets import QWidget
from sandbox.view.page import channel, life

DIED = QWebEnginePage.RenderProcessTerminationStatus.AbnormalTerminationStatus


@pytest.mark.parametrize(("waiting", "cores", "seconds"), [
    (0.2, 2, 8.0), (2.0, 2, 8.0), (27.0, 2, 108.0), (6.0, 4, 12.0)])
def test_where_many_want_to_run_each_has_its_share(monkeypatch, waiting, cores, seconds):
    monkeypatch.setattr(os, "getloadavg", lambda: (waiting, 0.0, 0.0))
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert channel.patience(8.0) == seconds


def test_a_system_that_does_not_tell_has_a_core_for_the_page(monkeypatch):
    def none():
        raise OSError
    monkeypatch.setattr(os, "getloadavg", none)
    assert channel.patience(8.0) == 8.0
    monkeypatch.delattr(os, "getloadavg")
    assert channel.patience(8.0) == 8.0


def test_what_does_not_come_is_given_up(qapp):
    begin = time.perf_counter()
    assert not channel.wait_until(lambda: False, 0.05)
    assert channel.wait_until(lambda: time.perf_counter() > begin + 0.1, 60.0)


class Page(QObject):
    """A page that is never loaded."""

    loadFinished, renderProcessTerminated = pyqtSignal(bool), pyqtSignal(int, int)

    def setBackgroundColor(self, _colour):
        pass

    def load(self, _url):
        pass


class Web(QWidget):
    """Where a page would be shown: the web engine itself is for processes of its own."""

    def setPage(self, _page):
        pass


@pytest.fixture
def web(qtbot, monkeypatch):
    monkeypatch.setattr(life, "LockedPage", lambda _web, _smooth: Page())
    web = Web()
    # the one who asked for it keeps it
    web.life = life.Life(web)
    qtbot.addWidget(web)
    return web


def test_a_renderer_that_cannot_be_started_now_is_tried_again_later(web, qtbot, monkeypatch):
    """Short of memory or processes a system refuses at once: as many refusals as come meanwhile are one."""
    page, waits, failed = web.life, [], []
    monkeypatch.setattr(page._again, "start", lambda ms: waits.append(ms/1000.0))
    page.failed.connect(failed.append)
    for _time in life.WAITS:
        assert not failed
        page._on_terminated(DIED, 1002)
    assert waits == list(life.WAITS) and not failed and page.state == "loading"
    page._on_terminated(DIED, 1002)
    assert len(failed) == 1 and "again and again" in failed[0] and page.state == "failed"


def test_refusals_while_a_restart_is_waited_for_are_one(web):
    page = web.life
    for _time in range(2*len(life.WAITS)):
        page._on_terminated(DIED, 1002)
    assert page.state == "loading" and page._again.isActive()
    page.load()
    assert not page._again.isActive()

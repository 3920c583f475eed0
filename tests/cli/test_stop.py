"""Ctrl-C is heard at once, but where breaking off would end the process."""

import os
import signal
import sys

import pytest

from sandbox.cli.terminal import stop

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process can't send itself Ctrl-C there")


def ask(number, seen: list):
    """Asks this process to end, and notes when it goes on."""
    os.kill(os.getpid(), number)
    seen.append("went on")


def ask_while_loading(number, seen: list):
    """As `ask`, within what is not to be broken off."""
    with stop.later():
        ask(number, seen)
    seen.append("after")


def test_a_request_ends_what_goes_on():
    seen: list = []
    with stop.listening(), pytest.raises(stop.Stopped) as error:
        ask(signal.SIGINT, seen)
    assert error.value.code == 130 and seen == []


def test_a_request_while_libraries_are_loaded_is_answered_after_them():
    seen: list = []
    with stop.listening(), pytest.raises(stop.Stopped) as error:
        ask_while_loading(signal.SIGTERM, seen)
    assert error.value.code == 143 and seen == ["went on"]


def test_without_a_request_all_goes_on_and_the_next_one_is_heard_at_once():
    with stop.listening():
        with stop.later():
            pass
        with pytest.raises(stop.Stopped):
            os.kill(os.getpid(), signal.SIGINT)

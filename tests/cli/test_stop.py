"""Ctrl-C is heard at once, but where breaking off would end the process."""

import os
import signal
import sys

import pytest

from sandbox.cli.terminal import stop

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process can't send itself Ctrl-C there")


def test_a_request_ends_what_goes_on():
    went_on = False
    with stop.listening(), pytest.raises(stop.Stopped) as error:
        os.kill(os.getpid(), signal.SIGINT)
        went_on = True
    assert error.value.code == 130 and not went_on


def test_a_request_while_libraries_are_loaded_is_answered_after_them():
    done, after = False, False
    with stop.listening(), pytest.raises(stop.Stopped) as error:
        with stop.later():
            os.kill(os.getpid(), signal.SIGTERM)
            done = True
        after = True
    assert error.value.code == 143 and done and not after


def test_without_a_request_all_goes_on_and_the_next_one_is_heard_at_once():
    with stop.listening():
        with stop.later():
            pass
        with pytest.raises(stop.Stopped):
            os.kill(os.getpid(), signal.SIGINT)

"""A page that answers nonsense, by a fault or by malice, steers nothing and raises nothing."""

import json
import random
from math import isfinite

import numpy as np
import pytest
from PyQt5.QtCore import QByteArray

from sandbox.view.camera import MODES
from sandbox.view.frames import NoPicture, picture_of
from sandbox.view.page.answers import KINDS, answer_of
from sandbox.view.page.channel import Channel
from tests.effort import tries

GOOD = {"events": [{"event": "click", "pos": [0.1, 0.2, 0.3], "canvas": 0, "shift": False}], "draws": 7, "shown": 9,
        "lost": False, "awake": True, "frame": 3, "look": {"mode": "free", "at": [0, 0, 0.1, 0.0, 0.6, 0.5]}}
NONSENSE = (None, True, -1, 0, 1, 10**9, 10**400, -10**30, 0.5, 1e308, float("inf"), float("nan"), "", "x"*2000,
            "../../x", "<img src=x>", "\ud800", "\0", [], [[]], {}, {"a": {"b": {"c": {"d": {}}}}}, [1e400]*6,
            [0]*1000, [[[[[[]]]]]], {"mode": "free"}, {"mode": "nowhere", "at": [0]*6}, {"mode": "free", "at": "x"*6},
            {"mode": "free", "at": [float("nan")]*6}, {"mode": "free", "at": [0, 0, 0, 0, 0, -1.0]}, {"": 0})


class Page:
    """A page that gives the answers that are next."""

    def __init__(self):
        self.next = None

    def runJavaScript(self, _source, back):
        back(self.next)


def damaged(dice) -> str:
    """Text of an answer with a wrong value, a wrong key, or a wrong letter."""
    answer = dict(GOOD)
    for _i in range(dice.randint(1, 3)):
        name = dice.choice([*KINDS, "events", "look", "x", ""])
        answer[name] = [dice.choice(NONSENSE)] if name == "events" and dice.random() < 0.7 else dice.choice(NONSENSE)
    text = json.dumps(answer)
    if dice.random() < 0.3:
        at = dice.randrange(len(text))
        text = text[:at] + chr(dice.randrange(0x500)) + text[at + dice.randrange(3):]
    return text


def test_ten_thousand_odd_answers(qapp, monkeypatch):
    """What is kept is finite, short, and known; nothing is raised; a good answer counts after each of them."""
    dice, page, lost = random.Random(26), Page(), []
    channel = Channel(page, lambda: lost.append(1))
    monkeypatch.setattr("logging.Logger.warning", lambda *_arguments: None)
    for number in range(tries(10_000, 100_000)):
        page.next = damaged(dice) if number % 500 else dice.choice((
            None, 5, "", "[", "[]", "7", "null", '{"a":'*5_000, "["*5_000, "9"*5_000, '{"draws": NaN}', "x"*1_000_001,
            [1], {"draws": 5}))
        channel.ask("report({})")
        assert not channel.is_busy and channel.draws >= 0 and isfinite(channel.fps)
        assert isinstance(channel.is_moving, bool) and len(channel.events) <= 256
        assert channel.look is None or (channel.look["mode"] in MODES and len(channel.look["at"]) == 6
                                        and np.isfinite(channel.look["at"]).all() and channel.look["at"][5] > 0.0)
        assert not channel.events or len(json.dumps(channel.events[-1], allow_nan=False)) < 64*64*400
    page.next = json.dumps(GOOD)
    channel.ask("report({})")
    assert channel.draws == 7 and channel.events[-1] == GOOD["events"][0]
    assert channel.look == {"mode": "free", "at": (0, 0, 0.1, 0.0, 0.6, 0.5)}


def test_one_wrong_part_costs_the_others_nothing():
    for name in GOOD:
        for value in NONSENSE:
            found = answer_of(json.dumps({**GOOD, name: value}))
            assert {key: found[key] for key in ("draws", "shown", "frame") if key != name} == {
                key: GOOD[key] for key in ("draws", "shown", "frame") if key != name}


@pytest.mark.parametrize("answer", [
    None, "", "x", 5, {}, {"error": ""}, {"error": "too large\nfor this"}, QByteArray(b""), QByteArray(b"1234567"),
    QByteArray(b"\xff"*8), QByteArray(b"\0"*8), QByteArray(b"\0"*20), QByteArray(b"\0"*16 + b"\x02\0\0\0\x03\0\0\0")])
def test_bytes_that_are_no_picture_are_refused(answer):
    with pytest.raises(NoPicture, match="gave no picture"):
        picture_of(answer)


def test_bytes_that_are_a_picture():
    picture = picture_of(QByteArray(bytes(range(16)) + b"\x02\0\0\0\x02\0\0\0"))
    assert picture.shape == (2, 2, 4) and picture[0, 0].tolist() == [8, 9, 10, 11]      # top row first

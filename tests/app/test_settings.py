"""Settings come back as they were saved, and no file can keep the program from starting."""

import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandbox.app.settings import KNOWN, Settings
from tests.effort import tries

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "settings.json"


def test_saved_settings_come_back(path):
    settings = Settings(path)
    settings["language"], settings["text_scale"], settings["sound"] = "ru", 1.25, True
    assert settings.save()
    again = Settings(path)
    assert (again["language"], again["text_scale"], again["sound"], again["theme"]) == ("ru", 1.25, True, "dark")
    assert again.notes == []
    again.reset()
    again.save()
    assert Settings(path)["language"] == ""


def test_values_are_checked(path):
    settings = Settings(path)
    with pytest.raises(ValueError, match=r"settings, 'text_scale': got 9.0, needs \[0.75, 2\]"):
        settings["text_scale"] = 9.0
    with pytest.raises(KeyError):
        settings["no such key"] = 1


def test_bad_keys_are_reset_one_by_one_and_the_old_file_is_kept(path):
    text = json.dumps({"language": "xx", "sound": 1, "text_scale": "1,5", "theme": "projector", "newer": 7})
    path.write_text(text)
    settings = Settings(path)
    assert (settings["language"], settings["sound"], settings["text_scale"]) == ("", False, 1.0)
    assert settings["theme"] == "projector"
    assert settings.notes[0] == "settings, 'language': got 'xx', needs '', 'en', 'ru'; reset to ''"
    assert len(settings.notes) == 3
    assert path.with_name("settings.json.bak").read_text() == text
    settings.save()
    assert json.loads(path.read_text()) == {"theme": "projector", "newer": 7}


def whole() -> bytes:
    return json.dumps({"language": "ru", "theme": "projector", "text_scale": 1.5, "sound": True}).encode()


BROKEN = [b"", b"[]", b"null", b"7", b"{", b'{"text_scale": NaN}', b'{"text_scale": 1e999}', b"["*100_000, b"\0"*50,
          b'{"a":'*100_000, b"\xff\xfe" + '{"sound": true}'.encode("utf-16-le"), b"x"*1_000_001, b'{"sound": tru}',
          b'{"text_scale": 1' + b"0"*5000 + b"}"]


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_a_broken_file_is_kept_and_the_defaults_hold(path, content):
    path.write_bytes(content)
    settings = Settings(path)
    assert all(settings[key] == KNOWN[key].default for key in KNOWN)
    assert settings.notes
    assert path.with_name("settings.json.bak").read_bytes() == content
    assert settings.save()
    assert Settings(path).notes == []


def test_any_truncation_or_flip_still_starts(path):
    dice = random.Random(3)
    files = [whole()[:n] for n in range(len(whole()))]
    for _count in range(500):
        damaged = bytearray(whole())
        damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        files.append(bytes(damaged))
    for content in files:
        path.write_bytes(content)
        settings = Settings(path)
        assert all(KNOWN[key].is_allowed(settings[key]) for key in KNOWN)


def test_a_byte_order_mark_is_no_damage(path):
    path.write_bytes(b"\xef\xbb\xbf" + whole())
    assert Settings(path)["language"] == "ru"


def test_a_folder_in_its_place(path):
    path.mkdir()
    settings = Settings(path)
    assert settings.notes and settings["theme"] == "dark"
    assert settings.save()
    assert Settings(path).notes == []


@pytest.mark.skipif(os.name == "nt", reason="a pipe of Unix")
def test_a_pipe_in_its_place(path):
    """Reading it would never end."""
    os.mkfifo(path)
    settings = Settings(path)
    assert settings.notes and settings["theme"] == "dark"
    assert settings.save()
    assert Settings(path).notes == []


def test_an_unwritable_place_is_a_note(path, monkeypatch):
    settings = Settings(path.parent / "missing" / "settings.json")
    assert not settings.save()
    assert "cannot be saved, No such file or directory" in settings.notes[0]


@pytest.mark.parametrize("step", ["os.fsync", "os.replace"])
def test_a_failed_save_leaves_the_old_file(path, monkeypatch, step):
    settings = Settings(path)
    settings.save()
    before = path.read_bytes()

    def fail(*_arguments):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(step, fail)
    settings["sound"] = True
    assert not settings.save()
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.slow
def test_killed_while_saving_leaves_old_or_new(path):
    program = ("import sys; from sandbox.app.settings import Settings; s = Settings(sys.argv[1])\n"
               "k = 0\nprint(flush=True)\n"
               "while True:\n    k += 1; s['window'] = str(k % 10)*15000; s.save()")
    dice = random.Random(11)
    for _trial in range(tries(12, 50)):
        process = subprocess.Popen([sys.executable, "-c", program, str(path)], cwd=ROOT, stdout=subprocess.PIPE)
        process.stdout.readline()
        time.sleep(dice.uniform(0.0, 0.15))
        process.kill()
        process.wait()
        process.stdout.close()
        settings = Settings(path)
        assert settings.notes == []
        assert len(set(settings["window"])) <= 1

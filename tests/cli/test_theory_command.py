"""The command `theory`: Markdown on the terminal, files of three kinds, and what it refuses."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.cli.main import main
from tests.patience import HANGING

ROOT = Path(__file__).parents[2]
BROKEN = '''r"""Mine: a ball.

It turns at $\\p{speed}$.

It is round, $x$.
"""
from sandbox.scene import Ball, Parameter, Plane, Scene, Spin, Start
SCENE = Scene("Mine", (Parameter("rate", 2.0, "rad/s", low=-20, high=20),),
              lambda p: (Ball(0.02), Plane(rim=0.3), Spin("z", "rate")), lambda p: Start(at=(0.1, 0.0)))
'''


def test_it_prints_markdown_with_the_values_that_were_chosen(capsys):
    assert main(["theory", "turntable", "--set", "rate=2"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("# Ball on a turntable\n\n") and told.err == ""
    assert "\n## What to see\n" in told.out and "\n## References\n" in told.out
    assert r"| $\Omega$ | rotation rate of the table | 2" in told.out and r"\p{" not in told.out
    assert len(re.findall(r"^\$\$$", told.out, re.MULTILINE)) >= 4


def test_it_speaks_russian_wherever_the_option_stands(capsys):
    assert main(["theory", "turntable", "--lang", "ru"]) == 0
    first = capsys.readouterr().out
    assert "## Что увидеть" in first
    assert main(["--lang", "ru", "theory", "turntable"]) == 0
    assert capsys.readouterr().out == first


def test_it_writes_files_and_replaces_none_unasked(tmp_path, capsys):
    for name, start in (("a.html", "<!DOCTYPE html>"), ("a.md", "# Coin")):
        out = tmp_path/name
        assert main(["theory", "coin", "--preset", "1", "--out", str(out)]) == 0
        assert out.read_text(encoding="utf-8").startswith(start) and capsys.readouterr().out.strip() == str(out)
        out.write_text("mine", encoding="utf-8")
        assert main(["theory", "coin", "--out", str(out)]) == 2
        assert "is there already" in capsys.readouterr().err and out.read_text(encoding="utf-8") == "mine"
        assert main(["theory", "coin", "--out", str(out), "--force"]) == 0
        assert out.read_text(encoding="utf-8").startswith(start)
        capsys.readouterr()


@pytest.mark.parametrize("words, sentence", [
    (["theory", "nothing"], "no scene 'nothing'"), (["theory", "coin", "--out", "a.doc"], "one of the endings"),
    (["theory", "coin", "--out", "no/such/folder.md"], "there is no folder"),
    (["theory", "coin", "--set", "radius"], "needs NAME=VALUE")])
def test_what_it_refuses(words, sentence, capsys):
    assert main(words) == 2
    assert sentence in capsys.readouterr().err


def test_a_mistake_in_a_theory_is_said_with_its_line(tmp_path):
    path = tmp_path/"mine.py"
    path.write_text(BROKEN, encoding="utf-8")
    done = subprocess.run([sys.executable, str(ROOT/"main.py"), "theory", str(path)], capture_output=True, text=True,
                          encoding="utf-8", timeout=HANGING,
                          env={**os.environ, "JACOBI_SANDBOX_HOME": str(tmp_path), "PYTHONUTF8": "1"})
    assert done.returncode == 1 and "It is round, $x$." in done.stdout
    assert "scene 'mine', theory, line 3 (" in done.stderr and "no parameter 'speed'; there are: rate" in done.stderr


def test_without_a_display_it_says_so_where_it_has_to_print(tmp_path):
    if not sys.platform.startswith("linux"):
        pytest.skip("displays are asked for on Linux only")
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run([sys.executable, str(ROOT/"main.py"), "theory", "coin", "--out", str(tmp_path/"a.pdf")],
                          capture_output=True, text=True, timeout=HANGING,
                          env={**kept, "JACOBI_SANDBOX_HOME": str(tmp_path)})
    assert done.returncode == 2 and "no display" in done.stderr and not (tmp_path/"a.pdf").exists()
    # and what works without one
    assert ".html" in done.stderr and ".md" in done.stderr

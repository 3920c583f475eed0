"""The command lesson: what there is, the page for the teacher, whether it holds, and what is refused."""

import json

from sandbox.cli.main import main


def test_lessons_are_listed(capsys):
    assert main(["lesson"]) == 0
    assert "two_sevenths: Two sevenths (45 min)" in capsys.readouterr().out.splitlines()
    assert main(["lesson", "blades", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {"id": "blades", "title": "Blades", "minutes": 38.0, "steps": 7, "questions": 7}]


def test_the_page_of_the_teacher_is_printed(capsys):
    assert main(["lesson", "letting_go"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("# Where does it let go?\n") and "Golfers know and hate it." in page


def test_a_lesson_that_says_what_is_not_so_is_told(tmp_path, capsys):
    text = """
title = "Wrong"
text = "What is not so."
[[steps]]
title = "Circle"
minutes = 1
scene = "turntable"
pause = "detach"
until = 1.0
facts = ["max(speed) > 1", "max(speed) < 1"]
[steps.question]
text = "Where?"
answers = ["a", "b", "c", "d"]
[steps.reveal]
number = "at(speed, detach)"
chart = "The moon"
"""
    (tmp_path/"wrong.toml").write_text(text, encoding="utf-8")
    assert main(["lesson", str(tmp_path/"wrong.toml"), "--check"]) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line.startswith("lesson 'wrong', step 1: ") for line in told] == [True]*4
    assert "'max(speed) > 1' does not hold. Too little by 950 mm/s." in told[0] or "does not hold" in told[0]
    assert "the number of the reveal has no value" in told[1] and "it waits for 'detach'" in told[2]
    assert "no chart 'The moon'; there are Energy and Jacobi integral" in told[3]


def test_what_is_no_lesson_is_refused(tmp_path, capsys):
    assert main(["lesson", "moon"]) == 2
    assert "no lesson 'moon'; there are blades" in capsys.readouterr().err
    (tmp_path/"x.toml").write_text("title = 7", encoding="utf-8")
    assert main(["lesson", str(tmp_path/"x.toml"), "--check"]) == 2
    assert "lesson 'x'" in capsys.readouterr().err

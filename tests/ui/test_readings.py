"""What the window tells of a run: plots, meters, messages, and its log when it is exported."""

import threading


def test_a_fault_on_another_thread_is_shown(bench, qtbot):
    b = bench()
    thread = threading.Thread(target=lambda: b.window.report_fault("Something went wrong."))
    thread.start()
    qtbot.waitUntil(lambda: b.window.message.text == "Something went wrong.")
    thread.join()


def test_meters_tell_the_state(bench):
    b = bench(playing=True)
    b.frames(120)
    names = ("time", "speed", "page", "drift", "theory", "log", "renderer")
    texts = [b.window.status.field(name).text() for name in names]
    assert texts[0].startswith("t = 1.") and texts[1].startswith(("1.0", "0.9")) and texts[2] == "58 fps"
    assert texts[3].startswith("drift ") and b.window.status.field("drift").property("state") == "good"
    assert texts[4].endswith(" m") and "rows" in texts[5] and texts[6] == "llvmpipe (software)"
    b.recorders[-1].trouble = "run log: cannot be written, no space left"
    b.frames(20)
    assert "stopped" in b.window.status.field("log").text()
    assert "no space left" in b.window.status.field("log").toolTip()


def test_the_log_can_be_exported_while_playing(bench, qtbot, tmp_path):
    b = bench(playing=True)
    b.frames(120)
    out = tmp_path / "run.csv"
    b.window.export.write(str(out))
    qtbot.waitUntil(lambda: str(out) in b.window.message.text)
    assert out.read_text(encoding="utf-8").startswith("step,t [s],") and len(out.read_text().splitlines()) > 60
    b.window.export.write(str(tmp_path / "nowhere" / "run.csv"))
    qtbot.waitUntil(lambda: b.window.message.kind == "error")
    assert "nowhere" in b.window.message.text


def test_there_is_a_run_without_a_log(bench, qtbot):
    b = bench()
    b.run.log.recorder = None
    b.window.play()
    b.frames(30)
    assert b.window.status.field("log").text() == "no log"
    b.window.export.ask()
    assert b.window.message.text == "This run has no log."

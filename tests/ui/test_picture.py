"""The window and its picture: one that fails, is restarted, busy, or not there yet."""

def test_a_view_that_fails_or_comes_back_says_so(bench):
    b = bench(playing=True)
    b.view.recovered.emit("The 3D view was restarted.")
    assert b.window.message.text == "The 3D view was restarted." and b.window.message.kind == "note"
    b.view.failed.emit("No WebGL.")
    assert b.window.message.text == "No WebGL." and b.window.message.kind == "error"
    b.frames(30)
    assert b.run.step > 60


def test_a_busy_view_gets_the_picture_later(bench):
    b = bench()
    b.view.is_ready = False
    b.window.step(3)
    b.frames(5)
    b.view.is_ready = True
    b.frames(5)
    shown = len(b.view.snapshots)
    assert b.view.snapshots[-1].step == 3
    b.frames(5)
    assert len(b.view.snapshots) == shown


def test_a_new_run_waits_for_its_picture_but_not_for_ever(bench):
    for end in (lambda b: setattr(b.view, "is_ready", True), lambda b: b.view.failed.emit("No WebGL."),
                lambda b: b.frames(1, 10.0)):
        b = bench(playing=True)
        b.view.is_ready = False
        b.act("reset")
        b.frames(60)
        assert b.run.step == 0 and b.player.is_playing
        assert not b.player.pace.is_late
        end(b)
        b.frames(31)
        assert 100 < b.run.step <= 180
        # a picture that is lost on the way stops nothing
        b.view.is_ready = False
        b.frames(30)
        assert b.run.step > 200
